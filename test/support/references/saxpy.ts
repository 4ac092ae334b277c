/** SAXPY repeated in a register: y[i] becomes y[i] + iter_count · a · x[i], rounded at every step. */
import { at, bufferOf, scalarOf, type Reference } from './reference';

export const saxpy: Reference = (input) => {
  const x = bufferOf(input, 'x');
  const y = Float32Array.from(bufferOf(input, 'y'));
  const a = Math.fround(scalarOf(input, 'a'));
  const iterations = scalarOf(input, 'iter_count');
  const n = scalarOf(input, 'n');
  for (let i = 0; i < n; i += 1) {
    const product = Math.fround(a * at(x, i));
    let sum = at(y, i);
    for (let k = 0; k < iterations; k += 1) sum = Math.fround(product + sum);
    y[i] = sum;
  }
  return { y };
};
