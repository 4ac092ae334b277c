/**
 * The visits that the worker was asked for and that are not taken in yet, in order. Decides how far ahead it is
 * asked: it need not wait for us between two visits, and what is asked for in one go travels in one message. Refuses to
 * run far ahead of first launches, since one may take far longer than the last where the driver compiles in it.
 */
import type { SentAhead, Turn } from './visits';

export interface InFlight {
  /** So little is left that more is to be asked for. */
  readonly isLow: boolean;
  readonly isEmpty: boolean;
  /** Still more can be asked for in the same go. */
  readonly hasRoom: boolean;
  /** The visits whose answers are still to come. */
  readonly turns: readonly Turn[];
  /** `expectedNs`: how long it will take; null: not known, first launches are made in it. */
  add(sent: SentAhead, turns: readonly Turn[], expectedNs: number | null): void;
  /** Takes in what was asked for first. */
  arrive(): Promise<void>;
  arriveAll(): Promise<void>;
}

/** Whatever waits for a gap between two visits may wait so long. */
export const inFlightNs = 2e9;
export const mostFirstInFlight = 8;

interface Asked {
  readonly sent: SentAhead;
  readonly turns: readonly Turn[];
  readonly expectedNs: number | null;
  readonly at: number;
}

export const createInFlight = (now = (): number => performance.now()): InFlight => {
  const asked: Asked[] = [];
  /** How long the last visit with a first launch took, ns; null: none has been answered. */
  let firstNs: number | null = null;
  let arrivedAt = 0;

  const arrive = async (): Promise<void> => {
    const next = asked.shift();
    if (next === undefined) return;
    await next.sent.arrive();
    // It began when the one before it was answered, or when it was asked for.
    if (next.expectedNs === null) firstNs = (now() - Math.max(arrivedAt, next.at)) * 1e6;
    arrivedAt = now();
  };

  return {
    get isLow() {
      return asked.length <= 1;
    },
    get isEmpty() {
      return asked.length === 0;
    },
    get hasRoom() {
      if (asked.length < 2) return true;
      const first = asked.filter(({ expectedNs }) => expectedNs === null).length;
      const totalNs = asked.reduce(
        (sum, { expectedNs }) => sum + (expectedNs ?? firstNs ?? inFlightNs),
        0,
      );
      return first < mostFirstInFlight && totalNs < inFlightNs;
    },
    get turns() {
      return asked.flatMap(({ turns }) => turns);
    },
    add: (sent, turns, expectedNs) => void asked.push({ sent, turns, expectedNs, at: now() }),
    arrive,
    arriveAll: async () => {
      while (asked.length > 0) await arrive();
    },
  };
};
