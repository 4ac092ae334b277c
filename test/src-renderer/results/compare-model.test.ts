// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { judge } from '@shared/domain/ranking';
import { deviceRows } from '@shared/domain/rows';
import type { Run } from '@shared/domain/run-types';
import { chartSeries } from '@renderer/components/results/series-model';
import {
  differencesAsText,
  differenceTable,
  sizesOnOneSide,
  whatDiffers,
} from '@renderer/views/compare/compare-model';
import type { ShownView } from '@renderer/views/results/shown-view';
import { buildRun } from '../../support/run-builder';
import { english } from './results-fixture';

const rounds = (ns: number): string =>
  Array.from({ length: 12 }, (_, round) => Math.round(ns * (1 + ((round % 3) - 1) * 0.001))).join(
    ' ',
  );

const viewsOf = (run: Run): readonly ShownView[] =>
  run.devices.map((state, slot) => {
    const rows = deviceRows(run, state);
    const shown = { slot, label: state.device.name, rows };
    return {
      ...shown,
      run,
      state,
      entry: {
        run: run.header.run,
        deviceKey: state.device.key,
        device: state.device,
        slot,
        own: true,
      },
      series: chartSeries(shown, english),
      verdict: { slot, label: shown.label, verdict: judge(run, state.device.key), live: false },
      limits: { device: null, kernel: null },
      peak: null,
      title: '',
    };
  });

const views = viewsOf(
  buildRun(`device A key=a driver=1
16: ${rounds(40000)}
64: ${rounds(10000)}
128: ${rounds(10000)}
auto: ${rounds(10000)}
device B key=b driver=2
16: ${rounds(40200)}
64: ${rounds(12000)}
128: ${rounds(9000)}
256: ${rounds(9000)}
device C key=c driver=2
16: ${rounds(20e6)}
64: ${rounds(34e6)}`),
);
const [a, , c] = views;

describe('the table of differences', () => {
  if (a === undefined || c === undefined) throw new Error('three devices were asked for');
  const table = differenceTable(views, a, english);
  const [base, near, far] = table.columns;

  it('puts a word and an interval to every size that both have', () => {
    expect(near?.manner).toBe('ratio');
    expect(near?.cells.get('16')).toMatchObject({ word: 'same', difference: '+0.5\u2009%' });
    expect(near?.cells.get('64')).toMatchObject({ word: 'slower', difference: '+20.0\u2009%' });
    expect(near?.cells.get('128')?.word).toBe('faster');
    expect(near?.cells.get('128')?.interval?.high).toBeLessThan(1);
  });

  it('says when only one side has a size', () => {
    expect(near?.cells.get('256')).toMatchObject({ word: null, intervalText: 'on one side only' });
    expect(near?.cells.has('auto')).toBe(false);
    expect(table.sizes.map((size) => size.label)).toEqual(['NULL', '16', '64', '128', '256']);
  });

  it('compares a device of another world with its own best', () => {
    expect(far?.manner).toBe('own');
    expect(far?.cells.get('16')).toMatchObject({ word: 'best', difference: '1.00×' });
    expect(far?.cells.get('64')).toMatchObject({ word: 'slower', difference: '1.70×' });
  });

  it('keeps the chosen baseline first', () => {
    expect(base?.manner).toBe('baseline');
    expect(differenceTable(views, c, english).columns[0]?.view.label).toBe('C');
  });

  it('copies as text with a head per column', () => {
    const lines = differencesAsText(table, english.text).split('\n');
    expect(lines[0]?.split('\t')).toHaveLength(1 + 2 + 4 + 4);
    expect(lines).toHaveLength(table.sizes.length + 1);
    expect(new Set(lines.map((line) => line.split('\t').length)).size).toBe(1);
  });
});

describe('what differs', () => {
  it('lists each fact once with a value per device', () => {
    const facts = new Map(whatDiffers(views, english.text).map((fact) => [fact.what, fact.values]));
    expect(facts.get('device')).toEqual(['A', 'B', 'C']);
    expect(facts.get('driver')).toEqual(['1', '2', '2']);
    expect(facts.has('source')).toBe(false);
  });
});

describe('sizes that not every side has', () => {
  const sides = viewsOf(
    buildRun(`device A key=a driver=1
16: ${rounds(40000)}
64: ${rounds(10000)}
2048: skipped exceeds-device-limit
device B key=b driver=2
16: ${rounds(40200)}
64: failed crashed
2048: ${rounds(9000)}
4096: ${rounds(9000)}`),
  );
  const [first] = sides;

  it('are named with the one that has them, apart from those that another one skipped', () => {
    expect(sizesOnOneSide(sides)).toEqual([{ slot: 1, label: 'B', sizes: ['4096'], more: 0 }]);
    expect(sizesOnOneSide(sides.slice(0, 1))).toEqual([]);
  });

  it('say in the table what became of them', () => {
    if (first === undefined) throw new Error('there are two sides');
    const [own, other] = differenceTable(sides, first, english).columns;
    expect(own?.cells.get('2048')?.absent).toBe('Skipped: over the device limit');
    expect(other?.cells.get('64')?.absent).toBe('Failed: crashed');
    expect(other?.cells.get('2048')).toMatchObject({ absent: '', median: '9.00' });
    expect(own?.planned.has('4096')).toBe(false);
    expect(other?.planned.has('4096')).toBe(true);
  });
});
