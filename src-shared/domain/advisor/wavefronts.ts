/**
 * Which groups stand for a whole launch: two inside the range, so that what happens only at its edges does
 * not count as what happens. Lanes follow the local number, x first, as on all GPUs; on a CPU device the
 * "wavefront" is the vector into which its driver packs work-items.
 */
import { threeDimensions } from '../sizes';

/** Work-items of a group, by whole wavefronts, and what surrounds them. Always three dimensions. */
export interface Lanes {
  readonly count: number;
  /** The wavefronts of the group that they are, one after the other, and how many of it each stands for. */
  readonly wavefronts: readonly { readonly place: number; readonly weight: number }[];
  /** Lanes of a wavefront: those from 0, from `width`, from 2 × `width` … run together. */
  readonly width: number;
  readonly local: readonly number[];
  readonly groups: readonly number[];
  readonly group: readonly number[];
  /** What get_global_size gives. */
  readonly global: readonly number[];
}

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

/** The number within its group, counted through all dimensions, of the work-item on a lane. */
export const numberAt = ({ width, wavefronts }: Lanes, lane: number): number => {
  const wavefront = Math.floor(lane / width);
  return (wavefronts[wavefront]?.place ?? 0) * width + (lane - wavefront * width);
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
  const items = local[0] * local[1] * local[2];
  const last = total - 1;
  const count = (all.length - 1) * width + Math.min(width, items - last * width);
  return inner.map((shares, which) => {
    const group = groups.map((groupCount, at) => Math.floor(groupCount * (shares[at] ?? 0.5)));
    const common = { width, local, groups, group, global };
    if (which === 0) return { ...common, count, wavefronts: all };
    return { ...common, count: Math.min(width, count), wavefronts: [{ place: 0, weight: 1 }] };
  });
};
