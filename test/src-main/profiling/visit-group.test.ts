import { describe, expect, it } from 'vitest';
import { groupNs, takeGroup } from '@main/profiling/visit-group';

const times = (list: readonly (number | null)[]) =>
  takeGroup(
    list.map((expected) => ({ expected })),
    ({ expected }) => expected,
  ).map(({ expected }) => expected);

describe('visits that share a message', () => {
  it('are those at the head that together stay short', () => {
    const third = groupNs / 3;
    expect(times([third, third, third / 2, third])).toEqual([third, third, third / 2]);
  });

  it('end before one that has to go alone', () => {
    expect(times([1, 2, null, 3])).toEqual([1, 2]);
  });

  it('are one when the first has to go alone, or is long by itself', () => {
    expect(times([null, 1, 2])).toEqual([null]);
    expect(times([2 * groupNs, 1])).toEqual([2 * groupNs]);
  });

  it('are never too many for one message', () => {
    expect(times(Array.from({ length: 1000 }, () => 1))).toHaveLength(256);
  });
});
