/** What every part of one device's drawing on the curve chart is told, and the plots it draws on. */
import type { ValueScale } from '@shared/charts/value-scale';
import type { ChartTheme, Metric } from './chart-types';
import type { Shape } from './render-shapes';
import type { SizeAxis } from './size-axis';

export interface SeriesContext {
  readonly axis: SizeAxis;
  readonly scale: ValueScale | null;
  readonly metric: Metric;
  readonly theme: ChartTheme;
  /** Width of the plot, px. */
  readonly width: number;
  /** Lies on another device's curve that is drawn first: dashed and hollow. */
  readonly coincides: boolean;
  /** Position among the devices shown, and how many there are: marks stand side by side. */
  readonly rank: number;
  readonly count: number;
  /** Text at the end of the line; null: none. */
  readonly endLabel: string | null;
  /** Room for it, px. */
  readonly labelWidth: number;
  /** Single launches that may be drawn of one size. */
  readonly mostSamples: number;
}

/** Indices of the four plots: sizes, NULL column, lane over sizes, lane over NULL. */
export const plots = { main: 0, nullColumn: 1, mainLane: 2, nullLane: 3 } as const;

export const onPlot = (plot: number): Shape => ({ xAxisIndex: plot, yAxisIndex: plot });

/** A mark of a device: filled, or hollow where it is provisional or lies on another one. */
export const markStyle = (hollow: boolean, colour: string, theme: ChartTheme): Shape => ({
  color: hollow ? theme.surface : colour,
  borderColor: colour,
  borderWidth: 1.5,
});
