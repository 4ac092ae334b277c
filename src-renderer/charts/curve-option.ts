/**
 * The curve chart: value over local size, one line per device, NULL in its own column, skipped and
 * failed sizes in a lane above. Numbers go in, a chart option comes out; nothing is measured or judged.
 */
import { valueScale } from '@shared/charts/value-scale';
import { isIn } from './axis-range';
import type { BuiltChart, ChartFrame, ChartPoint, ChartSeries, Metric } from './chart-types';
import { coincidingGroups, joinedLabels } from './coincide';
import { annotationSeries } from './curve-annotations';
import { xAxes, yAxes } from './curve-axes';
import { usualAxes, type CurveInput } from './curve-input';
import { curveLayout } from './curve-layout';
import { deviceSeries } from './curve-series';
import { tooltipOf } from './curve-tooltip';
import { launchScale, metricValue } from './metric';
import { plotArea } from './plot-area';
import { grid, laneWord } from './plot-parts';
import { sizeAxis, type SizeAxis } from './size-axis';

/** Single launches on one chart at most; more cannot be told apart and take long to draw. */
const mostSamples = 12_000;

/** Everything of a point that has to fit on the y scale. */
const extent = (point: ChartPoint, metric: Metric): readonly number[] => {
  const value = metricValue(point, metric);
  const scale = launchScale(point, metric);
  if (value === null || scale === null) return [];
  const ends = [value.low ?? value.value, value.high ?? value.value];
  const { samples = [] } = point;
  if (samples.length === 0) return [value.value, ...ends];
  const least = samples.reduce((a, b) => Math.min(a, b));
  const most = samples.reduce((a, b) => Math.max(a, b));
  return [value.value, ...ends, scale(least), scale(most)];
};

/** The one of several that reaches furthest to the right, of equals the last: at its end they are named. */
const longest = (members: readonly ChartSeries[], axis: SizeAxis): ChartSeries | undefined => {
  const reach = (one: ChartSeries): number =>
    one.points.reduce((most, { key }) => Math.max(most, axis.positionOf(key) ?? -1), -1);
  const furthest = Math.max(...members.map(reach));
  return members.findLast((one) => reach(one) === furthest);
};

/** Builds the curve chart for a frame. */
export const curveChart =
  (input: CurveInput) =>
  (frame: ChartFrame): BuiltChart => {
    const { theme } = frame;
    const { axes = usualAxes, range = null } = input;
    const axis = sizeAxis(input.series, { even: axes.x === 'even', range });
    const groups = coincidingGroups(input.series, input.metric);
    const layout = curveLayout(frame, axis.hasNull, groups, input.compact);
    // A zoomed scale is that of the sizes in sight; NULL, beside them, then stands at its edge.
    const values = input.series.flatMap((one) =>
      one.points
        .filter(({ key }) => range === null || isIn(axis.positionOf(key) ?? NaN, range))
        .flatMap((point) => extent(point, input.metric)),
    );
    const scale = valueScale(
      values,
      layout.main.height,
      input.metric === 'relative' ? 1 : undefined,
      axes.y,
    );
    const sampled = input.series.reduce((count, one) => count + one.points.length, 0);
    const perSize = Math.floor(mostSamples / Math.max(1, sampled));
    const series = input.series.flatMap((one, rank) => {
      const members = groups.find((candidates) => candidates.includes(one)) ?? [one];
      const last = longest(members, axis) === one;
      return deviceSeries(one, {
        axis,
        scale,
        metric: input.metric,
        theme,
        width: layout.main.width,
        mostSamples: perSize,
        coincides: members[0] !== one,
        rank,
        count: input.series.length,
        endLabel:
          last && !input.compact
            ? joinedLabels(members.map((member) => member.label)).join('\n')
            : null,
        labelWidth: layout.labelWidth,
      });
    });
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
        xAxis: xAxes(input, axis, layout.main.width, theme),
        yAxis: yAxes(input, axis, scale, theme),
        graphic: {
          elements: [laneWord(frame, layout.nullLane, input.texts.lane)],
        },
        axisPointer: {
          link: [{ xAxisIndex: [0, 2] }, { xAxisIndex: [1, 3] }],
          lineStyle: { color: theme.axis, type: 'solid', width: 1 },
          label: { show: false },
        },
        tooltip: { trigger: 'axis' },
        series: [...series, ...annotationSeries(input, axis, scale, theme)],
      },
      tooltip: tooltipOf(input),
      area: plotArea(axis, layout.main, layout.nullColumn),
    };
  };
