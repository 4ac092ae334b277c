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
  const releaseEvent = cl.clReleaseEvent.bind(cl);
  /** Copies whose event the worker asked for, and will release. */
  const watched = new Set<Handle>();
  const ours: Handle[] = [];
  const made = new BigUint64Array(1);
  const value = new BigUint64Array(1);
  let sum = 0;
  const timeOf = (event: Handle, name: number): bigint =>
    cl.clGetEventProfilingInfo(event, name, 8, value, null) === 0 ? (value[0] ?? 0n) : 0n;
  const read = (event: Handle): void => {
    sum += Number(timeOf(event, profilingInfo.END) - timeOf(event, profilingInfo.START));
  };
  cl.clEnqueueCopyBuffer = (queue, source, target, from, to, bytes, count, list, event) => {
    const told = event instanceof BigUint64Array ? event : made;
    const result = enqueueCopy(queue, source, target, from, to, bytes, count, list, told);
    if (result !== 0) return result;
    if (told === made) ours.push(made[0] ?? 0n);
    else watched.add(told[0] ?? 0n);
    return result;
  };
  cl.clReleaseEvent = (event) => {
    if (watched.delete(event)) read(event);
    return releaseEvent(event);
  };
  return () => {
    for (const event of ours.splice(0)) {
      read(event);
      releaseEvent(event);
    }
    const told = sum;
    sum = 0;
    return told;
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
