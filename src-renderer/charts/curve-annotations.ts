/**
 * What the verdict puts on the chart: one dashed hairline at the recommended size and one bracket over
 * the tie set, each with its word.
 */
import { localKey, localLabel } from '@shared/domain/sizes';
import type { ChartSeries, ChartTheme } from './chart-types';
import { focusedSeries, type CurveInput } from './curve-input';
import { plots } from './curve-context';
import { isHigherBetter, metricValue } from './metric';
import { group, line, text, type RenderItem, type Shape } from './render-shapes';
import { textWidth, type SizeAxis } from './size-axis';
import type { ValueScale } from '@shared/charts/value-scale';

const sameTie = (a: ChartSeries, b: ChartSeries): boolean =>
  a.tied.length === b.tied.length && a.tied.every((key) => b.tied.includes(key));

const hairline =
  (position: number, theme: ChartTheme): RenderItem =>
  ({ coordSys }, api) => {
    const [x] = api.coord([position, 0]);
    return group([
      line([x, coordSys.y], [x, coordSys.y + coordSys.height], {
        stroke: theme.accent,
        lineWidth: 1,
        lineDash: [3, 3],
      }),
    ]);
  };

/** Slow sizes can lie at the same height: the word stands over their marks, with a rim that parts it from them. */
const hairlineWord =
  (position: number, word: string, theme: ChartTheme): RenderItem =>
  ({ coordSys }, api) => {
    const [x] = api.coord([position, 0]);
    const toLeft = x + 8 + textWidth(word) > coordSys.x + coordSys.width;
    return group([
      text([x + (toLeft ? -6 : 6), coordSys.y + 3], word, {
        fill: theme.accentText,
        stroke: theme.surface,
        lineWidth: 3,
        font: `600 11px ${theme.font}`,
        align: toLeft ? 'right' : 'left',
        verticalAlign: 'top',
      }),
    ]);
  };

/** `side`: over what is best when low values are, under it when high ones are. */
const bracket =
  (
    positions: readonly number[],
    edge: number,
    side: 'over' | 'under',
    word: string,
    theme: ChartTheme,
  ): RenderItem =>
  ({ coordSys }, api) => {
    const xs = positions.map((position) => api.coord([position, 0])[0]);
    const left = Math.min(...xs);
    const right = Math.max(...xs);
    const at = api.coord([0, edge])[1];
    const down = side === 'over' ? 1 : -1;
    const y =
      side === 'over'
        ? Math.max(coordSys.y + 34, at - 20)
        : Math.min(coordSys.y + coordSys.height - 24, at + 20);
    const stroke = { stroke: theme.text2, lineWidth: 1 };
    const width = textWidth(word);
    const end = coordSys.x + coordSys.width;
    // A curve comes down from the left: a word that is longer than its bracket runs on to the right.
    const textLeft = Math.max(coordSys.x, Math.min(Math.max(left, right - width), end - width));
    return group([
      line([left, y], [right, y], stroke),
      ...xs.map((x) => line([x, y], [x, y + down * (x === left || x === right ? 5 : 3)], stroke)),
      text([textLeft, y - down * 4], word, {
        fill: theme.text2,
        backgroundColor: theme.surface,
        padding: [0, 2],
        font: `11px ${theme.font}`,
        align: 'left',
        verticalAlign: side === 'over' ? 'bottom' : 'top',
      }),
    ]);
  };

/** Above every series of the curve. */
const overMarks = 8;

/** Hairline and bracket as chart series; empty while there is no verdict. */
export const annotationSeries = (
  input: CurveInput,
  axis: SizeAxis,
  scale: ValueScale | null,
  theme: ChartTheme,
): readonly Shape[] => {
  const focus = focusedSeries(input);
  if (focus === undefined || scale === null) return [];
  const item = (id: string, renderItem: RenderItem, z = 2): Shape => ({
    id,
    type: 'custom',
    xAxisIndex: plots.main,
    yAxisIndex: plots.main,
    data: [[axis.min, scale.min]],
    renderItem,
    silent: true,
    tooltip: { show: false },
    z,
  });
  const result: Shape[] = [];
  const { recommended } = focus;
  const position = recommended === undefined ? undefined : axis.positionOf(localKey(recommended));
  const isShown = (at: number): boolean => at >= axis.min && at <= axis.max;
  if (recommended !== undefined && position !== undefined && isShown(position)) {
    const word = input.texts.recommended(localLabel(recommended));
    result.push(item('recommended', hairline(position, theme)));
    result.push(item('recommended-word', hairlineWord(position, word, theme), overMarks));
  }
  const positions = focus.tied.flatMap((key) => axis.positionOf(key) ?? []).filter(isShown);
  if (positions.length > 1) {
    const tiedSeries = input.series.filter((one) => sameTie(one, focus));
    const [low, high] = [Math.min(...positions), Math.max(...positions)];
    const side = isHigherBetter(input.metric) ? 'under' : 'over';
    const end = side === 'over' ? 'high' : 'low';
    const beside = input.series.flatMap((one) =>
      one.points.flatMap((point) => {
        const x = axis.positionOf(point.key);
        const value = metricValue(point, input.metric);
        const near = x !== undefined && x >= low && x <= high && tiedSeries.includes(one);
        return near && value !== null ? [scale.toPosition(value[end] ?? value.value)] : [];
      }),
    );
    const edge = side === 'over' ? Math.max(scale.min, ...beside) : Math.min(scale.max, ...beside);
    const names = tiedSeries.map((one) => one.label);
    result.push(item('tied', bracket(positions, edge, side, input.texts.tied(names), theme)));
  }
  return result;
};
