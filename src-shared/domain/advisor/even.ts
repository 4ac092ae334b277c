/**
 * Values that follow the number of the work-item in even steps, as almost every index does: a start and what
 * one work-item further adds in each dimension. Worked out as such, one operation costs the same for a group of
 * a thousand as for one of eight. Decides which operations keep this form; refuses (null) all whose result
 * does not, or leaves the range of its type anywhere in the group, or 2^53: those go lane by lane.
 */
import type { BinaryOp } from './syntax';
import type { MathName, NumberType } from './value-graph';

/** start + x · local number 0 + y · local number 1 + z · local number 2. All 0: the same for all lanes. */
export interface Even {
  readonly start: number;
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/** Of the group's size: what is decided for a value is decided for all of its work-items. */
export type Box = readonly number[];

// Made in one place alone: objects of one shape are what engines are quick with.
export const even = (start: number, x: number, y: number, z: number): Even => ({ start, x, y, z });

export const same = (value: number): Even => even(value, 0, 0, 0);

export const isSame = ({ x, y, z }: Even): boolean => x === 0 && y === 0 && z === 0;

// By place, and with nothing made on the way: this is done for every operation of hundreds of shapes.
const reach = (step: number, size: number | undefined, isLow: boolean): number =>
  (isLow ? step < 0 : step > 0) ? step * ((size ?? 1) - 1) : 0;

const lowest = ({ start, x, y, z }: Even, box: Box): number =>
  start + reach(x, box[0], true) + reach(y, box[1], true) + reach(z, box[2], true);

const highest = ({ start, x, y, z }: Even, box: Box): number =>
  start + reach(x, box[0], false) + reach(y, box[1], false) + reach(z, box[2], false);

const limits: Readonly<Record<Exclude<NumberType, 'f'>, readonly [number, number]>> = {
  i32: [-2147483648, 2147483647],
  u32: [0, 4294967295],
  i64: [-Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
  u64: [-Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
};

/** The value itself where all of the group lies within the type, and whole: so no operation has wrapped. */
const within = (value: Even, type: NumberType, box: Box): Even | null => {
  if (type === 'f') return null;
  const limit = limits[type];
  const isWhole =
    Number.isInteger(value.start) &&
    Number.isInteger(value.x) &&
    Number.isInteger(value.y) &&
    Number.isInteger(value.z);
  return isWhole && lowest(value, box) >= limit[0] && highest(value, box) <= limit[1]
    ? value
    : null;
};

const plus = (a: Even, b: Even, sign: 1 | -1): Even =>
  even(a.start + sign * b.start, a.x + sign * b.x, a.y + sign * b.y, a.z + sign * b.z);

const times = ({ start, x, y, z }: Even, factor: number): Even =>
  even(start * factor, x * factor, y * factor, z * factor);

/** Quotient and rest of a division by `divisor`, where the quotient is the same for all; null: it is not. */
const divided = (
  value: Even,
  divisor: number,
  box: Box,
): { readonly quotient: number; readonly rest: Even } | null => {
  const low = lowest(value, box);
  if (!(low >= 0) || !(divisor > 0)) return null;
  const quotient = Math.floor(low / divisor);
  if (Math.floor(highest(value, box) / divisor) !== quotient) return null;
  return { quotient, rest: even(value.start - quotient * divisor, value.x, value.y, value.z) };
};

/** 1 or 0 where a comparison comes out the same for all of the group; null: it does not. */
const compared = (operator: BinaryOp, a: Even, b: Even, of: NumberType, box: Box): Even | null => {
  // A negative number in 64 unsigned bits is a huge one.
  if (of === 'u64' && !(lowest(a, box) >= 0 && lowest(b, box) >= 0)) return null;
  const apart = plus(a, b, -1);
  const low = lowest(apart, box);
  const high = highest(apart, box);
  switch (operator) {
    case '<':
      return decided(high < 0, low >= 0);
    case '>=':
      return decided(low >= 0, high < 0);
    case '>':
      return decided(low > 0, high <= 0);
    case '<=':
      return decided(high <= 0, low > 0);
    case '==':
      return decided(low === 0 && high === 0, low > 0 || high < 0);
    default:
      return decided(low > 0 || high < 0, low === 0 && high === 0);
  }
};

const decided = (holds: boolean, fails: boolean): Even | null =>
  holds ? same(1) : fails ? same(0) : null;

/**
 * @param type of the result
 * @param of of the operands
 * @param box the group's size
 */
export const evenBinary = (
  operator: BinaryOp,
  a: Even,
  b: Even,
  type: NumberType,
  of: NumberType,
  box: Box,
): Even | null => {
  if (of === 'f' || type === 'f' || within(a, of, box) === null) return null;
  if (operator !== '<<' && operator !== '>>' && within(b, of, box) === null) return null;
  const short = type === 'i32' || type === 'u32';
  switch (operator) {
    case '+':
      return within(plus(a, b, 1), type, box);
    case '-':
      return within(plus(a, b, -1), type, box);
    case '*':
      if (isSame(b)) return within(times(a, b.start), type, box);
      return isSame(a) ? within(times(b, a.start), type, box) : null;
    case '/': {
      const parts = isSame(b) ? divided(a, b.start, box) : null;
      return parts === null ? null : same(parts.quotient);
    }
    case '%':
      return isSame(b) ? (divided(a, b.start, box)?.rest ?? null) : null;
    case '<<': {
      if (!isSame(b) || !(b.start >= 0 && b.start <= 52)) return null;
      return within(times(a, 2 ** (type === 'u32' ? b.start % 32 : b.start)), type, box);
    }
    case '>>': {
      if (!isSame(b) || !(b.start >= 0 && b.start <= 63)) return null;
      const parts = divided(a, 2 ** (short ? b.start % 32 : b.start), box);
      return parts === null ? null : same(parts.quotient);
    }
    case '<':
    case '>':
    case '<=':
    case '>=':
    case '==':
    case '!=':
      return compared(operator, a, b, of, box);
    default:
      return null;
  }
};

/** Of two, the one that is the less (`min`) or the greater (`max`) for all of the group. */
export const evenMath = (
  name: MathName,
  a: Even,
  b: Even,
  type: NumberType,
  box: Box,
): Even | null => {
  if ((name !== 'min' && name !== 'max') || type === 'f') return null;
  if (within(a, type, box) === null || within(b, type, box) === null) return null;
  const isLess = compared('<', a, b, type, box);
  if (isLess === null) return null;
  return (isLess.start === 1) === (name === 'min') ? a : b;
};

/** As a value of another type, where that changes none of the group. */
export const evenConvert = (
  value: Even,
  from: NumberType,
  to: NumberType,
  box: Box,
): Even | null => (from === 'f' ? null : within(value, to, box));

/**
 * Writes the values of `count` work-items from the one numbered `first` within its group to `out`, in the order
 * of their numbers; where that may be any order, by columns if so they ascend, as in a transpose, which saves
 * sorting them.
 */
export const fillEven = (
  { start, x, y, z }: Even,
  box: Box,
  first: number,
  count: number,
  out: Float64Array,
  isAnyOrder: boolean,
): void => {
  const across = box[0] ?? 1;
  const down = box[1] ?? 1;
  const firstRow = Math.floor(first / across);
  const lastRow = Math.floor((first + count - 1) / across);
  const rows = lastRow - firstRow;
  const begin = first - firstRow * across;
  if (isAnyOrder && rows > 0 && lastRow < down && x > 0 && y >= 0 && y * rows <= x) {
    const end = first + count - lastRow * across;
    for (let column = 0, to = 0; column < across; column += 1) {
      const bottom = column < end ? lastRow : lastRow - 1;
      for (let row = column < begin ? firstRow + 1 : firstRow; row <= bottom; row += 1) {
        out[to] = start + x * column + y * row;
        to += 1;
      }
    }
    return;
  }
  let column = begin;
  let row = firstRow % down;
  let layer = Math.floor(firstRow / down);
  for (let to = 0; to < count; to += 1) {
    out[to] = start + x * column + y * row + z * layer;
    column += 1;
    if (column < across) continue;
    column = 0;
    row += 1;
    if (row < down) continue;
    row = 0;
    layer += 1;
  }
};
