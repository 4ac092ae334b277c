/**
 * Our CSV read back to the same numbers. Decides by column name, so that later columns and other orders do
 * no harm; refuses, with line and column, what is not ours: missing columns, cells of the wrong kind,
 * files beyond the bounds.
 */
import Papa from 'papaparse';
import type { ConfigurationColumn, LaunchColumn } from './csv-format';
import { configurationColumns, launchColumns, unguardText } from './csv-format';
import type { Problem, ProblemParams } from './problem';
import { problem } from './problem';
import type { ImportReason } from './problem-reasons';
import type { Result } from './result';
import { err, ok } from './result';

/** Columns by what their cells hold; all others are text. */
const integerColumns = [
  'global_x',
  'global_y',
  'global_z',
  'launched_x',
  'launched_y',
  'launched_z',
  'local_x',
  'local_y',
  'local_z',
  'n',
  'batch_k',
  'chosen_x',
  'chosen_y',
  'chosen_z',
  'round',
  'index',
] as const;
const numberColumns = [
  'median_ns',
  'min_ns',
  'mean_ns',
  'sd_ns',
  'q1_ns',
  'q3_ns',
  'gflops',
  'gbps',
  'ci_low_ns',
  'ci_high_ns',
  'mad_ns',
  'build_ns',
  'first_launch_ns',
  'peak_gflops_share',
  'peak_gbps_share',
  'queue_ns',
  'submit_ns',
  'run_ns',
  'wall_ns',
] as const;
const booleanColumns = [
  'local_is_null',
  'lane_shared',
  'in_tie_set',
  'in_plateau',
  'verified',
  'outlier',
] as const;

type NumberColumn = (typeof integerColumns)[number] | (typeof numberColumns)[number];
type BooleanColumn = (typeof booleanColumns)[number];

/** A cell as its column's kind; null is an empty cell (or a column that an older file does not have). */
type CellOf<Column extends string> = Column extends NumberColumn
  ? number | null
  : Column extends BooleanColumn
    ? boolean | null
    : string | null;

export type ConfigurationCsvRow = { readonly [C in ConfigurationColumn]: CellOf<C> };
export type LaunchCsvRow = { readonly [C in LaunchColumn]: CellOf<C> };

/** Bounds: what one run of the product can write, with room. */
export const csvLimits = { characters: 256 * 2 ** 20, rows: 2_000_000, columns: 200 } as const;

/** Columns without which a row says nothing; the contract's later ones may be missing. */
const requiredOfConfigurations: readonly ConfigurationColumn[] = configurationColumns.slice(
  0,
  configurationColumns.indexOf('ci_low_ns'),
);

const isOneOf = (list: readonly string[], column: string): boolean => list.includes(column);

const decimal = /^-?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

const readCell = (
  column: string,
  cell: string,
):
  | { readonly value: string | number | boolean | null }
  | { readonly wanted: string; readonly reason: ImportReason } => {
  if (cell === '') return { value: null };
  const isInteger = isOneOf(integerColumns, column);
  if (isInteger || isOneOf(numberColumns, column)) {
    const value = Number(cell);
    const fits = decimal.test(cell) && Number.isFinite(value);
    if (!fits) return { wanted: 'a number', reason: 'csv-number' };
    return isInteger && !Number.isSafeInteger(value)
      ? { wanted: 'a whole number', reason: 'csv-whole' }
      : { value };
  }
  if (isOneOf(booleanColumns, column)) {
    // Spreadsheets write TRUE and FALSE when they save what they read.
    const word = cell.toLowerCase();
    return word === 'true' || word === 'false'
      ? { value: word === 'true' }
      : { wanted: 'true or false', reason: 'csv-boolean' };
  }
  return { value: unguardText(cell) };
};

/** What all readers of our CSV refuse with. */
export const refuseCsv = (
  reason: ImportReason,
  message: string,
  advice: string,
  params: ProblemParams = {},
): Result<never, Problem> => err(problem('run-unreadable', message, advice, params, reason));

const exportAgain = 'Export the run again as CSV, or look at that place of the file.';

/** What an error shows of a stranger's text. */
const shown = (text: string): string =>
  JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);

type Table = Result<
  { readonly head: readonly string[]; readonly body: readonly string[][] },
  Problem
>;

