/** Mean of the 5x5 neighbourhood; beyond the edge the nearest edge pixel counts. */
import { at, bufferOf, scalarOf, type Reference } from './reference';

const radius = 2;
const weight = Math.fround(1 / 25);

const clamp = (value: number, high: number): number => Math.min(Math.max(value, 0), high);

export const boxBlur: Reference = (input) => {
  const source = bufferOf(input, 'in');
  const out = Float32Array.from(bufferOf(input, 'out'));
  const width = scalarOf(input, 'width');
  const height = scalarOf(input, 'height');
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      let sum = 0;
      for (let dy = -radius; dy <= radius; dy += 1)
        for (let dx = -radius; dx <= radius; dx += 1) {
          const row = clamp(y + dy, height - 1);
          sum = Math.fround(sum + at(source, row * width + clamp(x + dx, width - 1)));
        }
      out[y * width + x] = sum * weight;
    }
  return { out };
};
