/** What a curve chart is built from, and the few figures of its layout that several builders share. */
import type { AxisRange } from './axis-range';
import type { ChartSeries, Metric } from './chart-types';

/** Words and numbers come from outside: builders know neither languages nor units. */
export interface CurveTexts {
  readonly lane: string;
  readonly xAxis: string;
  readonly recommended: (size: string) => string;
  readonly tied: (devices: readonly string[]) => string;
  readonly axisValue: (value: number) => string;
  readonly tooltipValue: (value: number, metric: Metric) => string;
  readonly waiting: string;
}

export interface CurveAxes {
  readonly x: 'log' | 'even';
  readonly y: 'auto' | 'log' | 'linear';
}

export const usualAxes: CurveAxes = { x: 'log', y: 'auto' };

export interface CurveInput {
  readonly series: readonly ChartSeries[];
  readonly metric: Metric;
  readonly texts: CurveTexts;
  /** Whose recommendation and tie set are marked; null: those of the first device that has them. */
  readonly focus: number | null;
  /** How the axes run; absent: log₂ of the size, and of the value where the values lie far apart. */
  readonly axes?: CurveAxes | undefined;
  /** The part of the x axis that is shown, in its positions; null or absent: all. */
  readonly range?: AxisRange | null | undefined;
  /** Small multiples have neither axis title nor direct labels. */
  readonly compact: boolean;
}

/** The series whose recommendation is drawn. */
export const focusedSeries = (input: CurveInput): ChartSeries | undefined =>
  input.series.find((one) => one.slot === input.focus && one.recommended !== undefined) ??
  (input.focus === null ? input.series.find((one) => one.recommended !== undefined) : undefined);
