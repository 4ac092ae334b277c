/** Addresses of a wavefront from an even value: the same whatever their order, and ascending where columns are. */
import { describe, expect, it } from 'vitest';
import { even, fillEven } from '@shared/domain/advisor/even';

const width = 32;

const written = (
  value: ReturnType<typeof even>,
  box: readonly number[],
  first: number,
  isAnyOrder: boolean,
): readonly number[] => {
  const items = box.reduce((product, size) => product * size, 1);
  const count = Math.min(width, items - first);
  const out = new Float64Array(width);
  fillEven(value, box, first, count, out, isAnyOrder);
  return [...out.subarray(0, count)];
};

const ascending = (values: readonly number[]): readonly number[] =>
  [...values].sort((a, b) => a - b);

const values = [
  even(5, 4, 16384, 0), // rows
  even(5, 16384, 4, 0), // columns
  even(5, 128, 4, 0), // columns that meet where there are more than 32 rows
  even(900, -4, 64, 0),
  even(900, 64, -4, 0),
  even(7, 0, 4, 1000),
  even(7, 100, 4, 100_000),
  even(7, 0, 0, 0),
];
const boxes = [
  [1, 1, 1],
  [5, 13, 1],
  [7, 3, 1],
  [1, 100, 1],
  [40, 3, 1],
  [64, 16, 1],
  [3, 5, 7],
  [4, 2, 32],
] as const;

describe('the values of a wavefront', () => {
  it.each(boxes)('are those of its work-items, in their order, of %i×%i×%i', (x, y, z) => {
    for (const value of values) {
      for (let first = 0; first < x * y * z; first += width) {
        const expected = Array.from({ length: Math.min(width, x * y * z - first) }, (_, at) => {
          const item = first + at;
          const row = Math.floor(item / x);
          return (
            value.start + value.x * (item % x) + value.y * (row % y) + value.z * Math.floor(row / y)
          );
        });
        expect(written(value, [x, y, z], first, false)).toEqual(expected);
        const anyOrder = written(value, [x, y, z], first, true);
        expect(ascending(anyOrder)).toEqual(ascending(expected));
      }
    }
  });

  it('ascend without sorting where columns follow each other', () => {
    for (const first of [0, 32]) {
      const columns = written(even(5, 16384, 4, 0), [5, 13, 1], first, true);
      expect(columns).toEqual(ascending(columns));
      expect(written(even(5, 16384, 4, 0), [5, 13, 1], first, false)).not.toEqual(columns);
    }
  });
});
