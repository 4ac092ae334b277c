/**
 * One device on the curve chart: band, line with marks, its NULL mark, its lane marks. The line joins
 * neighbouring measured sizes; it breaks where a size was skipped or failed and never reaches NULL.
 */
import type { ChartMark, ChartPoint, ChartSeries, ChartTheme, Metric } from './chart-types';
import { metricValue, type MetricValue } from './metric';
import { group, outcomeMark, type RenderItem, type Shape } from './render-shapes';
import type { SizeAxis } from './size-axis';
import { slotStyle } from './slots';
import type { ValueScale } from '@shared/charts/value-scale';

export interface SeriesContext {
  readonly axis: SizeAxis;
  readonly scale: ValueScale | null;
  readonly metric: Metric;
  readonly theme: ChartTheme;
  /** Lies on another device's curve that is drawn first: dashed and hollow. */
  readonly coincides: boolean;
  /** Position among the devices shown, and how many there are: marks stand side by side. */
  readonly rank: number;
  readonly count: number;
  /** Text at the end of the line; null: none. */
  readonly endLabel: string | null;
  /** Room for it, px. */
  readonly labelWidth: number;
}

/** Indices of the four plots: sizes, NULL column, lane over sizes, lane over NULL. */
export const plots = { main: 0, nullColumn: 1, mainLane: 2, nullLane: 3 } as const;

const onPlot = (plot: number): Shape => ({ xAxisIndex: plot, yAxisIndex: plot });

interface Placed {
  readonly point: ChartPoint;
  readonly x: number;
  readonly value: MetricValue;
}

const placed = (series: ChartSeries, context: SeriesContext): readonly (Placed | null)[] => {
  const byKey = new Map(series.points.map((point) => [point.key, point]));
  const broken = new Set(series.marks.map((mark) => mark.key));
  return context.axis.places.flatMap((place): readonly (Placed | null)[] => {
    const point = byKey.get(place.key);
    const value = point === undefined ? null : metricValue(point, context.metric);
    if (point !== undefined && value !== null) return [{ point, x: place.position, value }];
    return broken.has(place.key) ? [null] : [];
  });
};

/** Runs of neighbouring measured sizes. */
const stretches = (row: readonly (Placed | null)[]): readonly (readonly Placed[])[] => {
  const result: Placed[][] = [[]];
  for (const entry of row) {
    if (entry === null) result.push([]);
    else result.at(-1)?.push(entry);
  }
  return result.filter((stretch) => stretch.length > 0);
};

const bandItem =
  (
    row: readonly (Placed | null)[],
    scale: ValueScale,
    colour: string,
    joined: boolean,
  ): RenderItem =>
  (_params, api) => {
    const edge = (entry: Placed, end: 'low' | 'high') =>
      api.coord([entry.x, scale.toPosition(entry.value[end] ?? entry.value.value)]);
    const bar = (entry: Placed): Shape => {
      const [low, high] = [edge(entry, 'low'), edge(entry, 'high')];
      return {
        type: 'rect',
        shape: { x: low[0] - 2.5, y: high[1], width: 5, height: low[1] - high[1] },
        style: { fill: colour, opacity: 0.3 },
        silent: true,
      };
    };
    const band = (stretch: readonly Placed[]): Shape => ({
      type: 'polygon',
      shape: {
        points: [
          ...stretch.map((entry) => edge(entry, 'low')),
          ...stretch.map((entry) => edge(entry, 'high')).toReversed(),
        ],
      },
      style: { fill: colour, opacity: 0.16 },
      silent: true,
    });
    return group(
      stretches(row).flatMap((stretch) =>
        joined && stretch.length > 1 ? [band(stretch)] : stretch.map(bar),
      ),
    );
  };

const markStyle = (hollow: boolean, colour: string, theme: ChartTheme): Shape => ({
  color: hollow ? theme.surface : colour,
  borderColor: colour,
  borderWidth: 1.5,
});

