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

/** Of a larger group, these stand for all: the first three, the last, and some in between. */
const mostWavefronts = 6;

const chooseWavefronts = (total: number): Lanes['wavefronts'] => {
  if (total <= mostWavefronts)
    return Array.from({ length: total }, (_, place) => ({ place, weight: 1 }));
  const between = Array.from({ length: mostWavefronts - 4 }, (_, at) =>
    Math.floor(3 + ((at + 0.5) * (total - 4)) / (mostWavefronts - 4)),
  );
  const weight = (total - 4) / between.length;
  return [
    ...[0, 1, 2].map((place) => ({ place, weight: 1 })),
    ...between.map((place) => ({ place, weight })),
    { place: total - 1, weight: 1 },
  ];
};

/** Arrays of lanes are a multiple of this long; what lies behind the lanes means nothing. */
const lengthStep = 64;

const localIds = (
  [x, y, z]: readonly [number, number, number],
  width: number,
  wavefronts: Lanes['wavefronts'],
): readonly Float64Array[] => {
  const last = wavefronts.at(-1)?.place ?? 0;
  const items = x * y * z;
  // Only the last wavefront may not be full, and it is always the last of the list.
  const count = (wavefronts.length - 1) * width + Math.min(width, items - last * width);
  // One number stands for all lanes where a dimension has one item. Few lengths, so that memory is used again.
  const length = Math.ceil(count / lengthStep) * lengthStep;
  const [across, down, deep] = [x, y, z].map((size) => new Float64Array(size === 1 ? 1 : length));
  if (across === undefined || down === undefined || deep === undefined) return [];
  for (let lane = 0, at = 0; at < wavefronts.length; at += 1) {
    const start = (wavefronts[at]?.place ?? 0) * width;
    for (let item = start; item < Math.min(start + width, items); item += 1, lane += 1) {
      const row = Math.floor(item / x);
      if (x > 1) across[lane] = item - row * x;
      if (y > 1) down[lane] = z === 1 ? row : row % y;
      if (z > 1) deep[lane] = Math.floor(row / y);
    }
  }
  return [across, down, deep];
};

/**
 * Two inner groups of a launch, the second with its first wavefront alone. `launched` and `shape` in up to
 * three dimensions, `width` lanes to a wavefront.
 */
export const innerGroups = (
  launched: readonly number[],
  shape: readonly number[],
  width: number,
): readonly Lanes[] => {
  const local = threeDimensions(shape);
  const total = Math.ceil((local[0] * local[1] * local[2]) / width);
  const groups = threeDimensions(launched).map((size, at) => Math.ceil(size / (local[at] ?? 1)));
  const global = groups.map((count, at) => count * (local[at] ?? 1));
  const all = chooseWavefronts(total);
  const ids = localIds(local, width, all);
  const items = local[0] * local[1] * local[2];
  const last = total - 1;
  const count = (all.length - 1) * width + Math.min(width, items - last * width);
  return inner.map((shares, which) => {
    const group = groups.map((groupCount, at) => Math.floor(groupCount * (shares[at] ?? 0.5)));
    const common = { width, local, groups, group, global };
    if (which === 0) return { ...common, count, wavefronts: all, localIds: ids };
    const few = Math.min(width, count);
    const start = ids.map((list) => (list.length > few ? list.subarray(0, few) : list));
    return { ...common, count: few, wavefronts: [{ place: 0, weight: 1 }], localIds: start };
  });
};
