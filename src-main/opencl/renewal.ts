/**
 * New places for a kernel's buffers while it is measured. Where the pages of a buffer lie decides which of its lines
 * fight for a place in the caches, differently for each local size: the order of sizes within 5 to 30 % of each other
 * changes with every process on a CPU, and stays for its life. Fresh buffers every few rounds make that luck part of
 * the noise between rounds, which the intervals see, instead of part of the answer, which nothing sees.
 * Decides when; refuses whatever would be felt: large buffers, which average over their pages by themselves, more than
 * a twentieth of the time, and more than 50 µs a launch.
 */
import type { BufferHome, DeviceBuffer } from './device-buffers';
import { copyOf, releaseBuffers } from './device-buffers';
import type { PreparedKernel, VisitContext } from './launch-check';
import { forgetArguments } from './launch-check';
import { ClCallFailure } from './status';

/** Time between two renewals ÷ what the last one took, at least. */
const leastShare = 20;
/** What renewing may add to a launch on average, ns: of long launches few would be made between two renewals. */
const mostPerLaunchNs = 50_000;
/** Until it was tried: memory that is touched for the first time. */
const nsPerByte = 1;
/** In all buffers, pristine copies included. Twice as much is allocated for a moment. */
const mostBytes = 64 * 1024 * 1024;

export interface Renewal {
  /** Configurations visited in this round: the first that comes again begins a new one. */
  readonly visited: Set<string>;
  /** `performance.now()`. */
  madeAt: number;
  /** How long that took; null: they were not renewed yet. */
  tookNs: number | null;
  /** What the next one is expected to take. */
  costNs: number;
  /** Timed launches that were asked for since. */
  launches: number;
}

export const createRenewal = (): Renewal => ({
  visited: new Set(),
  madeAt: performance.now(),
  tookNs: null,
  costNs: 0,
  launches: 0,
});

const bytesOf = ({ lead, allocated, guard, pristine }: DeviceBuffer): number =>
  lead + allocated + guard + (pristine === null ? 0 : allocated);

/** The same bytes in other places. Throws ClCallFailure, with nothing left behind, when the driver refuses. */
const copied = (
  home: BufferHome,
  buffers: PreparedKernel['buffers'],
): ReadonlyMap<string, DeviceBuffer> => {
  const made = new Map<string, DeviceBuffer>();
  try {
    for (const [name, buffer] of buffers) made.set(name, copyOf(home, buffer));
  } catch (thrown) {
    releaseBuffers(home.cl, made.values());
    throw thrown;
  }
  return made;
};

/** A visit that is about to be made. */
interface ComingVisit {
  readonly configuration: string;
  /** Timed launches. */
  readonly samples: number;
}

/**
 * To be called once for each visit before it is made, in order. Whether buffers may be renewed before it: a round begins
 * with it, they are small enough, and there were launches enough since the last time.
 */
export const mayRenew = (
  context: Pick<VisitContext, 'inHostMemory'>,
  { renewal, buffers }: PreparedKernel,
  { configuration, samples }: ComingVisit,
): boolean => {
  const isNewRound = renewal.visited.has(configuration);
  const { launches } = renewal;
  if (isNewRound) renewal.visited.clear();
  renewal.visited.add(configuration);
  renewal.launches += samples;
  if (!context.inHostMemory || !isNewRound) return false;
  let bytes = 0;
  for (const buffer of buffers.values()) bytes += bytesOf(buffer);
  renewal.costNs = renewal.tookNs ?? bytes * nsPerByte;
  return bytes <= mostBytes && launches * mostPerLaunchNs >= renewal.costNs;
};

/**
 * Renews the buffers before a visit for which `mayRenew` held, unless it is too soon. When the driver refuses, they
 * stay where they are: the visit itself will say what is wrong.
 */
export const renewBuffers = (
  context: VisitContext & BufferHome,
  prepared: PreparedKernel,
  { samples }: ComingVisit,
): void => {
  const { renewal, buffers } = prepared;
  const begun = performance.now();
  if ((begun - renewal.madeAt) * 1e6 < renewal.costNs * leastShare) return;
  try {
    prepared.buffers = copied(context, buffers);
    prepared.shapes.clear();
    forgetArguments(prepared);
    releaseBuffers(context.cl, buffers.values());
  } catch (thrown) {
    if (!(thrown instanceof ClCallFailure)) throw thrown;
  }
  renewal.launches = samples;
  renewal.madeAt = performance.now();
  renewal.tookNs = (renewal.madeAt - begun) * 1e6;
};
