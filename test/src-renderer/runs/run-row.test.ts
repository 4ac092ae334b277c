import { describe, expect, it } from 'vitest';
import { summarizeRun } from '@shared/domain/run';
import { runEntries } from '@renderer/views/runs/run-entries';
import { runName, runRow, type RowTexts } from '@renderer/views/runs/run-row';
import { buildRun } from '../../support/run-builder';

const summary = summarizeRun(buildRun('device H200\n64: 1 2'));
const texts: RowTexts = {
  locale: 'zh-CN',
  date: (date) => date.toISOString().slice(0, 10),
  phase: (phase) => `<${phase}>`,
  recordedDevice: ({ device, driver }) => `${device} (${driver})`,
  recorded: ({ devices, date }) => `${devices} / ${date}`,
};

describe('a row of the history', () => {
  it('is called what somebody called it, else what the sweep is called in the language', () => {
    const titled = { ...summary, titleZh: '转置' };
    expect(runRow(titled, texts).title).toBe('转置');
    expect(runRow(titled, { ...texts, locale: 'en' }).title).toBe(summary.title);
    expect(runRow({ ...summary, titleZh: undefined }, texts).title).toBe(summary.title);
    const notes = { title: 'Mine', note: '', tags: [] };
    expect(runRow({ ...titled, notes }, texts).title).toBe('Mine');
    expect(runRow({ ...titled, notes: { ...notes, title: '' } }, texts).title).toBe('转置');
  });

  it('names each device once', () => {
    const devices = ['H200', 'PoCL', 'H200'];
    expect(runRow({ ...summary, devices }, texts).devices).toBe('2 × H200, PoCL');
  });

  it('says of a recorded run where it comes from, and offers no resume', () => {
    const cut = { ...summary, phase: 'interrupted' as const };
    expect(runRow(cut, texts)).toMatchObject({ recorded: '', isResumable: true });
    const devices = ['H200', 'H200', 'PoCL'];
    const recorded = { ...cut, devices, recorded: { drivers: ['580', '580', '5.0'] } };
    const row = runRow(recorded, texts);
    expect(row.devices).toBe('2 × H200 (580), PoCL (5.0)');
    expect(row.recorded).toBe(`${row.devices} / ${summary.startedAt.slice(0, 10)}`);
    expect(row.isResumable).toBe(false);
  });

  it('keeps a date that is none as it stands, and calls an unreadable run by its file', () => {
    const broken = { ...summary, startedAt: 'x', problem: 'damaged' };
    expect(runRow(broken, texts).started).toBe('x');
    expect(runName(runRow(broken, texts))).toBe(summary.run);
    expect(runRow(broken, texts).isResumable).toBe(false);
  });
});

describe('the context menu of a run', () => {
  const can = (row: ReturnType<typeof runRow>, canDiff = true) =>
    runEntries(row, { isCompared: false, canDiff }, (key) => key)
      .filter(({ disabled }) => disabled !== true)
      .map(({ id }) => id);

  it('offers what can be done with it and greys the rest', () => {
    expect(can(runRow(summary, texts))).toEqual([
      'open',
      'compare',
      'duplicate',
      'diff',
      'notes',
      'csv',
      'html',
      'pdf',
      'delete',
    ]);
    expect(can(runRow({ ...summary, phase: 'interrupted' }, texts))).toContain('resume');
    expect(can(runRow(summary, texts), false)).not.toContain('diff');
    expect(can(runRow({ ...summary, problem: 'Damaged.' }, texts))).toEqual(['notes', 'delete']);
    const recorded = { ...summary, recorded: { drivers: ['580'] } };
    expect(can(runRow(recorded, texts))).not.toContain('delete');
  });
});
