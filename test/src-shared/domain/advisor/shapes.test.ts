import { describe, expect, it } from 'vitest';
import { alignment } from '@shared/domain/advisor/alignment';
import { queried, unknown } from '@shared/domain/advisor/fact';
import type { Occupancy } from '@shared/domain/advisor/occupancy';
import { countGroups, tail } from '@shared/domain/advisor/tail';

const width = (lanes: number) => queried(lanes, 'test');

describe('alignment', () => {
  it.each([
    [[48], 64, 0.75],
    [[64], 64, 1],
    [[1], 32, 1 / 32],
    [[65], 64, 65 / 128],
    [[8, 8], 64, 1],
    [[10, 10], 32, 100 / 128],
    [[7, 3, 2], 32, 42 / 64],
    [[4, 4, 4], 32, 1],
  ] as const)('of %j on %d lanes is %d', (local, lanes, used) => {
    expect(alignment(local, width(lanes))?.used).toBeCloseTo(used, 12);
    expect(alignment(local, width(lanes))?.slowdown).toBeCloseTo(1 / used, 12);
  });

  it.each([
    [[256], 32, 1],
    [[16, 16], 32, 2],
    [[4, 64], 32, 8],
    [[48, 4], 32, 2],
    [[7, 3], 32, 3],
  ] as const)('of %j on %d lanes touches %d rows', (local, lanes, rows) => {
    expect(alignment(local, width(lanes))?.rowsPerWavefront).toBe(rows);
  });

  it('is not worked out for NULL or an unknown width', () => {
    expect(alignment(null, width(32))).toBeNull();
    expect(alignment([64], unknown('the kernel decides'))).toBeNull();
  });
});

const holding = (groups: number, missing: readonly 'registers'[] = []): Occupancy => ({
  kind: 'resident',
  unit: 'SM',
  groups,
  wavefronts: groups * 8,
  maxWavefronts: 64,
  wavefrontsPerGroup: 8,
  occupancy: groups / 8,
  limiters: ['wavefronts'],
  bounds: [],
  missing,
});

describe('tail', () => {
  it('counts groups per dimension, a started group as a whole one', () => {
    expect(countGroups([1000], [256])).toBe(4);
    expect(countGroups([100, 100], [16, 8])).toBe(7 * 13);
    expect(countGroups([8, 8, 8], [4])).toBe(2 * 8 * 8);
    expect(countGroups([1000], null)).toBeNull();
  });

  it('tells how full the last wave is', () => {
    // 10 units hold 8 groups each: 81 groups leave one for a second wave.
    expect(tail([81 * 256], [256], holding(8), width(10))).toEqual({
      groups: 81,
      heldAtOnce: 80,
      waves: 2,
      lastWaveFill: 1 / 80,
      filled: 81 / 160,
      isUpperBound: false,
    });
    expect(tail([160 * 256], [256], holding(8), width(10))).toMatchObject({
      waves: 2,
      lastWaveFill: 1,
      filled: 1,
    });
    expect(tail([256], [256], holding(8), width(10))).toMatchObject({ waves: 1, filled: 1 / 80 });
  });

  it('says when it rests on an upper bound, and is unknown without the figures', () => {
    expect(tail([2560], [256], holding(8, ['registers']), width(10))?.isUpperBound).toBe(true);
    expect(tail([2560], [256], holding(8), unknown('not asked'))).toBeNull();
    expect(tail([2560], [256], { kind: 'not-applicable', why: 'cpu' }, width(10))).toBeNull();
  });
});
