import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { roundOrder, seededRandom, shuffle } from '@shared/domain/random';

describe('seededRandom', () => {
  test('repeats itself from its seed', () => {
    const [a, b] = [seededRandom(42), seededRandom(42)];
    expect(Array.from({ length: 20 }, a)).toEqual(Array.from({ length: 20 }, b));
  });

  test('differs between seeds, neighbours included', () => {
    expect(seededRandom(1)()).not.toBe(seededRandom(2)());
  });

  test('fills the unit interval evenly', () => {
    const random = seededRandom(7);
    const bins = new Array<number>(10).fill(0);
    for (let i = 0; i < 10_000; i += 1) {
      const value = random();
      expect(value >= 0 && value < 1).toBe(true);
      const bin = Math.floor(value * 10);
      bins[bin] = (bins[bin] ?? 0) + 1;
    }
    // Chi-squared with 9 degrees of freedom: 27.9 is the 99.9 % point.
    const chi = bins.reduce((sum, count) => sum + (count - 1000) ** 2 / 1000, 0);
    expect(chi).toBeLessThan(27.9);
  });
});

describe('shuffle', () => {
  test('keeps every item and leaves its input alone', () => {
    fc.assert(
      fc.property(fc.array(fc.integer(), { maxLength: 50 }), fc.integer(), (items, seed) => {
        const copy = [...items];
        const shuffled = shuffle(items, seededRandom(seed));
        expect(items).toEqual(copy);
        expect(shuffled.sort((a, b) => a - b)).toEqual(copy.sort((a, b) => a - b));
      }),
      { numRuns: 100 },
    );
  });

  test('makes all six orders of three about equally often', () => {
    const random = seededRandom(3);
    const counts = new Map<string, number>();
    for (let i = 0; i < 6000; i += 1) {
      const order = shuffle(['a', 'b', 'c'], random).join('');
      counts.set(order, (counts.get(order) ?? 0) + 1);
    }
    expect(counts.size).toBe(6);
    for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(130);
  });
});

describe('roundOrder', () => {
  test('depends on seed and round alone', () => {
    const items = [1, 2, 3, 4, 5, 6, 7, 8];
    expect(roundOrder(items, 5, 3)).toEqual(roundOrder(items, 5, 3));
    const orders = new Set(
      Array.from({ length: 10 }, (_, round) => roundOrder(items, 5, round).join()),
    );
    expect(orders.size).toBe(10);
  });
});
