import { ref, shallowRef } from 'vue';
import { describe, expect, it } from 'vitest';
import { useRowSelection, type Selection } from '@renderer/components/results/row-selection';

const setUp = () => {
  const selected = shallowRef<Selection>(new Set());
  const rows = useRowSelection(ref(['a', 'b', 'c', 'd']), selected);
  return { ...rows, now: () => [...selected.value].join('') };
};
const plain = { add: false, extend: false };

describe('selecting rows', () => {
  it('takes one, and lets go of it when it is taken again', () => {
    const { select, now } = setUp();
    select('b', plain);
    expect(now()).toBe('b');
    select('c', plain);
    expect(now()).toBe('c');
    select('c', plain);
    expect(now()).toBe('');
  });

  it('adds single ones and extends from the last one, backwards too', () => {
    const { select, now } = setUp();
    select('d', plain);
    select('b', { add: false, extend: true });
    expect(now()).toBe('bcd');
    select('c', { add: true, extend: false });
    expect(now()).toBe('bd');
  });

  it('goes by keys from a cursor that stops at both ends', () => {
    const { move, toggle, all, none, now, cursor } = setUp();
    expect(move(1, false)).toBe(0);
    toggle();
    expect(move(1, true)).toBe(1);
    expect(now()).toBe('ab');
    expect(move(9, false)).toBe(3);
    expect(cursor.value).toBe('d');
    all();
    expect(now()).toBe('abcd');
    none();
    expect(now()).toBe('');
  });
});
