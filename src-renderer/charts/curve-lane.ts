/** Skipped and failed sizes of one device: glyphs in the lane above the plots, never on the y scale. */
import type { ChartMark, ChartSeries } from './chart-types';
import { onPlot, plots, type SeriesContext } from './curve-context';
import { group, outcomeMark, type RenderItem, type Shape } from './render-shapes';

interface PlacedMark extends ChartMark {
  readonly x: number;
}

export const laneSeries = (
  series: ChartSeries,
  context: SeriesContext,
  colour: string,
): readonly Shape[] => {
  const { axis } = context;
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
    const x = axis.positionOf(mark.key);
    return x === undefined || x < axis.min || x > axis.max ? [] : [{ ...mark, x }];
  });
  const onNull = series.marks.filter((mark) => mark.key === 'auto').map((m) => ({ ...m, x: 0.5 }));
  return [...lane(plots.mainLane, 'lane', onSizes), ...lane(plots.nullLane, 'null-lane', onNull)];
};
