import { describe, expect, it } from 'vitest';
import { gatherTurn } from '@main/profiling/gather';

describe('what is sent in one turn of the event loop', () => {
  it('is handed on together, in order, once the turn is over', async () => {
    const handed: (readonly number[])[] = [];
    const send = gatherTurn<number>((items) => void handed.push(items));
    send(1);
    send(2);
    expect(handed).toEqual([]);
    await Promise.resolve();
    expect(handed).toEqual([[1, 2]]);
    send(3);
    await Promise.resolve();
    expect(handed).toEqual([[1, 2], [3]]);
  });
});
