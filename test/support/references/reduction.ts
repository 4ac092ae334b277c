/**
 * The sum of the first n elements, in one "partial". The kernel writes one partial sum per work-group;
 * only the totals can be compared.
 */
import { at, bufferOf, scalarOf, type Reference } from './reference';

export const reduction: Reference = (input) => {
  const x = bufferOf(input, 'x');
  const n = scalarOf(input, 'n');
  let total = 0;
  for (let i = 0; i < n; i += 1) total += at(x, i);
  return { partials: Float32Array.of(total) };
};
