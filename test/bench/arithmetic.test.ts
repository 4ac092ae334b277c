import { describe, expect, it } from 'vitest';
import { geometricMean, median, ratios, upperBoundOfRate } from './arithmetic';
import { boundText, figure, keeps } from './figure';

describe('the bench’s own sums', () => {
  it('take the middle of an odd list and the mean of the two in the middle of an even one', () => {
    expect(median([9, 1, 5])).toBe(5);
    expect(median([4, 1, 3, 2])).toBe(2.5);
  });

  it('refuse the median of nothing and ratios of unequal lists', () => {
    expect(() => median([])).toThrow();
    expect(() => ratios([1, 2], [1])).toThrow();
  });

  it('give a geometric mean whose interval stands on the rounds, not on the sizes', () => {
    const same = geometricMean([
      [2, 0.5],
      [4, 0.25],
    ]);
    expect(same.mean).toBeCloseTo(1);
    // Every round has the mean 1: there is no spread between rounds.
    expect(same.low).toBeCloseTo(1);
    const apart = geometricMean([[1], [Math.E ** 2]]);
    // Means 0 and 2 in logarithms: sd √2, two groups, t(0.975, 1) = 12.706.
    expect(Math.log(apart.high)).toBeCloseTo(1 + 12.706, 2);
  });

  it('bound a rate as Clopper and Pearson do', () => {
    // 0 of n: 1 − 0.05^(1/n).
    expect(upperBoundOfRate(0, 200)).toBeCloseTo(1 - 0.05 ** (1 / 200), 6);
    expect(upperBoundOfRate(2, 50)).toBeCloseTo(0.1206, 3);
    expect(upperBoundOfRate(50, 50)).toBe(1);
  });
});

describe('a figure', () => {
  it('holds at its bound and not beyond it', () => {
    expect(keeps(1.5, { atMost: 1.5 })).toBe(true);
    expect(keeps(1.51, { atMost: 1.5 })).toBe(false);
    expect(keeps(0.95, { atLeast: 0.95 })).toBe(true);
    expect(keeps(0.96, { from: 0.97, to: 1.03 })).toBe(false);
    expect(boundText({ from: 0.97, to: 1.03 })).toBe('0.97 … 1.03');
  });

  it('never holds without a value, or when its comparison was void', () => {
    expect(figure('a', null, '', { atMost: 1 }).holds).toBe(false);
    expect(figure('a', NaN, '', { atMost: 1 }).holds).toBe(false);
    expect(figure('a', 0, '', { atMost: 1 }, '', false).holds).toBe(false);
  });
});
