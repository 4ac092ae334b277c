/**
 * Descriptive statistics of durations. Decides what is reported of a set of samples; refuses to invent:
 * whatever is not defined for so few samples is null, never 0 or NaN. Outliers are labelled, never dropped.
 *
 * Quantiles are Hyndman & Fan's type 7 (R-7, the default of R and numpy): position (n − 1)·p, counted from
 * 0 in the sorted samples, linear between neighbours.
 */
import {
  mean,
  median,
  medianAbsoluteDeviation,
  quantileSorted,
  sampleStandardDeviation,
} from 'simple-statistics';

/** All in the unit of the samples (ns), except `relativeNoise`, a share, and `outliers`, places. */
export interface Summary {
  readonly n: number;
  readonly min: number | null;
  readonly max: number | null;
  readonly q1: number | null;
  readonly median: number | null;
  readonly q3: number | null;
  readonly mean: number | null;
  /** Standard deviation with n − 1; null below two samples. */
  readonly sd: number | null;
  /** Median absolute deviation from the median, unscaled; null below two samples. */
  readonly mad: number | null;
  /** 95 % interval of the median by order statistics; null below six samples. */
  readonly ciLow: number | null;
  readonly ciHigh: number | null;
  /** sd ÷ mean. */
  readonly relativeNoise: number | null;
  /** Places (from 0) of the samples whose modified Z exceeds 3.5, ascending. */
  readonly outliers: readonly number[];
}

export interface Interval {
  readonly low: number;
  readonly high: number;
}

const ranks = new Map<string, number>();

/**
 * The rank j (from 1) such that the j-th smallest and the j-th largest of n values enclose the median of
 * their distribution with at least `confidence`; null when even minimum and maximum do not.
 * j is the largest with 2·P(Binomial(n, ½) <= j − 1) <= 1 − confidence: no assumption on the distribution.
 */
export const medianRank = (n: number, confidence = 0.95): number | null => {
  const key = `${n}|${confidence}`;
  const before = ranks.get(key);
  if (before !== undefined) return before === 0 ? null : before;
  let logTerm = -n * Math.LN2;
  let tail = 0;
  let rank = 0;
  // 1e-12: 0.05 is not exact in binary, and a tail of exactly 2.5 % still counts.
  for (let k = 0; k < n; k += 1) {
    tail += Math.exp(logTerm);
    if (2 * tail > 1 - confidence + 1e-12) break;
    rank = k + 1;
    logTerm += Math.log((n - k) / (k + 1));
  }
  if (ranks.size > 5000) ranks.clear();
  ranks.set(key, rank);
  return rank === 0 ? null : rank;
};

/** Order-statistic interval of the median; null when there are too few values (below six for 95 %). */
export const medianInterval = (values: readonly number[], confidence = 0.95): Interval | null => {
  const rank = medianRank(values.length, confidence);
  if (rank === null) return null;
  const sorted = [...values].sort((a, b) => a - b);
  const low = sorted[rank - 1];
  const high = sorted[sorted.length - rank];
  return low === undefined || high === undefined ? null : { low, high };
};

/** The median, or null of nothing. */
export const medianOf = (values: readonly number[]): number | null =>
  values.length === 0 ? null : median(values);

/**
 * Modified Z of each value (Iglewicz & Hoaglin 1993): 0.6745·(x − median) ÷ MAD, and where the MAD is 0
 * (more than half of the values are equal, as coarse timers give) (x − median) ÷ (1.2533 · mean absolute
 * deviation). All zero when the values do not differ.
 */
export const modifiedZ = (values: readonly number[]): readonly number[] => {
  const middle = medianOf(values);
  if (middle === null) return [];
  const mad = medianAbsoluteDeviation(values);
  const scale =
    mad > 0 ? mad / 0.6745 : 1.253314 * mean(values.map((value) => Math.abs(value - middle)));
  return values.map((value) => (scale > 0 ? (value - middle) / scale : 0));
};

const outlierLimit = 3.5;

/** Up to this many values are sorted quicker in place than by the engine, which makes arrays for it. */
const fewValues = 24;

const sortFew = (values: number[]): number[] => {
  for (let place = 1; place < values.length; place += 1) {
    const value = values[place] ?? 0;
    let to = place;
    for (; to > 0; to -= 1) {
      const before = values[to - 1] ?? 0;
      if (before <= value) break;
      values[to] = before;
    }
    values[to] = value;
  }
  return values;
};

