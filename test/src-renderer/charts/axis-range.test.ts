import { describe, expect, it } from 'vitest';
import { brushed, moved, scaled } from '@renderer/charts/axis-range';

const full = { from: 4, to: 12 };

describe('the shown part of an axis', () => {
  it('is what was brushed, in whichever direction', () => {
    expect(brushed(9, 6, full)).toEqual({ from: 6, to: 9 });
    expect(brushed(-3, 8, full)).toEqual({ from: 4, to: 8 });
  });

  it('keeps the place under the pointer when it is scaled', () => {
    const half = scaled(full, 0.5, full, 6);
    expect(half).toEqual({ from: 5, to: 9 });
    expect(scaled(half ?? full, 10, full)).toBeNull();
  });

  it('moves up to the ends and keeps its width', () => {
    const range = { from: 6, to: 8 };
    expect(moved(range, 0.5, full)).toEqual({ from: 7, to: 9 });
    expect(moved(range, -9, full)).toEqual({ from: 4, to: 6 });
    expect(moved(range, 9, full)).toEqual({ from: 10, to: 12 });
  });

  it('never gets narrower than a hundredth of the whole', () => {
    const click = brushed(7, 7, full);
    expect((click?.to ?? 0) - (click?.from ?? 0)).toBeCloseTo(0.08);
  });
});
