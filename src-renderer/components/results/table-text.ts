/**
 * Rows of the table as tab-separated text for a spreadsheet: every shown column, times in ns, rates in
 * 10⁹ per second, nothing rounded. What is not defined is an empty cell.
 */
import type { ResultRow } from '@shared/domain/rows';
import { localLabel } from '@shared/domain/sizes';
import { outcomeWords } from './outcome-model';
import type { ResultWords } from './result-text';
import type { ColumnName } from './table-model';

type Cell = string | number | null;

const giga = (rate: number | null): number | null => (rate === null ? null : rate / 1e9);

/** Head and value of each text column that a column of the table becomes. */
const cellsOf = (
  column: ColumnName,
  row: ResultRow | null,
  words: ResultWords,
): readonly (readonly [string, Cell])[] => {
  const { text } = words;
  const summary = row?.summary ?? null;
  const head = text(`column.${column}`, { unit: 'ns' });
  switch (column) {
    case 'local':
      return [[head, row === null ? null : localLabel(row.configuration.local)]];
    case 'median':
    case 'min':
    case 'mean':
    case 'mad':
    case 'n':
    case 'rounds':
      return [[head, summary?.[column] ?? null]];
    case 'interval':
      return [
        [text('tsv.low'), summary?.ciLow ?? null],
        [text('tsv.high'), summary?.ciHigh ?? null],
      ];
    case 'cv':
      return [[head, summary?.relativeNoise ?? null]];
    case 'gflops':
      return [[head, giga(summary?.flopsRate ?? null)]];
    case 'gbps':
      return [[head, giga(summary?.bytesRate ?? null)]];
    case 'relative':
      return [[head, row?.relative ?? null]];
    case 'peakGflops':
      return [[head, row?.shares.compute ?? null]];
    case 'peakGbps':
      return [[head, row?.shares.bandwidth ?? null]];
    case 'source':
      return [[head, summary?.timeSource ? text(`source.${summary.timeSource}`) : null]];
    case 'firstLaunch':
      return [[text('tsv.firstLaunch'), row?.firstLaunchNs ?? null]];
    case 'outcome': {
      const told = row === null ? null : outcomeWords(row, words);
      return [[head, told === null ? null : [told.word, ...told.notes].join(' · ')]];
    }
  }
};

const line = (cells: readonly Cell[]): string =>
  cells.map((cell) => String(cell ?? '').replaceAll(/[\t\r\n]+/g, ' ')).join('\t');

/** The rows in the order given, under a line of heads. */
export const rowsAsText = (
  rows: readonly ResultRow[],
  columns: readonly ColumnName[],
  words: ResultWords,
): string => {
  const heads = columns.flatMap((column) => cellsOf(column, null, words).map(([head]) => head));
  const lines = rows.map((row) =>
    columns.flatMap((column) => cellsOf(column, row, words).map(([, cell]) => cell)),
  );
  return [heads, ...lines].map(line).join('\n');
};
