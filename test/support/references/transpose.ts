/** out[x][y] = in[y][x] for `height` rows of `width` elements. Serves both transpose examples. */
import { at, bufferOf, scalarOf, type Reference } from './reference';

export const transpose: Reference = (input) => {
  const source = bufferOf(input, 'in');
  const out = Float32Array.from(bufferOf(input, 'out'));
  const width = scalarOf(input, 'width');
  const height = scalarOf(input, 'height');
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) out[x * height + y] = at(source, y * width + x);
  return { out };
};
