/**
 * Which pictures a run has, and their words: a heat map per device where its sizes are 2-D shapes, else one
 * curve over all devices. Refuses to draw what was not measured.
 */
import type { Run } from '../domain/run-types';
import {
  chooseUnit,
  formatDuration,
  formatDurationValue,
  formatRatio,
  thinSpace,
  type TextLocale,
} from '../text';
import { curveSvg, type CurveWords } from './curve-svg';
import { metricFor, type ReportMetric } from './curve-layout';
import { hasGrid, heatmapSvg } from './heatmap-svg';
import type { Markup } from './markup';
import { reportSeries, type ReportSeries } from './report-series';
import { reportWords } from './report-words';

export interface ReportChart {
  readonly svg: Markup;
  /** A sentence under the picture. */
  readonly caption: string;
  /** Part of a file's name when a run has several pictures: the device's place; null: there is one. */
  readonly slot: number | null;
}

const trimmed = (number: string): string =>
  number.includes('.') ? number.replace(/\.?0+$/, '') : number;

const curveWords = (series: readonly ReportSeries[], locale: TextLocale): CurveWords => {
  const words = reportWords[locale];
  const medians = series.flatMap(({ points }) => points.map(({ medianNs }) => medianNs));
  const isWide = Math.max(...medians) > 1000 * Math.min(...medians);
  const unit = chooseUnit(Math.min(...medians));
  const sizes = series.flatMap(({ points, marks }) => [...points, ...marks]);
  const isFlat = sizes.every(({ local }) => local === null || local.length === 1);
  return {
    label: words.curve(series.map(({ label }) => label).join(', ')),
    skipped: words.skipped,
    axis: isFlat ? words.axis1d : words.axisShapes,
    recommended: words.recommendedMark,
    value: (value: number, metric: ReportMetric) => {
      if (metric === 'relative') return `${trimmed(value.toFixed(2))}×`;
      const shown = isWide ? chooseUnit(value) : unit;
      return `${trimmed(formatDurationValue(value, shown))}${thinSpace}${shown}`;
    },
  };
};

/** Empty when nothing was measured. */
export const reportCharts = (run: Run, locale: TextLocale): readonly ReportChart[] => {
  const words = reportWords[locale];
  const series = reportSeries(run).filter(({ points }) => points.length > 0);
  if (series.length === 0) return [];
  if (series.every(hasGrid)) {
    return series.map((one) => ({
      slot: series.length > 1 ? one.slot : null,
      caption: words.heatmap(one.label),
      svg: heatmapSvg(one, {
        label: words.heatmap(one.label),
        x: words.localX,
        y: words.localY,
        time: formatDuration,
        ratio: formatRatio,
        outcome: (kind) => words.words[kind],
        driversChoice: words.driversChoice,
      }),
    }));
  }
  const metric = metricFor(series);
  return [
    {
      slot: null,
      caption: metric === 'time' ? words.lowerIsBetter : words.againstOwnBest,
      svg: curveSvg(series, curveWords(series, locale), metric),
    },
  ];
};
