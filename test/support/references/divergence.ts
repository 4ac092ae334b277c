/** Runs of `period` elements go through one recurrence, the next run through the other. */
import { at, bufferOf, scalarOf, type Reference } from './reference';

export const divergence: Reference = (input) => {
  const x = bufferOf(input, 'x');
  const y = Float32Array.from(bufferOf(input, 'y'));
  const iterations = scalarOf(input, 'iter_count');
  const period = scalarOf(input, 'period');
  const n = scalarOf(input, 'n');
  for (let i = 0; i < n; i += 1) {
    const value = at(x, i);
    const sign = Math.floor(i / period) % 2 === 0 ? 1 : -1;
    let result = value;
    for (let k = 0; k < iterations; k += 1) {
      const half = Math.fround(0.5 * result);
      result = Math.fround(sign === 1 ? half + value : value - half);
    }
    y[i] = result;
  }
  return { y };
};
