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

  test('looks at the later launches, where growth has had time', () => {
    const unrestored = [...around(1e6, 10), ...around(3e6, 10)];
    expect(judgeInPlace(around(1e6, 20), unrestored).changes).toBe(true);
  });

  test('says nothing of launches that only wander, or of less than a tenth', () => {
    const noisy = [1, 1.6, 0.7, 1.3, 0.9, 1.5, 0.8, 1.2, 1, 1.4].map((share) => share * 1e6);
    expect(judgeInPlace(noisy, noisy.toReversed()).changes).toBe(false);
    expect(judgeInPlace(around(1e6, 20), around(1.06e6, 20)).changes).toBe(false);
  });

  test('refuses to judge from fewer than three launches', () => {
    expect(judgeInPlace([1, 2], [100, 100, 100])).toEqual({ ratio: null, changes: false });
  });
});
