/**
 * The four words of a comparison. Decides them from an interval alone; refuses `faster` and `slower` where
 * the interval holds 1, and says `same` where all of it lies within the margin, even if it excludes 1.
 */
import type { RatioInterval } from './ratio';

/** Of b against a: `slower` means that b takes longer. */
export type ComparisonWord = 'same' | 'faster' | 'slower' | 'unclear';

/**
 * `margin` 0.05: an interval within 0.95 … 1.05 is `same`. `allowance`: how far from 1 the interval must
 * lie to be more than two runs of the same thing differ by anyway (0 within one run). null: unclear.
 */
export const wordFor = (
  interval: RatioInterval | null,
  margin = 0.05,
  allowance = 0,
): ComparisonWord => {
  if (interval === null) return 'unclear';
  const { low, high } = interval;
  if (low >= 1 - margin && high <= 1 + margin) return 'same';
  if (high < 1 / (1 + allowance)) return 'faster';
  return low > 1 + allowance ? 'slower' : 'unclear';
};
