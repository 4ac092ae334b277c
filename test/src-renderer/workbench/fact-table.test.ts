import { describe, expect, it } from 'vitest';
import { deviceFacts } from '@renderer/views/devices/device-facts';
import { factTable, factsText, type FactTableInput } from '@renderer/views/devices/fact-table';
import { fakeDevices } from '../../support/fake-bridge';

const words = { yes: 'yes', no: 'no', none: 'none', noEventTime: 'no event time' };
const devices = fakeDevices();
const input = (changes: Partial<FactTableInput> = {}): FactTableInput => ({
  facts: devices.map((device) => deviceFacts(device, words)),
  extensions: devices.map((device) => device.extensions),
  label: (name) => name,
  groupLabel: (group) => group,
  yes: 'yes',
  no: 'no',
  search: '',
  onlyDifferences: false,
  ...changes,
});
const labels = (changes: Partial<FactTableInput>) =>
  factTable(input(changes)).flatMap((group) => group.rows.map((row) => row.label));

describe('the table of limits', () => {
  it('gives every device a cell in every row', () => {
    for (const group of factTable(input())) {
      for (const row of group.rows) expect(row.cells).toHaveLength(devices.length);
    }
  });

  it('shows the error of a property that could not be read, and hides nothing else', () => {
    const rows = factTable(input()).flatMap((group) => group.rows);
    const multiple = rows.find((row) => row.label === 'preferredMultiple');
    expect(multiple?.cells.map((cell) => cell.error)).toEqual([
      null,
      null,
      null,
      'CL_INVALID_VALUE',
    ]);
    expect(rows.find((row) => row.label === 'timerResolution')?.cells.at(-1)?.value).toBe(
      'no event time',
    );
  });

  it('finds by property name, by value and by extension', () => {
    expect(labels({ search: 'maxclock' })).toEqual(['maxClock']);
    expect(labels({ search: '580.159' })).toEqual(['driver']);
    expect(labels({ search: 'fp16' })).toEqual(['cl_khr_fp16']);
    expect(labels({ search: 'no such thing' })).toEqual([]);
  });

  it('can leave only what differs', () => {
    const differing = labels({ onlyDifferences: true });
    expect(differing).toContain('maxWorkGroupSize');
    expect(differing).not.toContain('maxComputeUnits');
  });

  it('copies as tab-separated lines', () => {
    const text = factsText(['A', 'B', 'C', 'D'], factTable(input({ search: 'fp16' })));
    expect(text.split('\n')).toEqual([
      '\tA\tB\tC\tD',
      'extensions',
      'cl_khr_fp16\tno\tno\tno\tyes',
    ]);
  });
});
