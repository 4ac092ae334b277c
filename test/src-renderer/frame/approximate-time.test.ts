import { describe, expect, it } from 'vitest';
import { approximateTime } from '@renderer/views/approximate-time';

const say = (ms: number) =>
  approximateTime(
    ms,
    (key, params) => `${String(params?.['count'])} ${key.slice('app.time.'.length)}`,
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
});
