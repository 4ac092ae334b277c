import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Progress } from '@shared/domain/stopping';
import {
  decideNext,
  fixedCount,
  fixedRounds,
  planVisit,
  progressOf,
  relativeHalfWidth,
} from '@shared/domain/stopping';
import { defaultMeasureOptions } from '@shared/domain/sweep';
import { buildRun, buildSpec } from '../../support/run-builder';

const options = defaultMeasureOptions;

/** A configuration that got `perRound` samples in each round. */
const progress = (
  configuration: string,
  medians: readonly number[],
  changes: Partial<Progress> = {},
): Progress => ({
  configuration,
  rounds: medians.map((medianNs, round) => ({ round, medianNs })),
  samples: medians.length * 10,
  spentNs: 1e6,
  live: true,
  ...changes,
});

/** Median 100, moving by `width` to both sides. */
const around = (center: number, width: number, rounds: number): readonly number[] =>
  Array.from({ length: rounds }, (_, index) => center + width * ((index % 3) - 1));

const decide = (configurations: readonly Progress[], changes: Partial<typeof options> = {}) =>
  decideNext({ options: { ...options, ...changes }, fixed: null, configurations });

describe('decideNext, adaptive', () => {
  test('settles configurations whose medians and places are clear', () => {
    const decision = decide([
      progress('64', around(1000, 2, 8)),
      progress('128', around(1010, 2, 8)),
    ]);
    expect(decision.next).toEqual([]);
    expect(decision.stop).toContainEqual({ configuration: '64', reason: 'settled' });
    expect(decision.stop).toContainEqual({ configuration: '128', reason: 'settled' });
  });

  test('compares with nothing that was given up, however low its median', () => {
    // Measured in the first five rounds only, before everything became half as slow again.
    const slower = (center: number): readonly number[] => [
      ...around(center, 1, 5),
      ...around(1.5 * center, 1, 20),
    ];
    const given = progress('16', around(1200, 1, 5), { live: false, givenUp: true });
    const others = [progress('64', slower(1000)), progress('128', slower(1100))];
    expect(decide([given, ...others]).stop).toContainEqual({
      configuration: '128',
      reason: 'far-from-best',
    });
  });

  test('never settles from fewer than six rounds or fewer than the least samples', () => {
    expect(decide([progress('64', around(1000, 1, 5))]).next).toEqual(['64']);
    const few = progress('64', around(1000, 1, 6), { samples: 6 });
    expect(decide([few]).next).toEqual(['64']);
    expect(decide([few], { minSamples: 6 }).next).toEqual([]);
  });

  test('goes on while the interval is wider than the target', () => {
    expect(decide([progress('64', around(1000, 30, 8))]).next).toEqual(['64']);
    expect(decide([progress('64', around(1000, 30, 8))], { target: 0.05 }).next).toEqual([]);
  });

  test('gives up early what is certainly outside the plateau', () => {
    const decision = decide([
      progress('16', [2400, 2404, 2396]),
      progress('64', [1000, 1001, 999]),
      progress('32', [1040, 1041, 1039]),
    ]);
    expect(decision.stop).toEqual([{ configuration: '16', reason: 'far-from-best' }]);
    expect(decision.next).toEqual(['64', '32']);
  });

  test('does not give up anything from two rounds', () => {
    const both = [progress('16', [2400, 2400]), progress('64', [1000, 1000])];
    expect(decide(both).stop).toEqual([]);
  });

  test('does not give up what noise may have made slow', () => {
    const decision = decide([progress('16', [1200, 1500, 900]), progress('64', [1000, 950, 1100])]);
    expect(decision.stop).toEqual([]);
  });

  test('goes on with a size at the edge of the plateau although its own median is clear', () => {
    const decision = decide([
      progress('64', around(1000, 6, 12)),
      // 5 % slower, its ratio moving from 4.4 to 5.6 %.
      progress(
        '128',
        [...around(1000, 6, 12)].reverse().map((median) => median * 1.05),
      ),
    ]);
    // The best goes on with it: ratios are made of common rounds.
    expect(decision.next).toEqual(['64', '128']);
  });

  test('stops at the bound of samples and of time', () => {
    const wide = around(1000, 200, 20);
    expect(decide([progress('64', wide, { samples: 200 })]).stop[0]?.reason).toBe('max-samples');
    expect(decide([progress('64', wide, { samples: 150, spentNs: 10e9 })]).stop[0]?.reason).toBe(
      'max-time',
    );
    expect(decide([progress('64', wide, { samples: 199, spentNs: 9.9e9 })]).stop).toEqual([]);
  });

  test('compares with an ended best and says nothing of what has ended', () => {
    const decision = decide([
      progress('16', [2400, 2404, 2396]),
      progress('64', [1000, 1001, 999], { live: false }),
    ]);
    expect(decision).toEqual({
      stop: [{ configuration: '16', reason: 'far-from-best' }],
      next: [],
    });
  });

  test('goes on with a configuration that has nothing yet', () => {
    expect(decide([progress('64', [], { samples: 0, spentNs: 0 })]).next).toEqual(['64']);
  });

  test('accounts for every live configuration exactly once', () => {
    const anyProgress = fc.record({
      medians: fc.array(fc.integer({ min: 1, max: 5000 }), { maxLength: 12 }),
      samples: fc.nat(250),
      live: fc.boolean(),
    });
    fc.assert(
      fc.property(
        fc.array(anyProgress, { maxLength: 12 }),
        fc.option(fc.nat(30)),
        (list, fixed) => {
          const configurations = list.map(({ medians, samples, live }, index) =>
            progress(`${index}`, medians, { samples, live }),
          );
          const { stop, next } = decideNext({ options, fixed, configurations });
          const named = [...stop.map((entry) => entry.configuration), ...next].sort();
          const live = configurations.filter((entry) => entry.live);
          expect(named).toEqual(live.map((entry) => entry.configuration).sort());
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe('decideNext, fixed', () => {
  test('stops at the number and for no other reason', () => {
    const configurations = [
      progress('16', [9000, 9000, 9000], { samples: 24 }),
      progress('64', around(1000, 1, 10), { samples: 25, spentNs: 1e12 }),
    ];
    expect(decideNext({ options, fixed: 25, configurations })).toEqual({
      stop: [{ configuration: '64', reason: 'fixed' }],
      next: ['16'],
    });
  });
});

describe('planVisit', () => {
  const plan = (changes: Partial<Parameters<typeof planVisit>[0]>) =>
    planVisit({ options, fixed: null, samples: 0, visits: 0, typicalNs: 1e5, ...changes });

  test('takes few launches in the first rounds and a 20th of the bound later', () => {
    expect(plan({ visits: 0 }).samples).toBe(3);
    expect(plan({ visits: 2, samples: 6 }).samples).toBe(3);
    expect(plan({ visits: 3, samples: 9 }).samples).toBe(10);
  });

  test('takes as many as fit in 30 ms, and one of a long kernel', () => {
    expect(plan({ visits: 5, typicalNs: 6e6 }).samples).toBe(5);
    expect(plan({ visits: 5, typicalNs: 3e9 }).samples).toBe(1);
    expect(plan({ visits: 5 }).maxNs).toBe(30e6);
  });

  test('does not exceed the bound of samples', () => {
    expect(plan({ visits: 20, samples: 196 }).samples).toBe(4);
  });

  test('before the first launch guesses and lets the time limit decide', () => {
    expect(plan({ typicalNs: null })).toEqual({ samples: 3, maxNs: 30e6 });
  });

  test.each([1, 3, 7, 10, 11, 25, 200])(
    'spreads %i fixed samples evenly over its rounds',
    (fixed) => {
      const sizes: number[] = [];
      for (let taken = 0; taken < fixed;) {
        const { samples } = plan({ fixed, samples: taken, visits: sizes.length });
        sizes.push(samples);
        taken += samples;
      }
      expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(fixed);
      expect(sizes).toHaveLength(fixedRounds(fixed));
      expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
    },
  );

  test('a fixed number is not cut short by time', () => {
    expect(plan({ fixed: 200, typicalNs: 1e9 })).toEqual({
      samples: 20,
      maxNs: Number.MAX_SAFE_INTEGER,
    });
  });

  test('always makes progress', () => {
    fc.assert(
      fc.property(
        fc.nat(300),
        fc.nat(50),
        fc.option(fc.double({ min: 0, max: 1e12, noNaN: true })),
        fc.integer({ min: 1, max: 500 }),
        (samples, visits, typicalNs, maxSamples) => {
          const visit = planVisit({
            options: { ...options, maxSamples },
            fixed: null,
            samples,
            visits,
            typicalNs,
          });
          expect(visit.samples).toBeGreaterThanOrEqual(1);
          expect(Number.isInteger(visit.samples)).toBe(true);
        },
      ),
      { numRuns: 200 },
    );
  });
});

test("the run's fixed count wins over the spec's", () => {
  expect(fixedCount(buildSpec({ samples: 5 }), options)).toBe(5);
  expect(fixedCount(buildSpec({ samples: 5 }), { ...options, samples: 9 })).toBe(9);
  expect(fixedCount(buildSpec(), options)).toBeNull();
});

test('relativeHalfWidth is undefined below six rounds', () => {
  expect(relativeHalfWidth(progress('a', around(100, 1, 5)).rounds)).toBeNull();
  // 98 … 102 about 100: half of 4 ÷ 100.
  expect(relativeHalfWidth(progress('a', [98, 99, 100, 100, 101, 102]).rounds)).toBeCloseTo(
    0.02,
    12,
  );
});

test('progressOf counts batches as the launches that they are', () => {
  const state = buildRun('64: running 10 20 | 30 @batch:4').devices[0]?.configurations[0];
  if (state === undefined) throw new Error('no state');
  // Host time is 9000 ns over the run time per launch; each sample is four launches.
  expect(progressOf(state)).toMatchObject({
    configuration: '64',
    samples: 3,
    live: true,
    spentNs: 4 * (9010 + 9020 + 9030),
  });
});
