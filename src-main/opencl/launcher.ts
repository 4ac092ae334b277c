/**
 * The launch loop: one blocking wait per launch, no polling, no promise, no message and no
 * allocation between two timed launches but the small integers of the clock.
 *
 * A timed launch is: restore (and finish it, so that neither its time nor its tail counts) – host
 * clock – enqueue – wait – host clock. The event's four times are read while the next launch's restore is copied, or
 * behind several launches: a kernel of some ms drives code out of a CPU's caches, and what is run once per launch is
 * fetched anew each time. Raw device times are kept as 64-bit integers and subtracted only when all is over.
 */
import type { TimerTrust } from '../profiling/protocol';
import type { VisitSamples } from '@shared/domain/sample';
import type { Handle, OpenCl } from './binding';
import { eventInfo, executionStatus, profilingInfo } from './constants';
import type { Restored } from './restorer';
import { createRestorer } from './restorer';
import { check, ClCallFailure } from './status';

export interface LaunchShape extends Restored {
  readonly kernel: Handle;
  /** One to three numbers each, as the driver takes them. `local`: null, the driver chooses. */
  readonly global: BigUint64Array<ArrayBuffer>;
  readonly local: BigUint64Array<ArrayBuffer> | null;
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

/** What came of one. */
export interface Taken {
  readonly samples: VisitSamples;
  readonly endBeforeStart: number;
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

const noTime = 0xffff_ffff_ffff_ffffn;

/** A first launch is looked at after each hundredth of the time gone: it costs a hundredth more than it took at most. */
const pollShare = 0.01;
const shortestPollMs = 0.05;
const longestPollMs = 20;
/** That the kernel runs is not told before this long: most are over by then, and a message costs more than they do. */
const runningToldMs = 3;

export interface Launcher {
  /**
   * The first launch of a configuration; its wall time in ns. `onRunning` is called once, when the driver has finished
   * compiling and the kernel runs; not at all for a kernel that is soon over.
   */
  first(shape: LaunchShape, onRunning: () => void): number;
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

/** Events that are kept, at most, until their times are read. */
const mostUnread = 32;

/**
 * `inHostMemory`: the device is a CPU. What fails on it takes this process along, and so the times of several launches
 * are read behind the last of them (elsewhere a launch that fails can take the events of those before it along); and
 * the copies for a launch are enqueued behind the one before, since the way from its end to this process and back to
 * the device takes longer than many a copy.
 */
export const createLauncher = (
  cl: OpenCl,
  queue: Handle,
  timer: TimerTrust,
  inHostMemory = false,
): Launcher => {
  const useEvents = timer.source === 'event';
  const canFollow = useEvents && inHostMemory;
  const restorer = createRestorer(cl, queue);
  const event = new BigUint64Array(1);
  const value = new BigUint64Array(1);
  const status = new Int32Array(1);
  const nap = new Int32Array(new SharedArrayBuffer(4));
  // Grown to the largest row and then reused: 4 device times and 2 host times per sample.
  let device = new BigUint64Array(0);
  let host = new BigUint64Array(0);
  /** First and last event of the samples whose times are not read yet, which are the last ones. */
  const unread = new BigUint64Array(2 * mostUnread);
  let unreadCount = 0;

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
  const awaitLaunch = (): void => {
    const result = cl.clWaitForEvents(1, event);
    if (result !== 0) throw new ClCallFailure('clWaitForEvents', result);
  };

  /** One time of an event, or `noTime`. */
  const timeOf = (handle: bigint, name: number): bigint =>
    cl.clGetEventProfilingInfo(handle, name, 8, value, null) === 0 ? (value[0] ?? noTime) : noTime;

  const keepTimes = (at: number, first: bigint, last: bigint): void => {
    device[at] = timeOf(first, profilingInfo.QUEUED);
    device[at + 1] = timeOf(first, profilingInfo.SUBMIT);
    device[at + 2] = timeOf(first, profilingInfo.START);
    device[at + 3] = timeOf(last, profilingInfo.END);
  };

  /** Reads what is unread of the samples before `end`. */
  const readTimes = (end: number): void => {
    for (let index = 0; index < unreadCount; index++) {
      const first = unread[2 * index] ?? 0n;
      const last = unread[2 * index + 1] ?? 0n;
      keepTimes(4 * (end - unreadCount + index), first, last);
      cl.clReleaseEvent(first);
      if (last !== first) cl.clReleaseEvent(last);
    }
    unreadCount = 0;
  };

  /** Whether anything was begun behind a launch. A refusal is not the launch's: it comes again in its own place. */
  const beginBehind = (follower: LaunchShape): boolean => {
    if (!canFollow) return false;
    try {
      return restorer.begin(follower);
    } catch (thrown) {
      if (!(thrown instanceof ClCallFailure)) throw thrown;
      return false;
    }
  };

  /**
   * Launches once or `batchK` times between two readings of the host clock. Its events are unread. `follower`: where the
   * device can begin at once with what that launch is to find, it does.
   */
  const launchTimed = (
    shape: LaunchShape,
    index: number,
    batchK: number,
    follower: LaunchShape | null,
  ): void => {
    let first = 0n;
    host[2 * index] = process.hrtime.bigint();
    enqueue(shape, useEvents ? event : null);
    if (batchK > 1) {
      first = event[0] ?? 0n;
      for (let launch = 1; launch < batchK; launch++) {
        enqueue(shape, useEvents && launch === batchK - 1 ? event : null);
      }
    }
    if (follower !== null && beginBehind(follower)) awaitLaunch();
    else finish();
    host[2 * index + 1] = process.hrtime.bigint();
    if (!useEvents) return;
    const last = event[0] ?? 0n;
    unread[2 * unreadCount] = batchK > 1 ? first : last;
    unread[2 * unreadCount + 1] = last;
    unreadCount += 1;
  };

  const grow = (samples: number): void => {
    if (host.length >= 2 * samples) return;
    device = new BigUint64Array(4 * samples);
    host = new BigUint64Array(2 * samples);
  };

  const between = (from: bigint | undefined, to: bigint | undefined): number | null => {
    if (from === undefined || to === undefined) return null;
    if (from === noTime || to === noTime || to < from) return null;
    return Number(to - from);
  };

  /** The samples from `from` to before `end`. */
  const collect = (from: number, end: number, batchK: number): Taken => {
    const queueNs: (number | null)[] = [];
    const submitNs: (number | null)[] = [];
    const runNs: number[] = [];
    const wallNs: number[] = [];
    const wallAt: number[] = [];
    for (let index = from; index < end; index++) {
      const wall = Number((host[2 * index + 1] ?? 0n) - (host[2 * index] ?? 0n));
      const at = 4 * index;
      const run = useEvents ? between(device[at + 2], device[at + 3]) : null;
      if (useEvents && run === null) wallAt.push(index - from);
      queueNs.push(useEvents ? between(device[at], device[at + 1]) : null);
      submitNs.push(useEvents ? between(device[at + 1], device[at + 2]) : null);
      runNs.push(Math.round((run ?? wall) / batchK));
      wallNs.push(Math.round(wall / batchK));
    }
    const timeSource = !useEvents ? 'wall' : batchK > 1 ? 'batch' : 'event';
    const times = { timeSource, batchK, queueNs, submitNs, runNs, wallNs } as const;
    const endBeforeStart = wallAt.length;
    return { samples: endBeforeStart === 0 ? times : { ...times, wallAt }, endBeforeStart };
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
    try {
      for (let index = 0; index < row.length; index++) {
        const series = row[index];
        if (series === undefined) break;
        const { shape, samples, maxNs, batchK, beforeLaunch } = series;
        const nextShape = row[index + 1]?.shape ?? null;
        const last = at + samples;
        const bound = BigInt(Math.round(Math.min(maxNs, Number.MAX_SAFE_INTEGER)));
        const begun = process.hrtime.bigint();
        let goneNs = 0n;
        let tookNs = 0n;
        for (;;) {
          beforeLaunch();
          restorer.make(shape);
          // As far as can be said before it is launched.
          const isLast = at + 1 >= last || goneNs + tookNs >= bound;
          launchTimed(shape, at, batchK, isLast ? nextShape : shape);
          at += 1;
          const gone = (host[2 * at - 1] ?? 0n) - begun;
          tookNs = gone - goneNs;
          goneNs = gone;
          const isOver = at >= last || goneNs >= bound;
          // Complete, whatever becomes of the restore of the next.
          if (isOver) ends.push(at);
          const next = isOver ? nextShape : shape;
          const isBegun = restorer.isBusy;
          if (next !== null && restorer.begin(next) && !isBegun) cl.clFlush(queue);
          if (restorer.isBusy || !inHostMemory || unreadCount === mostUnread) readTimes(at);
          if (isOver) break;
        }
      }
      restorer.end();
      return null;
    } catch (thrown) {
      if (!(thrown instanceof ClCallFailure)) throw thrown;
      restorer.forget();
      return thrown;
    } finally {
      readTimes(at);
    }
  };

  const sampleAll: Launcher['sampleAll'] = (row) => {
    grow(row.reduce((sum, { samples }) => sum + samples, 0));
    const ends: number[] = [];
    const failure = launchRow(row, ends);
    const taken = ends.map((end, index) =>
      collect(ends[index - 1] ?? 0, end, row[index]?.batchK ?? 1),
    );
    return { taken, failure };
  };

  return {
    first(shape, onRunning) {
      restorer.make(shape);
      const begun = process.hrtime.bigint();
      enqueue(shape, event);
      const handle = event[0] ?? 0n;
      try {
        check('clFlush', cl.clFlush(queue));
        awaitRunning(handle, begun, onRunning);
        finish();
        const wallNs = Number(process.hrtime.bigint() - begun);
        const state = eventStatus(handle);
        if (state < 0) throw new ClCallFailure('clFinish', state);
        return wallNs;
      } finally {
        cl.clReleaseEvent(handle);
      }
    },

    once(shape) {
      grow(1);
      restorer.make(shape);
      launchTimed(shape, 0, 1, null);
      readTimes(1);
      return collect(0, 1, 1).samples.runNs[0] ?? 0;
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
