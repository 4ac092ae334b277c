/** The words and numbers of a curve chart in the window's language: one unit per axis. */
import type { ChartMark, ChartSeries, Metric } from '@renderer/charts/chart-types';
import { joinedLabel } from '@renderer/charts/coincide';
import type { CurveTexts } from '@renderer/charts/curve-input';
import { hasShapes } from '@renderer/charts/heatmap-model';
import {
  chooseUnit,
  formatDuration,
  formatDurationValue,
  formatGiga,
  formatPercent,
  formatRatio,
  thinSpace,
} from '@shared/text';
import type { ResultText } from './result-text';

const trimZeros = (number: string): string =>
  number.includes('.') ? number.replace(/\.?0+$/, '') : number;

const isShare = (metric: Metric): boolean => metric === 'peak' || metric === 'occupancy';
const formatShare = (share: number): string =>
  `${trimZeros((share * 100).toFixed(share < 0.01 ? 2 : 1))}${thinSpace}%`;

/** Numbers up to which one unit serves the whole axis; its last tick lies above the largest of them. */
const longestNumber = 2000;
const nsPer = { ns: 1, µs: 1e3, ms: 1e6, s: 1e9 } as const;

/** `1.25×` as a tick. */
export const ratioAxis = (value: number): string => `${trimZeros(value.toFixed(2))}×`;

/** Durations as ticks of an axis over these times, ns: one unit for all, that of the shortest. */
export const durationAxis = (times: readonly number[]): ((ns: number) => string) => {
  const least = times.reduce((low, time) => Math.min(low, time), Infinity);
  const most = times.reduce((high, time) => Math.max(high, time), 0);
  const unit = chooseUnit(Number.isFinite(least) ? least : null);
  // `10 000 µs` finds no room beside the axis, nor does anybody read it as 10 ms.
  const wide = most >= longestNumber * nsPer[unit];
  return (ns) => {
    // Over a wide range each label takes the unit that reads best.
    const own = wide ? chooseUnit(ns) : unit;
    return `${trimZeros(formatDurationValue(ns, own))}${thinSpace}${own}`;
  };
};

/** What the marks in the lane above the plot have in common. */
export const laneWord = (
  series: readonly { readonly marks: readonly Pick<ChartMark, 'kind'>[] }[],
  text: ResultText,
): string => {
  const kinds = new Set(series.flatMap(({ marks }) => marks.map(({ kind }) => kind)));
  if (!kinds.has('failed')) return text('lane.skipped');
  return text(kinds.has('skipped') ? 'lane.both' : 'lane.failed');
};

/** Texts for a metric over these series; the unit is that of the smallest time shown. */
export const curveTexts = (
  series: readonly ChartSeries[],
  metric: Metric,
  text: ResultText,
): CurveTexts => {
  const giga = metric === 'gflops' ? 'GFLOP/s' : 'GB/s';
  const duration = durationAxis(series.flatMap((one) => one.points.map((point) => point.medianNs)));
  const axisValue = (value: number): string => {
    if (metric === 'time') return duration(value);
    if (metric === 'relative') return ratioAxis(value);
    if (isShare(metric)) return formatShare(value);
    return trimZeros(formatGiga(value));
  };
  const tooltipValue = (value: number, of: Metric): string => {
    if (of === 'time') return formatDuration(value);
    if (of === 'relative') return formatRatio(value);
    if (isShare(of)) return formatPercent(value);
    return `${formatGiga(value)}${thinSpace}${giga}`;
  };
  return {
    lane: laneWord(series, text),
    xAxis: text(hasShapes(series) ? 'xAxisShapes' : 'xAxis'),
    recommended: (size) => text('recommendedMark', { size }),
    tied: (devices) =>
      devices.length > 2
        ? text('tiedOnAll', { n: devices.length })
        : text('tiedMark', { devices: joinedLabel(devices) }),
    axisValue,
    tooltipValue,
    waiting: text('waiting'),
  };
};

/** The chart as a sentence per device: its text alternative. */
export const chartSentence = (series: readonly ChartSeries[], text: ResultText): string => {
  const devices = series.map((one) => {
    const best = one.points.toSorted((a, b) => a.medianNs - b.medianNs)[0];
    if (best === undefined) return text('chartLabelNone', { device: one.label });
    return text('chartLabelDevice', {
      device: one.label,
      n: one.points.length,
      size: best.key === 'auto' ? 'NULL' : best.key.replaceAll('x', '×'),
      time: formatDuration(best.medianNs),
    });
  });
  return text('chartLabel', { devices: devices.join(' ') });
};
