/** c[i] = a[i] + b[i]; what lies beyond n keeps its value. */
import { at, bufferOf, scalarOf, type Reference } from './reference';

export const vectorAdd: Reference = (input) => {
  const a = bufferOf(input, 'a');
  const b = bufferOf(input, 'b');
  const c = Float32Array.from(bufferOf(input, 'c'));
  const n = scalarOf(input, 'n');
  for (let i = 0; i < n; i += 1) c[i] = at(a, i) + at(b, i);
  return { c };
};
