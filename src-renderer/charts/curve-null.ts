/**
 * The driver's choice in its own column: a mark with its middle half, or an arrow at the edge where its
 * value lies beyond the zoomed scale.
 */
import type { ValueScale } from '@shared/charts/value-scale';
import type { ChartSeries } from './chart-types';
import { markStyle, onPlot, plots, type SeriesContext } from './curve-context';
import { metricValue } from './metric';
import type { RenderItem, Shape } from './render-shapes';
import { slotStyle } from '@shared/charts/slots';

/** From left to right in the column, 0 … 1. */
export const nullPlace = ({ rank, count }: SeriesContext): number => (rank + 1) / (count + 1);

export const nullSeries = (
  series: ChartSeries,
  context: SeriesContext,
  scale: ValueScale,
  colour: string,
): readonly Shape[] => {
  const point = series.points.find((candidate) => candidate.key === 'auto');
  const value = point === undefined ? null : metricValue(point, context.metric);
  if (point === undefined || value === null) return [];
  const style = slotStyle(series.slot);
  const x = nullPlace(context);
  const at = scale.toPosition(value.value);
  const beyond = at > scale.max ? 'above' : at < scale.min ? 'below' : null;
  const room = (scale.max - scale.min) * 0.03;
  const y = Math.min(scale.max - room, Math.max(scale.min + room, at));
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
      data: [[x, at]],
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
      symbol: beyond === null ? style.shape : 'triangle',
      symbolRotate: beyond === 'below' ? 180 : 0,
      symbolSize: 8,
      data: [
        {
          value: [x, beyond === null ? at : y],
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
