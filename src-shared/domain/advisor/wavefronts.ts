/**
 * Which groups stand for a whole launch: two inside the range, so that what happens only at its edges does
 * not count as what happens. Lanes follow the local number, x first, as on all GPUs; on a CPU device the
 * "wavefront" is the vector into which its driver packs work-items.
 */
import { threeDimensions } from '../sizes';

/** Work-items of a group, by whole wavefronts, and what surrounds them. Always three dimensions. */
export interface Lanes {
  readonly count: number;
  /** Lanes of a wavefront: those from 0, from `width`, from 2 × `width` … run together. */
  readonly width: number;
  /** Wavefronts of the whole group. */
  readonly total: number;
  /** Wavefronts that the lanes are, one after the other: `placeOf` and `weightOf` say which. */
  readonly shown: number;
  readonly local: readonly number[];
  readonly groups: readonly number[];
  readonly group: readonly number[];
  /** What get_global_size gives. */
  readonly global: readonly number[];
}

/** Of a larger group, these stand for all: the first three, the last, and some in between. */
const mostWavefronts = 6;
const firstOnes = 3;
const between = mostWavefronts - firstOnes - 1;

const isBetween = ({ total, shown }: Lanes, at: number): boolean =>
  total > mostWavefronts && at >= firstOnes && at < shown - 1;

/** Which wavefront of its group the one at `at` of those that are looked at is. */
export const placeOf = (lanes: Lanes, at: number): number => {
  const { total } = lanes;
  if (at < firstOnes || total <= mostWavefronts) return at;
  if (!isBetween(lanes, at)) return total - 1;
  return Math.floor(firstOnes + ((at - firstOnes + 0.5) * (total - firstOnes - 1)) / between);
};

/** How many wavefronts of its group it stands for. */
export const weightOf = (lanes: Lanes, at: number): number =>
  isBetween(lanes, at) ? (lanes.total - firstOnes - 1) / between : 1;

/** Arrays of lanes are a multiple of this long; what lies behind the lanes means nothing. */
const lengthStep = 64;

/** The number within its group, counted through all dimensions, of the work-item on a lane. */
export const numberAt = (lanes: Lanes, lane: number): number => {
  const wavefront = Math.floor(lane / lanes.width);
  return placeOf(lanes, wavefront) * lanes.width + (lane - wavefront * lanes.width);
};

/** The local numbers, by dimension, then lane; at least `count` long, or one number for all lanes. */
export const localIdsOf = (lanes: Lanes): readonly Float64Array[] => {
  const [x = 1, y = 1, z = 1] = lanes.local;
  // One number stands for all lanes where a dimension has one item. Few lengths, so that memory is used again.
  const length = Math.ceil(lanes.count / lengthStep) * lengthStep;
  return [x, y, z].map((size, dimension) => {
    const ids = new Float64Array(size === 1 ? 1 : length);
    if (size === 1) return ids;
    for (let lane = 0; lane < lanes.count; lane += 1) {
      const item = numberAt(lanes, lane);
      const row = Math.floor(item / x);
      ids[lane] =
        dimension === 0 ? item - row * x : dimension === 1 ? row % y : Math.floor(row / y);
    }
    return ids;
  });
};

/** Where in the range the two groups lie, by dimension. */
const inner: readonly (readonly [number, number, number])[] = [
  [0.37, 0.41, 0.43],
  [0.62, 0.58, 0.67],
];

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
  const [x, y, z] = local;
  const [across, down, deep] = threeDimensions(launched);
  const groups = [Math.ceil(across / x), Math.ceil(down / y), Math.ceil(deep / z)] as const;
  const global = [groups[0] * x, groups[1] * y, groups[2] * z];
  const items = x * y * z;
  const total = Math.ceil(items / width);
  const shown = Math.min(total, mostWavefronts);
  const count = (shown - 1) * width + Math.min(width, items - (total - 1) * width);
  return inner.map((shares, which) => {
    const group = [
      Math.floor(groups[0] * shares[0]),
      Math.floor(groups[1] * shares[1]),
      Math.floor(groups[2] * shares[2]),
    ];
    return which === 0
      ? { count, width, total, shown, local, groups, group, global }
      : { count: Math.min(width, count), width, total, shown: 1, local, groups, group, global };
  });
};
