/**
 * The launch loop: one blocking finish per launch, no polling, no promise, no message and no
 * allocation between two timed launches but the small integers of the clock.
 *
 * A timed launch is: restore (and finish it, so that neither its time nor its tail counts) – host
 * clock – enqueue – finish – host clock. The event's four times are read while the next launch's restore is copied, or
 * behind several launches (sample-times.ts): a kernel of some ms drives code out of a CPU's caches, and what is run once
 * per launch is fetched anew each time.
 */
import type { TimerTrust } from '../profiling/protocol';
import type { Handle, OpenCl } from './binding';
import { eventInfo, executionStatus } from './constants';
import type { Taken } from './sample-times';
import { createSampleTimes } from './sample-times';
import { check, ClCallFailure } from './status';

/** A device-side copy that is made before each launch. */
export interface Restore {
  readonly pristine: Handle;
  readonly target: Handle;
  readonly bytes: number;
}

export interface LaunchShape {
  readonly kernel: Handle;
  /** One to three numbers each, as the driver takes them. */
  readonly global: BigUint64Array<ArrayBuffer>;
  readonly local: BigUint64Array<ArrayBuffer> | null;
  readonly restores: readonly Restore[];
  /** Writes memory larger than the last-level cache; null: measure warm. Enqueues only. */
  readonly evictCache: (() => void) | null;
}

export interface SampleBounds {
  readonly samples: number;
  /** No further sample is begun after this long; the first is always taken. */
  readonly maxNs: number;
}

/** The timed launches of one visit. */
export interface Series extends SampleBounds {
  readonly shape: LaunchShape;
  /** Launches per sample. */
  readonly batchK: number;
  /** Told before each sample. */
  readonly beforeLaunch: () => void;
}

/** A kernel shorter than this many timer steps is measured in batches. */
const fewestTicks = 20;
const largestBatch = 1000;

/** Launches per sample for a kernel of `runNs` on a timer that moves in steps of `tickNs`. 1: no batch. */
export const batchSize = (runNs: number, tickNs: number | null): number => {
  if (tickNs === null || runNs >= fewestTicks * tickNs) return 1;
  // A time below one step reads as 0 or one step; half a step is the honest guess.
  const guess = Math.max(runNs, tickNs / 2);
  return Math.min(largestBatch, Math.ceil((fewestTicks * tickNs) / guess));
};

/** A first launch is looked at after each hundredth of the time gone: it costs a hundredth more than it took at most. */
const pollShare = 0.01;
const shortestPollMs = 0.05;
const longestPollMs = 20;
/** That the kernel runs is not told before this long: most are over by then, and a message costs more than they do. */
const runningToldMs = 3;

export interface Launcher {
  /**
   * The first launch of a configuration; its wall time in ns. `onRunning` is called once, when the driver has finished
   * compiling and the kernel runs; not at all for a kernel that is soon over. `behind` may enqueue what is to be done
   * after it, which is over too on return.
   */
  first(shape: LaunchShape, onRunning: () => void, behind?: () => void): number;
  /** An untimed launch; returns its time in ns by the session's time source. */
  once(shape: LaunchShape): number;
  /** Timed launches. */
  sample(series: Series): Taken;
  /**
   * Several in a row, with nothing in between. Those before the one in which a call failed are complete; `failure` is
   * of the next.
   */
  sampleAll(row: readonly Series[]): {
    readonly taken: readonly Taken[];
    readonly failure: ClCallFailure | null;
  };
}

/**
 * `readLate`: the times of several launches may be read behind the last of them. Not on devices where a launch that
 * fails can take the events of those before it along.
 */
