/**
 * Where things stand on a printed curve: x of each size, y of each value, names at the line ends. 1-D sizes
 * stand at log₂ of their work-items, shapes side by side; NULL has a column of its own at the left.
 */
import { valueScale, type ValueScale } from '../charts/value-scale';
import { groupItems, localKey, localLabel, type LocalSize } from '../domain/sizes';
import type { ReportPoint, ReportSeries } from './report-series';

export type ReportMetric = 'time' | 'relative';

export const frame = { width: 760, height: 330 } as const;
export const plot = { left: 64, top: 40, bottom: 284, nullWidth: 46, gap: 8 } as const;

export interface Place {
  readonly key: string;
  readonly label: string;
  readonly x: number;
}

export interface CurveLayout {
  readonly isLog: boolean;
  readonly places: readonly Place[];
  readonly hasNull: boolean;
  /** Left and right edge of the plot of sizes. */
  readonly left: number;
  readonly right: number;
  readonly scale: ValueScale | null;
  readonly y: (value: number) => number;
}

/** Tenths of a pixel are fine enough, and keep the picture small. */
export const tenth = (value: number): number => Math.round(value * 10) / 10;

const farApart = 20;

/** Times of devices that lie worlds apart are drawn against each device's own best. */
export const metricFor = (series: readonly ReportSeries[]): ReportMetric => {
  const bests = series.flatMap(({ points }) =>
    points.length === 0 ? [] : [Math.min(...points.map(({ medianNs }) => medianNs))],
  );
  return bests.length > 1 && Math.max(...bests) > farApart * Math.min(...bests)
    ? 'relative'
    : 'time';
};

export const valueOf = (point: ReportPoint, metric: ReportMetric): number =>
  metric === 'time' ? point.medianNs : point.relative;

/** Ends of the band: the middle half of the launches. */
export const bandOf = (point: ReportPoint, metric: ReportMetric): readonly [number, number] => {
  const unit = metric === 'time' ? 1 : point.medianNs / point.relative;
  return [point.q1Ns / unit, point.q3Ns / unit];
};

/** About how wide a text is at 11 px. */
export const textWidth = (text: string): number =>
  Array.from(text).reduce((sum, glyph) => sum + (glyph > '\u2E80' ? 11 : 6.4), 0);

export const curveLayout = (series: readonly ReportSeries[], metric: ReportMetric): CurveLayout => {
  const sizes = new Map<string, LocalSize>();
  for (const { points, marks } of series) {
    for (const { local } of [...points, ...marks]) sizes.set(localKey(local), local);
  }
  const hasNull = sizes.delete('auto');
  const ordered = [...sizes.values()].toSorted(
    (a, b) => (groupItems(a) ?? 0) - (groupItems(b) ?? 0) || (a?.[0] ?? 0) - (b?.[0] ?? 0),
  );
  const isLog = ordered.every((local) => local?.length === 1);
  const left = plot.left + (hasNull ? plot.nullWidth + plot.gap : 0);
  const labels = series.map(({ label }) => textWidth(label));
  const right = frame.width - Math.min(220, Math.max(24, ...labels) + 24);
  const positions = ordered.map((local, at) => (isLog ? Math.log2(groupItems(local) ?? 1) : at));
  const [low, high] = [positions[0] ?? 0, positions.at(-1) ?? 1];
  const pad = 16;
  const perUnit = (right - left - 2 * pad) / Math.max(high - low, 1e-9);
  const places = ordered.map((local, at) => ({
    key: localKey(local),
    label: localLabel(local),
    x: tenth(
      ordered.length === 1
        ? (left + right) / 2
        : left + pad + ((positions[at] ?? 0) - low) * perUnit,
    ),
  }));
  const values = series.flatMap(({ points }) =>
    points.flatMap((point) => [valueOf(point, metric), ...bandOf(point, metric)]),
  );
  const scale = valueScale(values, plot.bottom - plot.top, metric === 'relative' ? 1 : undefined);
  const y = (value: number): number =>
    scale === null
      ? plot.bottom
      : tenth(
          plot.bottom -
            ((scale.toPosition(value) - scale.min) / (scale.max - scale.min)) *
              (plot.bottom - plot.top),
        );
  return { isLog, places, hasNull, left, right, scale, y };
};

/** Labels of the axis that leave 8 px to their neighbours; the recommended size keeps its own. */
export const labelled = (places: readonly Place[], keep: ReadonlySet<string>): readonly Place[] => {
  const chosen = places.filter(({ key }) => keep.has(key));
  const clear = (a: Place, b: Place): boolean =>
    Math.abs(a.x - b.x) >= (textWidth(a.label) + textWidth(b.label)) / 2 + 8;
  for (const place of places) {
    if (!keep.has(place.key) && chosen.every((other) => clear(place, other))) chosen.push(place);
  }
  return chosen;
};

/** Heights of names that would lie on each other are moved apart, in the order of the heights. */
export const spread = (heights: readonly number[], least: number): readonly number[] => {
  const order = heights
    .map((_, at) => at)
    .toSorted((a, b) => (heights[a] ?? 0) - (heights[b] ?? 0));
  const placed = [...heights];
  for (const [rank, at] of order.entries()) {
    const before = order[rank - 1];
    if (before === undefined) continue;
    placed[at] = Math.max(placed[at] ?? 0, (placed[before] ?? 0) + least);
  }
  return placed;
};
