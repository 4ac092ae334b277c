/**
 * Global and local sizes: work-items per dimension. A local size of null is NULL, the driver's choice.
 */
export type GlobalSize = readonly number[];
export type LocalSize = readonly number[] | null;

/** Stable text of a local size, also its identity inside a run: `256`, `8x8`, `4x4x4`, `auto`. */
export const localKey = (local: LocalSize): string => (local === null ? 'auto' : local.join('x'));

/** Work-items per work-group; null for NULL. */
export const groupItems = (local: LocalSize): number | null =>
  local === null ? null : local.reduce((product, size) => product * size, 1);

/** For people: `256`, `8×8`, `NULL`. */
/** The label of what `localKey` made: `64`, `8×8`, `NULL`. */
export const labelOfKey = (key: string): string =>
  key === 'auto' ? 'NULL' : key.replaceAll('x', '×');

export const localLabel = (local: LocalSize): string => (local === null ? 'NULL' : local.join('×'));

/** Always three numbers, unused dimensions 1: the form of CSV columns. */
export const threeDimensions = (size: readonly number[]): readonly [number, number, number] => [
  size[0] ?? 1,
  size[1] ?? 1,
  size[2] ?? 1,
];
