/**
 * From a measured point to the number that a metric shows, with the ends of its middle 50 %. A metric
 * that a point does not have gives null: it is left out, never drawn as zero.
 */
import type { ChartPoint, ChartSeries, Metric } from './chart-types';

export interface MetricValue {
  readonly value: number;
  /** Ends of the middle half of the launches, low ≤ high; null when there are too few. */
  readonly low: number | null;
  readonly high: number | null;
}

/** Metrics that are better the higher they are. */
export const isHigherBetter = (metric: Metric): boolean =>
  metric !== 'time' && metric !== 'relative';

const atMedian = (point: ChartPoint, metric: Metric): number | null => {
  const value = {
    time: point.medianNs,
    gflops: point.flopsPerSecond,
    gbps: point.bytesPerSecond,
    relative: point.relative,
    peak: point.peakShare,
    occupancy: point.occupancy,
  }[metric];
  const isUsable = value !== null && Number.isFinite(value) && value > 0 && point.medianNs > 0;
  return isUsable ? value : null;
};

/**
 * What one launch of `ns` of this point shows in the metric; null where the point has no value. Occupancy
 * is a property of the size and not of a launch: every launch shows the same.
 */
export const launchScale = (point: ChartPoint, metric: Metric): ((ns: number) => number) | null => {
  const value = atMedian(point, metric);
  if (value === null) return null;
  if (metric === 'occupancy') return () => value;
  return isHigherBetter(metric)
    ? (ns) => (value * point.medianNs) / ns
    : (ns) => (value * ns) / point.medianNs;
};

/** The value of a point: ns, FLOP/s, B/s, the ratio to the device's own best, or a share. */
export const metricValue = (point: ChartPoint, metric: Metric): MetricValue | null => {
  const value = atMedian(point, metric);
  const scale = launchScale(point, metric);
  if (value === null || scale === null) return null;
  if (metric === 'occupancy' || point.q1Ns === null || point.q3Ns === null || point.q1Ns <= 0) {
    return { value, low: null, high: null };
  }
  const ends = [scale(point.q1Ns), scale(point.q3Ns)] as const;
  return { value, low: Math.min(...ends), high: Math.max(...ends) };
};

/** Metrics that at least one point has a value for. */
export const availableMetrics = (series: readonly ChartSeries[]): readonly Metric[] => {
  const has = (metric: Metric): boolean =>
    series.some((one) => one.points.some((point) => atMedian(point, metric) !== null));
  const given = (['gflops', 'gbps'] as const).filter(has);
  return ['time', ...given, 'relative', ...(['peak', 'occupancy'] as const).filter(has)];
};

/** The metric to begin with: ratios when the devices' bests lie more than 20 × apart, else times. */
export const firstMetric = (series: readonly ChartSeries[]): Metric => {
  const bests = series.flatMap((one) => {
    const medians = one.points.map((point) => point.medianNs);
    return medians.length === 0 ? [] : [Math.min(...medians)];
  });
  return bests.length > 1 && Math.max(...bests) > 20 * Math.min(...bests) ? 'relative' : 'time';
};