export const createLauncher = (
  cl: OpenCl,
  queue: Handle,
  timer: TimerTrust,
  readLate = false,
): Launcher => {
  const useEvents = timer.source === 'event';
  const times = createSampleTimes(cl, useEvents);
  const event = new BigUint64Array(1);
  const status = new Int32Array(1);
  const nap = new Int32Array(new SharedArrayBuffer(4));

  const enqueue = (shape: LaunchShape, target: BigUint64Array<ArrayBuffer> | null): void => {
    const result = cl.clEnqueueNDRangeKernel(
      queue,
      shape.kernel,
      shape.global.length,
      null,
      shape.global,
      shape.local,
      0,
      null,
      target,
    );
    if (result !== 0) throw new ClCallFailure('clEnqueueNDRangeKernel', result);
  };

  const finish = (): void => {
    const result = cl.clFinish(queue);
    if (result !== 0) throw new ClCallFailure('clFinish', result);
  };

  /** Until the launch of `event` is over; what was enqueued behind it is not waited for. */
  const awaitEvent = (): void => {
    const result = cl.clWaitForEvents(1, event);
    if (result !== 0) throw new ClCallFailure('clWaitForEvents', result);
  };

  const enqueueRestore = (shape: LaunchShape): void => {
    for (const { pristine, target, bytes } of shape.restores) {
      const result = cl.clEnqueueCopyBuffer(queue, pristine, target, 0, 0, bytes, 0, null, null);
      if (result !== 0) throw new ClCallFailure('clEnqueueCopyBuffer', result);
    }
    shape.evictCache?.();
  };

  const isRestored = ({ restores, evictCache }: LaunchShape): boolean =>
    restores.length > 0 || evictCache !== null;

  const restore = (shape: LaunchShape): void => {
    if (!isRestored(shape)) return;
    enqueueRestore(shape);
    finish();
  };

  /** Launches once or `batchK` times between two readings of the host clock. Its events are unread. */
  const launchTimed = (shape: LaunchShape, index: number, batchK: number): void => {
    let first = 0n;
    times.begin(index);
    enqueue(shape, useEvents ? event : null);
    if (batchK > 1) {
      first = event[0] ?? 0n;
      for (let launch = 1; launch < batchK; launch++) {
        enqueue(shape, useEvents && launch === batchK - 1 ? event : null);
      }
    }
    finish();
    times.end(index);
    if (!useEvents) return;
    const last = event[0] ?? 0n;
    times.keep(batchK > 1 ? first : last, last);
  };

  const eventStatus = (handle: bigint): number => {
    check('clGetEventInfo', cl.clGetEventInfo(handle, eventInfo.EXECUTION_STATUS, 4, status, null));
    return status[0] ?? 0;
  };

  /** Sleeps while the driver compiles, so that a bound for compiling can differ from one for running. */
  const awaitRunning = (handle: bigint, begun: bigint, onRunning: () => void): void => {
    for (;;) {
      const state = eventStatus(handle);
      if (state < 0) throw new ClCallFailure('clEnqueueNDRangeKernel', state);
      if (state === executionStatus.COMPLETE) return;
      const goneMs = Number(process.hrtime.bigint() - begun) / 1e6;
      if (state === executionStatus.RUNNING && goneMs >= runningToldMs) {
        onRunning();
        return;
      }
      Atomics.wait(
        nap,
        0,
        0,
        Math.min(longestPollMs, Math.max(shortestPollMs, goneMs * pollShare)),
      );
    }
  };

  /** Where the samples of each visit of the row end; shorter than the row when a call failed. */
  const launchRow = (row: readonly Series[], ends: number[]): ClCallFailure | null => {
    let at = 0;
    let isCopying = false;
    try {
      for (let index = 0; index < row.length; index++) {
        const series = row[index];
        if (series === undefined) break;
        const { shape, samples, maxNs, batchK, beforeLaunch } = series;
        const last = at + samples;
        const bound = BigInt(Math.round(Math.min(maxNs, Number.MAX_SAFE_INTEGER)));
        const begun = process.hrtime.bigint();
        for (;;) {
          beforeLaunch();
          if (isCopying) finish();
          else restore(shape);
          launchTimed(shape, at, batchK);
          at += 1;
          const isOver = at >= last || times.endOf(at - 1) - begun >= bound;
          // Complete, whatever becomes of the restore of the next.
          if (isOver) ends.push(at);
          const next = isOver ? row[index + 1]?.shape : shape;
          isCopying = next !== undefined && isRestored(next);
          if (isCopying && next !== undefined) {
            enqueueRestore(next);
            cl.clFlush(queue);
          }
          if (isCopying || !readLate || times.isFull) times.read(at);
          if (isOver) break;
        }
      }
      return null;
    } catch (thrown) {
      if (!(thrown instanceof ClCallFailure)) throw thrown;
      return thrown;
    } finally {
      times.read(at);
    }
  };

  const sampleAll: Launcher['sampleAll'] = (row) => {
    times.grow(row.reduce((sum, { samples }) => sum + samples, 0));
    const ends: number[] = [];
    const failure = launchRow(row, ends);
    const taken = ends.map((end, index) =>
      times.collect(ends[index - 1] ?? 0, end, row[index]?.batchK ?? 1),
    );
    return { taken, failure };
  };

  return {
    first(shape, onRunning, behind) {
      restore(shape);
      const begun = process.hrtime.bigint();
      enqueue(shape, event);
      const handle = event[0] ?? 0n;
      try {
        check('clFlush', cl.clFlush(queue));
        awaitRunning(handle, begun, onRunning);
        let wallNs = 0;
        try {
          behind?.();
          if (behind !== undefined) awaitEvent();
          else finish();
          wallNs = Number(process.hrtime.bigint() - begun);
        } finally {
          // Also behind a launch that failed: the driver may still write what was asked for.
          if (behind !== undefined) finish();
        }
        const state = eventStatus(handle);
        if (state < 0) throw new ClCallFailure('clFinish', state);
        return wallNs;
      } finally {
        cl.clReleaseEvent(handle);
      }
    },

    once(shape) {
      times.grow(1);
      restore(shape);
      launchTimed(shape, 0, 1);
      times.read(1);
      return times.collect(0, 1, 1).samples.runNs[0] ?? 0;
    },

    sample(series) {
      const { taken, failure } = sampleAll([series]);
      const [one] = taken;
      if (failure !== null || one === undefined) throw failure ?? new Error('nothing was launched');
      return one;
    },

    sampleAll,
  };
};
