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
import { frame, metricFor, type ReportMetric } from './curve-layout';
import { hasGrid, heatmapFrame, heatmapSvg } from './heatmap-svg';
import { markup, type Markup } from './markup';
import { printTheme as theme } from './print-theme';
import { reportSeries, type ReportSeries } from './report-series';
import { reportWords } from './report-words';

export interface ReportChart {
  readonly svg: Markup;
  /** A sentence under the picture. */
  readonly caption: string;
  /** Size of the picture, px. */
  readonly width: number;
  readonly height: number;
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
      ...heatmapFrame(one),
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
      ...frame,
      caption: metric === 'time' ? words.lowerIsBetter : words.againstOwnBest,
      svg: curveSvg(series, curveWords(series, locale), metric),
    },
  ];
};

const captionHeight = 28;

/** All charts of a run in one SVG document, one under the other, each with its caption. null: there is nothing to draw. */
export const runPicture = (run: Run, locale: TextLocale): Markup | null => {
  const charts = reportCharts(run, locale);
  if (charts.length === 0) return null;
  const width = Math.max(...charts.map((chart) => chart.width));
  const tops = charts.map((_, at) =>
    charts.slice(0, at).reduce((sum, { height }) => sum + height + captionHeight, 0),
  );
  const height = charts.reduce((sum, chart) => sum + chart.height + captionHeight, 0);
  const parts = charts.map(
    (chart, at) =>
      markup`<g transform="translate(0 ${tops[at] ?? 0})">${chart.svg}<text x="16" y="${chart.height + 12}" fill="${theme.text3}">${chart.caption}</text></g>`,
  );
  return markup`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="${theme.font}" font-size="12"><title>${run.header.spec.kernel}</title><rect width="${width}" height="${height}" fill="${theme.surface}"/>${parts}</svg>`;
};