const readTable = (text: string): Table => {
  if (text.length > csvLimits.characters) {
    return refuseCsv(
      'csv-long',
      `The CSV has ${text.length} characters; at most ${csvLimits.characters} are read.`,
      'Export fewer runs into one file.',
      { length: text.length, most: csvLimits.characters },
    );
  }
  const plain = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const parsed = Papa.parse<string[]>(plain, {
    delimiter: ',',
    header: false,
    skipEmptyLines: true,
    preview: csvLimits.rows + 2,
  });
  const fault = parsed.errors[0];
  if (fault !== undefined) {
    const row = (fault.row ?? 0) + 1;
    return refuseCsv(
      'csv-broken',
      `The CSV is broken near row ${row}: ${fault.message}.`,
      exportAgain,
      { row },
    );
  }
  const [head, ...body] = parsed.data;
  if (head === undefined) return refuseCsv('csv-empty', 'The CSV is empty.', exportAgain);
  if (body.length > csvLimits.rows) {
    return refuseCsv(
      'csv-rows',
      `The CSV has more than ${csvLimits.rows} rows.`,
      'Export fewer runs into one file.',
      { most: csvLimits.rows },
    );
  }
  if (head.length > csvLimits.columns) {
    return refuseCsv(
      'csv-columns',
      `The CSV has ${head.length} columns; at most ${csvLimits.columns} are read.`,
      exportAgain,
      { columns: head.length, most: csvLimits.columns },
    );
  }
  return ok({ head, body });
};

const readRows = (
  text: string,
  columns: readonly string[],
  required: readonly string[],
): Result<readonly Readonly<Record<string, string | number | boolean | null>>[], Problem> => {
  const table = readTable(text);
  if (!table.ok) return table;
  const { head, body } = table.value;
  const missing = required.filter((column) => !head.includes(column));
  if (missing.length > 0) {
    const some = missing.slice(0, 5).join(', ');
    return refuseCsv(
      'csv-lacks',
      `The CSV lacks the column ${some}${missing.length > 5 ? ' and others' : ''}.`,
      'Only files that NDRange Workbench wrote can be read, in the same form.',
      { columns: `${some}${missing.length > 5 ? ' …' : ''}` },
    );
  }
  const twice = columns.find((column) => head.indexOf(column) !== head.lastIndexOf(column));
  if (twice !== undefined) {
    const message = `The CSV has the column ${twice} twice.`;
    return refuseCsv('csv-twice', message, exportAgain, { column: twice });
  }
  const places = columns.map((column) => ({ column, place: head.indexOf(column) }));
  const rows: Record<string, string | number | boolean | null>[] = [];
  for (const [at, cells] of body.entries()) {
    if (cells.length !== head.length) {
      return refuseCsv(
        'csv-cells',
        `Row ${at + 2} of the CSV has ${cells.length} cells instead of ${head.length}.`,
        exportAgain,
        { row: at + 2, has: cells.length, wanted: head.length },
      );
    }
    const row: Record<string, string | number | boolean | null> = {};
    for (const { column, place } of places) {
      const cell = place === -1 ? '' : (cells[place] ?? '');
      const read = readCell(column, cell);
      if ('wanted' in read) {
        return refuseCsv(
          read.reason,
          `Row ${at + 2}, column ${column} of the CSV is ${shown(cell)} and not ${read.wanted}.`,
          exportAgain,
          { row: at + 2, column, cell: cell.slice(0, 40) },
        );
      }
      row[column] = read.value;
    }
    rows.push(row);
  }
  return ok(rows);
};

/**
 * The rows of a file that `configurationsCsv` wrote. Columns beyond the contract's first ones may be
 * missing (null then); unknown ones are passed over. Problem: run-unreadable, with the place.
 */
export const parseConfigurationsCsv = (
  text: string,
): Result<readonly ConfigurationCsvRow[], Problem> =>
  // Each column went through readCell by its kind, which is what CellOf says of it.
  readRows(text, configurationColumns, requiredOfConfigurations) as Result<
    readonly ConfigurationCsvRow[],
    Problem
  >;

/** The rows of a file that `launchesCsv` wrote. Problem: run-unreadable, with the place. */
export const parseLaunchesCsv = (text: string): Result<readonly LaunchCsvRow[], Problem> =>
  readRows(text, launchColumns, launchColumns) as Result<readonly LaunchCsvRow[], Problem>;
