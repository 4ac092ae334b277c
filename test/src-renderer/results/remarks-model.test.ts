import { describe, expect, it } from 'vitest';
import type { Run } from '@shared/domain/run-types';
import { deviceRemarks } from '@renderer/components/results/remarks-model';
import { buildRun } from '../../support/run-builder';
import { chinese, english } from './results-fixture';

const remarksOf = (run: Run, words = english) => {
  const [state] = run.devices;
  if (state === undefined) throw new Error('no device');
  return deviceRemarks(run, state, words);
};
const withTimer = (run: Run, timer: NonNullable<Run['devices'][number]['timer']>): Run => ({
  ...run,
  devices: run.devices.map((state) => ({ ...state, timer })),
});

describe('the remarks on a device', () => {
  const run = buildRun('64: 100 101 99 100 101 99 120 121 119 120');

  it('say which clock and why not the other, in both languages', () => {
    const fine = withTimer(run, { tickNs: 32, source: 'event', reason: 'trusted' });
    expect(remarksOf(fine).timer?.tone).toBe('neutral');
    expect(remarksOf(fine).timer?.text).toMatch(/steps of 32\u2009ns/);
    const doubtful = withTimer(run, { tickNs: null, source: 'wall', reason: 'constant' });
    expect(remarksOf(doubtful).timer).toEqual({
      tone: 'warn',
      text: 'wall clock, because its events always carry the same made-up times',
    });
    expect(remarksOf(doubtful, chinese).timer?.text).toContain('墙上时钟');
    expect(remarksOf(run).timer).toBeNull();
  });

  it('draw the drift as a band with one point per round', () => {
    const { drift } = remarksOf(run);
    expect(drift?.points.split(' ')).toHaveLength(10);
    expect(drift?.tone).toBe('warn');
    expect(drift?.band.height).toBeGreaterThan(5);
    expect(remarksOf(buildRun('64: 100 101')).drift).toBeNull();
  });

  it('keep the sentences of the device and no others', () => {
    const key = run.devices[0]?.device.key ?? '';
    const warning = {
      code: 'output-zero',
      configuration: null,
      message: 'All zero.',
      detail: {},
    } as const;
    const warned: Run = {
      ...run,
      warnings: [
        { ...warning, deviceKey: key },
        { ...warning, deviceKey: 'another' },
      ],
    };
    expect(remarksOf(warned).remarks).toEqual([{ label: 'output all zero', message: 'All zero.' }]);
  });
});
