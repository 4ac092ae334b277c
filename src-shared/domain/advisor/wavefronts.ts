/**
 * Which groups stand for a whole launch: two inside the range, so that what happens only at its edges does
 * not count as what happens. Lanes follow the local number, x first, as on all GPUs; on a CPU device the
 * "wavefront" is the vector into which its driver packs work-items.
 */
import { threeDimensions } from '../sizes';
import type { Lanes } from './evaluate';

const inner: readonly (readonly [number, number, number])[] = [
  [0.37, 0.41, 0.43],
  [0.62, 0.58, 0.67],
];

// The same shapes come again for every device and kernel.
const idsOf = new Map<string, readonly Float64Array[]>();
const mostKept = 256;

const localIds = (x: number, y: number, count: number): readonly Float64Array[] => {
  const key = `${x},${y},${count}`;
  const before = idsOf.get(key);
  if (before !== undefined) return before;
  const ids = [0, 1, 2].map(() => new Float64Array(count));
  const [across, down, deep] = ids;
  for (let lane = 0; lane < count; lane += 1) {
    if (across) across[lane] = lane % x;
    if (down) down[lane] = Math.floor(lane / x) % y;
    if (deep) deep[lane] = Math.floor(lane / (x * y));
  }
  if (idsOf.size >= mostKept) idsOf.clear();
  idsOf.set(key, ids);
  return ids;
};

/**
 * Two inner groups of a launch, the second with its first wavefront alone. `launched` and `local` in up to
 * three dimensions, `width` lanes to a wavefront.
 */
export const innerGroups = (
  launched: readonly number[],
  shape: readonly number[],
  width: number,
): readonly Lanes[] => {
  const local = threeDimensions(shape);
  const [x, y, z] = local;
  const groups = threeDimensions(launched).map((size, at) => Math.ceil(size / (local[at] ?? 1)));
  const global = groups.map((count, at) => count * (local[at] ?? 1));
  return inner.map((shares, which) => {
    const count = which === 0 ? x * y * z : Math.min(width, x * y * z);
    const group = groups.map((groupCount, at) => Math.floor(groupCount * (shares[at] ?? 0.5)));
    return { count, width, localIds: localIds(x, y, count), local, groups, group, global };
  });
};
