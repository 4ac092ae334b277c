/**
 * The x axis: only sizes that were asked for. 1-D sizes stand at log₂ of their work-items; shapes of
 * more dimensions have no such order and stand side by side, by work-items per group. NULL is not a
 * size and has no place here (it gets a column of its own).
 */
import { groupItems, localKey, localLabel, type LocalSize } from '@shared/domain/sizes';
import { isIn, type AxisRange } from './axis-range';
import type { ChartSeries } from './chart-types';

export interface SizePlace {
  readonly key: string;
  readonly label: string;
  readonly position: number;
}

export interface SizeAxis {
  readonly kind: 'log' | 'category';
  /** Sizes have an order that a line may follow; shapes have none. */
  readonly ordered: boolean;
  readonly places: readonly SizePlace[];
  /** The places between its ends. */
  readonly shown: readonly SizePlace[];
  /** Its ends as they are shown, and without zoom. */
  readonly min: number;
  readonly max: number;
  readonly full: AxisRange;
  readonly hasNull: boolean;
  readonly positionOf: (key: string) => number | undefined;
}

/** Every local size that a series knows of, measured or not. */
export const sizesOf = (series: ChartSeries): readonly LocalSize[] => [
  ...series.points.map((point) => point.local),
  ...series.marks.map((mark) => mark.local),
  ...series.waiting,
];

/** Orders sizes: NULL first, then by work-items per group, then by the first dimension. */
export const compareSizes = (a: LocalSize, b: LocalSize): number => {
  if (a === null || b === null) return a === b ? 0 : a === null ? -1 : 1;
  return (groupItems(a) ?? 0) - (groupItems(b) ?? 0) || (a[0] ?? 0) - (b[0] ?? 0);
};

export interface SizeAxisWish {
  /** Sizes side by side at equal distances instead of at log₂ of their work-items. */
  readonly even?: boolean;
  /** What is shown of it; null or absent: all. */
  readonly range?: AxisRange | null;
}

export const sizeAxis = (
  series: readonly ChartSeries[],
  { even = false, range = null }: SizeAxisWish = {},
): SizeAxis => {
  const byKey = new Map<string, LocalSize>();
  for (const one of series) for (const local of sizesOf(one)) byKey.set(localKey(local), local);
  const hasNull = byKey.delete('auto');
  const sizes = [...byKey.values()].toSorted(compareSizes);
  const ordered = sizes.every((local) => local?.length === 1);
  const flat = ordered && !even;
  const places = sizes.map((local, index) => ({
    key: localKey(local),
    label: localLabel(local),
    position: flat ? Math.log2(groupItems(local) ?? 1) : index,
  }));
  const positions = new Map(places.map((place) => [place.key, place.position]));
  const first = places[0]?.position ?? 0;
  const last = places.at(-1)?.position ?? 1;
  const pad = Math.max(flat ? (last - first) * 0.03 : 0.5, 0.1);
  const full = { from: first - pad, to: last + pad };
  const ends = range ?? full;
  return {
    kind: flat ? 'log' : 'category',
    ordered,
    places,
    shown: places.filter((place) => isIn(place.position, ends)),
    min: ends.from,
    max: ends.to,
    full,
    hasNull,
    positionOf: (key) => positions.get(key),
  };
};

/** About how wide a text of the axis is: 11 px Inter with tabular figures. */
export const textWidth = (text: string, perGlyph = 6.6): number =>
  Array.from(text).reduce((sum, glyph) => sum + (glyph > '\u2E80' ? 11 : perGlyph), 0);

/**
 * Which places get their label on `width` px: a label goes when it would come within 8 px of its
 * neighbour's; `keep` never goes, its neighbours do.
 */
export const labelledPlaces = (
  axis: SizeAxis,
  width: number,
  keep: readonly string[] = [],
): readonly SizePlace[] => {
  const perUnit = width / Math.max(axis.max - axis.min, 1e-9);
  const extent = (place: SizePlace): readonly [number, number] => {
    const centre = (place.position - axis.min) * perUnit;
    const half = textWidth(place.label) / 2;
    return [centre - half, centre + half];
  };
  const clear = (a: SizePlace, b: SizePlace): boolean => {
    const [left, right] = a.position <= b.position ? [a, b] : [b, a];
    return extent(right)[0] - extent(left)[1] >= 8;
  };
  const kept = axis.shown.filter((place) => keep.includes(place.key));
  const chosen: SizePlace[] = [...kept];
  const importance = (place: SizePlace): number => (Number.isInteger(place.position) ? 0 : 1);
  const rest = axis.shown
    .filter((place) => !keep.includes(place.key))
    .toSorted((a, b) => importance(a) - importance(b) || a.position - b.position);
  for (const place of rest) if (chosen.every((other) => clear(place, other))) chosen.push(place);
  return chosen.toSorted((a, b) => a.position - b.position);
};
