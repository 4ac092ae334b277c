/**
 * The part of the x axis that is shown: narrowing, widening and moving it. Decides how far one can zoom
 * (never below a hundredth of the whole, never beyond it); knows no pixels.
 */
export interface AxisRange {
  readonly from: number;
  readonly to: number;
}

const narrowest = 0.01;

const span = ({ from, to }: AxisRange): number => to - from;

/** Kept within `full`; null: all of it, which is no zoom. */
const within = (range: AxisRange, full: AxisRange): AxisRange | null => {
  const width = Math.max(span(range), span(full) * narrowest);
  if (width >= span(full) * 0.999) return null;
  const from = Math.min(Math.max(range.from, full.from), full.to - width);
  return { from, to: from + width };
};

/** From one end to the other, in either order, as drawn with the mouse. */
export const brushed = (a: number, b: number, full: AxisRange): AxisRange | null => {
  const clipped = (end: number): number => Math.min(Math.max(end, full.from), full.to);
  return within({ from: clipped(Math.min(a, b)), to: clipped(Math.max(a, b)) }, full);
};

/** `factor` below 1 shows less; `centre` (an axis position) keeps its place. */
export const scaled = (
  range: AxisRange,
  factor: number,
  full: AxisRange,
  centre = (range.from + range.to) / 2,
): AxisRange | null =>
  within(
    { from: centre - (centre - range.from) * factor, to: centre + (range.to - centre) * factor },
    full,
  );

/** Moved by a share of what is shown; positive is to the right. */
export const moved = (range: AxisRange, share: number, full: AxisRange): AxisRange | null => {
  const step = span(range) * share;
  return within({ from: range.from + step, to: range.to + step }, full);
};

export const isIn = (position: number, { from, to }: AxisRange): boolean =>
  position >= from && position <= to;