/** All values of several lists in ascending order, in a new array. */
export const sortedTogether = (lists: readonly (readonly number[])[]): number[] => {
  let length = 0;
  for (const list of lists) length += list.length;
  if (length <= fewValues) {
    // As long as it is going to be: an array that grows is made larger than it needs.
    const values = new Array<number>(length);
    let place = 0;
    for (const list of lists) {
      for (const value of list) {
        values[place] = value;
        place += 1;
      }
    }
    return sortFew(values);
  }
  // Typed arrays sort as numbers, several times faster than with a comparison.
  const all = new Float64Array(length);
  let place = 0;
  for (const list of lists) {
    all.set(list, place);
    place += list.length;
  }
  all.sort();
  const sorted = new Array<number>(all.length);
  for (let at = 0; at < sorted.length; at += 1) sorted[at] = all[at] ?? 0;
  return sorted;
};

/** The median of ascending values, or null of nothing. */
export const medianOfSorted = (sorted: readonly number[]): number | null =>
  sorted.length === 0 ? null : quantileSorted(sorted, 0.5);

/** Median absolute deviation of ascending values from their median: distances grow outwards on both sides. */
const deviationOfSorted = (sorted: readonly number[], middle: number): number => {
  let [last, before] = [0, 0];
  let right = sorted.findIndex((value) => value >= middle);
  let left = right - 1;
  for (let place = 0; place <= Math.floor(sorted.length / 2); place += 1) {
    const below = middle - (sorted[left] ?? -Infinity);
    const above = (sorted[right] ?? Infinity) - middle;
    if (below < above) left -= 1;
    else right += 1;
    [last, before] = [Math.min(below, above), last];
  }
  return sorted.length % 2 === 1 ? last : before + 0.5 * (last - before);
};

/** Places, in the order measured, of the values whose modified Z (see `modifiedZ`) exceeds the limit. */
const outliersOf = (
  inOrder: Iterable<number>,
  sorted: readonly number[],
  middle: number,
  mad: number,
): readonly number[] => {
  const scale =
    mad > 0 ? mad / 0.6745 : 1.253314 * mean(sorted.map((value) => Math.abs(value - middle)));
  const isOutlier = (value: number | undefined): boolean =>
    value !== undefined && scale > 0 && Math.abs((value - middle) / scale) > outlierLimit;
  // Mostly there is none, and the ends say so.
  if (!isOutlier(sorted[0]) && !isOutlier(sorted.at(-1))) return [];
  const outliers: number[] = [];
  let place = 0;
  for (const value of inOrder) {
    if (isOutlier(value)) outliers.push(place);
    place += 1;
  }
  return outliers;
};

/** As `summarize`, of values that are sorted already; `inOrder`: the same values as they were measured. */
export const summarizeSorted = (sorted: readonly number[], inOrder: Iterable<number>): Summary => {
  const n = sorted.length;
  // simple-statistics does not change what it is given, and does not say so.
  const values = sorted as number[];
  const several = n >= 2;
  const average = n > 0 ? mean(values) : null;
  const sd = several ? sampleStandardDeviation(values) : null;
  const rank = medianRank(n);
  const quantile = (p: number): number | null => (n > 0 ? quantileSorted(values, p) : null);
  const middle = quantile(0.5);
  const mad = middle === null ? null : deviationOfSorted(sorted, middle);
  return {
    n,
    min: sorted[0] ?? null,
    max: sorted[n - 1] ?? null,
    q1: quantile(0.25),
    median: middle,
    q3: quantile(0.75),
    mean: average,
    sd,
    mad: several ? mad : null,
    ciLow: rank === null ? null : (sorted[rank - 1] ?? null),
    ciHigh: rank === null ? null : (sorted[n - rank] ?? null),
    relativeNoise: sd !== null && average !== null && average > 0 ? sd / average : null,
    outliers: middle === null || mad === null ? [] : outliersOf(inOrder, sorted, middle, mad),
  };
};

/** Everything the product reports of a set of durations in ns (any order). */
export const summarize = (durations: readonly number[]): Summary =>
  summarizeSorted(sortedTogether([durations]), durations);
