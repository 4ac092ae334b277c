/**
 * A figure of the bench: a value, the bound that it has to keep, and whether it does. Decides how a bound is
 * judged and written; refuses to let a figure hold whose value is missing.
 */
export type Bound =
  | { readonly atMost: number }
  | { readonly atLeast: number }
  | { readonly from: number; readonly to: number };

/** One line of the output; `holds` is the verdict. */
export interface Figure {
  readonly name: string;
  readonly value: number | null;
  readonly unit: string;
  /** `≤ 1.5`, `0.97 … 1.03` */
  readonly bound: string;
  readonly holds: boolean;
  /** What a reader needs beside the value: interval, upper bound, both sides of a ratio. */
  readonly note: string;
}

export interface NotRun {
  readonly name: string;
  readonly why: string;
}

export interface Report {
  readonly figures: readonly Figure[];
  readonly notRun: readonly NotRun[];
}

export const boundText = (bound: Bound): string => {
  if ('atMost' in bound) return `≤ ${bound.atMost}`;
  if ('atLeast' in bound) return `≥ ${bound.atLeast}`;
  return `${bound.from} … ${bound.to}`;
};

export const keeps = (value: number, bound: Bound): boolean => {
  if ('atMost' in bound) return value <= bound.atMost;
  if ('atLeast' in bound) return value >= bound.atLeast;
  return value >= bound.from && value <= bound.to;
};

/** `also`: a condition beyond the bound, such as that the comparison was not void. */
export const figure = (
  name: string,
  value: number | null,
  unit: string,
  bound: Bound,
  note = '',
  also = true,
): Figure => ({
  name,
  value,
  unit,
  bound: boundText(bound),
  holds: also && value !== null && Number.isFinite(value) && keeps(value, bound),
  note,
});

export const notRun = (name: string, why: string): NotRun => ({ name, why });

/** What a group of figures gave; the bench adds the groups up. */
export const reportOf = (...entries: readonly (Figure | NotRun)[]): Report => ({
  figures: entries.filter((entry): entry is Figure => 'holds' in entry),
  notRun: entries.filter((entry): entry is NotRun => 'why' in entry),
});
