import { describe, expect, it } from 'vitest';
import { batchSize } from '@main/opencl/launcher';
import type { TimerReading } from '@main/opencl/timer';
import { judgeTimer, timerStep } from '@main/opencl/timer';

/** A device whose clock moves in `step` and runs `rate` times as fast as the host's. */
const readings = (step: bigint, rate = 1n, count = 40): TimerReading[] =>
  Array.from({ length: count }, (_, index) => {
    const hostBefore = 5_000_000_000n + BigInt(index) * 50_123n;
    const at = (offset: bigint): bigint => (((hostBefore + offset) * rate) / step) * step;
    return {
      queued: at(100n),
      submit: at(2_000n),
      start: at(9_000n),
      end: at(31_000n),
      hostBefore,
      hostAfter: hostBefore + 50_000n,
    };
  });

describe('judgeTimer', () => {
  it('trusts a plain clock and measures its step', () => {
    expect(judgeTimer(readings(1n), 1)).toEqual({ source: 'event', tickNs: 1, reason: 'trusted' });
    expect(judgeTimer(readings(256n), 1000).tickNs).toBe(256);
    expect(judgeTimer(readings(32n), 1000).tickNs).toBe(32);
  });

  it('sees through made-up constants', () => {
    const madeUp = readings(1n).map((one) => ({
      ...one,
      queued: 0n,
      submit: 1n,
      start: 2n,
      end: 3n,
    }));
    expect(judgeTimer(madeUp, 0)).toEqual({ source: 'wall', tickNs: null, reason: 'constant' });
  });

  it('sees a clock that stands still', () => {
    const stuck = readings(1n).map((one) => ({ ...one, start: 9_000_000n, end: 9_000_500n }));
    expect(judgeTimer(stuck, 1).reason).toBe('constant');
  });

  it('takes the driver at its word when it says that it has no resolution', () => {
    expect(judgeTimer(readings(1n), 0).reason).toBe('no-timestamps');
    expect(judgeTimer(null, 1).reason).toBe('no-timestamps');
  });

  it('refuses a clock that mostly ends before it starts, and forgives a rare one', () => {
    const reverse = (one: TimerReading): TimerReading => ({ ...one, end: one.start - 1n });
    expect(judgeTimer(readings(1n).map(reverse), 1).reason).toBe('end-before-start');
    const rare = readings(1n).map((one, index) => (index === 5 ? reverse(one) : one));
    expect(judgeTimer(rare, 1).reason).toBe('trusted');
  });

  it('refuses a clock whose unit is not the nanosecond', () => {
    expect(judgeTimer(readings(1n, 40n), 1).reason).toBe('wall-disagrees');
    const slow = readings(1n).map((one) => ({
      ...one,
      queued: one.queued / 40n,
      submit: one.submit / 40n,
      start: one.start / 40n,
      end: one.end / 40n,
    }));
    expect(judgeTimer(slow, 1).reason).toBe('wall-disagrees');
  });

  it('is not misled by a busy machine that keeps the process from running', () => {
    const delayed = (place: 'before' | 'after', which: number) =>
      readings(1n, 1n, 8).map((one, index) => {
        const late = index === which ? 30_000_000n : 0n;
        return place === 'before'
          ? { ...one, hostBefore: one.hostBefore - late }
          : { ...one, hostAfter: one.hostAfter + late };
      });
    for (const which of [0, 3, 7]) {
      expect(judgeTimer(delayed('before', which), 1).reason).toBe('trusted');
      expect(judgeTimer(delayed('after', which), 1).reason).toBe('trusted');
    }
    // One reading says nothing of a rate.
    expect(judgeTimer(delayed('after', 0).slice(0, 1), 1).reason).toBe('trusted');
  });
});

describe('timerStep', () => {
  it('has no step where nothing moved', () => {
    expect(timerStep([5n, 5n])).toBeNull();
    expect(timerStep([])).toBeNull();
  });
});

describe('batchSize', () => {
  it('does not batch what lasts 20 steps or more, or has no step', () => {
    expect(batchSize(5120, 256)).toBe(1);
    expect(batchSize(1, null)).toBe(1);
  });

  it('batches shorter kernels to at least 20 steps, within bounds', () => {
    expect(batchSize(1000, 256)).toBe(6);
    expect(batchSize(0, 256)).toBe(40);
    expect(batchSize(1, 1_000_000)).toBeLessThanOrEqual(1000);
  });
});
