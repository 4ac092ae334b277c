/**
 * Lanes of a group's wavefronts that have work. Decides nothing about which size is good: 48 work-items on
 * wavefronts of 64 lanes use 75 % of them, whatever that costs on a device. Refuses an unknown width.
 */
import type { LocalSize } from '../sizes';
import { groupItems } from '../sizes';
import { isKnown, type Fact } from './fact';

export interface Alignment {
  readonly wavefrontWidth: number;
  readonly wavefrontsPerGroup: number;
  readonly lanesUsed: number;
  readonly lanesOccupied: number;
  /** lanesUsed ÷ lanesOccupied, 0 … 1. */
  readonly used: number;
  /** By how much time would grow if only lanes counted: 1 ÷ used. */
  readonly slowdown: number;
  /** Rows of dimension 0 that one wavefront touches at most; 1 when a row fills it. */
  readonly rowsPerWavefront: number;
}

/**
 * Work-items are put on lanes in the order of their linear local id, dimension 0 fastest, so a shape of two
 * or three dimensions uses as many lanes as a row of as many work-items. Null for NULL and where the width
 * is unknown.
 */
export const alignment = (local: LocalSize, wavefrontWidth: Fact<number>): Alignment | null => {
  const items = groupItems(local);
  if (items === null || local === null || !isKnown(wavefrontWidth)) return null;
  const width = wavefrontWidth.value;
  const wavefrontsPerGroup = Math.ceil(items / width);
  const lanesOccupied = wavefrontsPerGroup * width;
  return {
    wavefrontWidth: width,
    wavefrontsPerGroup,
    lanesUsed: items,
    lanesOccupied,
    used: items / lanesOccupied,
    slowdown: lanesOccupied / items,
    rowsPerWavefront: mostRows(local[0] ?? 1, items, width),
  };
};

/** Rows of `row` items that a run of `width` consecutive items touches, at the worst of its starts. */
const mostRows = (row: number, items: number, width: number): number => {
  let most = 1;
  for (let start = 0; start < items; start += width) {
    const end = Math.min(start + width, items) - 1;
    most = Math.max(most, Math.floor(end / row) - Math.floor(start / row) + 1);
  }
  return most;
};
