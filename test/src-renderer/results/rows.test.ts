import { describe, expect, it } from 'vitest';
import { asLeft, resultRows, type ResultRow } from '@shared/domain/rows';
import { outcomeWords } from '@renderer/components/results/outcome-model';
import { rowWindow } from '@renderer/components/results/row-window';
import { chartSeries } from '@renderer/components/results/series-model';
import { sideAsText, sideTable } from '@renderer/components/results/side-model';
import {
  cellText,
  sortRows,
  tableUnit,
  usedColumns,
} from '@renderer/components/results/table-model';
import { filterRows } from '@renderer/components/results/table-filter';
import { rowsAsText } from '@renderer/components/results/table-text';
import { shownLabels } from '@renderer/views/results/shown-view';
import { buildDevice, buildRun } from '../../support/run-builder';
import { chinese, english } from './results-fixture';

const rowsOf = (...args: Parameters<typeof buildRun>): readonly ResultRow[] =>
  resultRows(buildRun(...args));
const keys = (rows: readonly ResultRow[]): readonly string[] =>
  rows.map((row) => row.configuration.id);

const mixed = rowsOf(`64: 100000 101000
16: 400000 404000
2048: skipped exceeds-device-limit
auto: 100000 100000 -> 128
32: failed wrong-result 50 51
128: running 110000`);

const find = (key: string): ResultRow => {
  const row = mixed.find((candidate) => candidate.configuration.id === key);
  if (row === undefined) throw new Error(`no row ${key}`);
  return row;
};

describe('the result table', () => {
  it('sorts by size with NULL first, and by numbers with the undefined last both ways', () => {
    expect(keys(sortRows(mixed, { column: 'local', descending: false }))).toEqual([
      'auto',
      '16',
      '32',
      '64',
      '128',
      '2048',
    ]);
    const up = keys(sortRows(mixed, { column: 'relative', descending: false }));
    const down = keys(sortRows(mixed, { column: 'relative', descending: true }));
    expect(up[0]).toBe('auto');
    expect(down[0]).toBe('16');
    expect(up.slice(-2)).toEqual(['32', '2048']);
    expect(down.slice(-2)).toEqual(['32', '2048']);
  });

  it('takes one unit for the column and dashes for what is not defined', () => {
    expect(tableUnit(rowsOf('16: 47100\n64: 12800'))).toBe('µs');
    expect(cellText(find('64'), 'median', 'µs', english)).toBe('100.5');
    expect(cellText(find('2048'), 'median', 'µs', english)).toBe('–');
    expect(cellText(find('2048'), 'n', 'µs', english)).toBe('–');
    expect(cellText(find('64'), 'interval', 'µs', english)).toBe('–');
  });

  it('has columns of rates only where the sweep states the work', () => {
    expect(usedColumns(mixed)).not.toContain('gflops');
    const stated = rowsOf('64: 1000', { spec: { flopsPerItem: '2', global: [1000] } });
    expect(usedColumns(stated)).toContain('gflops');
    expect(cellText(stated[0] ?? find('64'), 'gflops', 'ns', english)).toBe('2.00');
  });

  it('copies what is listed in full precision, an empty cell for what is not defined', () => {
    const listed = sortRows(mixed, { column: 'median', descending: true });
    const lines = rowsAsText(listed, ['local', 'median', 'interval', 'outcome'], english)
      .split('\n')
      .map((line) => line.split('\t'));
    expect(lines[0]).toEqual([
      'Local size',
      'Median ns',
      '95 % interval low ns',
      '95 % interval high ns',
      'Outcome',
    ]);
    expect(lines[1]?.slice(0, 3)).toEqual(['16', '402000', '']);
    expect(lines.at(-1)).toEqual(['2048', '', '', '', 'Skipped · over the device limit']);
  });

  it('keeps the columns that were chosen, and those that no choice takes away', () => {
    const chosen = usedColumns(mixed, { cv: false, mean: true, local: false });
    expect(chosen).not.toContain('cv');
    expect(chosen.slice(0, 4)).toEqual(['local', 'median', 'min', 'mean']);
    expect(usedColumns(mixed)).not.toContain('mean');
  });

  it('lists the rows of an outcome, or those that a text is found in', () => {
    const listed = (outcome: 'all' | 'best' | 'skipped' | 'waiting', text = '') =>
      keys(filterRows(mixed, { outcome, text }, english));
    expect(listed('skipped')).toEqual(['2048']);
    expect(listed('waiting')).toEqual(['128']);
    expect(listed('best')).toContain('auto');
    expect(listed('best')).not.toContain('2048');
    expect(listed('all', 'WRONG result')).toEqual(['32']);
    expect(listed('all', '64')).toEqual(['64']);
    expect(filterRows(mixed, { outcome: 'all', text: ' ' }, english)).toBe(mixed);
    const shapes = rowsOf('16x8: 1 2\n8x8: 1 2');
    expect(keys(filterRows(shapes, { outcome: 'all', text: '16×' }, chinese))).toEqual(['16x8']);
  });
});

