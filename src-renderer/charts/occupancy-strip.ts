/**
 * Occupancy under the curve: theory and measurement over the same sizes. A strip below the plot with one step
 * line per device, 0 to 100 %. Decides where it stands and leaves the curve as it is; refuses a line to devices
 * without occupancy (CPUs) and gives up the strip where the chart has no room for it.
 */
import type { BuildChart, BuiltChart, ChartFrame, TooltipRow } from './chart-types';
import { grid, axisText } from './plot-parts';
import { usualAxes, type CurveInput } from './curve-input';
import { curveChart } from './curve-option';
import type { Shape } from './render-shapes';
import { sizeAxis, type SizeAxis } from './size-axis';
import { slotStyle } from '@shared/charts/slots';

export interface OccupancyPoint {
  readonly key: string;
  /** 0 … 1. */
  readonly share: number;
  /** The occupancy is at most this. */
  readonly isBound: boolean;
  /** What limits it, in the user's language. */
  readonly note: string;
}

export interface OccupancyLine {
  readonly slot: number;
  readonly label: string;
  readonly points: readonly OccupancyPoint[];
}

export interface OccupancyTexts {
  readonly strip: string;
  readonly value: (point: OccupancyPoint) => string;
  readonly axisValue: (share: number) => string;
}

/** Between the plot and the strip, px. */
const gap = 12;
/** Charts lower than this keep their whole height for the curve. */
const leastHeight = 240;
const places = { main: 4, nullColumn: 5 } as const;

/** Height of the strip in a chart of `height` px; 0: no room. */
export const stripHeight = (height: number): number =>
  height < leastHeight ? 0 : Math.round(Math.min(84, Math.max(40, height * 0.17)));

interface Strip {
  readonly frame: ChartFrame;
  readonly axis: SizeAxis;
  readonly lines: readonly OccupancyLine[];
}

const isSame = (a: OccupancyLine, b: OccupancyLine): boolean =>
  a.points.length === b.points.length &&
  a.points.every(
    (point, at) => point.key === b.points[at]?.key && point.share === b.points[at].share,
  );

const mark = (line: OccupancyLine, point: OccupancyPoint, { frame }: Strip): Shape => {
  const style = slotStyle(line.slot);
  const colour = frame.theme.devices[style.colour];
  return {
    color: point.isBound || style.hollow ? frame.theme.surface : colour,
    borderColor: colour,
    borderWidth: 1.5,
  };
};

const lineSeries = (line: OccupancyLine, rank: number, strip: Strip): readonly Shape[] => {
  const { axis, frame, lines } = strip;
  const style = slotStyle(line.slot);
  const colour = frame.theme.devices[style.colour];
  // What lies on an earlier line is dashed, so that both can be seen.
  const covered = lines.slice(0, rank).some((other) => isSame(other, line));
  const byKey = new Map(line.points.map((point) => [point.key, point]));
  const data = axis.places.flatMap((place) => {
    const point = byKey.get(place.key);
    return point === undefined
      ? []
      : [
          {
            value: [place.position, point.share],
            name: point.key,
            itemStyle: mark(line, point, strip),
          },
        ];
  });
  const free = byKey.get('auto');
  const common = { symbol: style.shape, symbolSize: 5, z: 3 };
  return [
    {
      id: `occupancy-${line.slot}`,
      type: 'line',
      xAxisIndex: places.main,
      yAxisIndex: places.main,
      data,
      step: 'middle',
      clip: true,
      showAllSymbol: true,
      showSymbol: data.length <= 200,
      lineStyle: {
        color: colour,
        width: axis.kind === 'log' ? 1.5 : 0,
        type: covered ? [5, 5] : style.dash === 'dotted' ? [2, 3] : 'solid',
      },
      emphasis: { disabled: true },
      ...common,
    },
    ...(free === undefined
      ? []
      : [
          {
            id: `occupancy-null-${line.slot}`,
            type: 'scatter',
            xAxisIndex: places.nullColumn,
            yAxisIndex: places.nullColumn,
            data: [
              {
                value: [(rank + 1) / (lines.length + 1), free.share],
                name: 'auto',
                itemStyle: mark(line, free, strip),
              },
            ],
            ...common,
          },
        ]),
  ];
};

const list = (value: unknown): readonly Shape[] => (Array.isArray(value) ? (value as Shape[]) : []);

/** Lets the labels of an x axis stand below the strip instead of at the axis. */
const lowered = (axis: Shape | undefined, by: number): Shape => ({
  ...axis,
  axisLabel: { ...(axis?.['axisLabel'] as Shape | undefined), margin: 8 + by },
  nameGap: 24 + by,
});