const nullSeries = (
  series: ChartSeries,
  context: SeriesContext,
  scale: ValueScale,
  colour: string,
): readonly Shape[] => {
  const point = series.points.find((candidate) => candidate.key === 'auto');
  const value = point === undefined ? null : metricValue(point, context.metric);
  if (point === undefined || value === null) return [];
  const style = slotStyle(series.slot);
  const x = (context.rank + 1) / (context.count + 1);
  const bar: RenderItem = (_params, api) => {
    const low = api.coord([x, scale.toPosition(value.low ?? value.value)]);
    const high = api.coord([x, scale.toPosition(value.high ?? value.value)]);
    return {
      type: 'rect',
      shape: { x: low[0] - 2.5, y: high[1], width: 5, height: Math.max(1, low[1] - high[1]) },
      style: { fill: colour, opacity: 0.3 },
      silent: true,
    };
  };
  return [
    {
      id: `null-band-${series.slot}`,
      type: 'custom',
      ...onPlot(plots.nullColumn),
      data: [[x, scale.toPosition(value.value)]],
      renderItem: bar,
      silent: true,
      clip: true,
      tooltip: { show: false },
      z: 1,
    },
    {
      id: `null-${series.slot}`,
      type: 'scatter',
      ...onPlot(plots.nullColumn),
      symbol: style.shape,
      symbolSize: 8,
      data: [
        {
          value: [x, scale.toPosition(value.value)],
          name: 'auto',
          itemStyle: markStyle(
            point.provisional || context.coincides || style.hollow,
            colour,
            context.theme,
          ),
        },
      ],
      z: 4,
    },
  ];
};

interface PlacedMark extends ChartMark {
  readonly x: number;
}

const laneSeries = (
  series: ChartSeries,
  context: SeriesContext,
  colour: string,
): readonly Shape[] => {
  const shift = (context.rank - (context.count - 1) / 2) * 14;
  const lane = (plot: number, id: string, marks: readonly PlacedMark[]): readonly Shape[] => {
    const renderItem: RenderItem = ({ dataIndex }, api) => {
      const mark = marks[dataIndex];
      if (mark === undefined) return group([]);
      const [x, y] = api.coord([mark.x, 0.5]);
      return outcomeMark([x + shift, y], mark.kind, colour);
    };
    const data = marks.map((mark) => ({ value: [mark.x, 0.5], name: mark.key }));
    return marks.length === 0
      ? []
      : [{ id: `${id}-${series.slot}`, type: 'custom', ...onPlot(plot), data, renderItem, z: 4 }];
  };
  const onSizes = series.marks.flatMap((mark) => {
    const x = context.axis.positionOf(mark.key);
    return x === undefined ? [] : [{ ...mark, x }];
  });
  const onNull = series.marks.filter((mark) => mark.key === 'auto').map((m) => ({ ...m, x: 0.5 }));
  return [...lane(plots.mainLane, 'lane', onSizes), ...lane(plots.nullLane, 'null-lane', onNull)];
};

/** Everything that one device draws. */
export const deviceSeries = (series: ChartSeries, context: SeriesContext): readonly Shape[] => {
  const style = slotStyle(series.slot);
  const colour = context.theme.devices[style.colour];
  const lane = laneSeries(series, context, colour);
  const { scale } = context;
  if (scale === null) return lane;
  const row = placed(series, context);
  const dash = context.coincides && style.dash === 'solid' ? 'dashed' : style.dash;
  const data = row.map((entry) =>
    entry === null
      ? { value: [null, null] }
      : {
          value: [entry.x, scale.toPosition(entry.value.value)],
          name: entry.point.key,
          itemStyle: markStyle(
            entry.point.provisional || context.coincides || style.hollow,
            colour,
            context.theme,
          ),
        },
  );
  return [
    {
      id: `band-${series.slot}`,
      type: 'custom',
      ...onPlot(plots.main),
      data: row.some((entry) => entry !== null) ? [[context.axis.min, scale.min]] : [],
      renderItem: bandItem(row, scale, colour, context.axis.kind === 'log'),
      silent: true,
      clip: true,
      tooltip: { show: false },
      z: 1,
    },
    {
      id: `line-${series.slot}`,
      type: 'line',
      ...onPlot(plots.main),
      data,
      connectNulls: false,
      symbol: style.shape,
      symbolSize: 7,
      showAllSymbol: true,
      showSymbol: row.length <= 400,
      lineStyle: {
        color: colour,
        width: context.axis.kind === 'log' ? 2 : 0,
        type: dash === 'dashed' ? [6, 4] : dash === 'dotted' ? [2, 3] : 'solid',
      },
      endLabel: {
        show: context.endLabel !== null && row.some((entry) => entry !== null),
        formatter: () => context.endLabel ?? '',
        color: colour,
        fontWeight: 600,
        fontSize: 11,
        distance: 8,
        width: context.labelWidth,
        overflow: 'break',
      },
      labelLayout: { moveOverlap: 'shiftY' },
      emphasis: { disabled: true },
      z: 3 + (context.coincides ? 1 : 0),
    },
    ...nullSeries(series, context, scale, colour),
    ...lane,
  ];
};