describe('an outcome in words', () => {
  it('has glyph, word and reason', () => {
    expect(outcomeWords(find('2048'), english)).toMatchObject({
      glyph: 'skipped',
      word: 'Skipped',
      notes: ['over the device limit'],
    });
    expect(outcomeWords(find('32'), english)).toMatchObject({
      glyph: 'cross',
      word: 'Failed',
      notes: ['wrong result', 'times are kept, never ranked'],
    });
    expect(outcomeWords(find('128'), english)).toMatchObject({
      glyph: 'running',
      notes: ['provisional'],
    });
    expect(outcomeWords(find('auto'), english).notes).toContain('driver chose 128');
    expect(outcomeWords(find('2048'), chinese).word).toBe('跳过');
  });

  it('does not say of a run that stopped that it is being measured', () => {
    const rows = asLeft(mixed);
    const left = rows.find((row) => row.configuration.id === '128');
    if (left === undefined) throw new Error('128 is one of the rows');
    expect(outcomeWords(left, english)).toMatchObject({
      glyph: 'skipped',
      word: 'Not ended',
      notes: ['provisional'],
    });
    expect(keys(filterRows(rows, { outcome: 'waiting', text: '' }, english))).toEqual(['128']);
    const ended = rows.filter((row) => row.outcome !== null);
    expect(ended.every((row) => row.left === undefined)).toBe(true);
  });

  it('says in which stage a size failed', () => {
    const failed = (stage: 'first-launch' | 'build', reason: 'timed-out' | 'build-failed') => ({
      ...find('32'),
      outcome: { kind: 'failed', reason, stage, message: 'As it was.' } as const,
    });
    const late = failed('first-launch', 'timed-out');
    expect(outcomeWords(late, english).notes).toContain('timed out at the first launch');
    expect(outcomeWords(late, chinese).notes).toContain('首次启动时超时');
    expect(outcomeWords(failed('build', 'build-failed'), english).notes).toContain('build failed');
  });

  it('names the limit when the outcome carries it', () => {
    const row: ResultRow = {
      ...find('2048'),
      outcome: {
        kind: 'skipped',
        reason: 'exceeds-device-limit',
        message: 'Too many.',
        detail: { limit: 1024 },
      },
    };
    expect(outcomeWords(row, english)).toMatchObject({
      notes: ['over the device limit, 1024'],
      sentence: 'Too many.',
    });
  });

  it('marks wall clock, padding and early stops', () => {
    const [row] = rowsOf('48: 100 101 @wall !far-from-best');
    if (row === undefined) throw new Error('one row was asked for');
    const { notes } = outcomeWords(row, english);
    expect(notes).toContain('wall clock');
    expect(notes).toContain('launched 1\u2009048\u2009608');
    expect(notes).toContain('stopped early, certainly far from the best');
  });
});

describe('series from rows', () => {
  const series = chartSeries({ slot: 0, label: 'A', rows: mixed }, english);

  it('never put failed or skipped sizes on the scale', () => {
    expect(series.points.map((point) => point.key)).toEqual(['64', '16', 'auto', '128']);
    expect(series.marks.map((mark) => [mark.key, mark.kind])).toEqual([
      ['2048', 'skipped'],
      ['32', 'failed'],
    ]);
  });

  it('know what is provisional and what waits', () => {
    expect(series.points.find((point) => point.key === '128')?.provisional).toBe(true);
    const [planned] = rowsOf('16: running', { open: true });
    const waiting = chartSeries({ slot: 0, label: 'A', rows: planned ? [planned] : [] }, english);
    expect(waiting.waiting).toEqual([[16]]);
    expect(waiting.points).toEqual([]);
  });

  it('recommend nothing while only one size is measured', () => {
    const rows = rowsOf('16: running 100 101\n64: running', { open: true });
    expect(chartSeries({ slot: 0, label: 'A', rows }, english).recommended).toBeUndefined();
  });
});

describe('devices side by side', () => {
  const run = buildRun(`device A key=a
16: 47100
64: 12800
device B key=b
16: 20000000
2048: 40000000
64: failed crashed`);
  const rows = resultRows(run);
  const table = sideTable(
    ['a', 'b'].map((key, slot) => ({
      slot,
      label: key,
      rows: rows.filter((row) => row.device.key === key),
    })),
    english,
  );

  it('have one line per size, own units and ratios to their own best', () => {
    expect(table.heads.map((head) => head.unit)).toEqual(['µs', 'ms']);
    expect(table.lines.map((line) => line.key)).toEqual(['16', '64', '2048']);
    expect(table.lines[0]?.cells.map((cell) => [cell.median, cell.relative])).toEqual([
      ['47.10', '3.7×'],
      ['20.00', '1.00×'],
    ]);
  });

  it('say why a cell has no time, and leave it empty where the size was not asked for', () => {
    expect(table.lines[1]?.cells[1]?.outcome?.word).toBe('Failed');
    expect(table.lines[2]?.cells[0]).toMatchObject({ median: '', outcome: null });
    expect(sideAsText(table, english).split('\n')[2]).toBe('64\t12.80\t1.00×\tFailed\t');
  });
});

describe('long tables', () => {
  it('keep only what can be seen in the document, with the heights of the rest', () => {
    expect(rowWindow(80, 25, 0, 400)).toEqual({ first: 0, last: 80, above: 0, below: 0 });
    const middle = rowWindow(10_000, 25, 100_000, 500);
    expect(middle.last - middle.first).toBeLessThan(100);
    expect(middle.above + middle.below + (middle.last - middle.first) * 25).toBe(250_000);
    const end = rowWindow(1000, 25, 1e9, 500);
    expect(end.last).toBe(1000);
    expect(end.below).toBe(0);
  });
});

describe('names of what is shown', () => {
  it('carry the time of the run only where a device is shown twice', () => {
    const [a, b] = [buildDevice({ name: 'A', key: 'a' }), buildDevice({ name: 'B', key: 'b' })];
    const startedAt = (run: string) =>
      run === 'r' ? '2026-11-29T21:30:00' : '2026-11-29T22:45:00';
    expect(
      shownLabels(
        [
          { device: a, run: 'r' },
          { device: b, run: 'r' },
          { device: a, run: 'q' },
        ],
        startedAt,
      ),
    ).toEqual(['A · 21:30', 'B', 'A · 22:45']);
  });
});
