/**
 * The sizes that are swept when nobody names any. Decides by dimension count; refuses nothing.
 */
import type { GlobalSize, LocalSize } from './sizes';

export type Dimensions = 1 | 2 | 3;

const globalSizes: Readonly<Record<Dimensions, GlobalSize>> = {
  1: [1_048_576],
  2: [2048, 2048],
  3: [128, 128, 128],
};

const localSizes: Readonly<Record<Dimensions, readonly LocalSize[]>> = {
  1: [[16], [32], [64], [128], [256], [512], [1024], null],
  2: [[8, 8], [16, 16], [32, 8], [8, 32], [64, 4], [4, 64], null],
  3: [[4, 4, 4], [8, 8, 4], [8, 8, 8], [16, 4, 4], [32, 4, 2], [64, 2, 2], null],
};

export const defaultGlobalSize = (dimensions: Dimensions): GlobalSize => globalSizes[dimensions];

export const defaultLocalSizes = (dimensions: Dimensions): readonly LocalSize[] =>
  localSizes[dimensions];

/** The dimension count of a size; sizes of other lengths do not come this far, and count as 1-D. */
export const dimensionsOf = (size: readonly number[]): Dimensions =>
  size.length === 3 ? 3 : size.length === 2 ? 2 : 1;
