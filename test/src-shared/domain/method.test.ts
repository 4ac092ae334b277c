/**
 * How often the method is right, on simulated devices whose truth is known. Counts are modest and seeds
 * fixed; the bounds leave room only for what chance does with so few.
 */
import { describe, expect, test } from 'vitest';
import { compareAcross, compareWithin } from '@shared/domain/compare';
import { judge } from '@shared/domain/ranking';
import type { Run } from '@shared/domain/run-types';
import type { SimulatedSweep } from '../../support/simulated-sweep';
import { simulateSweep } from '../../support/simulated-sweep';

const quiet = { noise: 0.02 };
const busy = { noise: 0.06, visitNoise: 0.03, roundNoise: 0.03, hiccups: 0.03 };

const sweep = (seed: number, truth: SimulatedSweep['truth'], more: Partial<SimulatedSweep>) =>
  simulateSweep({ noise: 0.02, ...more, truth, seed });

const verdictOf = (run: Run) => judge(run, run.devices[0]?.device.key ?? '');

const pairOf = (run: Run) => {
  const [a, b] = run.devices[0]?.configurations ?? [];
  if (a === undefined || b === undefined) throw new Error('the simulation lost a configuration');
  return [a, b] as const;
};

const count = (trials: number, holds: (seed: number) => boolean): number =>
  Array.from({ length: trials }, (_, index) => holds(index + 1)).filter(Boolean).length;

describe('pairs of the same speed in one run', () => {
  test.each([
    ['a quiet device', quiet],
    ['a busy machine', busy],
  ])('are called faster or slower at most once in a hundred on %s', (_, noise) => {
    const alarms = count(100, (seed) => {
      const { word } = compareWithin(...pairOf(sweep(seed, { 64: 1e5, 128: 1e5 }, noise).run));
      return word === 'faster' || word === 'slower';
    });
    expect(alarms).toBeLessThanOrEqual(1);
  });

  test('tie in about 95 of 100', () => {
    const ties = count(100, (seed) => {
      const verdict = verdictOf(sweep(seed, { 64: 1e5, 128: 1e5 }, quiet).run);
      return verdict.tieSet.length === 2;
    });
    expect(ties).toBeGreaterThanOrEqual(90);
  });
});

describe('a planted difference at 2 % noise', () => {
  test('of 8 % gets its word in at least 95 of 100', () => {
    const right = count(100, (seed) => {
      const [a, b] = pairOf(sweep(seed, { 64: 1e5, 128: 1.08e5 }, quiet).run);
      return compareWithin(a, b).word === 'slower' && compareWithin(b, a).word === 'faster';
    });
    expect(right).toBeGreaterThanOrEqual(95);
  });

  test('of 3 % is seen and called the same in at least 95 of 100', () => {
    const right = count(100, (seed) => {
      const { interval, word } = compareWithin(
        ...pairOf(sweep(seed, { 64: 1e5, 128: 1.03e5 }, quiet).run),
      );
      return interval !== null && interval.low > 1 && word === 'same';
    });
    expect(right).toBeGreaterThanOrEqual(95);
  });

  test('of 8 % between two runs gets its word in at least 95 of 100', () => {
    const right = count(100, (seed) => {
      const [a] = pairOf(sweep(seed, { 64: 1e5, 128: 1e5 }, quiet).run);
      const [b] = pairOf(sweep(seed + 1000, { 64: 1.08e5, 128: 1.08e5 }, quiet).run);
      return compareAcross(a, b, false).word === 'slower';
    });
    expect(right).toBeGreaterThanOrEqual(95);
  });
});

describe('two runs of the same thing, each shifted as a whole by a few percent', () => {
  test('are called faster or slower at most five times in a hundred', () => {
    const alarms = count(100, (seed) => {
      const shift = 1 + 0.02 * Math.sin(seed * 12.9898);
      const [a] = pairOf(sweep(seed, { 64: 1e5, 128: 1e5 }, busy).run);
      const [b] = pairOf(sweep(seed + 1000, { 64: 1e5 * shift, 128: 1e5 }, busy).run);
      const { word } = compareAcross(a, b, false);
      return word === 'faster' || word === 'slower';
    });
    expect(alarms).toBeLessThanOrEqual(5);
  });
});

