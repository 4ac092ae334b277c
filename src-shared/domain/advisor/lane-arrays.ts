/**
 * Numbers of all lanes in one array: the operations that kernels make most, without a call for each lane, and
 * the memory for the arrays. An array of one number stands for the same in all lanes; others may be too long.
 */
import { exact, unsigned } from './arithmetic';

// Hundreds of shapes are evaluated one after the other: making an array for each value costs more than filling it.
const spare = new Map<number, Float64Array[]>();
const mostSpare = 64;

/** An array whose every place is going to be written. */
export const takeArray = (length: number): Float64Array =>
  spare.get(length)?.pop() ?? new Float64Array(length);

/** Nobody reads these any more. */
export const giveBack = (arrays: readonly Float64Array[]): void => {
  for (const array of arrays) {
    const kept = spare.get(array.length);
    if (kept === undefined) spare.set(array.length, [array]);
    else if (kept.length < mostSpare) kept.push(array);
  }
};

/** Sums and products of 64-bit numbers, the greater part of all work, without a call for each lane. */
export const combine = (
  out: Float64Array,
  a: Float64Array,
  b: Float64Array,
  isSum: boolean,
): void => {
  // Both are commutative: what is the same for all lanes stands on the right.
  const [many, other] = a.length === 1 ? [b, a] : [a, b];
  if (other.length === 1) {
    const one = other[0] ?? NaN;
    if (isSum)
      for (let lane = 0; lane < out.length; lane += 1) out[lane] = (many[lane] ?? NaN) + one;
    else for (let lane = 0; lane < out.length; lane += 1) out[lane] = (many[lane] ?? NaN) * one;
  } else {
    for (let lane = 0; lane < out.length; lane += 1) {
      const [left, right] = [many[lane] ?? NaN, other[lane] ?? NaN];
      out[lane] = isSum ? left + right : left * right;
    }
  }
  // Beyond 2^53 a number is not known: seldom, so that one look at all of them comes cheaper than one at each.
  let isExact = true;
  for (let lane = 0; lane < out.length; lane += 1) {
    if (Math.abs(out[lane] ?? 0) > Number.MAX_SAFE_INTEGER) isExact = false;
  }
  if (!isExact)
    for (let lane = 0; lane < out.length; lane += 1) out[lane] = exact(out[lane] ?? NaN);
};

/** The comparisons that kernels make most, of any type: as `compare`, without a call for each lane. */
export const compareAll = (
  out: Float64Array,
  a: Float64Array,
  b: Float64Array,
  isLessThan: boolean,
  isUnsigned: boolean,
): void => {
  const [stepA, stepB] = [a.length === 1 ? 0 : 1, b.length === 1 ? 0 : 1];
  for (let lane = 0; lane < out.length; lane += 1) {
    let [left, right] = [a[lane * stepA] ?? NaN, b[lane * stepB] ?? NaN];
    if (isUnsigned && (left < 0 || right < 0)) [left, right] = [unsigned(left), unsigned(right)];
    const holds = isLessThan ? left < right : left >= right;
    out[lane] = Number.isNaN(left) || Number.isNaN(right) ? NaN : holds ? 1 : 0;
  }
};

/** The number of one lane. */
export const at = (values: Float64Array, lane: number): number =>
  values[values.length === 1 ? 0 : lane] ?? NaN;
