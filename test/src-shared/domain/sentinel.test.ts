import { describe, expect, test } from 'vitest';
import { chooseSentinel, driftOf, sentinelDrift } from '@shared/domain/sentinel';
import { decideNext, planVisit, type Progress } from '@shared/domain/stopping';
import { defaultMeasureOptions } from '@shared/domain/sweep';
import { buildRun } from '../../support/run-builder';

const series = (medians: readonly number[]) =>
  medians.map((medianNs, round) => ({ round, medianNs }));
const progress = (configuration: string, medians: readonly number[], live = true): Progress => ({
  configuration,
  rounds: series(medians),
  samples: 10 * medians.length,
  spentNs: 1,
  live,
});
const steady = (base: number, rounds: number) =>
  Array.from({ length: rounds }, (_, round) => base * (1 + 0.001 * ((round * 7) % 5)));

describe('the choice of the sentinel', () => {
  test('takes the fastest of those that were measured in every round', () => {
    const late = progress('32', [50, 50]);
    const all = [progress('16', [300, 300, 300]), progress('64', [100, 101, 99]), late];
    expect(chooseSentinel(all)).toBe('64');
  });

  test('takes none that has ended', () => {
    expect(chooseSentinel([progress('64', [100], false), progress('16', [300])])).toBe('16');
    expect(chooseSentinel([])).toBeNull();
  });
});

describe('the sentinel among the decisions', () => {
  const settled = progress('64', steady(100_000, 12));
  const far = progress('16', steady(900_000, 2));
  const input = { options: defaultMeasureOptions, fixed: null };

  test('goes on while another does, and ends with its own reason after it', () => {
    const sentinel = progress('128', steady(100_010, 12));
    const all = [settled, sentinel, far];
    const held = decideNext({ ...input, configurations: all, sentinel: '128' });
    expect(held).toEqual({ stop: [], next: ['64', '16', '128'], held: '128' });
    const ended = [{ ...settled, live: false }, sentinel, { ...far, live: false }];
    const alone = decideNext({ ...input, configurations: ended, sentinel: '128' });
    expect(alone.stop).toEqual([{ configuration: '128', reason: 'settled' }]);
  });

  test('does not go beyond the bounds of a configuration', () => {
    const full = { ...progress('128', steady(100_010, 3)), samples: 200 };
    const bounded = decideNext({ ...input, configurations: [settled, full, far], sentinel: '128' });
    expect(bounded.stop).toEqual([{ configuration: '128', reason: 'max-samples' }]);
  });

  test('costs few launches once it is done', () => {
    const visit = { options: defaultMeasureOptions, fixed: null, samples: 100, visits: 12 };
    expect(planVisit({ ...visit, typicalNs: 1000 }).samples).toBe(10);
    expect(planVisit({ ...visit, typicalNs: 1000, watching: true }).samples).toBe(3);
  });

  test('gets no more than the fixed number', () => {
    const done = decideNext({
      options: defaultMeasureOptions,
      fixed: 100,
      configurations: [settled, progress('16', steady(900_000, 2))].map((one, at) => ({
        ...one,
        samples: at === 0 ? 100 : 20,
      })),
      sentinel: '64',
    });
    expect(done.stop).toEqual([{ configuration: '64', reason: 'fixed' }]);
  });
});

describe('drift', () => {
  test('is not seen in steady rounds, and the band is as narrow as they are', () => {
    const drift = driftOf('64', series(steady(1000, 15)));
    expect(drift?.drifts).toBe(false);
    expect(drift?.low).toBeGreaterThan(0.99);
    expect(drift?.high).toBeLessThan(1.01);
  });

  test('is seen when the clock falls during the run, with its size', () => {
    const medians = steady(1000, 15).map((median, round) => median * (round < 5 ? 1 : 1.1));
    const drift = driftOf('64', series(medians));
    expect(drift?.drifts).toBe(true);
    expect(drift?.trend?.ratio).toBeCloseTo(1.1, 1);
  });

  test('is seen when the clock falls in the middle and comes back', () => {
    const bump = (round: number): number => (round >= 5 && round < 10 ? 1.15 : 1);
    const medians = steady(1000, 15).map((median, round) => median * bump(round));
    expect(driftOf('64', series(medians))?.drifts).toBe(true);
  });

  test('is not said below nine rounds, nor of times that are only noisy', () => {
    expect(driftOf('64', series([1, 1, 1, 1, 2, 2, 2, 2].map((m) => m * 1000)))?.drifts).toBe(
      false,
    );
    const noisy = [1, 1.4, 0.8, 1.2, 0.9, 1.3, 1.1, 0.85, 1.25, 0.95, 1.35, 1.05];
    expect(driftOf('64', series(noisy.map((m) => m * 1000)))?.drifts).toBe(false);
  });

  test('of a run is that of the size with the most rounds', () => {
    const run = buildRun(`16: ${steady(300, 9).join(' ')}\n64: ${steady(100, 12).join(' ')}`);
    const [device] = run.devices;
    expect(device && sentinelDrift(device)?.configuration).toBe('64');
  });
});
