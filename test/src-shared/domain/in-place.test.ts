import { describe, expect, test } from 'vitest';
import { judgeInPlace } from '@shared/domain/in-place';

const around = (base: number, count: number): readonly number[] =>
  Array.from({ length: count }, (_, at) => base * (1 + 0.01 * ((at * 7) % 5)));

describe('judgeInPlace', () => {
  test('sees that a kernel has less to do on what it left, and by how much', () => {
    const { changes, ratio } = judgeInPlace(around(1e6, 20), around(1e4, 20));
    expect(changes).toBe(true);
    expect(ratio?.ratio).toBeCloseTo(0.01, 3);
  });

  test('is not misled by a machine that becomes slower for both', () => {
    const slowing = around(1e6, 10).map((ns, at) => ns * (1 + at));
    expect(
      judgeInPlace(
        slowing,
        slowing.map((ns) => ns * 1.01),
      ).changes,
    ).toBe(false);
    expect(
      judgeInPlace(
        slowing,
        slowing.map((ns) => ns / 2),
      ).ratio?.ratio,
    ).toBeCloseTo(0.5, 6);
  });

  test('says nothing of launches that only wander, or of less than a tenth', () => {
    const noisy = [1, 1.6, 0.7, 1.3, 0.9, 1.5, 0.8, 1.2, 1, 1.4].map((share) => share * 1e6);
    expect(judgeInPlace(noisy, noisy.toReversed()).changes).toBe(false);
    expect(judgeInPlace(around(1e6, 20), around(1.06e6, 20)).changes).toBe(false);
  });

  test('refuses to judge from fewer than three pairs', () => {
    expect(judgeInPlace([1, 2], [100, 100, 100])).toEqual({ ratio: null, changes: false });
  });
});
