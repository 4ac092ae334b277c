import { describe, expect, test } from 'vitest';
import { failReasons, skipReasons } from '@shared/domain/outcome';
import { judge } from '@shared/domain/ranking';
import {
  chooseUnit,
  formatBytes,
  formatCount,
  formatDuration,
  formatDurationValue,
  formatGiga,
  formatPercent,
  formatRate,
  formatRatio,
  outcomeText,
  reasonLabels,
  verdictText,
} from '@shared/text';
import { buildRun } from '../../support/run-builder';

/** Thin spaces made visible. */
const plain = (text: string): string => text.replaceAll('\u2009', '_');

describe('formatDuration', () => {
  test.each([
    [0, '0_ns'],
    [420, '420_ns'],
    [12.5, '12.5_ns'],
    [999.6, '1.00_µs'],
    [1000, '1.00_µs'],
    [12_800, '12.80_µs'],
    [99_990, '99.99_µs'],
    [99_996, '100.0_µs'],
    [165_000, '165.0_µs'],
    [999_949, '999.9_µs'],
    [999_950, '1.00_ms'],
    [1_761_000, '1.76_ms'],
    [34_300_502, '34.30_ms'],
    [2.5e9, '2.50_s'],
    [-12_800, '−12.80_µs'],
  ])('%d ns is %s', (ns, text) => {
    expect(plain(formatDuration(ns))).toBe(text);
  });

  test('takes the unit of its series', () => {
    expect(plain(formatDuration(259_328, 'ms'))).toBe('0.26_ms');
    expect(plain(formatDuration(47_104, 'ms'))).toBe('0.0471_ms');
    expect(plain(formatDurationValue(12_345_678_000, 'µs'))).toBe('12_345_678');
  });

  test('undefined is a dash and not zero', () => {
    expect(formatDuration(null)).toBe('–');
    expect(formatDuration(Number.NaN)).toBe('–');
    expect(formatDurationValue(null, 'ms')).toBe('–');
  });

  test('chooseUnit gives one unit for a series', () => {
    expect([500, 5e4, 5e6, 5e9, 0].map(chooseUnit)).toEqual(['ns', 'µs', 'ms', 's', 'ns']);
    expect(chooseUnit(null)).toBe('ns');
  });
});

test.each([
  [1, '1.00×'],
  [1.994, '1.99×'],
  [2.4, '2.4×'],
  [3.5, '3.5×'],
  [9.96, '10×'],
  [1234, '1_234×'],
  [null, '–'],
])('the ratio %d is %s', (ratio, text) => {
  expect(plain(formatRatio(ratio))).toBe(text);
});

test.each([
  [0.042, false, '4.2_%'],
  [0.042, true, '+4.2_%'],
  [-0.073, true, '−7.3_%'],
  [-0.0001, true, '0.0_%'],
  [0.0001, true, '0.0_%'],
  [1.5, false, '150_%'],
  [null, true, '–'],
])('the share %d (signed: %s) is %s', (share, sign, text) => {
  expect(plain(formatPercent(share, sign))).toBe(text);
});

test('counts have thin spaces between thousands', () => {
  expect(plain(formatCount(1_048_576))).toBe('1_048_576');
  expect(plain(formatCount(999))).toBe('999');
  expect(formatCount(null)).toBe('–');
});

test.each([
  [0, '0_B'],
  [1023, '1_023_B'],
  [49_152, '48_KiB'],
  [1536, '1.50_KiB'],
  [150_110_011_392, '140_GiB'],
  [1_048_575, '1_MiB'],
])('%d bytes are %s', (bytes, text) => {
  expect(plain(formatBytes(bytes))).toBe(text.replace('1_MiB', '1.00_MiB'));
});

test('rates take the prefix that fits', () => {
  expect(plain(formatRate(64.5e12, 'FLOP/s'))).toBe('64.5_TFLOP/s');
  expect(plain(formatRate(4.123e9, 'B/s'))).toBe('4.12_GB/s');
  expect(plain(formatRate(1.98e9, 'Hz'))).toBe('1.98_GHz');
  expect(formatRate(null, 'Hz')).toBe('–');
  expect([0, 0.0123e6, 1.234e9, 12.34e9, 4100e9].map((rate) => plain(formatGiga(rate)))).toEqual([
    '0.00',
    '0.00001',
    '1.23',
    '12.3',
    '4_100',
  ]);
});

describe('outcomeText', () => {
  test('says kind and reason in both languages', () => {
    expect(outcomeText({ kind: 'measured' })).toBe('measured');
    const skipped = { kind: 'skipped', reason: 'exceeds-device-limit', message: '' } as const;
    expect(outcomeText(skipped)).toBe('skipped: over the device limit');
    expect(outcomeText(skipped, 'zh-CN')).toBe('已跳过：超过设备上限');
    expect(outcomeText(null)).toBe('waiting');
  });

  test('has a label for every reason in every language, none of them twice', () => {
    for (const labels of Object.values(reasonLabels)) {
      const words = [...skipReasons, ...failReasons].map((reason) => labels[reason]);
      expect(new Set(words).size).toBe(skipReasons.length + failReasons.length);
      expect(words.every((word) => word.length > 0)).toBe(true);
    }
  });
});

describe('verdictText', () => {
  const rounds = (median: number, phase = 0): string =>
    Array.from({ length: 10 }, (_, i) =>
      Math.round(median * (1 + 0.01 * (((i * 3 + phase) % 5) / 2 - 1))),
    ).join(' ');
  const say = (text: string): string => {
    const run = buildRun(text);
    return plain(verdictText(judge(run, run.devices[0]?.device.key ?? '')));
  };

  test('names the size, the ties and the slowest', () => {
    const text = say(`16: ${rounds(240_007)}\n64: ${rounds(100_003)}\n128: ${rounds(100_013, 2)}`);
    expect(text).toBe(
      'Use 64. 64 has the lowest median, 100.0_µs; 128 ties with it. 16 takes 2.4× the time.',
    );
  });

  test('says that the size does not matter', () => {
    expect(say(`64: ${rounds(100_003)}\n128: ${rounds(100_013, 2)}`)).toMatch(
      /^The size does not matter here: all are within 5_% of the best\. Use 64\./,
    );
  });

  test('asks for more samples, and reports the edge', () => {
    expect(say('64: 100 101\n128: 200 201')).toMatch(
      /^More samples are needed: 2 of at least 5 rounds/,
    );
    expect(say(`16: ${rounds(100_003)}\n32: ${rounds(150_003)}`)).toContain(
      'Best at the edge: 16 is the smallest size tried. Add 4 and 8.',
    );
  });

  test('has no empty phrase when nothing was measured', () => {
    expect(say('64: skipped indivisible')).toBe('Nothing was measured.');
  });
});
