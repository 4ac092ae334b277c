/**
 * Devices whose curves lie on each other: they share one label, and all but the first are drawn
 * dashed with hollow marks so that both stay visible.
 */
import type { ChartSeries, Metric } from './chart-types';
import { metricValue } from './metric';

/** Largest ratio between two values that still lie on each other on the chart. */
const closeness = 1.06;

const coincide = (a: ChartSeries, b: ChartSeries, metric: Metric): boolean => {
  const other = new Map(b.points.map((point) => [point.key, metricValue(point, metric)?.value]));
  const ratios = a.points.flatMap((point) => {
    const mine = metricValue(point, metric)?.value;
    const theirs = other.get(point.key);
    return mine === undefined || theirs === undefined
      ? []
      : [Math.max(mine / theirs, theirs / mine)];
  });
  const close = ratios.filter((ratio) => ratio <= closeness).length;
  return ratios.length > 0 && close >= 0.75 * ratios.length;
};

/** Groups of series that coincide, each in the given order; every series is in exactly one. */
export const coincidingGroups = (
  series: readonly ChartSeries[],
  metric: Metric,
): readonly (readonly ChartSeries[])[] => {
  const groups: ChartSeries[][] = [];
  for (const one of series) {
    const group = groups.find(([first]) => first !== undefined && coincide(first, one, metric));
    if (group === undefined) groups.push([one]);
    else group.push(one);
  }
  return groups;
};

/** One label for several devices: `H200 #0, #1`, or the names in a row when they share nothing. */
export const joinedLabel = (labels: readonly string[]): string => {
  const [first, ...rest] = labels;
  if (first === undefined) return '';
  const cut = first.lastIndexOf(' ') + 1;
  const stem = first.slice(0, cut);
  const shares = cut > 0 && rest.every((label) => label.startsWith(stem));
  return [first, ...rest.map((label) => (shares ? label.slice(cut) : label))].join(', ');
};
