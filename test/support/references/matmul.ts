/** C = A · B: `height` rows of A (`inner` long) times `width` columns of B. */
import { at, bufferOf, scalarOf, type Reference } from './reference';

export const matmul: Reference = (input) => {
  const a = bufferOf(input, 'a');
  const b = bufferOf(input, 'b');
  const c = Float32Array.from(bufferOf(input, 'c'));
  const width = scalarOf(input, 'width');
  const height = scalarOf(input, 'height');
  const inner = scalarOf(input, 'inner');
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      let sum = 0;
      for (let k = 0; k < inner; k += 1)
        sum = Math.fround(sum + Math.fround(at(a, y * inner + k) * at(b, k * width + x)));
      c[y * width + x] = sum;
    }
  return { c };
};