describe('a machine on which something else stalls one visit in ten', () => {
  test('still gives a planted 8 % its word in at least 90 of 100, and no false one', () => {
    const stalled = { noise: 0.04, visitNoise: 0.01, roundNoise: 0.02, stalls: 0.1 };
    const right = count(100, (seed) => {
      const { word } = compareWithin(...pairOf(sweep(seed, { 64: 1e5, 128: 1.08e5 }, stalled).run));
      return word === 'slower';
    });
    expect(right).toBeGreaterThanOrEqual(90);
    const alarms = count(100, (seed) => {
      const { word } = compareWithin(...pairOf(sweep(seed, { 64: 1e5, 128: 1e5 }, stalled).run));
      return word === 'faster' || word === 'slower';
    });
    expect(alarms).toBeLessThanOrEqual(2);
  });
});

describe('ten sweeps of one kernel', () => {
  const article = {
    16: 2.4e5,
    32: 1.02e5,
    64: 1e5,
    128: 1.01e5,
    256: 1e5,
    512: 1.03e5,
    1024: 1.02e5,
    auto: 1.01e5,
  };

  test.each([
    ['a quiet device', quiet],
    ['a busy machine', busy],
  ])('recommend a size within 5 % of the best every time on %s', (_, noise) => {
    const verdicts = Array.from({ length: 10 }, (__, index) =>
      verdictOf(sweep(index + 1, article, noise).run),
    );
    for (const { recommended } of verdicts) {
      expect(article[recommended as keyof typeof article]).toBeLessThanOrEqual(1.05e5);
    }
    const common = Object.keys(article).filter((id) =>
      verdicts.every((verdict) => verdict.tieSet.includes(id)),
    );
    expect(common.length).toBeGreaterThan(0);
  });

  test('give the same answer on a clock that moves in steps of 256 ns', () => {
    // Medians of SAXPY as read on a GPU, ns.
    const saxpy = {
      16: 47104,
      32: 27136,
      64: 17664,
      128: 12800,
      256: 12800,
      512: 13056,
      1024: 13312,
    };
    for (let seed = 1; seed <= 10; seed += 1) {
      const verdict = verdictOf(sweep(seed, saxpy, { noise: 0.03, tick: 256 }).run);
      expect(['256', '512']).toContain(verdict.recommended);
      expect(verdict.plateau).not.toContain('64');
    }
  });
});

describe('what a decision costs', () => {
  const hill = Object.fromEntries(
    Array.from({ length: 32 }, (_, index): [string, number] => {
      const distance = Math.max(0, 12 - index, index - 23);
      return [String(8 * (index + 1)), distance === 0 ? 1e5 : 1e5 * (1.1 + 0.08 * distance)];
    }),
  );

  test('is at most 0.4 of 32 sizes measured alike to the same certainty, with the same plateau', () => {
    for (let seed = 1; seed <= 5; seed += 1) {
      const ours = sweep(seed, hill, quiet);
      // Measured alike: every size gets what the one that needed most got.
      const counts = ours.run.devices[0]?.configurations.map((state) =>
        state.visits.reduce((sum, visit) => sum + visit.samples.runNs.length, 0),
      );
      const alike = 32 * Math.max(...(counts ?? []));
      expect(ours.launches / alike).toBeLessThanOrEqual(0.4);
      const all = sweep(seed, hill, { ...quiet, options: { samples: 200 } });
      const plateau = (run: Run) => [...verdictOf(run).plateau].sort();
      expect(plateau(ours.run)).toEqual(plateau(all.run));
    }
  });

  test('is no higher on a flat curve, of which it says that the size does not matter', () => {
    const flat = Object.fromEntries(Object.keys(hill).map((id) => [id, 1e5]));
    for (let seed = 1; seed <= 5; seed += 1) {
      const { run, launches } = sweep(seed, flat, quiet);
      expect(verdictOf(run).kind).toBe('does-not-matter');
      expect(launches).toBeLessThanOrEqual(32 * 200);
    }
  });
});
