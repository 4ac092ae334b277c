/**
 * Which local sizes "Find the best size" considers on a device. Decides by the wavefront and the limits alone:
 * one dimension: multiples of the wavefront, four to the octave (128, 160, 192, 224, 256, 320 …); two and three:
 * all shapes of powers of two whose product is a multiple of the wavefront. Refuses sizes that reach beyond the
 * global size in a dimension, because the rest of such a group is padding.
 */
import { propertyValue, type DeviceInfo } from '../device';
import { groupItems, localKey, type GlobalSize, type LocalSize } from '../sizes';

/** Work-items per group that are tried first, as the textbook method has it. */
export const firstItems: readonly number[] = [64, 128, 256, 512];
/** Groups of fewer work-items are not considered unless the user adds them. */
const fewestItems = 16;
/** Where the driver tells no limit. */
const usualLimit = 1024;
/** Points of an octave: 1, 5/4, 3/2, 7/4. */
const pointsPerOctave = 4;

/** Lanes that run together, as far as is known before the build; null: not known. */
export const wavefrontOf = ({ limits, hardware }: DeviceInfo): number | null => {
  const told = [
    hardware?.nvidia?.warpSize,
    hardware?.amd?.wavefrontWidth,
    limits.preferredMultiple,
  ].map((property) => (property === undefined ? undefined : propertyValue(property)));
  return told.find((width) => width !== undefined && Number.isInteger(width) && width >= 1) ?? null;
};

const isPowerOfTwo = (value: number): boolean => value > 0 && Number.isInteger(Math.log2(value));

/** The next power of two that covers an extent: no group need be larger. */
const covering = (extent: number): number => 2 ** Math.ceil(Math.log2(Math.max(1, extent)));

/** The multiples 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 20 … of `step`, up to `most`. */
const octavePoints = (step: number, most: number): readonly number[] => {
  const points: number[] = [];
  for (let times = 1; times * step <= most;) {
    points.push(times * step);
    times += Math.max(1, 2 ** Math.floor(Math.log2(times)) / pointsPerOctave);
  }
  return points;
};

/** All ways to write a power of two as `dimensions` powers of two, each at most its extent; longest rows first. */
const shapesOf = (items: number, extents: readonly number[]): readonly (readonly number[])[] => {
  const [most = 1, ...others] = extents;
  if (others.length === 0) return items <= most ? [[items]] : [];
  const shapes: (readonly number[])[] = [];
  for (let row = Math.min(items, most); row >= 1; row /= 2) {
    for (const rest of shapesOf(items / row, others)) shapes.push([row, ...rest]);
  }
  return shapes;
};

/** By ascending number of work-items. */
const considered = (global: GlobalSize, device: DeviceInfo): readonly (readonly number[])[] => {
  const wavefront = wavefrontOf(device) ?? 1;
  const limit = propertyValue(device.limits.maxWorkGroupSize) ?? usualLimit;
  const itemSizes = propertyValue(device.limits.maxWorkItemSizes) ?? [];
  const extents = global.map((extent, at) => Math.min(covering(extent), itemSizes[at] ?? Infinity));
  const [only = 1] = extents;
  if (extents.length === 1) {
    // A single wavefront of fewer than four lanes is no step for groups of hundreds.
    const step = wavefront * Math.ceil(fewestItems / pointsPerOctave / wavefront);
    return octavePoints(step, Math.min(limit, only))
      .filter((items) => items >= fewestItems)
      .map((items) => [items]);
  }
  const shapes: (readonly number[])[] = [];
  for (let items = fewestItems; items <= limit; items *= 2) {
    if (items % wavefront === 0) {
      // The last dimension may be any: what the others do not take.
      shapes.push(...shapesOf(items, extents));
    }
  }
  return shapes;
};

/**
 * The candidates on one device, each once: those considered, what the kernel requires
 * (`reqd_work_group_size`, work-items per dimension; null: nothing) and what the user added. A kernel that
 * requires a size has no other.
 */
export const searchCandidates = (
  global: GlobalSize,
  device: DeviceInfo,
  required: readonly number[] | null,
  add: readonly LocalSize[],
): readonly LocalSize[] => {
  const ours = required === null ? considered(global, device) : [required.slice(0, global.length)];
  const sizes = new Map<string, LocalSize>([...ours, ...add].map((size) => [localKey(size), size]));
  return [...sizes.values()].sort(
    (a, b) => (groupItems(a) ?? Infinity) - (groupItems(b) ?? Infinity),
  );
};

/** The shapes that everybody tries, and which kernels that keep a tile in local memory often like best. */
const isUsualSquare = (local: readonly number[]): boolean =>
  local.length > 1 &&
  local.every((extent) => extent === local[0]) &&
  [8, 16, 32].includes(local[0] ?? 0);

/** One dimension: a power of two, which the search tries before what lies between. */
export const isCoarse = (local: readonly number[]): boolean => local.every(isPowerOfTwo);

/** Of a number of work-items every second factorisation: half and twice of each is next to one of them. */
export const isSpread = (local: readonly number[]): boolean =>
  isCoarse(local) && local.slice(1).every((extent) => Math.log2(extent) % 2 === 0);

/**
 * Tried as part of the first step: 64, 128, 256 and 512 work-items, in more dimensions every second factorisation, and
 * the squares 8×8, 16×16 and 32×32, which are too far from any other first one to be found from there.
 */
export const isFirst = (local: LocalSize): boolean =>
  local !== null &&
  (isUsualSquare(local) || (firstItems.includes(groupItems(local) ?? 0) && isSpread(local)));