const stripAxes = (
  texts: OccupancyTexts,
  hasNull: boolean,
  strip: Strip,
  range: readonly [number, number],
) => {
  const { theme } = strip.frame;
  const bottom = { show: true, onZero: false, lineStyle: { color: theme.axis, width: 1 } };
  const x = (plot: number, [min, max]: readonly [number, number], show: boolean): Shape => ({
    gridIndex: plot,
    type: 'value',
    min,
    max,
    show,
    axisLine: bottom,
    axisTick: { show: false },
    axisLabel: { show: false },
    splitLine: { show: false },
  });
  const y = (plot: number, show: boolean, labelled: boolean): Shape => ({
    gridIndex: plot,
    type: 'value',
    min: 0,
    // Marks at 100 % stand whole below the edge.
    max: 1.08,
    show,
    axisLine: { show: false },
    axisTick: { show: false, customValues: [0, 0.5, 1] },
    axisLabel: labelled
      ? {
          ...axisText(theme),
          customValues: [0, 1],
          showMinLabel: true,
          showMaxLabel: true,
          formatter: (share: number) => texts.axisValue(share),
        }
      : { show: false },
    splitLine: { show: true, lineStyle: { color: theme.grid, width: 1 } },
  });
  return {
    x: [x(places.main, range, true), x(places.nullColumn, [0, 1], hasNull)],
    y: [y(places.main, true, !hasNull), y(places.nullColumn, hasNull, true)],
  };
};

const tooltipRows = (
  lines: readonly OccupancyLine[],
  key: string,
  texts: OccupancyTexts,
): readonly TooltipRow[] =>
  lines.flatMap(({ slot, label, points }) => {
    const point = points.find((candidate) => candidate.key === key);
    return point === undefined
      ? []
      : [{ slot, label, value: texts.value(point), extra: point.note }];
  });

/** The curve chart with the strip below it; without lines, or without room, the curve chart alone. */
export const curveWithOccupancy =
  (input: CurveInput, all: readonly OccupancyLine[], texts: OccupancyTexts): BuildChart =>
  (frame): BuiltChart => {
    const lines = all.filter(({ points }) => points.length > 0);
    const height = lines.length === 0 ? 0 : stripHeight(frame.height);
    if (height === 0) return curveChart(input)(frame);
    const shift = gap + height;
    const built = curveChart(input)({ ...frame, height: frame.height - shift });
    const { area, option } = built;
    if (area === undefined) return curveChart(input)(frame);
    const { axes = usualAxes, range = null } = input;
    const axis = sizeAxis(input.series, { even: axes.x === 'even', range });
    const strip: Strip = { frame, axis, lines };
    const grids = list(option['grid']);
    const column = grids[1];
    const top = area.top + area.height + gap;
    const boxes = [
      { left: area.left, top, width: area.width, height },
      {
        left: Number(column?.['left'] ?? 0),
        top,
        width: Number(column?.['width'] ?? 0),
        height,
      },
    ] as const;
    const own = stripAxes(texts, axis.hasNull, strip, [area.range.from, area.range.to]);
    const [sizes, free, ...lanes] = list(option['xAxis']);
    const graphic = option['graphic'] as { readonly elements?: readonly Shape[] } | undefined;
    return {
      ...built,
      option: {
        ...option,
        grid: [...grids, grid(boxes[0], null), grid(boxes[1], frame.theme.sunken)],
        xAxis: [lowered(sizes, shift), lowered(free, shift), ...lanes, ...own.x],
        yAxis: [...list(option['yAxis']), ...own.y],
        axisPointer: {
          ...(option['axisPointer'] as Shape | undefined),
          link: [{ xAxisIndex: [0, 2, places.main] }, { xAxisIndex: [1, 3, places.nullColumn] }],
        },
        graphic: {
          elements: [
            ...(graphic?.elements ?? []),
            {
              id: 'occupancy-word',
              type: 'text',
              left: area.left + area.width + 6,
              top: top + 1,
              style: {
                text: texts.strip,
                fill: frame.theme.text3,
                font: `11px ${frame.theme.font}`,
              },
              silent: true,
            },
          ],
        },
        series: [
          ...list(option['series']),
          ...lines.flatMap((line, rank) => lineSeries(line, rank, strip)),
        ],
      },
      tooltip: (key) => {
        const content = built.tooltip(key);
        const rows = tooltipRows(lines, key, texts);
        return content === null ? null : { ...content, rows: [...content.rows, ...rows] };
      },
    };
  };
