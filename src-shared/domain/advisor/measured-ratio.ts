/**
 * How much longer one size took than another, as measured, and whether a prediction lies there. Decides by
 * the paired rounds that the verdict uses; refuses an opinion where there are too few of them for an interval.
 */
import type { ConfigurationState } from '../run-types';
import { pairedRatio } from '../ratio';
import { pooledMedian, roundSeries } from '../pooled';

export interface MeasuredRatio {
  /** Median ÷ median. */
  readonly ratio: number;
  /** 95 %, by rounds; null: fewer than three common rounds. */
  readonly low: number | null;
  readonly high: number | null;
}

/** By how much the measured interval is widened before a prediction counts as wrong. */
export const tolerance = 0.1;

/** Median of `a` ÷ median of `b`; null without times. */
export const medianRatio = (a: ConfigurationState, b: ConfigurationState): number | null => {
  const over = pooledMedian(a);
  const under = pooledMedian(b);
  return over === null || under === null || under <= 0 ? null : over / under;
};

/** `a` ÷ `b`; null without times. */
export const measuredRatio = (
  a: ConfigurationState,
  b: ConfigurationState,
): MeasuredRatio | null => {
  const ratio = medianRatio(a, b);
  if (ratio === null) return null;
  if (a === b) return { ratio: 1, low: 1, high: 1 };
  const interval = pairedRatio(roundSeries(a), roundSeries(b));
  return interval === null
    ? { ratio, low: null, high: null }
    : { ratio, low: Math.min(interval.low, ratio), high: Math.max(interval.high, ratio) };
};

/** Whether the prediction lies inside the interval widened by a tenth; null: there is none. */
export const agrees = (prediction: number, measured: MeasuredRatio | null): boolean | null =>
  measured === null || measured.low === null || measured.high === null
    ? null
    : prediction >= measured.low * (1 - tolerance) && prediction <= measured.high * (1 + tolerance);
