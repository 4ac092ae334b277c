/**
 * Decides whether a device's output is right: relative L2 error against the reference, element by
 * element or by total, as the spec's `compare` says. Refuses nothing: an output that is not a number
 * anywhere has an infinite error.
 */
import type { CompareMode } from '@shared/domain/sweep';
import type { FloatArray } from './reference';

/** The contract's default tolerance; fused multiply-add makes honest results differ in the last digits. */
export const defaultTolerance = 1e-5;

const total = (values: FloatArray): number => {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
};

/**
 * ‖actual − expected‖₂ / ‖expected‖₂; for `sum`, the same of the two totals. Lengths may differ only
 * for `sum`. An expected value of all zeros gives the absolute error.
 */
export const relativeError = (
  actual: FloatArray,
  expected: FloatArray,
  compare: Exclude<CompareMode, 'none'>,
): number => {
  if (compare === 'sum') {
    const [got, wanted] = [total(actual), total(expected)];
    if (!Number.isFinite(got)) return Number.POSITIVE_INFINITY;
    return Math.abs(got - wanted) / (wanted === 0 ? 1 : Math.abs(wanted));
  }
  if (actual.length !== expected.length)
    throw new Error(`${actual.length} elements cannot be compared with ${expected.length}.`);
  let difference = 0;
  let norm = 0;
  for (const [index, wanted] of expected.entries()) {
    difference += ((actual[index] ?? Number.NaN) - wanted) ** 2;
    norm += wanted ** 2;
  }
  if (!Number.isFinite(difference)) return Number.POSITIVE_INFINITY;
  return Math.sqrt(difference) / (norm === 0 ? 1 : Math.sqrt(norm));
};
