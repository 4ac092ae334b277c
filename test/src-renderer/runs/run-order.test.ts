import { describe, expect, it } from 'vitest';
import { summarizeRun } from '@shared/domain/run';
import type { RunSummary } from '@shared/domain/run-types';
import { idsBetween, useRunChoice } from '@renderer/views/runs/run-choice';
import {
  newestFirst,
  nextOrder,
  runOrderFrom,
  type RunColumn,
  type RunOrder,
} from '@renderer/stores/run-order';
import { sortRuns } from '@renderer/views/runs/sort-runs';
import type { RunRowModel } from '@renderer/views/runs/run-row';
import { buildRun } from '../../support/run-builder';

const summary = summarizeRun(buildRun('device H200\n64: 1 2'));
const row = (run: string, more: Partial<RunSummary> = {}, recorded = ''): RunRowModel => ({
  run: { ...summary, run, ...more },
  started: '',
  phase: '',
  title: '',
  devices: (more.devices ?? []).join(', '),
  isResumable: false,
  recorded,
});
const day = (number: number): Partial<RunSummary> => ({
  startedAt: `2026-11-${String(number).padStart(2, '0')}T00:00:00.000Z`,
});
const broken = { startedAt: '', kernel: '', devices: [], problem: 'Line 3 is damaged.' };

/** As the store lists them. */
const rows = [
  row('e', { ...day(5), kernel: 'saxpy', devices: ['PoCL'], measured: 2, phase: 'failed' }),
  row('20261104-120000-x-0001', broken),
  row('c', { ...day(3), kernel: 'dot', devices: ['H200'], measured: 30, phase: 'finished' }),
  row('b', { ...day(2), kernel: 'saxpy', devices: ['H200'], measured: 9, phase: 'cancelled' }),
  row('a', { ...day(1), kernel: 'Norm', devices: ['PoCL'], measured: 9, phase: 'interrupted' }),
  row('nothing', broken),
  row('recorded', { ...day(9), kernel: 'aaa', devices: ['A'] }, 'Recorded on A.'),
];
const sorted = (column: RunColumn, descending: boolean): string =>
  sortRuns(rows, { column, descending })
    .map(({ run }) => run.run.replace(/^2026.*/, 'd'))
    .join(' ');

describe('the order of the history', () => {
  it('is by date, by the file name where the file does not say, what has no date last', () => {
    expect(sorted('date', true)).toBe('e d c b a nothing recorded');
    expect(sorted('date', false)).toBe('a b c d e nothing recorded');
  });

  it.each([
    ['kernel', false, 'd c a nothing e b recorded'],
    ['devices', false, 'c b e a d nothing recorded'],
    ['devices', true, 'e a c b d nothing recorded'],
    ['measured', true, 'c b a e d nothing recorded'],
    ['result', false, 'c b a e d nothing recorded'],
    ['result', true, 'e a b c d nothing recorded'],
  ] as const)('by %s, descending: %s', (column, descending, expected) => {
    expect(sorted(column, descending)).toBe(expected);
  });

  it('turns at the second click, and begins with what a column is mostly wanted for', () => {
    expect(nextOrder(newestFirst, 'date')).toEqual({ column: 'date', descending: false });
    expect(nextOrder(newestFirst, 'kernel')).toEqual({ column: 'kernel', descending: false });
    expect(nextOrder(newestFirst, 'measured')).toEqual({ column: 'measured', descending: true });
  });

  it.each([null, 'date', {}, { column: 'size', descending: true }, { column: 'date' }])(
    'is newest first when what was stored is %j',
    (value) => expect(runOrderFrom(value)).toEqual(newestFirst),
  );

  it('sorts 5000 runs that all differ within 50 ms', () => {
    const many = Array.from({ length: 5000 }, (_, at) => {
      const name = `${String((at * 7919) % 5000)} kernel`;
      return row(name, { ...day((at % 28) + 1), kernel: name, devices: [name], measured: at % 97 });
    });
    const time = (order: RunOrder): number => {
      const start = performance.now();
      sortRuns(many, order);
      return performance.now() - start;
    };
    for (const column of ['date', 'kernel', 'devices', 'measured', 'result'] as const) {
      // The best of a few: other programs have the processor too.
      const best = Math.min(...[1, 2, 3, 4, 5].map(() => time({ column, descending: false })));
      expect.soft(best, column).toBeLessThan(50);
    }
  });
});

describe('choosing a range', () => {
  const ids = ['a', 'b', 'c', 'd', 'e'];

  it('has all between two runs, whichever was clicked first, else only the clicked one', () => {
    expect(idsBetween(ids, 'b', 'd')).toEqual(['b', 'c', 'd']);
    expect(idsBetween(ids, 'd', 'b')).toEqual(['b', 'c', 'd']);
    expect(idsBetween(ids, null, 'b')).toEqual(['b']);
    expect(idsBetween(ids, 'gone', 'b')).toEqual(['b']);
  });

  it('chooses from the last one to this one in the order that is shown, and takes them back', () => {
    const { chosen, choose, clear } = useRunChoice();
    choose('b', true, { ids, extend: false });
    choose('d', true, { ids, extend: true });
    expect([...chosen.value]).toEqual(['b', 'c', 'd']);
    choose('b', false, { ids: ['d', 'b', 'a', 'c'], extend: true });
    expect([...chosen.value]).toEqual(['c']);
    clear();
    choose('e', true, { ids, extend: true });
    expect([...chosen.value]).toEqual(['e']);
  });
});
