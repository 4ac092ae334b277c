import { expect, test } from 'vitest';
import { judge } from '@shared/domain/ranking';
import { deviceRows, resultRows, workOf } from '@shared/domain/rows';
import { buildRun, buildSpec } from '../../support/run-builder';

const text = `
  device A
  1024: 130 131 132 130 131 132
  16: 240 241 242 240 241 242
  64: 100 101 102 100 101 102
  2048: skipped exceeds-device-limit
  8: failed wrong-result 5 5 5 5 5 5
  auto: 101 102 100 101 102 100 -> 256
  device B
  64: 900 901 902 900 901 902
`;

test('there is one row per configuration and device, in plan order', () => {
  const rows = resultRows(buildRun(text));
  expect(rows.map((row) => `${row.device.name} ${row.configuration.id}`)).toEqual([
    'A 1024',
    'A 16',
    'A 64',
    'A 2048',
    'A 8',
    'A auto',
    'B 64',
  ]);
});

test('a row carries what the verdict says of it', () => {
  const run = buildRun(text);
  const rows = resultRows(run);
  const row = (id: string) => rows.find(({ configuration }) => configuration.id === id);
  expect(row('64')).toMatchObject({ isBest: true, relative: 1, inTieSet: true, recommended: true });
  expect(row('16')).toMatchObject({ isBest: false, inTieSet: false, inPlateau: false });
  expect(row('16')?.relative).toBeCloseTo(241 / 101, 12);
  expect(row('auto')).toMatchObject({ inPlateau: true, recommended: false, chosen: [256] });
  const verdict = judge(run, run.devices[0]?.device.key ?? '');
  expect(rows.filter((entry) => entry.recommended && entry.device.name === 'A')).toHaveLength(1);
  expect(verdict.recommended).toBe('64');
});

test('what failed or was skipped keeps its row and its times, but no rank', () => {
  const rows = resultRows(buildRun(text));
  const wrong = rows.find(({ configuration }) => configuration.id === '8');
  expect(wrong).toMatchObject({ relative: null, ranked: null, isBest: false, inTieSet: false });
  expect(wrong?.summary.median).toBe(5);
  const skipped = rows.find(({ configuration }) => configuration.id === '2048');
  expect(skipped?.outcome).toMatchObject({ reason: 'exceeds-device-limit' });
  expect(skipped?.summary.n).toBe(0);
});

test('relative is to the best of the same device', () => {
  expect(resultRows(buildRun(text)).at(-1)).toMatchObject({ relative: 1, isBest: true });
});

test('rates come from the work that the spec states', () => {
  const run = buildRun('64: 1000 1000 1000', { spec: { flopsPerItem: '2', global: [1000] } });
  expect(resultRows(run)[0]?.summary.flopsRate).toBeCloseTo(2e9, 3);
});

test('work that cannot be worked out counts as not stated', () => {
  expect(workOf(buildSpec({ flopsPerItem: '2*nobody', bytesPerItem: null }))).toEqual({
    flops: null,
    bytes: null,
  });
});

test('the rows of a device are the same array while nothing of it changed', () => {
  const run = buildRun(text);
  const device = run.devices[0];
  if (device === undefined) throw new Error('no device');
  expect(deviceRows(run, device)).toBe(deviceRows(run, device));
});

test('no size is marked as long as more samples are needed', () => {
  const rows = resultRows(buildRun('16: 400 401\n64: 100 101'));
  expect(rows.some((row) => row.recommended)).toBe(false);
});
