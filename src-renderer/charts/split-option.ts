/**
 * Where the time of a launch goes, per size of one device: running at the bottom, so that it can be
 * compared from size to size, submitted and queued stacked on it. Bars start at zero. A part that the
 * driver does not tell is left out and named as such, never drawn as zero.
 */
import { valueScale } from '@shared/charts/value-scale';
import { localLabel } from '@shared/domain/sizes';
import type { AxisRange } from './axis-range';
import { isIn } from './axis-range';
import type { BuiltChart, ChartFrame, ChartSeries, TooltipContent } from './chart-types';
import { onPlot, plots } from './curve-context';
import { xAxes, yAxes } from './curve-axes';
import { usualAxes, type CurveInput, type CurveTexts } from './curve-input';
import { laneSeries } from './curve-lane';
import { curveLayout } from './curve-layout';
import { plotArea } from './plot-area';
import { grid, laneWord } from './plot-parts';
import { group, type RenderItem, type Shape } from './render-shapes';
import { sizeAxis } from './size-axis';
import { slotStyle } from '@shared/charts/slots';

export const splitParts = ['running', 'submitted', 'queued'] as const;
export type SplitPart = (typeof splitParts)[number];

/** Opacity of a part's fill: strongest what the kernel itself takes. */
export const splitTone: Readonly<Record<SplitPart, number>> = {
  running: 0.9,
  submitted: 0.45,
  queued: 0.16,
};

/** Medians over the launches of a size, ns; null: the driver does not tell. */
export type Split = Readonly<Record<SplitPart, number | null>>;

export interface SplitInput {
  readonly series: ChartSeries;
  /** By key; a size without one has no bar. */
  readonly splits: ReadonlyMap<string, Split>;
  readonly range: AxisRange | null;
  readonly texts: Pick<CurveTexts, 'lane' | 'xAxis' | 'axisValue'> & {
    readonly part: (part: SplitPart) => string;
    readonly duration: (ns: number) => string;
    readonly share: (share: number) => string;
    readonly notTold: string;
    readonly whole: string;
  };
}

/** All that is told of a launch, ns. */
const wholeOf = (split: Split): number =>
  splitParts.reduce((sum, part) => sum + (split[part] ?? 0), 0);

const tooltipOf =
  ({ series, splits, texts }: SplitInput) =>
  (key: string): TooltipContent | null => {
    const point = series.points.find((candidate) => candidate.key === key);
    const mark = series.marks.find((candidate) => candidate.key === key);
    const base = { slot: series.slot };
    if (mark !== undefined) {
      const row = { ...base, label: series.label, value: '–', extra: mark.text };
      return { title: localLabel(mark.local), rows: [row] };
    }
    const split = splits.get(key);
    if (point === undefined || split === undefined) return null;
    const whole = wholeOf(split);
    const rows = splitParts.toReversed().map((part) => {
      const ns = split[part];
      return ns === null
        ? { ...base, label: texts.part(part), value: '–', extra: texts.notTold }
        : {
            ...base,
            label: texts.part(part),
            value: texts.duration(ns),
            extra: texts.share(whole > 0 ? ns / whole : 0),
          };
    });
    const sum = { ...base, label: texts.whole, value: texts.duration(whole), extra: '' };
    return { title: localLabel(point.local), rows: [...rows, sum] };
  };

interface Bar {
  readonly key: string;
  readonly x: number;
  readonly split: Split;
}

const barItem =
  (bars: readonly Bar[], colour: string, width: number): RenderItem =>
  ({ dataIndex }, api) => {
    const bar = bars[dataIndex];
    if (bar === undefined) return group([]);
    let below = 0;
    const rects = splitParts.flatMap((part): readonly Shape[] => {
      const ns = bar.split[part];
      if (ns === null) return [];
      const from = api.coord([bar.x, below]);
      below += ns;
      const to = api.coord([bar.x, below]);
      const height = Math.max(0, from[1] - to[1]);
      return [
        {
          type: 'rect',
          shape: { x: from[0] - width / 2, y: to[1], width, height },
          style: { fill: colour, opacity: splitTone[part] },
          silent: true,
        },
        {
          type: 'rect',
          shape: { x: from[0] - width / 2, y: to[1], width, height },
          style: { fill: 'none', stroke: colour, lineWidth: 1, opacity: width < 4 ? 0 : 0.9 },
          silent: true,
        },
      ];
    });
    return group(rects);
  };

/** Builds the chart for a frame. */
export const splitChart =
  (input: SplitInput) =>
  (frame: ChartFrame): BuiltChart => {
    const { series, splits, texts, range } = input;
    const { theme } = frame;
    const axis = sizeAxis([series], { even: true, range });
    const layout = curveLayout(frame, axis.hasNull, [], false);
    const colour = theme.devices[slotStyle(series.slot).colour];
    const bars = axis.shown.flatMap(({ key, position }): readonly Bar[] => {
      const split = splits.get(key);
      return split === undefined ? [] : [{ key, x: position, split }];
    });
    const auto = splits.get('auto');
    const wholes = [...splits]
      .filter(([key]) => range === null || isIn(axis.positionOf(key) ?? NaN, range))
      .map(([, split]) => wholeOf(split));
    const fitted = valueScale([...wholes], layout.main.height, 0, 'linear');
    const scale = fitted === null ? null : { ...fitted, min: 0 };
    const pitch = layout.main.width / Math.max(axis.max - axis.min, 1e-9);
    const width = Math.max(1, Math.min(36, pitch * 0.7));
    const curve: CurveInput = {
      series: [series],
      metric: 'time',
      texts: { ...texts, recommended: String, tied: String, tooltipValue: String, waiting: '' },
      focus: null,
      axes: usualAxes,
      compact: false,
    };
    const custom = (id: string, plot: number, of: readonly Bar[], wide: number): Shape => ({
      id,
      type: 'custom',
      ...onPlot(plot),
      data: of.map((bar) => ({ value: [bar.x, wholeOf(bar.split)], name: bar.key })),
      renderItem: barItem(of, colour, wide),
      clip: true,
      z: 3,
    });
    const nullBars = auto === undefined ? [] : [{ key: 'auto', x: 0.5, split: auto }];
    const lane = laneSeries(
      series,
      {
        axis,
        scale,
        metric: 'time',
        theme,
        width: layout.main.width,
        coincides: false,
        rank: 0,
        count: 1,
        endLabel: null,
        labelWidth: 0,
        mostSamples: 0,
      },
      colour,
    );
    return {
      option: {
        animation: false,
        textStyle: { fontFamily: theme.font, fontSize: 11 },
        grid: [
          grid(layout.main, null),
          grid(layout.nullColumn, theme.sunken),
          grid(layout.mainLane, theme.sunken),
          grid(layout.nullLane, theme.sunken),
        ],
        xAxis: xAxes(curve, axis, layout.main.width, theme),
        yAxis: yAxes(curve, axis, scale, theme),
        graphic: { elements: [laneWord(frame, layout.nullLane, texts.lane)] },
        axisPointer: {
          link: [{ xAxisIndex: [0, 2] }, { xAxisIndex: [1, 3] }],
          lineStyle: { color: theme.axis, type: 'solid', width: 1 },
          label: { show: false },
        },
        series: [
          custom('split', plots.main, bars, width),
          custom('split-null', plots.nullColumn, nullBars, Math.min(width, 24)),
          ...lane,
        ],
      },
      tooltip: tooltipOf(input),
      area: plotArea(axis, layout.main, layout.nullColumn),
    };
  };
