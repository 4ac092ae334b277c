import { describe, expect, it } from 'vitest';
import type { Memory, OpenCl } from '@main/opencl/binding';
import { profilingInfo } from '@main/opencl/constants';
import type { LaunchShape } from '@main/opencl/launcher';
import { createLauncher } from '@main/opencl/launcher';
import { ClCallFailure } from '@main/opencl/status';

const queue = 1n;
const kernelNs = 400n;
const gapNs = 100n;

const write = (target: Memory, value: bigint | number): void => {
  if (target instanceof BigUint64Array) target[0] = BigInt(value);
  else if (target !== null) target[0] = Number(value);
};

interface FakeDevice {
  readonly cl: OpenCl;
  readonly calls: string[];
  /** Events that were made and not yet released. */
  readonly live: Set<bigint>;
  /** How many of them there were at once, at most. */
  readonly most: () => number;
}

/** A driver whose kernels last 400 ns with 100 ns between them. `swap`: this event ends before it starts. */
const fakeDevice = (
  options: { swap?: number; failFinish?: number; failCopy?: number; failWait?: boolean } = {},
): FakeDevice => {
  const calls: string[] = [];
  const live = new Set<bigint>();
  let launches = 0;
  let finishes = 0;
  let copies = 0;
  let most = 0;
  const startOf = (event: bigint): bigint => 1_000_000_000n + event * (kernelNs + gapNs);
  const parts: Partial<OpenCl> = {
    clEnqueueNDRangeKernel: (...args) => {
      launches += 1;
      calls.push('kernel');
      if (args[8] === null) return 0;
      write(args[8], launches);
      live.add(BigInt(launches));
      most = Math.max(most, live.size);
      return 0;
    },
    clEnqueueCopyBuffer: () => {
      calls.push('copy');
      copies += 1;
      return copies === options.failCopy ? -6 : 0;
    },
    clFinish: () => {
      finishes += 1;
      calls.push('finish');
      return finishes === options.failFinish ? -5 : 0;
    },
    clWaitForEvents: () => {
      calls.push('wait');
      return options.failWait === true ? -14 : 0;
    },
    clFlush: () => 0,
    clGetEventInfo: (_event, _name, _size, value) => {
      write(value, 0);
      return 0;
    },
    clGetEventProfilingInfo: (event, name, _size, value) => {
      const start = startOf(event);
      const isSwapped = Number(event) === options.swap;
      const times = new Map<number, bigint>([
        [profilingInfo.QUEUED, start - 50n],
        [profilingInfo.SUBMIT, start - 30n],
        [profilingInfo.START, start],
        [profilingInfo.END, isSwapped ? start - 1n : start + kernelNs],
      ]);
      write(value, times.get(name) ?? 0n);
      return 0;
    },
    clReleaseEvent: (event) => {
      live.delete(event);
      return 0;
    },
  };
  return { cl: parts as OpenCl, calls, live, most: () => most };
};

const shape: LaunchShape = {
  kernel: 2n,
  global: BigUint64Array.of(64n),
  local: BigUint64Array.of(8n),
  restores: [],
  evictCache: null,
};
const event = { source: 'event', tickNs: 256, reason: 'trusted' } as const;
const wall = { source: 'wall', tickNs: null, reason: 'constant' } as const;
const nothing = (): void => undefined;
const five = { shape, samples: 5, maxNs: 1e12, batchK: 1, beforeLaunch: nothing };

