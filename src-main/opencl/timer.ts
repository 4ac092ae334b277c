/**
 * Finds out whether a device's event times can be believed, and in which steps they move. Drivers
 * have been seen to return 0, 1, 2, 3 for every command, END before START, and a resolution of 1000 ns
 * for a clock that steps by 32; so the clock is tried, with small copies whose duration the wall knows too.
 */
import type { TimerTrust } from '../profiling/protocol';
import type { Handle, OpenCl } from './binding';
import { memReadWrite, profilingInfo } from './constants';
import { created } from './program';
import { check } from './status';

/** One command: device times, and host times around it, all in ns. */
export interface TimerReading {
  readonly queued: bigint;
  readonly submit: bigint;
  readonly start: bigint;
  readonly end: bigint;
  readonly hostBefore: bigint;
  readonly hostAfter: bigint;
}

/** No machine's clock reads less than this when a program has had time to start: such a value is made up. */
const earliestPlausible = 1_000_000n;
/** Clocks whose rates differ by more than this cannot both be in ns. */
const worstRatio = 10;

const gcd = (left: bigint, right: bigint): bigint => {
  let [a, b] = [left, right];
  while (b !== 0n) [a, b] = [b, a % b];
  return a;
};

/** The largest step of which all differences are multiples. null when the clock never moved. */
export const timerStep = (times: readonly bigint[]): number | null => {
  const first = times[0];
  if (first === undefined) return null;
  const step = times.reduce((common, time) => {
    const difference = time > first ? time - first : first - time;
    return gcd(common, difference);
  }, 0n);
  return step === 0n ? null : Number(step);
};

const wall = (reason: TimerTrust['reason']): TimerTrust => ({
  source: 'wall',
  tickNs: null,
  reason,
});

/**
 * Whether the device's clock runs at a rate that the host's rules out. Both of these hold for an honest
 * clock however long the process was kept from running in between, so a busy machine cannot break them:
 * the device's span from the first START to the last END lies inside the host's, and the one from the
 * first END to the last START encloses what the host saw between the two commands.
 */
const disagreesWithWall = (first: TimerReading, last: TimerReading): boolean => {
  const outer = Number(last.hostAfter - first.hostBefore);
  const inner = Number(last.hostBefore - first.hostAfter);
  const longest = Number(last.end - first.start);
  const shortest = Number(last.start - first.end);
  return longest > outer * worstRatio || shortest * worstRatio < inner;
};

/**
 * The verdict on a device's timer. `readings` are null when the driver refused a profiling query;
 * `resolutionNs` is CL_DEVICE_PROFILING_TIMER_RESOLUTION, null when unknown.
 */
export const judgeTimer = (
  readings: readonly TimerReading[] | null,
  resolutionNs: number | null,
): TimerTrust => {
  if (readings === null) return wall('no-timestamps');
  const first = readings[0];
  const last = readings.at(-1);
  if (first === undefined || last === undefined) return wall('no-timestamps');
  const madeUp = readings.every(({ end }) => end < earliestPlausible);
  const stuck =
    readings.length > 1 &&
    readings.every(({ start, end }) => start === first.start && end === first.end);
  if (madeUp || stuck) return wall('constant');
  if (resolutionNs === 0) return wall('no-timestamps');
  const reversed = readings.filter(({ start, end }) => end < start).length;
  if (reversed * 4 > readings.length) return wall('end-before-start');
  if (disagreesWithWall(first, last)) return wall('wall-disagrees');
  const tickNs = timerStep(
    readings.flatMap(({ queued, submit, start, end }) => [queued, submit, start, end]),
  );
  return { source: 'event', tickNs, reason: 'trusted' };
};

const testBytes = 64 * 1024;
const mostReadings = 64;
/** However slow: one reading says nothing of a rate. */
const leastReadings = 8;
const leastSpanNs = 2_000_000n;
const mostSpanNs = 20_000_000n;

const measure = (
  cl: OpenCl,
  queue: Handle,
  source: Handle,
  target: Handle,
): readonly TimerReading[] | null => {
  const event = new BigUint64Array(1);
  const value = new BigUint64Array(1);
  const readings: TimerReading[] = [];
  const names = [
    profilingInfo.QUEUED,
    profilingInfo.SUBMIT,
    profilingInfo.START,
    profilingInfo.END,
  ];
  const begun = process.hrtime.bigint();
  for (;;) {
    const hostBefore = process.hrtime.bigint();
    check(
      'clEnqueueCopyBuffer',
      cl.clEnqueueCopyBuffer(queue, source, target, 0, 0, testBytes, 0, null, event),
    );
    check('clFinish', cl.clFinish(queue));
    const hostAfter = process.hrtime.bigint();
    const times: bigint[] = [];
    for (const name of names) {
      if (cl.clGetEventProfilingInfo(event[0] ?? 0n, name, 8, value, null) === 0) {
        times.push(value[0] ?? 0n);
      }
    }
    cl.clReleaseEvent(event[0] ?? 0n);
    const [queued, submit, start, end] = times;
    if (queued === undefined || submit === undefined || start === undefined || end === undefined) {
      return null;
    }
    readings.push({ queued, submit, start, end, hostBefore, hostAfter });
    const elapsed = hostAfter - begun;
    const enough = readings.length >= mostReadings && elapsed >= leastSpanNs;
    const late = readings.length >= leastReadings && elapsed >= mostSpanNs;
    const plainlyMadeUp =
      readings.length === 4 && readings.every((one) => one.end < earliestPlausible);
    if (enough || late || plainlyMadeUp) return readings;
  }
};

/**
 * Tries the queue's timer: 2 to 20 ms, longer only where 8 small copies take longer. Throws ClCallFailure when even a small copy fails.
 */
export const testTimer = (
  cl: OpenCl,
  context: Handle,
  queue: Handle,
  resolutionNs: number | null,
): TimerTrust => {
  const status = new Int32Array(1);
  const make = (): Handle =>
    created(
      'clCreateBuffer',
      cl.clCreateBuffer(context, memReadWrite, testBytes, null, status),
      status,
    );
  const source = make();
  const target = make();
  try {
    check(
      'clEnqueueWriteBuffer',
      cl.clEnqueueWriteBuffer(
        queue,
        source,
        1,
        0,
        testBytes,
        new Uint8Array(testBytes),
        0,
        null,
        null,
      ),
    );
    return judgeTimer(measure(cl, queue, source, target), resolutionNs);
  } finally {
    cl.clReleaseMemObject(source);
    cl.clReleaseMemObject(target);
  }
};
