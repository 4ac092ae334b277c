/**
 * Durations as text. Decides units and decimals; the figures stay in ns everywhere else. Undefined is a
 * dash, never 0.
 */
export type DurationUnit = 'ns' | 'µs' | 'ms' | 's';

/** Thin space, before units and between thousands. */
export const thinSpace = '\u2009';
/** Stands for what is not defined. */
export const noValue = '–';
const minus = '−';

const nsPer: Readonly<Record<DurationUnit, number>> = { ns: 1, µs: 1e3, ms: 1e6, s: 1e9 };

/** Digits with thin spaces between thousands and a real minus sign. */
export const groupDigits = (text: string): string => {
  const [whole = '', fraction] = text.replace('-', minus).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, thinSpace);
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
};

/** The unit in which a time of this size is read most easily: 999.9 µs, then ms. */
export const chooseUnit = (typicalNs: number | null): DurationUnit => {
  const size = Math.abs(typicalNs ?? 0);
  // The limits are where rounding would give 1000 of the smaller unit.
  if (size < 999.5) return 'ns';
  if (size < 999_950) return 'µs';
  return size < 999.995e6 ? 'ms' : 's';
};

const decimals = (value: number, unit: DurationUnit): number => {
  const size = Math.abs(value);
  if (unit === 'ns') return Number.isInteger(value) || size >= 100 ? 0 : 1;
  if (size < 99.995) return size !== 0 && size < 0.1 ? 4 : 2;
  return size < 999.95 ? 1 : 0;
};

/** The number alone, for columns whose head names the unit. */
export const formatDurationValue = (ns: number | null, unit: DurationUnit): string => {
  if (ns === null || !Number.isFinite(ns)) return noValue;
  const value = ns / nsPer[unit];
  return groupDigits(value.toFixed(decimals(value, unit)));
};

/**
 * `12.80 µs`, `165.0 µs`, `1.76 ms`: two decimals below 100, then one, in `unit` or the unit that fits.
 * One series takes one unit: `chooseUnit` of its typical value.
 */
export const formatDuration = (ns: number | null, unit?: DurationUnit): string => {
  if (ns === null || !Number.isFinite(ns)) return noValue;
  const shown = unit ?? chooseUnit(ns);
  return `${formatDurationValue(ns, shown)}${thinSpace}${shown}`;
};
