import { describe, expect, test } from 'vitest';
import {
  figuresAbovePeak,
  peakOf,
  shareOfPeak,
  withPeak,
  type DevicePeak,
  type PeakFigure,
} from '@shared/domain/peak';
import { buildDevice } from '../../support/run-builder';

const figure = (rate: number): PeakFigure => ({
  rate,
  width: 4,
  local: [64],
  work: 1,
  medianNs: 1,
  timeSource: 'event',
});
const peak = (deviceKey: string, driver: string, rate = 1e9): DevicePeak => ({
  deviceKey,
  device: 'A',
  driver,
  measuredAt: '2026-11-29T21:30:16.000Z',
  appVersion: '0.1.0',
  bandwidth: figure(rate),
  compute: null,
});

describe('the peak of a device', () => {
  test('belongs to the driver that it was measured with', () => {
    const device = buildDevice({ key: 'a', driver: '2' });
    expect(peakOf([peak('a', '1')], device)).toBeNull();
    expect(peakOf([peak('a', '1'), peak('a', '2')], device)?.driver).toBe('2');
  });

  test('takes the place of an older one and of no other', () => {
    const kept = withPeak([peak('a', '1', 5), peak('b', '1'), peak('a', '2')], peak('a', '1', 7));
    expect(kept.map(({ deviceKey, driver }) => deviceKey + driver)).toEqual(['b1', 'a2', 'a1']);
    expect(kept.at(-1)?.bandwidth?.rate).toBe(7);
  });

  test('gives no share of what was not measured or not stated', () => {
    expect(shareOfPeak(5, figure(10))).toBe(0.5);
    expect(shareOfPeak(null, figure(10))).toBeNull();
    expect(shareOfPeak(5, null)).toBeNull();
  });
});

describe('figures above the peak', () => {
  const of = (configuration: string, bandwidth: number | null, compute: number | null = null) => ({
    configuration,
    shares: { bandwidth, compute },
  });

  test('are named once per kind, the furthest above', () => {
    expect(figuresAbovePeak([of('16', 1.4), of('32', 8), of('64', 0.9, 1.2)])).toEqual([
      { what: 'bandwidth', configuration: '32', share: 8 },
      { what: 'compute', configuration: '64', share: 1.2 },
    ]);
  });

  test('are not those that noise can explain', () => {
    expect(figuresAbovePeak([of('16', 1.05), of('32', null)])).toEqual([]);
  });
});
