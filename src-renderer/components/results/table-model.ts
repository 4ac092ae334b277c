/**
 * The result table of one device: columns, cells as text, sorting. Numbers
 * stay numbers until the cell; what is not defined sorts last and shows as a dash.
 */
import type { ResultRow } from '@shared/domain/rows';
import { timeSources } from '@shared/domain/sample';
import { localLabel } from '@shared/domain/sizes';
import {
  chooseUnit,
  formatCount,
  formatDuration,
  formatDurationValue,
  formatGiga,
  formatPercent,
  formatRatio,
  noValue,
  type DurationUnit,
} from '@shared/text';
import { compareSizes } from '@renderer/charts/size-axis';
import type { ResultWords } from './result-text';

export const columnNames = [
  'local',
  'median',
  'min',
  'mean',
  'interval',
  'cv',
  'mad',
  'n',
  'rounds',
  'gflops',
  'gbps',
  'relative',
  'peakGflops',
  'peakGbps',
  'source',
  'firstLaunch',
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

/** Columns that are shown without being asked for; rates and shares where there are any. */
const usual: ReadonlySet<ColumnName> = new Set([
  'local',
  'median',
  'min',
  'interval',
  'cv',
  'n',
  'gflops',
  'gbps',
  'relative',
  'peakGflops',
  'peakGbps',
  'outcome',
]);

/** Columns that no choice takes away. */
export const fixedColumns: ReadonlySet<ColumnName> = new Set(['local', 'outcome']);

const hasValues = (name: ColumnName, rows: readonly ResultRow[]): boolean => {
  if (name === 'gflops') return rows.some((row) => row.summary.flopsRate !== null);
  if (name === 'gbps') return rows.some((row) => row.summary.bytesRate !== null);
  if (name === 'peakGflops') return rows.some((row) => row.shares.compute !== null);
  if (name === 'peakGbps') return rows.some((row) => row.shares.bandwidth !== null);
  return true;
};

/** What the user said of columns; the others are as usual. */
export type ColumnChoice = Readonly<Partial<Record<ColumnName, boolean>>>;

/** Columns that can be had for these rows. */
export const offeredColumns = (rows: readonly ResultRow[]): readonly ColumnName[] =>
  columnNames.filter((name) => hasValues(name, rows));

/** Columns that belong to the table, in their order: copied too where they have no room. */
export const usedColumns = (
  rows: readonly ResultRow[],
  choice: ColumnChoice = {},
): readonly ColumnName[] =>
  offeredColumns(rows).filter(
    (name) => fixedColumns.has(name) || (choice[name] ?? usual.has(name)),
  );

/** Up to this width, px, a table does without some of its usual columns; they stay in CSV and copied text. */
const narrowWidth = 860;
const dispensable: ReadonlySet<ColumnName> = new Set(['interval', 'n']);

/** Whether a table of this width, px, has no room for a column that nobody asked for. */
export const isCrowdedOut = (name: ColumnName, choice: ColumnChoice, width: number): boolean =>
  width <= narrowWidth && dispensable.has(name) && choice[name] === undefined;

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
    case 'mean':
      return summary.mean;
    case 'mad':
      return summary.mad;
    case 'rounds':
      return summary.rounds;
    case 'peakGflops':
      return row.shares.compute;
    case 'peakGbps':
      return row.shares.bandwidth;
    case 'source':
      return summary.timeSource === null ? null : timeSources.indexOf(summary.timeSource);
    case 'firstLaunch':
      return row.firstLaunchNs;
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
export const cellText = (
  row: ResultRow,
  column: ColumnName,
  unit: DurationUnit,
  words: ResultWords,
): string => {
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
    case 'mean':
      return formatDurationValue(summary.mean, unit);
    case 'mad':
      return formatDurationValue(summary.mad, unit);
    case 'rounds':
      return summary.rounds === 0 ? noValue : formatCount(summary.rounds);
    case 'peakGflops':
      return formatPercent(row.shares.compute);
    case 'peakGbps':
      return formatPercent(row.shares.bandwidth);
    case 'source':
      return summary.timeSource === null ? noValue : words.text(`source.${summary.timeSource}`);
    case 'firstLaunch':
      return formatDuration(row.firstLaunchNs);
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
