/**
 * Whether the driver ends long loops early, without a word: Mesa's llvmpipe stops all loops of a work-item
 * after 65 535 iterations together, so results are wrong at every size alike and no comparison between
 * sizes can show it. One work-item counts through a recurrence whose every step has its own value, so
 * that the value tells how far it came.
 */
import type { Handle } from './binding';
import { memReadWrite } from './constants';
import type { BuildTarget } from './program';
import { buildProgram, created, releaseProgram } from './program';
import { check } from './status';

/** More than the 2^16 − 1 at which such limits have been seen, and a fraction of a millisecond. */
const iterations = 100_000;

const probeName = 'ndrange_count_iterations';
const probeSource = `
__kernel void ${probeName}(__global uint *value, const uint iterations) {
  uint x = 1;
  for (uint i = 0; i < iterations; ++i)
    x = x * 1664525u + 1013904223u;
  value[0] = x;
}
`;

/** How many steps of the recurrence lead to `value`; null when more than `most`. Pure. */
export const stepsTo = (value: number, most: number): number | null => {
  let x = 1;
  for (let step = 0; step <= most; step += 1) {
    if (x === value) return step;
    // Numerical Recipes' generator modulo 2^32: a full period, so no value comes twice.
    x = (Math.imul(x, 1664525) + 1013904223) >>> 0;
  }
  return null;
};

/**
 * The number of iterations after which loops end, null when 100 000 are made, or when it cannot be told.
 * Throws ClCallFailure when the probe cannot be launched.
 */
export const findLoopLimit = (target: BuildTarget, queue: Handle): number | null => {
  const { cl, context } = target;
  const { program } = buildProgram(target, probeSource, '', () => undefined);
  if (program === null) return null;
  const status = new Int32Array(1);
  let buffer: Handle | null = null;
  try {
    const kernel = program.kernels.get(probeName);
    if (kernel === undefined) return null;
    buffer = created(
      'clCreateBuffer',
      cl.clCreateBuffer(context, memReadWrite, 4, null, status),
      status,
    );
    const one = BigUint64Array.from([1n]);
    const value = new Uint32Array(1);
    check('clSetKernelArg', cl.clSetKernelArg(kernel, 0, 8, new BigUint64Array([buffer])));
    check('clSetKernelArg', cl.clSetKernelArg(kernel, 1, 4, new Uint32Array([iterations])));
    check(
      'clEnqueueNDRangeKernel',
      cl.clEnqueueNDRangeKernel(queue, kernel, 1, null, one, one, 0, null, null),
    );
    check(
      'clEnqueueReadBuffer',
      cl.clEnqueueReadBuffer(queue, buffer, 1, 0, 4, value, 0, null, null),
    );
    const steps = stepsTo(value[0] ?? 0, iterations);
    return steps === iterations ? null : steps;
  } finally {
    if (buffer !== null) cl.clReleaseMemObject(buffer);
    releaseProgram(cl, program);
  }
};
