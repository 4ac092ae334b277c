/**
 * The result table of one device: columns, cells as text, sorting, and the same as text to copy. Numbers
 * stay numbers until the cell; what is not defined sorts last and shows as a dash.
 */
import type { ResultRow } from '@shared/domain/rows';
import { localLabel } from '@shared/domain/sizes';
import {
  chooseUnit,
  formatCount,
  formatDurationValue,
  formatGiga,
  formatPercent,
  formatRatio,
  noValue,
  type DurationUnit,
} from '@shared/text';
import { compareSizes } from '@renderer/charts/size-axis';
import { outcomeWords } from './outcome-model';
import type { ResultWords } from './result-text';

export const columnNames = [
  'local',
  'median',
  'min',
  'interval',
  'cv',
  'n',
  'gflops',
  'gbps',
  'relative',
  'outcome',
] as const;
export type ColumnName = (typeof columnNames)[number];

export interface SortOrder {
  readonly column: ColumnName;
  readonly descending: boolean;
}

/** The unit of a table's times: that of the lowest median. */
export const tableUnit = (rows: readonly ResultRow[]): DurationUnit => {
  const medians = rows.flatMap((row) => row.summary.median ?? []);
  return chooseUnit(medians.length === 0 ? null : Math.min(...medians));
};

/** Columns that have a value in some row; rates only where the sweep states the work. */
export const usedColumns = (rows: readonly ResultRow[]): readonly ColumnName[] =>
  columnNames.filter((name) => {
    if (name === 'gflops') return rows.some((row) => row.summary.flopsRate !== null);
    if (name === 'gbps') return rows.some((row) => row.summary.bytesRate !== null);
    return true;
  });

const sortValue = (row: ResultRow, column: ColumnName): number | null => {
  const { summary } = row;
  switch (column) {
    case 'median':
      return summary.median;
    case 'min':
      return summary.min;
    case 'interval':
      return summary.ciLow === null || summary.ciHigh === null
        ? null
        : summary.ciHigh - summary.ciLow;
    case 'cv':
      return summary.relativeNoise;
    case 'n':
      return summary.n;
    case 'gflops':
      return summary.flopsRate;
    case 'gbps':
      return summary.bytesRate;
    case 'relative':
      return row.relative;
    case 'outcome':
      return { measured: 0, skipped: 2, failed: 3, none: 1 }[row.outcome?.kind ?? 'none'];
    case 'local':
      return null;
  }
};

/** A sorted copy. Rows without a value come last in both directions; equal rows go by size. */
export const sortRows = (rows: readonly ResultRow[], order: SortOrder): readonly ResultRow[] => {
  const sign = order.descending ? -1 : 1;
  const bySize = (a: ResultRow, b: ResultRow): number =>
    compareSizes(a.configuration.local, b.configuration.local);
  return rows.toSorted((a, b) => {
    if (order.column === 'local') return sign * bySize(a, b);
    const [left, right] = [sortValue(a, order.column), sortValue(b, order.column)];
    if (left === null || right === null) {
      return left === right ? bySize(a, b) : left === null ? 1 : -1;
    }
    return sign * (left - right) || bySize(a, b);
  });
};

/** A cell's text; `unit` is that of the column's head. */
export const cellText = (row: ResultRow, column: ColumnName, unit: DurationUnit): string => {
  const { summary } = row;
  switch (column) {
    case 'local':
      return localLabel(row.configuration.local);
    case 'median':
      return formatDurationValue(summary.median, unit);
    case 'min':
      return formatDurationValue(summary.min, unit);
    case 'interval':
      return summary.ciLow === null || summary.ciHigh === null
        ? noValue
        : `${formatDurationValue(summary.ciLow, unit)} … ${formatDurationValue(summary.ciHigh, unit)}`;
    case 'cv':
      return formatPercent(summary.relativeNoise);
    case 'n':
      return summary.n === 0 ? noValue : formatCount(summary.n);
    case 'gflops':
      return formatGiga(summary.flopsRate);
    case 'gbps':
      return formatGiga(summary.bytesRate);
    case 'relative':
      return formatRatio(row.relative);
    case 'outcome':
      return '';
  }
};

/** Head of a column with its unit. */
export const columnHead = (column: ColumnName, unit: DurationUnit, words: ResultWords): string =>
  words.text(`column.${column}`, { unit });

/** The table as tab-separated text for the clipboard, thin spaces taken out of the numbers. */
export const tableAsText = (
  rows: readonly ResultRow[],
  columns: readonly ColumnName[],
  words: ResultWords,
): string => {
  const unit = tableUnit(rows);
  const outcome = (row: ResultRow): string => {
    const { word, notes } = outcomeWords(row, words);
    return [word, ...notes].join(' · ');
  };
  const lines = rows.map((row) =>
    columns.map((column) =>
      column === 'outcome' ? outcome(row) : cellText(row, column, unit).replaceAll('\u2009', ''),
    ),
  );
  return [columns.map((column) => columnHead(column, unit, words)), ...lines]
    .map((cells) => cells.join('\t'))
    .join('\n');
};
