/**
 * The axes of the curve chart's four plots. Ticks stand at the tried sizes only; a label that finds no room
 * is dropped, its tick stays as long as ticks can be told apart.
 */
import type { ValueScale } from '@shared/charts/value-scale';
import { localKey } from '@shared/domain/sizes';
import type { ChartTheme } from './chart-types';
import { focusedSeries, type CurveInput } from './curve-input';
import { axisText, hiddenAxis } from './plot-parts';
import type { Shape } from './render-shapes';
import { labelledPlaces, type SizeAxis } from './size-axis';

/** Nearer than this, ticks are a grey bar that costs as much to draw as the curve. */
const tickDistance = 3;

/** Positions of the sizes that get a tick on `width` px: all, as long as they can be told apart. */
const tickPlaces = (axis: SizeAxis, width: number): readonly number[] => {
  const least = (tickDistance * (axis.max - axis.min)) / Math.max(1, width);
  const places: number[] = [];
  let last = -Infinity;
  for (const { position } of axis.shown) {
    if (position - last < least) continue;
    places.push(position);
    last = position;
  }
  return places;
};

/** The two axes of sizes and NULL, and two hidden ones under the lane. */
export const xAxes = (
  input: CurveInput,
  axis: SizeAxis,
  width: number,
  theme: ChartTheme,
): Shape[] => {
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
        customValues: tickPlaces(axis, width),
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

export const yAxes = (
  input: CurveInput,
  axis: SizeAxis,
  scale: ValueScale | null,
  theme: ChartTheme,
) => {
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
