/**
 * The measured sizes of one device along the x axis, broken where a size was skipped or failed. On a
 * zoomed chart the line goes on to both ends of the plot: the places there are computed, not measured.
 */
import type { ChartPoint, ChartSeries, Metric } from './chart-types';
import { metricValue, type MetricValue } from './metric';
import type { SizeAxis } from './size-axis';
import type { ValueScale } from '@shared/charts/value-scale';

export interface Placed {
  /** null: an end of the plot between two measured sizes. */
  readonly point: ChartPoint | null;
  readonly x: number;
  readonly value: MetricValue;
}

/** null breaks the line. */
export type PlacedRow = readonly (Placed | null)[];

const allPlaces = (series: ChartSeries, axis: SizeAxis, metric: Metric): PlacedRow => {
  const byKey = new Map(series.points.map((point) => [point.key, point]));
  const broken = new Set(series.marks.map((mark) => mark.key));
  return axis.places.flatMap((place): readonly (Placed | null)[] => {
    const point = byKey.get(place.key);
    const value = point === undefined ? null : metricValue(point, metric);
    if (point !== undefined && value !== null) return [{ point, x: place.position, value }];
    return broken.has(place.key) ? [null] : [];
  });
};

/** Where the straight line between two places meets x; straight as drawn, on the scale's positions. */
const between = (a: Placed, b: Placed, x: number, scale: ValueScale): Placed => {
  const share = (x - a.x) / (b.x - a.x);
  const mix = (from: number, to: number): number => {
    const [low, high] = [scale.toPosition(from), scale.toPosition(to)];
    return scale.toValue(low + (high - low) * share);
  };
  const end = (which: 'low' | 'high'): number =>
    mix(a.value[which] ?? a.value.value, b.value[which] ?? b.value.value);
  return {
    point: null,
    x,
    value: { value: mix(a.value.value, b.value.value), low: end('low'), high: end('high') },
  };
};

/** The part of a device's row that is shown, up to the ends of the plot. */
export const placesShown = (
  series: ChartSeries,
  axis: SizeAxis,
  metric: Metric,
  scale: ValueScale,
): PlacedRow => {
  const row = allPlaces(series, axis, metric);
  const { min, max } = axis;
  return row.flatMap((entry, at): PlacedRow => {
    if (entry === null) return [null];
    const next = row[at + 1] ?? null;
    const isInside = entry.x >= min && entry.x <= max;
    const crossings = [min, max].filter((x) => next !== null && entry.x < x && next.x > x);
    const ends = next === null ? [] : crossings.map((x) => between(entry, next, x, scale));
    return isInside ? [entry, ...ends] : ends;
  });
};

/** Runs of neighbouring measured sizes. */
export const stretches = (row: PlacedRow): readonly (readonly Placed[])[] => {
  const result: Placed[][] = [[]];
  for (const entry of row) {
    if (entry === null) result.push([]);
    else result.at(-1)?.push(entry);
  }
  return result.filter((stretch) => stretch.length > 0);
};
