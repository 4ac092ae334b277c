/**
 * One device on the curve chart: band, line with marks, its NULL mark, its lane marks. The line joins
 * neighbouring measured sizes; it breaks where a size was skipped or failed and never reaches NULL.
 */
import type { ValueScale } from '@shared/charts/value-scale';
import type { ChartSeries } from './chart-types';
import { markStyle, onPlot, plots, type SeriesContext } from './curve-context';
import { laneSeries } from './curve-lane';
import { nullSeries } from './curve-null';
import { placesShown, stretches, type Placed, type PlacedRow } from './curve-places';
import { sampleSeries } from './curve-samples';
import { group, type RenderItem, type Shape } from './render-shapes';
import { slotStyle } from '@shared/charts/slots';

const bandItem =
  (row: PlacedRow, scale: ValueScale, colour: string, joined: boolean): RenderItem =>
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

/**
 * Marks of all devices on the part of the axis that is shown: beyond that they are a band of ink, which takes longer to
 * draw than all else, and the line says as much. By the sizes that are planned, so that a sweep looks the same throughout.
 */
const mostMarks = 240;
/** Shapes have no line. */
const mostBare = 800;

/** Everything that one device draws. */
export const deviceSeries = (series: ChartSeries, context: SeriesContext): readonly Shape[] => {
  const style = slotStyle(series.slot);
  const colour = context.theme.devices[style.colour];
  const lane = laneSeries(series, context, colour);
  const { scale, axis } = context;
  if (scale === null) return lane;
  const row = placesShown(series, axis, context.metric, scale);
  const dash = context.coincides && style.dash === 'solid' ? 'dashed' : style.dash;
  const hasMarks = axis.shown.length * context.count <= (axis.ordered ? mostMarks : mostBare);
  const data = row.map((entry) =>
    entry === null
      ? { value: [null, null] }
      : entry.point === null
        ? { value: [entry.x, scale.toPosition(entry.value.value)], symbolSize: 0 }
        : {
            value: [entry.x, scale.toPosition(entry.value.value)],
            name: entry.point.key,
            ...(hasMarks
              ? {
                  itemStyle: markStyle(
                    entry.point.provisional || context.coincides || style.hollow,
                    colour,
                    context.theme,
                  ),
                }
              : {}),
          },
  );
  return [
    {
      id: `band-${series.slot}`,
      type: 'custom',
      ...onPlot(plots.main),
      data: row.some((entry) => entry !== null) ? [[axis.min, scale.min]] : [],
      renderItem: bandItem(row, scale, colour, axis.ordered),
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
      showSymbol: hasMarks,
      lineStyle: {
        color: colour,
        width: axis.ordered ? 2 : 0,
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
    ...sampleSeries(series, context, scale, colour),
    ...nullSeries(series, context, scale, colour),
    ...lane,
  ];
};
