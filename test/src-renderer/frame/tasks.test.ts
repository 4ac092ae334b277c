// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Steps } from '@shared/domain/steps';
import { allDrawn, drawInTurn, forgetDrawing } from '@renderer/tasks/in-turn';
import { inSlices } from '@renderer/tasks/slices';

afterEach(() => vi.restoreAllMocks());

/** Work whose steps take a millisecond each on a clock of the test's own. */
const workOf = function* (steps: number, clock: { now: number }): Steps<number> {
  for (let step = 0; step < steps; step += 1) {
    clock.now += 1;
    yield;
  }
  return clock.now;
};

describe('work in slices', () => {
  it('lets other tasks in between, and none when it is short', async () => {
    const clock = { now: 0 };
    vi.spyOn(performance, 'now').mockImplementation(() => clock.now);
    let others = 0;
    const count = setInterval(() => (others += 1), 0);
    expect(await inSlices(workOf(3, clock))).toBe(3);
    expect(others).toBe(0);
    expect(await inSlices(workOf(60, clock))).toBe(63);
    clearInterval(count);
    expect(others).toBeGreaterThan(5);
  });
});

describe('drawings in turn', () => {
  it('come one per task, each once, and not after they were taken back', async () => {
    const order: string[] = [];
    const a = () => void order.push('a');
    const b = () => void order.push('b');
    const gone = () => void order.push('gone');
    const done = new Promise<void>((resolve) => {
      drawInTurn(a);
      drawInTurn(gone);
      drawInTurn(a);
      drawInTurn(b);
      drawInTurn(resolve);
    });
    forgetDrawing(gone);
    expect(order).toEqual([]);
    await done;
    expect(order).toEqual(['a', 'b']);
  });

  it('are over when also those are that they asked for', async () => {
    const order: string[] = [];
    drawInTurn(() => {
      order.push('worked out');
      drawInTurn(() => void order.push('drawn'));
    });
    await allDrawn();
    expect(order).toEqual(['worked out', 'drawn']);
    await allDrawn();
  });
});
