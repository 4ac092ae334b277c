/** The single launches of one device as points over its band, where they were asked for. */
import type { ValueScale } from '@shared/charts/value-scale';
import type { ChartPoint, ChartSeries } from './chart-types';
import { onPlot, plots, type SeriesContext } from './curve-context';
import { nullPlace } from './curve-null';
import { launchScale } from './metric';
import type { Shape } from './render-shapes';
import { sideways, thinned } from './sample-points';

/** Furthest from its size that a point is put, px. */
const reach = 8;

/** Half the room that a size has, px: points of neighbours never mix. */
const spread = ({ axis, width }: SeriesContext): number => {
  const gaps = axis.shown
    .slice(1)
    .map((place, at) => place.position - (axis.shown[at]?.position ?? 0));
  const perUnit = width / Math.max(axis.max - axis.min, 1e-9);
  return Math.min(
    reach,
    gaps.reduce((least, gap) => Math.min(least, gap), Infinity) * perUnit * 0.4,
  );
};

export const sampleSeries = (
  series: ChartSeries,
  context: SeriesContext,
  scale: ValueScale,
  colour: string,
): readonly Shape[] => {
  const { axis, metric, mostSamples } = context;
  const half = (spread(context) * (axis.max - axis.min)) / Math.max(context.width, 1);
  const cloud = (point: ChartPoint, x: number, around: number): readonly (readonly number[])[] => {
    const value = launchScale(point, metric);
    if (value === null || point.samples === undefined) return [];
    return thinned(point.samples, mostSamples).map((ns, at) => [
      x + sideways(at) * around,
      scale.toPosition(value(ns)),
    ]);
  };
  const onSizes = series.points.flatMap((point) => {
    const x = axis.positionOf(point.key);
    return x === undefined || x < axis.min || x > axis.max ? [] : cloud(point, x, half);
  });
  const onNull = series.points
    .filter((point) => point.key === 'auto')
    .flatMap((point) => cloud(point, nullPlace(context), 0.35 / (context.count + 1)));
  const scatter = (
    plot: number,
    id: string,
    data: readonly (readonly number[])[],
  ): readonly Shape[] =>
    data.length === 0
      ? []
      : [
          {
            id: `${id}-${series.slot}`,
            type: 'scatter',
            ...onPlot(plot),
            data,
            symbol: 'circle',
            symbolSize: 3,
            itemStyle: { color: colour, opacity: 0.45 },
            large: true,
            largeThreshold: 2000,
            silent: true,
            clip: true,
            tooltip: { show: false },
            z: 2,
          },
        ];
  return [
    ...scatter(plots.main, 'samples', onSizes),
    ...scatter(plots.nullColumn, 'null-samples', onNull),
  ];
};
