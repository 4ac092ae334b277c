/**
 * The heat map of 2-D shapes as a grid of cells: which shapes were measured, skipped, failed, wait,
 * were not asked for, or cannot be run at all. Knows no colours and no page.
 */
import type { ChartMark, ChartPoint, ChartSeries } from './chart-types';
import { sizesOf } from './size-axis';

export interface HeatmapLimits {
  /** Work-items per work-group that the device takes; null: not known. */
  readonly device: number | null;
  /** What the driver reports for the kernel, shown as a line; null: not known or not lower. */
  readonly kernel: number | null;
}

export type CellKind = 'measured' | 'skipped' | 'failed' | 'waiting' | 'untried' | 'impossible';

export interface HeatmapCell {
  readonly x: number;
  readonly y: number;
  readonly key: string;
  readonly kind: CellKind;
  readonly point: ChartPoint | undefined;
  readonly mark: ChartMark | undefined;
  readonly best: boolean;
  readonly tied: boolean;
  /** The reported kernel limit runs along this side. */
  readonly limitAbove: boolean;
  readonly limitRight: boolean;
}

export interface HeatmapGrid {
  readonly xs: readonly number[];
  /** Ascending; drawn upward. */
  readonly ys: readonly number[];
}

/** Whether any series has 2-D shapes. */
export const hasShapes = (series: readonly ChartSeries[]): boolean =>
  series.some((one) => sizesOf(one).some((local) => local?.length === 2));

const axisOf = (values: readonly number[]): readonly number[] => {
  const low = Math.min(...values);
  const high = Math.max(...values);
  const powers: number[] = [];
  for (let power = 1; power <= high; power *= 2) if (power >= low) powers.push(power);
  return [...new Set([...values, ...powers])].toSorted((a, b) => a - b);
};

/** More cells than this nobody can tell apart, and drawing them would hold the window up. */
const mostCells = 10_000;

/**
 * One grid for several devices: every shape asked for, and the powers of two between them. null: there are
 * no shapes, or too many different sides for a grid.
 */
export const heatmapGrid = (series: readonly ChartSeries[]): HeatmapGrid | null => {
  const shapes = series.flatMap((one) =>
    sizesOf(one).flatMap((local) => (local?.length === 2 ? [local] : [])),
  );
  if (shapes.length === 0) return null;
  const xs = axisOf(shapes.map((shape) => shape[0] ?? 1));
  const ys = axisOf(shapes.map((shape) => shape[1] ?? 1));
  return xs.length * ys.length > mostCells ? null : { xs, ys };
};

/** Cells in drawing order: top row first, each from left to right. */
export const heatmapCells = (
  series: ChartSeries,
  grid: HeatmapGrid,
  limits: HeatmapLimits,
): readonly HeatmapCell[] => {
  const points = new Map(series.points.map((point) => [point.key, point]));
  const marks = new Map(series.marks.map((mark) => [mark.key, mark]));
  const waiting = new Set(series.waiting.map((local) => local?.join('x') ?? 'auto'));
  const shapes = series.points.filter((point) => point.local?.length === 2);
  const bestNs = shapes.reduce((best, point) => Math.min(best, point.medianNs), Infinity);
  const kernel = limits.kernel ?? Infinity;
  const kindOf = (key: string, items: number): CellKind => {
    const mark = marks.get(key);
    if (mark !== undefined) return mark.kind;
    if (points.has(key)) return 'measured';
    if (waiting.has(key)) return 'waiting';
    return limits.device !== null && items > limits.device ? 'impossible' : 'untried';
  };
  return grid.ys.toReversed().flatMap((y, fromTop) =>
    grid.xs.map((x, column): HeatmapCell => {
      const key = `${x}x${y}`;
      const point = points.get(key);
      const above = grid.ys[grid.ys.length - fromTop];
      const right = grid.xs[column + 1];
      const inside = x * y <= kernel;
      return {
        x,
        y,
        key,
        kind: kindOf(key, x * y),
        point,
        mark: marks.get(key),
        best: point !== undefined && !marks.has(key) && point.medianNs === bestNs,
        tied: series.tied.includes(key),
        limitAbove: inside && above !== undefined && x * above > kernel,
        limitRight: inside && right !== undefined && right * y > kernel,
      };
    }),
  );
};

/** The measured shape whose time NULL matches best, if one lies within 2 %. */
export const shapeLikeNull = (series: ChartSeries): ChartPoint | null => {
  const auto = series.points.find((point) => point.key === 'auto');
  if (auto === undefined) return null;
  const distance = (point: ChartPoint): number =>
    Math.abs(Math.log(point.medianNs / auto.medianNs));
  const nearest = series.points
    .filter((point) => point.local !== null)
    .toSorted((a, b) => distance(a) - distance(b))[0];
  return nearest !== undefined && distance(nearest) <= 0.02 ? nearest : null;
};