describe('createLauncher', () => {
  it("subtracts the event's times", () => {
    const { cl, live } = fakeDevice();
    const { samples } = createLauncher(cl, queue, event).sample(five);
    expect(samples).toMatchObject({
      timeSource: 'event',
      batchK: 1,
      queueNs: [20, 20, 20, 20, 20],
      submitNs: [30, 30, 30, 30, 30],
      runNs: [400, 400, 400, 400, 400],
    });
    expect(live.size).toBe(0);
  });

  it('measures a batch from the first START to the last END, per launch', () => {
    const { cl, calls, live } = fakeDevice();
    const { samples } = createLauncher(cl, queue, event).sample({ ...five, batchK: 4 });
    // Four launches of 400 ns with three gaps of 100 ns.
    expect(samples.runNs).toEqual([475, 475, 475, 475, 475]);
    expect(samples).toMatchObject({ timeSource: 'batch', batchK: 4 });
    expect(calls.filter((call) => call === 'finish')).toHaveLength(5);
    expect(live.size).toBe(0);
  });

  it('replaces a time that ends before it starts by wall time, and counts it', () => {
    const { cl } = fakeDevice({ swap: 2 });
    const launcher = createLauncher(cl, queue, event);
    const { samples, endBeforeStart } = launcher.sample(five);
    expect(endBeforeStart).toBe(1);
    expect(samples.wallAt).toEqual([1]);
    expect(samples.runNs[1]).toBe(samples.wallNs[1]);
    expect(samples.runNs[0]).toBe(400);
  });

  it('makes no event where the wall is the clock', () => {
    const { cl, live } = fakeDevice();
    const { samples } = createLauncher(cl, queue, wall).sample(five);
    expect(samples.timeSource).toBe('wall');
    expect(samples.runNs).toEqual(samples.wallNs);
    expect(samples.queueNs).toEqual([null, null, null, null, null]);
    expect(live.size).toBe(0);
  });

  it('finishes the restore before each launch', () => {
    const { cl, calls } = fakeDevice();
    const restoring = { ...shape, restores: [{ pristine: 3n, target: 4n, bytes: 64 }] };
    createLauncher(cl, queue, event).sample({ ...five, shape: restoring, samples: 2 });
    const once = ['copy', 'finish', 'kernel', 'finish'];
    expect(calls).toEqual([...once, ...once]);
  });

  it('copies for the next launch while the times of the last are read, and for none behind the last', () => {
    const { cl, calls, live } = fakeDevice();
    const restoring = { ...shape, restores: [{ pristine: 3n, target: 4n, bytes: 64 }] };
    const row = [
      { ...five, shape: restoring, samples: 2 },
      { ...five, samples: 1 },
      { ...five, shape: restoring, samples: 1 },
    ];
    const { taken, failure } = createLauncher(cl, queue, event).sampleAll(row);
    expect(failure).toBeNull();
    expect(taken.map(({ samples }) => samples.runNs)).toEqual([[400, 400], [400], [400]]);
    const once = ['copy', 'finish', 'kernel', 'finish'];
    expect(calls).toEqual([...once, ...once, 'kernel', 'finish', ...once]);
    expect(live.size).toBe(0);
  });

  it('reads times late where it may, in order, and keeps few events waiting', () => {
    const { cl, live, most } = fakeDevice();
    const row = [
      { ...five, samples: 50 },
      { ...five, samples: 3 },
    ];
    const { taken } = createLauncher(cl, queue, event, true).sampleAll(row);
    expect(taken.map(({ samples }) => samples.runNs.length)).toEqual([50, 3]);
    expect(new Set(taken.flatMap(({ samples }) => samples.runNs))).toEqual(new Set([400]));
    expect(live.size).toBe(0);
    expect(most()).toBe(32);
  });

  it.each([false, true])('completes what came before a launch that fails (late: %s)', (late) => {
    const { cl, live } = fakeDevice({ failFinish: 4 });
    const row = [
      { ...five, samples: 2 },
      { ...five, samples: 2 },
      { ...five, samples: 2 },
    ];
    const { taken, failure } = createLauncher(cl, queue, event, late).sampleAll(row);
    expect(taken.map(({ samples }) => samples.runNs)).toEqual([[400, 400]]);
    expect(failure).toMatchObject({ call: 'clFinish', status: -5 });
    // The event of the launch that failed is the driver's.
    expect(live.size).toBe(1);
  });

  it('blames the visit whose restore is refused, not the one before it', () => {
    const { cl } = fakeDevice({ failCopy: 1 });
    const restoring = { ...shape, restores: [{ pristine: 3n, target: 4n, bytes: 64 }] };
    const row = [
      { ...five, samples: 2 },
      { ...five, shape: restoring, samples: 2 },
    ];
    const { taken, failure } = createLauncher(cl, queue, event).sampleAll(row);
    expect(taken).toHaveLength(1);
    expect(failure).toMatchObject({ call: 'clEnqueueCopyBuffer' });
  });

  it('is over with what it was given to do behind a first launch', () => {
    const { cl, calls, live } = fakeDevice();
    createLauncher(cl, queue, event, true).first(shape, nothing, () => calls.push('look'));
    expect(calls).toEqual(['kernel', 'look', 'wait', 'finish']);
    expect(live.size).toBe(0);
  });

  it('waits for what is behind a first launch also when that failed', () => {
    const { cl, calls, live } = fakeDevice({ failWait: true });
    const launcher = createLauncher(cl, queue, event, true);
    expect(() => launcher.first(shape, nothing, () => calls.push('look'))).toThrow(
      new ClCallFailure('clWaitForEvents', -14),
    );
    expect(calls).toEqual(['kernel', 'look', 'wait', 'finish']);
    expect(live.size).toBe(0);
  });

  it('is told before each launch, and reuses its memory for a smaller visit', () => {
    const { cl } = fakeDevice();
    const launcher = createLauncher(cl, queue, event);
    let told = 0;
    const count = (): void => {
      told += 1;
    };
    launcher.sample({ ...five, beforeLaunch: count });
    const { samples } = launcher.sample({ ...five, samples: 2, beforeLaunch: count });
    expect(told).toBe(7);
    expect(samples.runNs).toHaveLength(2);
  });

  it('passes a failed finish on with the name of the call', () => {
    const { cl } = fakeDevice({ failFinish: 3 });
    const launcher = createLauncher(cl, queue, event);
    expect(() => launcher.sample(five)).toThrow(ClCallFailure);
  });

  it('leaves no event behind after a first launch that fails', () => {
    const { cl, live } = fakeDevice({ failFinish: 1 });
    expect(() => createLauncher(cl, queue, event).first(shape, nothing)).toThrow('clFinish');
    expect(live.size).toBe(0);
  });
});
