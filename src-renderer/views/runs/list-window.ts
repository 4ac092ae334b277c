/**
 * Which runs of a long list are in the document: those that can be seen, and some beyond, so that quick
 * scrolling meets no blank. Heights are known beforehand: a run that cannot be read needs room to say why.
 */
export const rowHeight = 38;
export const problemHeight = 72;
export const rowsBeyond = 25;

export interface ListWindow {
  readonly first: number;
  /** Exclusive. */
  readonly last: number;
  /** Heights in px that stand for the rows above and below. */
  readonly above: number;
  readonly below: number;
}

/** Where each row begins, and in the end the height of all. */
export const offsetsOf = (heights: readonly number[]): readonly number[] => {
  const offsets = [0];
  for (const height of heights) offsets.push((offsets.at(-1) ?? 0) + height);
  return offsets;
};

/** The first row that ends below `y`. */
const rowAt = (offsets: readonly number[], y: number): number => {
  let [low, high] = [0, Math.max(0, offsets.length - 1)];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((offsets[middle + 1] ?? Infinity) > y) high = middle;
    else low = middle + 1;
  }
  return low;
};

/** @param beyond rows on either side of those in sight; scrollTop and viewport in px */
export const listWindow = (
  offsets: readonly number[],
  scrollTop: number,
  viewport: number,
  beyond: number,
): ListWindow => {
  const count = Math.max(0, offsets.length - 1);
  const all = offsets[count] ?? 0;
  const first = Math.max(0, rowAt(offsets, scrollTop) - beyond);
  const last = Math.min(count, rowAt(offsets, scrollTop + viewport) + 1 + beyond);
  return { first, last, above: offsets[first] ?? 0, below: all - (offsets[last] ?? all) };
};
