/** Which wavefronts stand for a group: all of a small one, six of a large one, weighing as much as all. */
import { describe, expect, it } from 'vitest';
import { innerGroups, placeOf, weightOf } from '@shared/domain/advisor/wavefronts';

const width = 32;
const groupOf = (wavefronts: number) => {
  const [first, second] = innerGroups([1 << 20], [wavefronts * width], width);
  if (first === undefined || second === undefined) throw new Error('two groups');
  return { first, second };
};

describe('the wavefronts that stand for a group', () => {
  it.each([1, 2, 5, 6, 7, 8, 11, 32])('of %i are the first ones and the last', (total) => {
    const { first, second } = groupOf(total);
    expect(first.shown).toBe(Math.min(total, 6));
    expect(first.count).toBe(first.shown * width);
    const all = Array.from({ length: first.shown }, (_, at) => at);
    const places = all.map((at) => placeOf(first, at));
    expect(places.slice(0, 3)).toEqual([0, 1, 2].slice(0, total));
    expect(places.at(-1)).toBe(total - 1);
    expect(new Set(places).size).toBe(places.length);
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(all.reduce((sum, at) => sum + weightOf(first, at), 0)).toBeCloseTo(total, 12);
    expect([second.shown, second.count, placeOf(second, 0), weightOf(second, 0)]).toEqual([
      1,
      width,
      0,
      1,
    ]);
  });

  it('hold fewer lanes in a last one that is not full', () => {
    const [first, second] = innerGroups([1000], [40], width);
    expect([first?.count, second?.count]).toEqual([40, 32]);
  });
});
