import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  medianInterval,
  medianOf,
  medianRank,
  modifiedZ,
  sortedTogether,
  summarize,
} from '@shared/domain/statistics';

describe('summarize', () => {
  test('gives the figures worked out by hand for ten samples', () => {
    // Sorted 2 4 4 5 6 7 8 9 10 45: sum 100, mean 10, squares of deviations 64+36+36+25+16+9+4+1+0+1225 = 1416.
    const summary = summarize([4, 2, 8, 45, 5, 6, 10, 7, 9, 4]);
    expect(summary).toMatchObject({ n: 10, min: 2, max: 45, median: 6.5, mean: 10 });
    // position (n − 1)·p: 2.25 -> 4 + 0.25·(5 − 4); 6.75 -> 8 + 0.75·(9 − 8).
    expect(summary.q1).toBe(4.25);
    expect(summary.q3).toBe(8.75);
    expect(summary.sd).toBeCloseTo(Math.sqrt(1416 / 9), 12);
    // Deviations from 6.5: 4.5 2.5 2.5 1.5 .5 .5 1.5 2.5 3.5 38.5, sorted .5 .5 1.5 1.5 2.5 2.5 2.5 3.5 4.5 38.5.
    expect(summary.mad).toBe(2.5);
    expect(summary.relativeNoise).toBeCloseTo(Math.sqrt(1416 / 9) / 10, 12);
    // n = 10: 2·(1 + 10)/1024 = 0.0215 <= 0.05 < 2·(1 + 10 + 45)/1024, so rank 2.
    expect([summary.ciLow, summary.ciHigh]).toEqual([4, 10]);
    // 0.6745·38.5/2.5 = 10.4 > 3.5, all others below; 45 is the fourth sample.
    expect(summary.outliers).toEqual([3]);
  });

  test('leaves everything undefined null for no samples', () => {
    const { n, outliers, ...figures } = summarize([]);
    expect(n).toBe(0);
    expect(outliers).toEqual([]);
    expect(Object.values(figures).every((figure) => figure === null)).toBe(true);
  });

  test('has no spread of a single sample', () => {
    expect(summarize([7])).toMatchObject({ min: 7, q1: 7, median: 7, q3: 7, mean: 7 });
    expect(summarize([7])).toMatchObject({ sd: null, mad: null, ciLow: null, relativeNoise: null });
  });

  test('has no relative noise around a mean of zero', () => {
    expect(summarize([0, 0, 0]).relativeNoise).toBeNull();
  });

  test('labels an outlier by its place and drops nothing', () => {
    const samples = [100, 101, 99, 100, 500, 102];
    const summary = summarize(samples);
    expect(summary.outliers).toEqual([4]);
    expect(summary.max).toBe(500);
    expect(summary.n).toBe(6);
  });

  test('does not change its input and does not depend on its order', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 1e9 }), { maxLength: 60 }), (samples) => {
        const copy = [...samples];
        const { outliers, ...figures } = summarize(samples);
        expect(samples).toEqual(copy);
        const { outliers: reversed, ...same } = summarize([...samples].reverse());
        expect(same).toEqual(figures);
        expect(reversed).toHaveLength(outliers.length);
      }),
      { numRuns: 100 },
    );
  });

  test('never gives NaN and keeps its figures in order', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(1e9), { minLength: 1, maxLength: 80 }), (samples) => {
        const summary = summarize(samples);
        const figures = Object.values(summary).filter((value) => typeof value === 'number');
        expect(figures.every(Number.isFinite)).toBe(true);
        const { min, q1, median, q3, max } = summary;
        const ladder = [min, q1, median, q3, max].map(Number);
        expect(ladder).toEqual([...ladder].sort((a, b) => a - b));
      }),
      { numRuns: 100 },
    );
  });
});

describe('medianRank', () => {
  test('needs six values for 95 %', () => {
    expect(medianRank(5)).toBeNull();
    expect(medianRank(6)).toBe(1);
  });

  test.each([
    // Published tables of the sign test interval (Conover, table A3): n, rank.
    [8, 1],
    [9, 2],
    [12, 3],
    [15, 4],
    [20, 6],
    [25, 8],
    [50, 18],
    [100, 40],
  ])('for %i values is %i', (n, rank) => {
    expect(medianRank(n)).toBe(rank);
  });

  test('does not underflow for many values', () => {
    // Normal approximation: n/2 − 1.96·√n/2 = 4902 for 10 000.
    expect(Math.abs((medianRank(10_000) ?? 0) - 4902)).toBeLessThan(3);
  });
});

test('medianInterval takes the smallest and the largest of six', () => {
  expect(medianInterval([3, 1, 2, 6, 5, 4])).toEqual({ low: 1, high: 6 });
  expect(medianInterval([1, 2, 3, 4, 5])).toBeNull();
});

test('medianOf nothing is null', () => {
  expect(medianOf([])).toBeNull();
  expect(medianOf([4, 1])).toBe(2.5);
});

test('modifiedZ falls back to the mean deviation when more than half of the values are equal', () => {
  // Median 10, MAD 0, mean deviation 4/5 -> the last is 4 ÷ (1.253314·0.8) = 3.99 away.
  expect(modifiedZ([10, 10, 10, 10, 14])[4]).toBeCloseTo(3.989, 3);
  expect(modifiedZ([5, 5, 5])).toEqual([0, 0, 0]);
});

describe('sortedTogether', () => {
  test('holds all values of all lists in order, few or many', () => {
    const lists = fc.array(fc.array(fc.integer({ min: 1, max: 50 }), { maxLength: 12 }), {
      maxLength: 6,
    });
    fc.assert(
      fc.property(lists, (given) => {
        const before = JSON.stringify(given);
        expect(sortedTogether(given)).toEqual(given.flat().sort((a, b) => a - b));
        expect(JSON.stringify(given)).toBe(before);
      }),
    );
  });
});
