/**
 * The curve chart: value over local size, one line per device, NULL in its own column, skipped and
 * failed sizes in a lane above. Numbers go in, a chart option comes out; nothing is measured or judged.
 */
import { localKey, localLabel } from '@shared/domain/sizes';
import type { BuiltChart, ChartFrame, ChartTheme, TooltipContent } from './chart-types';
import { coincidingGroups, joinedLabels } from './coincide';
import { annotationSeries } from './curve-annotations';
import { focusedSeries, type CurveInput } from './curve-input';
import { curveLayout, type Box } from './curve-layout';
import { deviceSeries } from './curve-series';
import { metricValue } from './metric';
import type { Shape } from './render-shapes';
import { labelledPlaces, sizeAxis, sizesOf, type SizeAxis } from './size-axis';
import { valueScale, type ValueScale } from '@shared/charts/value-scale';

const grid = (box: Box, fill: string | null): Shape => ({
  left: box.left,
  top: box.top,
  width: box.width,
  height: box.height,
  show: fill !== null && box.width > 0,
  backgroundColor: fill ?? 'transparent',
  borderWidth: 0,
  // The layout is ours to the pixel: labels must not shrink the plot.
  outerBoundsMode: 'none',
});

const hiddenAxis = (plot: number, min: number, max: number): Shape => ({
  gridIndex: plot,
  type: 'value',
  min,
  max,
  show: false,
});

const axisText = (theme: ChartTheme): Shape => ({
  color: theme.text3,
  fontSize: 11,
  fontFamily: theme.font,
});

const xAxes = (input: CurveInput, axis: SizeAxis, width: number, theme: ChartTheme): Shape[] => {
  const recommended = focusedSeries(input)?.recommended;
  const keep = recommended === undefined ? [] : [localKey(recommended)];
  const labels = labelledPlaces(axis, width, keep);
  const byPosition = new Map(axis.places.map((place) => [place.position.toFixed(6), place]));
  const line = { show: true, onZero: false, lineStyle: { color: theme.axis, width: 1 } };
  const accent = {
    accent: { color: theme.accentText, fontWeight: 600, fontSize: 11 },
  };
  return [
    {
      gridIndex: 0,
      type: 'value',
      min: axis.min,
      max: axis.max,
      axisLine: line,
      axisTick: {
        show: true,
        length: 4,
        customValues: axis.places.map((place) => place.position),
        lineStyle: { color: theme.axis },
      },
      axisLabel: {
        ...axisText(theme),
        customValues: labels.map((place) => place.position),
        showMinLabel: true,
        showMaxLabel: true,
        hideOverlap: false,
        rich: accent,
        formatter: (position: number) => {
          const place = byPosition.get(position.toFixed(6));
          if (place === undefined) return '';
          return keep.includes(place.key) ? `{accent|${place.label}}` : place.label;
        },
      },
      splitLine: { show: false },
      name: input.compact ? '' : input.texts.xAxis,
      nameLocation: 'middle',
      nameGap: 24,
      nameTextStyle: axisText(theme),
    },
    {
      gridIndex: 1,
      type: 'value',
      min: 0,
      max: 1,
      show: axis.hasNull,
      axisLine: line,
      axisTick: { show: false },
      axisLabel: {
        ...axisText(theme),
        customValues: [0.5],
        rich: accent,
        fontWeight: 600,
        color: theme.text2,
        formatter: () => (keep.includes('auto') ? '{accent|NULL}' : 'NULL'),
      },
      splitLine: { show: false },
    },
    hiddenAxis(2, axis.min, axis.max),
    hiddenAxis(3, 0, 1),
  ];
};

const yAxes = (input: CurveInput, axis: SizeAxis, scale: ValueScale | null, theme: ChartTheme) => {
  const ticks = (scale?.ticks ?? []).map((tick) => scale?.toPosition(tick) ?? 0);
  const value = {
    type: 'value',
    min: scale?.min ?? 0,
    max: scale?.max ?? 1,
    axisLine: { show: false },
    // Split lines follow the tick values even where the ticks themselves are not drawn.
    axisTick: { show: false, customValues: ticks },
    splitLine: { show: true, lineStyle: { color: theme.grid, width: 1 } },
  };
  const labels = {
    ...axisText(theme),
    customValues: ticks,
    showMinLabel: true,
    showMaxLabel: true,
    formatter: (position: number) => input.texts.axisValue(scale?.toValue(position) ?? position),
  };
  return [
    {
      ...value,
      gridIndex: 0,
      axisLabel: axis.hasNull ? { show: false } : labels,
    },
    { ...value, gridIndex: 1, show: axis.hasNull, axisLabel: labels },
    hiddenAxis(2, 0, 1),
    hiddenAxis(3, 0, 1),
  ];
};

/** What the tooltip says about a size: each device's value, or why it has none. */
const tooltipOf =
  (input: CurveInput) =>
  (key: string): TooltipContent | null => {
    const local = input.series
      .flatMap((one) => sizesOf(one))
      .find((candidate) => localKey(candidate) === key);
    if (local === undefined) return null;
    const rows = input.series.flatMap((one) => {
      const point = one.points.find((candidate) => candidate.key === key);
      const mark = one.marks.find((candidate) => candidate.key === key);
      const { tooltipValue, waiting } = input.texts;
      const base = { slot: one.slot, label: one.label };
      if (point !== undefined) {
        const shown = input.metric === 'relative' ? null : metricValue(point, input.metric);
        const value =
          shown === null
            ? tooltipValue(point.medianNs, 'time')
            : tooltipValue(shown.value, input.metric);
        const extra = point.relative === null ? '' : tooltipValue(point.relative, 'relative');
        return [{ ...base, value, extra: mark === undefined ? extra : mark.text }];
      }
      if (mark !== undefined) return [{ ...base, value: '–', extra: mark.text }];
      return one.waiting.some((candidate) => localKey(candidate) === key)
        ? [{ ...base, value: '–', extra: waiting }]
        : [];
    });
    return { title: localLabel(local), rows };
  };

/** Builds the curve chart for a frame. */
export const curveChart =
  (input: CurveInput) =>
  (frame: ChartFrame): BuiltChart => {
    const { theme } = frame;
    const axis = sizeAxis(input.series);
    const groups = coincidingGroups(input.series, input.metric);
    const layout = curveLayout(frame, axis.hasNull, groups, input.compact);
    const values = input.series.flatMap((one) =>
      one.points.flatMap((point) => {
        const value = metricValue(point, input.metric);
        return value === null ? [] : [value.value, ...[value.low ?? [], value.high ?? []].flat()];
      }),
    );
    const scale = valueScale(
      values,
      layout.main.height,
      input.metric === 'relative' ? 1 : undefined,
    );
    const series = input.series.flatMap((one, rank) => {
      const members = groups.find((candidates) => candidates.includes(one)) ?? [one];
      const last = members.at(-1) === one;
      return deviceSeries(one, {
        axis,
        scale,
        metric: input.metric,
        theme,
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
          elements: [
            {
              id: 'lane-word',
              type: 'text',
              right: frame.width - layout.nullLane.left + 6,
              top: layout.nullLane.top + 3,
              style: { text: input.texts.lane, fill: theme.text3, font: `11px ${theme.font}` },
              silent: true,
            },
          ],
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
    };
  };
