/**
 * Which local size the driver picks for NULL. Asked through cl_khr_suggested_local_work_size where the
 * device has it, since the answer may depend on the kernel; else a probe kernel of the same global size
 * reports what it was given.
 */
import type { GlobalSize } from '@shared/domain/sizes';
import type { WorkerReplies } from '../profiling/protocol';
import type { Handle, OpenCl } from './binding';
import { memReadWrite } from './constants';
import type { BuildTarget } from './program';
import { buildProgram, created, releaseProgram } from './program';
import { check } from './status';

type Chosen = WorkerReplies['chosen'];

export interface ChosenContext extends BuildTarget {
  readonly platform: Handle;
  readonly queue: Handle;
  readonly extensions: readonly string[];
}

const probeName = 'ndrange_report_local_size';
const probeSource = `
__kernel void ${probeName}(__global uint *size) {
  if (get_global_id(0) == 0 && get_global_id(1) == 0 && get_global_id(2) == 0) {
    size[0] = get_local_size(0);
    size[1] = get_local_size(1);
    size[2] = get_local_size(2);
  }
}
`;

const toSizes = (global: GlobalSize): BigUint64Array<ArrayBuffer> =>
  BigUint64Array.from(global, BigInt);

const suggest = (context: ChosenContext, kernel: Handle, global: GlobalSize): Chosen | null => {
  if (!context.extensions.includes('cl_khr_suggested_local_work_size')) return null;
  const call = context.cl.suggestedLocalSize(context.platform);
  const local = new BigUint64Array(3);
  if (call?.(context.queue, kernel, global.length, null, toSizes(global), local) !== 0) return null;
  return { local: Array.from(local.subarray(0, global.length), Number), how: 'extension' };
};

const launchProbe = (
  cl: OpenCl,
  context: ChosenContext,
  kernel: Handle,
  global: GlobalSize,
): readonly number[] => {
  const status = new Int32Array(1);
  const buffer = created(
    'clCreateBuffer',
    cl.clCreateBuffer(context.context, memReadWrite, 12, null, status),
    status,
  );
  try {
    const sizes = new Uint32Array(3);
    const { queue } = context;
    check('clSetKernelArg', cl.clSetKernelArg(kernel, 0, 8, new BigUint64Array([buffer])));
    check(
      'clEnqueueNDRangeKernel',
      cl.clEnqueueNDRangeKernel(
        queue,
        kernel,
        global.length,
        null,
        toSizes(global),
        null,
        0,
        null,
        null,
      ),
    );
    check(
      'clEnqueueReadBuffer',
      cl.clEnqueueReadBuffer(queue, buffer, 1, 0, 12, sizes, 0, null, null),
    );
    return Array.from(sizes.subarray(0, global.length));
  } finally {
    cl.clReleaseMemObject(buffer);
  }
};

const probe = (context: ChosenContext, global: GlobalSize): Chosen => {
  const { program } = buildProgram(context, probeSource, '', () => undefined);
  if (program === null) return { local: null, how: 'unknown' };
  try {
    const kernel = program.kernels.get(probeName);
    if (kernel === undefined) return { local: null, how: 'unknown' };
    const local = launchProbe(context.cl, context, kernel, global);
    return local.every((size) => size > 0)
      ? { local, how: 'probe' }
      : { local: null, how: 'unknown' };
  } finally {
    releaseProgram(context.cl, program);
  }
};

/** The driver's choice at this global size. Throws ClCallFailure when the probe cannot be launched. */
export const findChosenSize = (
  context: ChosenContext,
  kernel: Handle,
  global: GlobalSize,
): Chosen => suggest(context, kernel, global) ?? probe(context, global);
