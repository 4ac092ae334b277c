import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listWindow, offsetsOf } from '@renderer/views/runs/list-window';

describe('the window of a long list', () => {
  it('holds every row that can be seen, keeps the height of all, and stays small', () => {
    const heights = fc.array(fc.constantFrom(38, 72), { minLength: 1, maxLength: 3000 });
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(heights, share, fc.integer({ min: 100, max: 1400 }), (rows, part, viewport) => {
        const offsets = offsetsOf(rows);
        const all = offsets.at(-1) ?? 0;
        const top = part * Math.max(0, all - viewport);
        const { first, last, above, below } = listWindow(offsets, top, viewport, 25);
        const inside = rows.slice(first, last).reduce((sum, height) => sum + height, 0);
        expect(above + inside + below).toBe(all);
        expect(above).toBeLessThanOrEqual(top);
        expect(above + inside).toBeGreaterThanOrEqual(Math.min(all, top + viewport));
        expect(last - first).toBeLessThanOrEqual(Math.ceil(viewport / 38) + 53);
      }),
    );
  });

  it('is empty for an empty list', () => {
    expect(listWindow(offsetsOf([]), 0, 500, 25)).toEqual({
      first: 0,
      last: 0,
      above: 0,
      below: 0,
    });
  });
});
