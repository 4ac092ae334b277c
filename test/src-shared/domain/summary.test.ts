import { describe, expect, test } from 'vitest';
import { foldRun } from '@shared/domain/run';
import { noWork, summarizeConfiguration } from '@shared/domain/summary';
import type { ConfigurationState, Run } from '@shared/domain/run-types';
import { buildRun, buildSamples } from '../../support/run-builder';

const stateOf = (run: Run, place = 0): ConfigurationState => {
  const state = run.devices[0]?.configurations[place];
  if (state === undefined) throw new Error('no such configuration');
  return state;
};

describe('summarizeConfiguration', () => {
  test('gives rates at the median from the asked items, in base units', () => {
    // 1000 items in 2000 ns: 2 FLOP each is 1e9 FLOP/s, 12 bytes each is 6e9 B/s.
    const state = stateOf(buildRun('64: 1000 2000 3000'));
    const summary = summarizeConfiguration(state, { flops: 2, bytes: 12 }, [10, 100]);
    expect(summary.median).toBe(2000);
    expect(summary.flopsRate).toBeCloseTo(1e9, 3);
    expect(summary.bytesRate).toBeCloseTo(6e9, 3);
  });

  test('has no rate without stated work, and none of a clock that stands still', () => {
    const state = stateOf(buildRun('64: 1000 2000 3000'));
    expect(summarizeConfiguration(state, noWork, [1000])).toMatchObject({
      flopsRate: null,
      bytesRate: null,
    });
    const still = stateOf(buildRun('64: 0 0 0'));
    expect(summarizeConfiguration(still, { flops: 2, bytes: 2 }, [1000]).flopsRate).toBeNull();
  });

  test('takes the interval from the rounds, not from the launches', () => {
    const five = stateOf(buildRun('64: 1 2 3 | 2 3 4 | 1 1 9 | 2 2 2 | 3 3 3'));
    expect(summarizeConfiguration(five, noWork, [1])).toMatchObject({
      n: 15,
      rounds: 5,
      ciLow: null,
    });
    // Round medians 10 12 14 16 18 20: minimum and maximum of six.
    const six = stateOf(buildRun('64: 10 10 | 12 12 | 14 14 | 16 16 | 18 18 | 20 20'));
    expect(summarizeConfiguration(six, noWork, [1])).toMatchObject({ ciLow: 10, ciHigh: 20 });
  });

  test('widens the interval to hold the pooled median', () => {
    // One long visit of slow launches moves the pooled median above all round medians but its own.
    const visits = ['10', '11', '12', '10', '11', '12', '50 50 50 50 50 50 50 50 50', '12', '11'];
    const summary = summarizeConfiguration(
      stateOf(buildRun(`64: ${visits.join(' | ')}`)),
      noWork,
      [1],
    );
    expect(summary.median).toBe(50);
    expect(summary.ciHigh).toBe(50);
    expect(summary.ciLow).toBe(10);
  });

  test('names the source of the samples and says when they are mixed', () => {
    const run = buildRun('64: running 10 @batch:16', { open: true });
    expect(summarizeConfiguration(stateOf(run), noWork, [1])).toMatchObject({
      timeSource: 'batch',
      batchK: 16,
      sourceMixed: false,
    });
    const mixed = foldRun(run, {
      type: 'visit',
      seq: run.lastSeq + 1,
      at: 0,
      deviceKey: run.devices[0]?.device.key ?? '',
      configuration: '64',
      round: 1,
      samples: buildSamples([900], 'wall'),
    });
    expect(summarizeConfiguration(stateOf(mixed), noWork, [1])).toMatchObject({
      timeSource: 'wall',
      sourceMixed: true,
    });
  });

  test('has nothing to say of what was skipped', () => {
    const skipped = stateOf(buildRun('2048: skipped exceeds-device-limit'));
    expect(summarizeConfiguration(skipped, { flops: 1, bytes: 1 }, [1])).toMatchObject({
      n: 0,
      rounds: 0,
      median: null,
      timeSource: null,
      batchK: null,
      flopsRate: null,
    });
  });
});
