/**
 * Ratios, shares, counts, sizes of memory and rates as text, and back to nothing: text is never parsed.
 * Undefined is a dash, never 0.
 */
import { groupDigits, noValue, thinSpace } from './duration';

const usable = (value: number | null): value is number => value !== null && Number.isFinite(value);

/** `1.00×`, `3.5×`, `24×`: two decimals below 2, one below 10, then none. A ratio is always of times. */
export const formatRatio = (ratio: number | null): string => {
  if (!usable(ratio)) return noValue;
  const digits = ratio < 1.995 ? 2 : ratio < 9.95 ? 1 : 0;
  return `${groupDigits(ratio.toFixed(digits))}×`;
};

/** A share as `4.2 %`; 0.042 in. `sign`: also a plus before what is above zero, as for differences. */
export const formatPercent = (share: number | null, sign = false): string => {
  if (!usable(share)) return noValue;
  const percent = share * 100;
  const text = groupDigits(percent.toFixed(Math.abs(percent) < 99.95 ? 1 : 0)).replace(
    /^−(0(?:\.0)?)$/,
    '$1',
  );
  return `${sign && percent > 0 && !/^0(?:\.0)?$/.test(text) ? '+' : ''}${text}${thinSpace}%`;
};

/** Whole numbers: `1 048 576` with thin spaces. */
export const formatCount = (count: number | null): string =>
  usable(count) ? groupDigits(Math.round(count).toFixed(0)) : noValue;

const scaled = (value: number, base: number, units: readonly string[]): string => {
  let rest = value;
  let place = 0;
  // Up to where rounding to whole numbers would give `base` of the smaller unit.
  while (Math.abs(rest) >= base - 0.5 && place < units.length - 1) {
    rest /= base;
    place += 1;
  }
  const size = Math.abs(rest);
  const digits = Number.isInteger(rest) || size >= 99.95 ? 0 : size >= 9.995 ? 1 : 2;
  return `${groupDigits(rest.toFixed(digits))}${thinSpace}${units[place] ?? ''}`;
};

/** Powers of 1024: `48 KiB`, `139.8 GiB`. */
export const formatBytes = (bytes: number | null): string =>
  usable(bytes) ? scaled(bytes, 1024, ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB']) : noValue;

export type RateUnit = 'FLOP/s' | 'B/s' | 'Hz';

/** Powers of 1000 of a base-unit rate: `64.5 TFLOP/s`, `4.12 GB/s`, `2.60 GHz`. */
export const formatRate = (rate: number | null, unit: RateUnit): string =>
  usable(rate)
    ? scaled(
        rate,
        1000,
        ['', 'k', 'M', 'G', 'T', 'P'].map((prefix) => `${prefix}${unit}`),
      )
    : noValue;

/** The number of giga-units alone, for columns headed GFLOP/s and GB/s. */
export const formatGiga = (rate: number | null): string => {
  if (!usable(rate)) return noValue;
  const value = rate / 1e9;
  const digits = value >= 99.95 ? 0 : value >= 9.995 ? 1 : value >= 0.01 || value === 0 ? 2 : 5;
  return groupDigits(value.toFixed(digits));
};
