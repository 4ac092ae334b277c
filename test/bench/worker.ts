/**
 * The product's worker for the bench: what it sends also says when it was sent, and a reply how long the device copied
 * for it. The parent may hear a message much later, since the next kernel has all cores by then.
 */
import type { Handle } from '@main/opencl/binding';
import { loadOpenCl } from '@main/opencl/binding';
import { profilingInfo } from '@main/opencl/constants';

export interface Stamped {
  /** `process.hrtime` of this machine, ns. */
  readonly sentAt?: bigint;
  /** Device time of the copies between buffers since the last reply, ns. */
  readonly copyNs?: number;
}

/** Has every copy between buffers timed by its event; the function returned tells their sum since it was last asked, ns. */
const timeCopies = (): (() => number) => {
  const library = loadOpenCl();
  if (!library.ok) return () => 0;
  const { cl } = library.value;
  const enqueueCopy = cl.clEnqueueCopyBuffer.bind(cl);
  const copies: Handle[] = [];
  const made = new BigUint64Array(1);
  const value = new BigUint64Array(1);
  const timeOf = (event: Handle, name: number): bigint =>
    cl.clGetEventProfilingInfo(event, name, 8, value, null) === 0 ? (value[0] ?? 0n) : 0n;
  // A copy whose event the worker wants itself (it tries the device's timer so) restores nothing.
  cl.clEnqueueCopyBuffer = (queue, source, target, from, to, bytes, count, list, event) => {
    const wanted = event ?? made;
    const result = enqueueCopy(queue, source, target, from, to, bytes, count, list, wanted);
    if (result === 0 && event === null) copies.push(made[0] ?? 0n);
    return result;
  };
  return () => {
    let sum = 0n;
    for (const event of copies.splice(0)) {
      sum += timeOf(event, profilingInfo.END) - timeOf(event, profilingInfo.START);
      cl.clReleaseEvent(event);
    }
    return Number(sum);
  };
};

const send = process.send?.bind(process) as ((...given: readonly unknown[]) => boolean) | undefined;
if (send !== undefined) {
  const copiedNs = timeCopies();
  process.send = (message: object, ...rest: readonly unknown[]) => {
    const isReply = 'type' in message && message.type === 'reply';
    const stamp: Stamped = {
      sentAt: process.hrtime.bigint(),
      ...(isReply ? { copyNs: copiedNs() } : {}),
    };
    return send({ ...message, ...stamp }, ...rest);
  };
}
await import('../../src-main/worker');
