/**
 * The bounds of a sweep as fields: what each shows, and what a text in it means. Decides by the limits that
 * the main process checks too; refuses what is no number or outside them. Pure.
 */
import { defaultMeasureOptions, type MeasureOptions } from '@shared/domain/sweep';

export type BoundName = 'target' | 'maxSamples' | 'maxSeconds' | 'timeoutSeconds' | 'seed';

export interface BoundField {
  readonly name: BoundName;
  /** May be left empty: then it is worked out. */
  readonly optional: boolean;
  readonly show: (options: MeasureOptions) => string;
}

export const boundFields: readonly BoundField[] = [
  // 0.015 · 100 is not 1.5 in binary.
  {
    name: 'target',
    optional: false,
    show: ({ target }) => String(Number((target * 100).toFixed(6))),
  },
  { name: 'maxSamples', optional: false, show: ({ maxSamples }) => String(maxSamples) },
  { name: 'maxSeconds', optional: false, show: ({ maxSeconds }) => String(maxSeconds) },
  {
    name: 'timeoutSeconds',
    optional: true,
    show: ({ timeoutSeconds }) => (timeoutSeconds === null ? '' : String(timeoutSeconds)),
  },
  { name: 'seed', optional: false, show: ({ seed }) => String(seed) },
];

const between = (value: number, low: number, high: number): boolean =>
  value >= low && value <= high;
const longestSeconds = 86_400;

/** The change that a text in a field asks for; null: it cannot be taken. Target is in percent. */
export const readBound = (
  name: BoundName,
  written: string,
  options: MeasureOptions,
): Partial<MeasureOptions> | null => {
  const wanted = written.trim().replace(/\s*%$/, '');
  if (wanted === '') return name === 'timeoutSeconds' ? { timeoutSeconds: null } : null;
  const value = Number(wanted);
  if (!Number.isFinite(value)) return null;
  switch (name) {
    case 'target':
      return value > 0 && value < 100 ? { target: value / 100 } : null;
    case 'maxSamples':
      // Fewer than the least would contradict it, so the least follows.
      return Number.isInteger(value) && between(value, 1, 100_000)
        ? {
            maxSamples: value,
            minSamples: Math.min(
              value,
              Math.max(options.minSamples, defaultMeasureOptions.minSamples),
            ),
          }
        : null;
    case 'maxSeconds':
      return value > 0 && value <= longestSeconds ? { maxSeconds: value } : null;
    case 'timeoutSeconds':
      return value > 0 && value <= longestSeconds ? { timeoutSeconds: value } : null;
    case 'seed':
      return Number.isSafeInteger(value) ? { seed: value } : null;
  }
};

const compared = [
  'restore',
  'verify',
  'cold',
  'target',
  'maxSamples',
  'maxSeconds',
  'timeoutSeconds',
  'seed',
] as const;

/** How many of the options are not as they are by default. */
export const changedOptions = (options: MeasureOptions): number =>
  compared.filter((name) => options[name] !== defaultMeasureOptions[name]).length;
