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

/**
 * Names of several devices, those that differ only in their last word drawn together: `H200 #0, #1`.
 * One entry per line of a label.
 */
export const joinedLabels = (labels: readonly string[]): readonly string[] => {
  const byStem = new Map<string, string[]>();
  for (const label of labels) {
    const cut = label.lastIndexOf(' ') + 1;
    const stem = cut > 0 ? label.slice(0, cut) : `${label}\n`;
    byStem.set(stem, [...(byStem.get(stem) ?? []), label]);
  }
  return [...byStem].map(([stem, [first = '', ...rest]]) =>
    [first, ...rest.map((label) => label.slice(stem.length))].join(', '),
  );
};

/** The same on one line. */
export const joinedLabel = (labels: readonly string[]): string => joinedLabels(labels).join(', ');
