/**
 * What charts are drawn from: plain numbers per device, already summarised. Builders in this folder are
 * pure functions from these to a chart option; nothing here knows the chart library or the page.
 */
import type { LocalSize } from '@shared/domain/sizes';
import type { TimeSource } from '@shared/domain/sample';
import type { AxisRange } from './axis-range';

export const metrics = ['time', 'gflops', 'gbps', 'relative', 'peak', 'occupancy'] as const;
export type Metric = (typeof metrics)[number];

/** A measured local size of one device. Durations in ns, rates in the base unit per second. */
export interface ChartPoint {
  readonly key: string;
  readonly local: LocalSize;
  readonly medianNs: number;
  readonly q1Ns: number | null;
  readonly q3Ns: number | null;
  readonly n: number;
  readonly flopsPerSecond: number | null;
  readonly bytesPerSecond: number | null;
  /** Median ÷ the device's own best median; null when nothing can be best yet. */
  readonly relative: number | null;
  /** Rate ÷ the device's measured peak, of the peak that the kernel comes nearer to; null: not known. */
  readonly peakShare: number | null;
  /** Wavefronts that a compute unit holds ÷ those that it can hold; null: not known, or a CPU. */
  readonly occupancy: number | null;
  readonly timeSource: TimeSource | null;
  /** More samples are still to come. */
  readonly provisional: boolean;
  /** Single launches, ns, where they are to be drawn. */
  readonly samples?: readonly number[] | undefined;
}

/** A size without a place on the y scale. */
export interface ChartMark {
  readonly key: string;
  readonly local: LocalSize;
  readonly kind: 'skipped' | 'failed';
  /** Why, in the user's language. */
  readonly text: string;
}

export interface ChartSeries {
  readonly slot: number;
  readonly label: string;
  readonly points: readonly ChartPoint[];
  readonly marks: readonly ChartMark[];
  /** Sizes that are planned and have neither samples nor an outcome yet. */
  readonly waiting: readonly LocalSize[];
  readonly recommended: LocalSize | undefined;
  /** Keys of the tie set; empty when it is not known. */
  readonly tied: readonly string[];
}

/** Colours as the page has them now; canvas cannot read CSS custom properties. */
export interface ChartTheme {
  readonly surface: string;
  readonly sunken: string;
  readonly text: string;
  readonly text2: string;
  readonly text3: string;
  readonly grid: string;
  readonly axis: string;
  readonly accent: string;
  readonly accentText: string;
  readonly devices: readonly [string, string, string, string];
  readonly font: string;
}

/** What the page knows when a chart is built: CSS pixels and colours. */
export interface ChartFrame {
  readonly width: number;
  readonly height: number;
  readonly theme: ChartTheme;
}

export interface TooltipRow {
  readonly slot: number;
  readonly label: string;
  readonly value: string;
  readonly extra: string;
}

export interface TooltipContent {
  readonly title: string;
  readonly rows: readonly TooltipRow[];
}

/** Where on the chart the x axis runs, and what lies on it: for zooming and for hands without a mouse. */
export interface PlotArea {
  /** The plot in CSS pixels of the chart. */
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** Axis positions at its left and right end, and the ends without zoom. */
  readonly range: AxisRange;
  readonly full: AxisRange;
  /** Places that have something to tell, from left to right, x in CSS pixels. */
  readonly stops: readonly { readonly key: string; readonly x: number }[];
}

/** An option for the chart library, and what its tooltip says about a size. */
export interface BuiltChart {
  readonly option: Readonly<Record<string, unknown>>;
  readonly tooltip: (key: string) => TooltipContent | null;
  /** Absent: nothing to zoom. */
  readonly area?: PlotArea | undefined;
}

export type BuildChart = (frame: ChartFrame) => BuiltChart;

/** What a drawn chart can be asked and told. */
export interface ChartHandle {
  /** Where the plot lies as it was drawn last; undefined: nothing to zoom. */
  area(): PlotArea | undefined;
  /** What the tooltip says about a place. */
  tell(key: string): TooltipContent | null;
  /** Shows the tooltip at a place (px), or takes it away, as the pointer would. */
  point(x: number | null): void;
}

/** One plotted value as tests and screen readers get it. */
export interface PlottedPoint {
  readonly device: number;
  readonly key: string;
  readonly medianNs: number;
  readonly n: number;
  readonly provisional: boolean;
}

/** All measured values of some series, in the order in which they are drawn. */
export const plottedPoints = (series: readonly ChartSeries[]): readonly PlottedPoint[] =>
  series.flatMap((one) =>
    one.points.map((point) => ({
      device: one.slot,
      key: point.key,
      medianNs: point.medianNs,
      n: point.n,
      provisional: point.provisional,
    })),
  );
