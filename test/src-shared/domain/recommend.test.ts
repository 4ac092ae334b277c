import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { byPreference } from '@shared/domain/recommend';

const pick = (
  sizes: readonly (number | readonly number[] | null)[],
  wavefront: number | null = 32,
) => {
  const candidates = sizes.map((size) => ({ local: typeof size === 'number' ? [size] : size }));
  return byPreference(candidates, wavefront)[0]?.local;
};

describe('recommend', () => {
  test('takes the size nearest to the middle in log₂', () => {
    // 32 … 512: the middle is 128.
    expect(pick([32, 64, 128, 256, 512])).toEqual([128]);
    expect(pick([16, 100, 1024])).toEqual([100]);
  });

  test('prefers a power of two among equally near sizes', () => {
    // Two sizes are equally far from their middle.
    expect(pick([32, 81], null)).toEqual([32]);
    expect(pick([25, 64], null)).toEqual([64]);
  });

  test('then a multiple of the wavefront', () => {
    // 54 · 96 = 72²: both as far from 72, neither a power of two, 96 a multiple of 32.
    expect(pick([54, 96], 32)).toEqual([96]);
    expect(pick([54, 96], null)).toEqual([54]);
  });

  test('then the smaller', () => {
    expect(pick([32, 64, 128, 256, 512, 1024])).toEqual([128]);
    expect(pick([64, 128])).toEqual([64]);
  });

  test('among shapes of equally many items takes the longer row', () => {
    expect(
      pick([
        [4, 64],
        [16, 16],
        [64, 4],
      ]),
    ).toEqual([64, 4]);
  });

  test('takes NULL only when it stands alone', () => {
    expect(pick([null, 1024])).toEqual([1024]);
    expect(pick([null])).toBeNull();
    expect(byPreference([], 32)).toEqual([]);
  });

  test('does not depend on the order in which sizes were tried', () => {
    const sizes = fc.uniqueArray(fc.integer({ min: 1, max: 2048 }), {
      minLength: 1,
      maxLength: 10,
    });
    fc.assert(
      fc.property(sizes, (list) => {
        expect(pick([...list].reverse())).toEqual(pick(list));
      }),
      { numRuns: 200 },
    );
  });
});
