import { describe, expect, it } from 'vitest';
import { approximateTime } from '@renderer/views/approximate-time';

const say = (ms: number, round?: (value: number) => number) =>
  approximateTime(
    ms,
    (key, params) => `${String(params?.['count'])} ${key.slice('app.time.'.length)}`,
    round,
  );

describe('a time that is roughly known', () => {
  it.each([
    [0, '1 seconds'],
    [2_100, '3 seconds'],
    [119_000, '119 seconds'],
    [120_000, '2 minutes'],
    [7_100_000, '118 minutes'],
    [9_000_000, '2.5 hours'],
  ])('says %d ms as %s', (ms, text) => {
    expect(say(ms)).toBe(text);
  });

  it('is never less than a bound that it is said of', () => {
    expect(say(130_000)).toBe('2 minutes');
    expect(say(130_000, Math.ceil)).toBe('3 minutes');
    expect(say(7_201_000, Math.ceil)).toBe('2.1 hours');
  });
});
