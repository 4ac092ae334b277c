import { describe, expect, it } from 'vitest';
import { sideways, thinned } from '@renderer/charts/sample-points';

describe('single launches as points', () => {
  it('are all drawn while there are few', () => {
    expect(thinned([3, 1, 2], 3)).toEqual([3, 1, 2]);
  });

  it('keep their shortest and longest, and their order, when they are thinned', () => {
    const many = Array.from({ length: 1000 }, (_, at) => 100 + (at % 7));
    const values = many.with(501, 1).with(502, 999);
    const few = thinned(values, 20);
    expect(few.length).toBeLessThanOrEqual(20);
    expect(Math.min(...few)).toBe(1);
    expect(Math.max(...few)).toBe(999);
    expect(few.indexOf(1)).toBe(few.indexOf(999) - 1);
  });

  it('stand apart from their neighbours in time, always alike', () => {
    const places = Array.from({ length: 50 }, (_, at) => sideways(at));
    expect(places.every((place) => place >= -1 && place <= 1)).toBe(true);
    expect(places.slice(1).every((place, at) => Math.abs(place - (places[at] ?? 0)) > 0.5)).toBe(
      true,
    );
  });
});
