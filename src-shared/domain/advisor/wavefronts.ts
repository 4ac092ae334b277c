/**
 * Which wavefronts stand for a whole launch: those of two groups inside the range, so that what happens only
 * at its edges does not count as what happens. Lanes follow the local number, x first, as on all GPUs; on a
 * CPU device the "wavefront" is the vector into which its driver packs work-items.
 */
import { threeDimensions } from '../sizes';
import type { Lanes } from './evaluate';

const inside: readonly (readonly [number, number, number])[] = [
  [0.37, 0.41, 0.43],
  [0.62, 0.58, 0.67],
];

/** All wavefronts of one group. */
const wavefrontsOf = (
  local: readonly number[],
  groups: readonly number[],
  group: readonly number[],
  width: number,
): readonly Lanes[] => {
  const [x, y, z] = threeDimensions(local);
  const items = x * y * z;
  const global = groups.map((count, dimension) => count * (local[dimension] ?? 1));
  const found: Lanes[] = [];
  for (let start = 0; start < items; start += width) {
    const count = Math.min(width, items - start);
    const ids = [0, 1, 2].map(() => new Float64Array(count));
    for (let lane = 0; lane < count; lane += 1) {
      const number = start + lane;
      const place = [number % x, Math.floor(number / x) % y, Math.floor(number / (x * y))];
      ids.forEach((list, dimension) => (list[lane] = place[dimension] ?? 0));
    }
    found.push({ count, localIds: ids, local, groups, group, global });
  }
  return found;
};

/** Of two inner groups of a launch: all their wavefronts. `width`: lanes of a wavefront. */
export const innerWavefronts = (
  launched: readonly number[],
  local: readonly number[],
  width: number,
  groupsTaken = 2,
): readonly Lanes[] => {
  const shape = threeDimensions(local);
  const groups = threeDimensions(launched).map((size, at) => Math.ceil(size / (shape[at] ?? 1)));
  return inside.slice(0, groupsTaken).flatMap((shares) =>
    wavefrontsOf(
      shape,
      groups,
      groups.map((count, at) => Math.floor(count * (shares[at] ?? 0.5))),
      width,
    ),
  );
};
