import { describe, expect, it } from 'vitest';
import { advise } from '@shared/domain/advisor/advise';
import type { DeviceAdvice } from '@shared/domain/advisor/advise';
import { factGroups } from '@renderer/components/advisor/facts-model';
import { findingRows, sharedFindings } from '@renderer/components/advisor/finding-model';
import { fiveSides } from '@renderer/components/advisor/five-sides-model';
import { ruleRows } from '@renderer/components/advisor/rules-model';
import { around, saxpyRun, transposeRun } from '../../support/advisor-runs';
import { buildRun } from '../../support/run-builder';
import { words } from './advisor-fixture';

const plain = (text: string): string => text.replaceAll('\u2009', ' ');
const onlyDevice = (run: Parameters<typeof advise>[0]): DeviceAdvice => {
  const [device] = advise(run).devices;
  if (device === undefined) throw new Error('no device');
  return device;
};
const transpose = onlyDevice(transposeRun());
const saxpy = onlyDevice(saxpyRun());
const cpu = onlyDevice(buildRun(`device PoCL CPU type=cpu\n64: ${around(3)}\n256: ${around(2)}`));

describe('findings as rows', () => {
  it('keep the order of the domain and stand on one axis', () => {
    const rows = findingRows(transpose.findings, 'en');
    expect(rows.map(({ key }) => key.split(' ')[0])).toEqual(
      transpose.findings.map(({ code }) => code),
    );
    const slow = rows.find(({ what }) => what.startsWith('32×8'));
    expect(plain(slow?.prediction ?? '')).toBe('3.0× predicted');
    expect(plain(slow?.measurement ?? '')).toMatch(/^3\.5× measured \(/);
    for (const { marks } of rows) {
      if (marks === null) continue;
      for (const place of Object.values(marks)) {
        if (place === null) continue;
        expect(place).toBeGreaterThanOrEqual(0);
        expect(place).toBeLessThanOrEqual(1);
      }
      // Longer stands further right, by the logarithm.
      if (marks.measured !== null) expect(marks.measured).toBeGreaterThanOrEqual(marks.one);
    }
  });

  it('say that a prediction fails, in both languages', () => {
    const wrong = transpose.findings.find(({ agrees }) => agrees === false);
    if (wrong === undefined) throw new Error('every prediction agrees');
    expect(findingRows([wrong], 'en')[0]?.agreement).toBe('the prediction fails');
    expect(findingRows([wrong], 'zh-CN')[0]?.agreement).toBe('预测不成立');
  });

  it('are said once for devices that have them in common', () => {
    const [first] = transpose.findings;
    if (first === undefined) throw new Error('no finding');
    const shared = sharedFindings(
      [
        { slot: 0, findings: transpose.findings },
        { slot: 1, findings: [first] },
      ],
      'en',
      2,
    );
    expect(shared.count).toBe(transpose.findings.length);
    expect(shared.shown.map(({ slots }) => slots)).toEqual([[0, 1], [0]]);
  });
});

describe('a size from five sides', () => {
  const rows = fiveSides(saxpy, new Map([['16', 3.68]]), words());
  const row = (key: string) => rows.find((one) => one.key === key);

  it('shows the lanes that are used, and how many are not', () => {
    expect(plain(row('16')?.cells.alignment.text ?? '')).toBe('50.0 %');
    expect(row('16')?.cells.alignment).toMatchObject({ note: '16 of 32', tone: 'warn' });
    expect(row('256')?.cells.alignment.tone).toBe('plain');
  });

  it('shows occupancy with what limits it, and every bound on hover', () => {
    const cell = row('16')?.cells.occupancy;
    expect(plain(cell?.text ?? '')).toBe('50.0 %');
    expect(cell?.note).toBe('the number of groups');
    expect(cell?.help).toContain('32 groups, 32 of 64 wavefronts per SM');
    expect(cell?.help).toContain('the number of groups: 32 groups fit');
  });

  it('shows what the driver chose, and the reference', () => {
    expect(row('auto')).toMatchObject({ label: 'NULL', chosen: '256' });
    expect(rows.filter(({ isReference }) => isReference)).toHaveLength(1);
    expect(row('16')?.cells.relative.text).toBe('3.7×');
    expect(row('64')?.cells.relative.text).toBe('–');
  });

  it('tells of each access once', () => {
    const shape = fiveSides(transpose, new Map(), words()).find(({ key }) => key === '32x8');
    expect(plain(shape?.cells.access.text ?? '')).toBe(
      'reads “in” contiguous; writes “out” strided (4 B)',
    );
  });

  it('leaves occupancy out where it does not apply', () => {
    const [size] = fiveSides(cpu, new Map(), words());
    expect(size?.cells.occupancy).toMatchObject({
      text: '–',
      help: 'Occupancy does not apply to CPU devices',
    });
    expect(fiveSides(cpu, new Map(), words('zh-CN'))[0]?.cells.occupancy.help).toBe(
      '占用率不适用于 CPU 设备',
    );
  });
});

describe('rules of thumb as rows', () => {
  it('put devices that say the same on one line', () => {
    const rows = ruleRows(
      [
        { slot: 0, label: 'H200 · 0', rules: saxpy.rules },
        { slot: 1, label: 'H200 · 1', rules: saxpy.rules },
        { slot: 2, label: 'CPU', rules: cpu.rules },
      ],
      'en',
    );
    expect(rows).toHaveLength(6);
    const never = rows.find(({ rule }) => rule === 'null-is-never-optimal');
    expect(never?.lines.map(({ status, devices }) => [status, devices.length])).toEqual([
      ['does-not-hold', 2],
      ['not-tested', 1],
    ]);
    expect(never?.lines[1]?.figure).toBe('NULL was not measured');
    const golden = rows.find(({ rule }) => rule === 'golden-shapes');
    expect(golden?.lines).toMatchObject([{ status: 'not-tested', devices: [{}, {}, {}] }]);
  });
});

describe('facts as rows', () => {
  it('carry value, kind and source', () => {
    const groups = factGroups(saxpy, words());
    expect(groups.map(({ group }) => group)).toEqual(['device', 'kernel', 'unit']);
    const rows = groups.flatMap((group) => group.rows);
    const named = (name: string) => rows.find((row) => row.name === name);
    expect(named('registers')).toMatchObject({
      value: '12',
      kind: 'build',
      source: '-cl-nv-verbose build log',
    });
    expect(named('maxWavefronts')).toMatchObject({ value: '64', kindLabel: 'table' });
    expect(named('maxWavefronts')?.source).toContain('CUDA C++ Programming Guide 13.0');
    expect(named('wavefrontWidth')?.source).toBe('CL_DEVICE_WARP_SIZE_NV');
    expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length);
  });

  it('say why a figure is unknown, in the language of the window', () => {
    const rows = factGroups(cpu, words('zh-CN')).flatMap((group) => group.rows);
    const architecture = rows.find(({ name }) => name === 'architecture');
    expect(architecture).toMatchObject({ value: '–', kind: 'unknown', kindLabel: '未知' });
    expect(architecture?.source).toBe('CPU 设备没有这类计算单元');
    expect(rows.some(({ name }) => name === 'maxWavefronts')).toBe(false);
  });
});
