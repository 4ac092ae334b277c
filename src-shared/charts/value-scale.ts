/**
 * The y scale: logarithmic when the largest value is over twice the smallest, linear otherwise, with
 * ticks on round numbers. Positions on the axis are log₂ of the value or the value itself.
 */
export interface ValueScale {
  readonly kind: 'log' | 'linear';
  readonly min: number;
  readonly max: number;
  readonly ticks: readonly number[];
  /** From a value to its position on the axis. */
  readonly toPosition: (value: number) => number;
  /** From a position on the axis back to the value. */
  readonly toValue: (position: number) => number;
}

/** Mantissas of logarithmic ticks, densest first. */
const mantissas: readonly (readonly number[])[] = [
  [1, 1.25, 1.5, 2, 2.5, 3, 4, 5, 6, 8],
  [1, 1.5, 2, 3, 4, 5, 7],
  [1, 2, 3, 5],
  [1, 2, 5],
  [1, 3],
  [1],
];

const logTicks = (low: number, high: number, most: number): readonly number[] => {
  const firstDecade = Math.floor(Math.log10(low));
  const lastDecade = Math.ceil(Math.log10(high));
  let fewest: readonly number[] = [];
  for (const set of mantissas) {
    const ticks: number[] = [];
    for (let decade = firstDecade; decade <= lastDecade; decade += 1) {
      for (const mantissa of set) {
        const tick = Number((mantissa * 10 ** decade).toPrecision(6));
        if (tick >= low && tick <= high) ticks.push(tick);
      }
    }
    if (ticks.length > 0) fewest = ticks;
    if (ticks.length <= most) return ticks.length > 0 ? ticks : fewest;
  }
  const step = Math.ceil(fewest.length / most);
  return fewest.filter((_, index) => index % step === 0);
};

const linearTicks = (low: number, high: number, most: number): readonly number[] => {
  const rough = (high - low) / Math.max(1, most);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((m) => m * power).find((s) => s >= rough) ?? 10 * power;
  const ticks: number[] = [];
  for (let tick = Math.ceil(low / step) * step; tick <= high + step * 1e-9; tick += step) {
    ticks.push(Number(tick.toPrecision(12)));
  }
  return ticks;
};

/**
 * A scale over positive values (null: there are none). `floor` is a value that stays at the bottom
 * (1 for ratios to the best); `height` in px decides how many ticks fit; `wanted` overrules the choice
 * between logarithmic and linear.
 */
export const valueScale = (
  values: readonly number[],
  height: number,
  floor?: number,
  wanted: 'auto' | 'log' | 'linear' = 'auto',
): ValueScale | null => {
  const usable = values.filter((value) => Number.isFinite(value) && value > 0);
  if (usable.length === 0) return null;
  const low = usable.reduce((a, b) => Math.min(a, b), floor ?? Infinity);
  const high = usable.reduce((a, b) => Math.max(a, b), low);
  const most = Math.max(2, Math.floor(height / 34));
  const isLog = wanted === 'auto' ? high > 2 * low : wanted === 'log';
  if (isLog) {
    const pad = Math.max(Math.log2(high / low), 0.1) * 0.06;
    const bottom = Math.log2(low) - pad * 0.6;
    const top = Math.log2(high) + pad;
    return {
      kind: 'log',
      min: bottom,
      max: top,
      ticks: logTicks(2 ** bottom, 2 ** top, most),
      toPosition: Math.log2,
      toValue: (position) => 2 ** position,
    };
  }
  const span = Math.max(high - low, low * 0.04);
  const min = Math.max(0, (low + high) / 2 - span * 0.62);
  const max = (low + high) / 2 + span * 0.7;
  return {
    kind: 'linear',
    min: floor === undefined ? min : Math.min(floor - span * 0.04, min + span * 0.1),
    max,
    ticks: linearTicks(floor ?? min, max, most),
    toPosition: (value) => value,
    toValue: (position) => position,
  };
};
