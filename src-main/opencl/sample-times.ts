/**
 * The raw times of a row of samples, from the host's clock and from events, and the samples that they make. Raw times
 * are 64-bit integers in memory that is kept from row to row; they are subtracted when all is over. Events are read when
 * there is time for it, and released.
 */
import type { VisitSamples } from '@shared/domain/sample';
import type { Handle, OpenCl } from './binding';
import { profilingInfo } from './constants';

/** What came of one visit. */
export interface Taken {
  readonly samples: VisitSamples;
  readonly endBeforeStart: number;
}

export interface SampleTimes {
  /** Room for so many samples. */
  grow(samples: number): void;
  /** Host clock, just before the sample is enqueued and when it is over. */
  begin(index: number): void;
  end(index: number): void;
  /** Host time at which it was over, ns. */
  endOf(index: number): bigint;
  /** First and last event of the next sample (one launch: the same); they are read later. */
  keep(first: Handle, last: Handle): void;
  /** No more can be kept. */
  readonly isFull: boolean;
  /** Reads what was kept, which are the last samples before `end`. */
  read(end: number): void;
  /** The samples from `from` to before `end`, each of `batchK` launches. */
  collect(from: number, end: number, batchK: number): Taken;
}

const noTime = 0xffff_ffff_ffff_ffffn;

/** Events that are kept, at most, until their times are read. */
const mostUnread = 32;

const between = (from: bigint | undefined, to: bigint | undefined): number | null => {
  if (from === undefined || to === undefined) return null;
  if (from === noTime || to === noTime || to < from) return null;
  return Number(to - from);
};

/** `useEvents`: their times can be trusted; else a sample is what the host's clock says. */
export const createSampleTimes = (cl: OpenCl, useEvents: boolean): SampleTimes => {
  const value = new BigUint64Array(1);
  /** Four times per sample: QUEUED, SUBMIT, START of its first launch, END of its last. */
  let device = new BigUint64Array(0);
  let host = new BigUint64Array(0);
  const unread = new BigUint64Array(2 * mostUnread);
  let unreadCount = 0;

  /** One time of an event, or `noTime`. */
  const timeOf = (event: Handle, name: number): bigint =>
    cl.clGetEventProfilingInfo(event, name, 8, value, null) === 0 ? (value[0] ?? noTime) : noTime;

  const readOne = (at: number, first: Handle, last: Handle): void => {
    device[at] = timeOf(first, profilingInfo.QUEUED);
    device[at + 1] = timeOf(first, profilingInfo.SUBMIT);
    device[at + 2] = timeOf(first, profilingInfo.START);
    device[at + 3] = timeOf(last, profilingInfo.END);
  };

  return {
    grow(samples) {
      if (host.length >= 2 * samples) return;
      device = new BigUint64Array(4 * samples);
      host = new BigUint64Array(2 * samples);
    },
    begin(index) {
      host[2 * index] = process.hrtime.bigint();
    },
    end(index) {
      host[2 * index + 1] = process.hrtime.bigint();
    },
    endOf: (index) => host[2 * index + 1] ?? 0n,
    keep(first, last) {
      unread[2 * unreadCount] = first;
      unread[2 * unreadCount + 1] = last;
      unreadCount += 1;
    },
    get isFull() {
      return unreadCount === mostUnread;
    },
    read(end) {
      for (let index = 0; index < unreadCount; index++) {
        const first = unread[2 * index] ?? 0n;
        const last = unread[2 * index + 1] ?? 0n;
        readOne(4 * (end - unreadCount + index), first, last);
        cl.clReleaseEvent(first);
        if (last !== first) cl.clReleaseEvent(last);
      }
      unreadCount = 0;
    },
    collect(from, end, batchK) {
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
    },
  };
};
