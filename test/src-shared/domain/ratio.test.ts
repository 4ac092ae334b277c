import { describe, expect, test } from 'vitest';
import { pairedLogRatios, pairedRatio, timerStep, unpairedRatio } from '@shared/domain/ratio';
import { seededRandom } from '@shared/domain/random';

const series = (medians: readonly number[], first = 0) =>
  medians.map((medianNs, index) => ({ round: first + index, medianNs }));

describe('pairedLogRatios', () => {
  test('pairs equal rounds only', () => {
    const a = [
      { round: 0, medianNs: 20 },
      { round: 2, medianNs: 40 },
      { round: 5, medianNs: 80 },
    ];
    const b = [
      { round: 1, medianNs: 7 },
      { round: 2, medianNs: 10 },
      { round: 5, medianNs: 20 },
      { round: 6, medianNs: 9 },
    ];
    expect(pairedLogRatios(a, b)).toEqual([Math.log(4), Math.log(4)]);
  });

  test('leaves out rounds of zero, which have no ratio', () => {
    expect(pairedLogRatios(series([0, 10]), series([5, 5]))).toEqual([Math.log(2)]);
  });
});

describe('pairedRatio', () => {
  test('gives the t interval worked out by hand for few rounds', () => {
    // Ratios e^0.1, e^0.2, e^0.3: mean 0.2, sd 0.1, error 0.1/√3, t(2) 4.3027.
    const a = series([Math.exp(0.1), Math.exp(0.2), Math.exp(0.3)]);
    const interval = pairedRatio(a, series([1, 1, 1]));
    const reach = (4.30265 * 0.1) / Math.sqrt(3);
    expect(interval?.ratio).toBeCloseTo(Math.exp(0.2), 10);
    expect(interval?.low).toBeCloseTo(Math.exp(0.2 - reach), 4);
    expect(interval?.high).toBeCloseTo(Math.exp(0.2 + reach), 4);
    expect(interval?.rounds).toBe(3);
  });

  test('trims and winsorises from seven rounds on', () => {
    // Logs −9 1 2 3 4 5 9: one trimmed at each end, mean of 1…5 is 3; winsorised 1 1 2 3 4 5 5 about 3:
    // 4+4+1+0+1+4+4 = 18; squared error 18/(5·4); t(4) = 2.7764.
    const logs = [3, -9, 1, 5, 2, 4, 9];
    const interval = pairedRatio(
      series(logs.map((log) => Math.exp(log))),
      series(logs.map(() => 1)),
    );
    expect(Math.log(interval?.ratio ?? 0)).toBeCloseTo(3, 10);
    expect(Math.log(interval?.high ?? 0)).toBeCloseTo(3 + 2.77645 * Math.sqrt(18 / 20), 3);
  });

  test('is null below three common rounds', () => {
    expect(pairedRatio(series([1, 2]), series([1, 2]))).toBeNull();
    expect(pairedRatio(series([1, 2, 3]), series([1, 2, 3], 10))).toBeNull();
  });

  test('cancels a drift that hits both alike', () => {
    const drift = [1, 1.3, 1.7, 0.8, 2.2, 1.1];
    const a = series(drift.map((factor) => 110 * factor));
    const b = series(drift.map((factor) => 100 * factor));
    expect(pairedRatio(a, b)?.low).toBeCloseTo(1.1, 10);
    expect(pairedRatio(a, b)?.high).toBeCloseTo(1.1, 10);
  });

  test('is not blown up by one round in twenty that something interrupted', () => {
    const medians = Array.from({ length: 20 }, (_, index) => 100 + (index % 3));
    const hit = medians.with(4, 900);
    const interval = pairedRatio(series(hit), series(medians));
    expect(interval?.ratio).toBeCloseTo(1, 6);
    expect(interval?.high).toBeLessThan(1.01);
  });

  test('cannot be narrower than a step of the timer', () => {
    const interval = pairedRatio(series([110, 110, 110]), series([100, 100, 100]), 0.975, 0.02);
    expect(interval?.low).toBeCloseTo(1.1 / 1.02, 10);
    expect(interval?.high).toBeCloseTo(1.1 * 1.02, 10);
  });

  test('swapping the sides inverts it', () => {
    const [a, b] = [series([5, 6, 7, 9]), series([3, 3.5, 4, 4.2])];
    const [forth, back] = [pairedRatio(a, b), pairedRatio(b, a)];
    expect(forth?.low).toBeCloseTo(1 / (back?.high ?? 0), 10);
    expect(forth?.ratio).toBeCloseTo(1 / (back?.ratio ?? 0), 10);
  });

  test('holds the truth in about 95 of 100 cases, for few and for many rounds', () => {
    const random = seededRandom(11);
    const normal = (): number =>
      Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    for (const rounds of [4, 8, 20]) {
      let held = 0;
      for (let trial = 0; trial < 500; trial += 1) {
        const noisy = (truth: number) =>
          series(Array.from({ length: rounds }, () => truth * Math.exp(0.03 * normal())));
        const interval = pairedRatio(noisy(120), noisy(100));
        if (interval !== null && interval.low <= 1.2 && interval.high >= 1.2) held += 1;
      }
      // 475 expected, standard deviation 4.9.
      expect(held).toBeGreaterThan(455);
      expect(held).toBeLessThan(495);
    }
  });
});

describe('unpairedRatio', () => {
  test("gives Welch's interval worked out by hand", () => {
    // Logs 0.1 0.2 0.3 and 0 0 0: difference 0.2, error 0.1/√3, Welch df = 2, t 4.3027.
    const interval = unpairedRatio([0.1, 0.2, 0.3].map(Math.exp), [1, 1, 1]);
    expect(Math.log(interval?.high ?? 0)).toBeCloseTo(0.2 + (4.30265 * 0.1) / Math.sqrt(3), 4);
  });

  test('is null when one side has too few rounds', () => {
    expect(unpairedRatio([1, 2, 3], [1, 2])).toBeNull();
  });

  test('has no width where nothing varies', () => {
    expect(unpairedRatio([2, 2, 2], [1, 1, 1])).toMatchObject({ ratio: 2, low: 2, high: 2 });
  });
});

describe('timerStep', () => {
  test('reads the step off the samples', () => {
    expect(timerStep([12800, 13056, 12544])).toBe(256);
    expect(timerStep([12800, 12832, 12864, 12896])).toBe(32);
    expect(timerStep([1001, 1002])).toBe(1);
  });

  test('takes a huge common divisor for chance', () => {
    expect(timerStep([50_000, 50_000])).toBe(0);
    expect(timerStep([])).toBe(0);
  });
});
