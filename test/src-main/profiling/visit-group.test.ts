import { describe, expect, it } from 'vitest';
import { fewLaunches, groupNs, longGroupNs, takeGroup } from '@main/profiling/visit-group';

/** Visits that take so long, each of so many launches; what of them goes together. */
const times = (list: readonly (number | null)[], launches = fewLaunches) =>
  takeGroup(list, (ns) => (ns === null ? null : { ns, launches }));

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

  it('may take longer while only few launches fit in', () => {
    const long = groupNs / 2;
    expect(times(Array(20).fill(long), 2)).toHaveLength(Math.floor(longGroupNs / long));
    // The fifth would be beyond the launches that make a message cheap, and beyond the time.
    expect(times(Array(20).fill(long), fewLaunches / 4)).toHaveLength(4);
    expect(times(Array(20).fill(long), fewLaunches)).toHaveLength(2);
  });

  it('are never too many for one message', () => {
    expect(times(Array.from({ length: 1000 }, () => 1))).toHaveLength(256);
  });
});
