/**
 * The bench's own sums. Kept apart from the product's statistics (but for Student's t), so that a mistake in
 * one cannot excuse the other. Refuses empty lists: a figure without data is a bug of the bench.
 */
import { studentQuantile } from '@shared/domain/student-t';

const sorted = (values: readonly number[]): number[] => [...values].sort((a, b) => a - b);

export const median = (values: readonly number[]): number => {
  const order = sorted(values);
  const upper = order[Math.floor(order.length / 2)];
  const lower = order[Math.ceil(order.length / 2) - 1];
  if (upper === undefined || lower === undefined) throw new Error('the median of nothing');
  return (upper + lower) / 2;
};

export const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0);

/** Element by element a ÷ b. */
export const ratios = (a: readonly number[], b: readonly number[]): readonly number[] =>
  a.map((value, index) => {
    const other = b[index];
    if (other === undefined || a.length !== b.length) throw new Error('lists of unequal length');
    return value / other;
  });

export interface GeometricMean {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

/**
 * Geometric mean of groups of ratios, with a 95 % interval by Student's t over the groups' own means. Groups,
 * because the ratios of one round share what the machine did in it. One group alone has no interval: 0 … ∞.
 */
export const geometricMean = (groups: readonly (readonly number[])[]): GeometricMean => {
  const means = groups.map((group) => sum(group.map(Math.log)) / group.length);
  const n = means.length;
  if (n === 0 || groups.some((group) => group.length === 0)) throw new Error('the mean of nothing');
  const center = sum(means) / n;
  if (n === 1) return { mean: Math.exp(center), low: 0, high: Infinity };
  const variance = sum(means.map((one) => (one - center) ** 2)) / (n - 1);
  const reach = studentQuantile(0.975, n - 1) * Math.sqrt(variance / n);
  return {
    mean: Math.exp(center),
    low: Math.exp(center - reach),
    high: Math.exp(center + reach),
  };
};

/** P(X ≤ k) of n tries with probability p. */
const binomialUpTo = (k: number, n: number, p: number): number => {
  let term = (1 - p) ** n;
  let total = term;
  for (let i = 1; i <= k; i += 1) {
    term *= ((n - i + 1) / i) * (p / (1 - p));
    total += term;
  }
  return total;
};

/** One-sided 95 % upper bound of a probability of which k in n tries came true (Clopper & Pearson 1934). */
export const upperBoundOfRate = (k: number, n: number): number => {
  if (k >= n) return 1;
  let [low, high] = [0, 1];
  for (let step = 0; step < 60; step += 1) {
    const middle = (low + high) / 2;
    if (binomialUpTo(k, n, middle) > 0.05) low = middle;
    else high = middle;
  }
  return high;
};

export const percent = (share: number, digits = 1): string => `${(100 * share).toFixed(digits)} %`;
