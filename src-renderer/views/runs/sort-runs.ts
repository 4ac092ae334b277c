/**
 * In which order the history lists its runs. Recorded examples stand behind the user's own in every order;
 * what a row does not have (the date of a file that cannot be read) stands last in either direction. Equals
 * stay as they came: newest first. Pure.
 */
import type { RunPhase, RunSummary } from '@shared/domain/run-types';
import type { RunColumn, RunOrder } from '@renderer/stores/run-order';
import type { RunRowModel } from './run-row';

/** `20261129-213016-…` as makeRunId writes it (UTC): when a file began that does not say so itself. */
const timeInName = /^(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)-/;

/** ms since 1970; null: not known. */
const timeOf = ({ startedAt, run }: RunSummary): number | null => {
  const said = Date.parse(startedAt);
  if (!Number.isNaN(said)) return said;
  const named = Date.parse(run.replace(timeInName, '$1-$2-$3T$4:$5:$6Z ').split(' ')[0] ?? '');
  return Number.isNaN(named) ? null : named;
};

/** What went well first. */
const phases: Readonly<Record<RunPhase, number>> = {
  running: 0,
  finished: 1,
  cancelled: 2,
  interrupted: 3,
  failed: 4,
};

/** The place of every distinct text. Runs are many, kernels and devices few: each is compared once. */
const placesOf = (texts: readonly string[]): ReadonlyMap<string, number> => {
  const { compare } = new Intl.Collator('en');
  return new Map([...new Set(texts)].toSorted(compare).map((value, place) => [value, place]));
};

/** Numbers to sort by; null: the row has none. */
const keysOf = (rows: readonly RunRowModel[], column: RunColumn): readonly (number | null)[] => {
  const byText = (textOf: (row: RunRowModel) => string): readonly (number | null)[] => {
    const texts = rows.map(textOf);
    const places = placesOf(texts);
    return texts.map((value) => (value === '' ? null : (places.get(value) ?? null)));
  };
  switch (column) {
    case 'date':
      return rows.map(({ run }) => timeOf(run));
    case 'kernel':
      return byText(({ run }) => run.kernel || run.run);
    case 'devices':
      return byText(({ devices }) => devices);
    case 'measured':
      return rows.map(({ run }) => (run.problem === null ? run.measured : null));
    case 'result':
      return rows.map(({ run }) => (run.problem === null ? phases[run.phase] : null));
  }
};

/** @param rows newest first */
export const sortRuns = (rows: readonly RunRowModel[], order: RunOrder): readonly RunRowModel[] => {
  const keys = keysOf(rows, order.column);
  const sign = order.descending ? -1 : 1;
  return rows
    .map((row, at) => ({ row, key: keys[at] ?? null, isOwn: row.recorded === '' }))
    .toSorted((a, b) => {
      if (a.isOwn !== b.isOwn) return a.isOwn ? -1 : 1;
      if (a.key === null || b.key === null) return Number(a.key === null) - Number(b.key === null);
      return sign * (a.key - b.key);
    })
    .map(({ row }) => row);
};
