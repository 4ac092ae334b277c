/**
 * The buffers of one launch: which part of each it may use, what is put back before it, and what it
 * left behind, inside and outside of its part.
 */
import type { LaunchPlan, Verification } from '../profiling/protocol';
import type { DeviceBuffer, Overrun } from './device-buffers';
import {
  enqueueOverrun,
  initialData,
  readBack,
  resetBehind,
  writeInitial,
  writeZeros,
} from './device-buffers';
import type { PreparedKernel, VisitContext } from './launch-check';
import type { LaunchShape } from './launcher';
import type { Output } from './reference';
import { check } from './status';

type OutOfBounds = Extract<Verification, { kind: 'out-of-bounds' }>;

interface UsedBuffer {
  readonly buffer: DeviceBuffer;
  /** What the launch may use of it. */
  readonly bytes: number;
}

/** Buffer arguments of a launch with the bytes that it may use. */
export const usedBuffers = (prepared: PreparedKernel, launch: LaunchPlan): readonly UsedBuffer[] =>
  launch.args.flatMap((arg) => {
    const buffer = arg.kind === 'buffer' ? prepared.buffers.get(arg.name) : undefined;
    return arg.kind === 'buffer' && buffer !== undefined ? [{ buffer, bytes: arg.bytes }] : [];
  });

export const makeShape = (
  context: VisitContext,
  prepared: PreparedKernel,
  { launch, cold }: { readonly launch: LaunchPlan; readonly cold: boolean },
): LaunchShape => ({
  kernel: prepared.kernel,
  global: BigUint64Array.from(launch.launched, BigInt),
  local: launch.local === null ? null : BigUint64Array.from(launch.local, BigInt),
  restores: usedBuffers(prepared, launch).flatMap(({ buffer, bytes }) =>
    buffer.pristine === null || bytes === 0
      ? []
      : [{ pristine: buffer.pristine, target: buffer.handle, bytes }],
  ),
  evictCache: cold ? context.evictor.evict : null,
});

/** Written buffers that no launch restores get their initial data, so that a verified launch starts from it. */
export const resetUnrestored = (
  context: VisitContext,
  prepared: PreparedKernel,
  launch: LaunchPlan,
): void => {
  for (const { buffer } of usedBuffers(prepared, launch)) {
    if (buffer.plan.write && buffer.pristine === null) {
      writeInitial(context.cl, context.queue, buffer);
    }
  }
};

export const readOutputs = (
  context: VisitContext,
  prepared: PreparedKernel,
  launch: LaunchPlan,
): readonly Output[] =>
  usedBuffers(prepared, launch)
    .filter(({ buffer }) => buffer.plan.write)
    .map(({ buffer, bytes }) => ({
      plan: buffer.plan,
      bytes: readBack(context.cl, context.queue, buffer, bytes),
    }));

/** Before a launch whose overruns are to be seen. */
export const resetBehindAll = (
  context: VisitContext,
  prepared: PreparedKernel,
  launch: LaunchPlan,
): void => {
  for (const { buffer, bytes } of usedBuffers(prepared, launch)) {
    resetBehind(context.cl, context.queue, buffer, bytes);
  }
};

/** By byte and length; there are few of them. */
const patterns = new Map<string, Uint8Array<ArrayBuffer>>();

const patternOf = ({ guard, guardByte }: DeviceBuffer): Uint8Array<ArrayBuffer> => {
  const key = `${guardByte}:${guard}`;
  const known = patterns.get(key);
  if (known !== undefined) return known;
  const made = new Uint8Array(guard).fill(guardByte);
  patterns.set(key, made);
  return made;
};

/** What guards are read into, kept from one look to the next: one per buffer of a launch. */
const lookedAt: Uint8Array<ArrayBuffer>[] = [];

const lookAt = (index: number, bytes: number): Uint8Array<ArrayBuffer> => {
  const known = lookedAt[index];
  if (known?.length === bytes) return known;
  const made = new Uint8Array(bytes);
  lookedAt[index] = made;
  return made;
};

/**
 * A look at what lies behind the buffers; quicker than `findOutOfBounds`, which says what was written there. Enqueued
 * behind a launch it costs no way to the device and back.
 */
export interface GuardLook {
  /** Reads are refused with ClCallFailure, after those before them are over. */
  enqueue(): void;
  /** Whether nothing was written since they were made, once the queue is finished. false also where more is guarded. */
  isIntact(): boolean;
}

export const lookAtGuards = (
  { cl, queue }: VisitContext,
  prepared: PreparedKernel,
  launch: LaunchPlan,
): GuardLook => {
  const used = usedBuffers(prepared, launch);
  const isSimple = used.every(({ buffer }) => buffer.lead === 0);
  const guarded = isSimple ? used.filter(({ buffer }) => buffer.guard > 0) : [];
  let isRead = false;
  return {
    enqueue() {
      for (const [index, { buffer }] of guarded.entries()) {
        const { whole, allocated, guard } = buffer;
        const target = lookAt(index, guard);
        const status = cl.clEnqueueReadBuffer(
          queue,
          whole,
          0,
          allocated,
          guard,
          target,
          0,
          null,
          null,
        );
        if (status === 0) continue;
        // The driver still writes into the memory of those before it.
        cl.clFinish(queue);
        check('clEnqueueReadBuffer', status);
      }
      isRead = true;
    },
    isIntact: () =>
      isSimple &&
      isRead &&
      guarded.every(
        ({ buffer }, index) => Buffer.compare(lookAt(index, buffer.guard), patternOf(buffer)) === 0,
      ),
  };
};

/**
 * The first buffer around whose part something was written since `resetBehindAll`; null: none. A write outside of
 * a buffer counts before one inside. `onlyGuards`: what the launch may not use inside of a buffer is not looked at.
 */
export const findOutOfBounds = (
  context: VisitContext,
  prepared: PreparedKernel,
  launch: LaunchPlan,
  onlyGuards = false,
): OutOfBounds | null => {
  const { cl, queue } = context;
  const asked: { readonly buffer: DeviceBuffer; readonly overrun: () => Overrun }[] = [];
  let finished = 0;
  try {
    for (const { buffer, bytes: used } of usedBuffers(prepared, launch)) {
      const overrun = enqueueOverrun(cl, queue, buffer, onlyGuards ? buffer.allocated : used);
      asked.push({ buffer, overrun });
    }
  } finally {
    // Also when one was refused: the driver still writes into the memory of those before it.
    finished = cl.clFinish(queue);
  }
  check('clFinish', finished);
  const found = asked.flatMap(({ buffer, overrun }): OutOfBounds[] => {
    const { before, unused, behind } = overrun();
    if (before + unused + behind === 0) return [];
    const isBehind = unused + behind > 0;
    return [
      {
        kind: 'out-of-bounds',
        argument: buffer.plan.name,
        bytes: isBehind ? unused + behind : before,
        where: isBehind ? 'behind' : 'before',
        escaped: before + behind > 0,
      },
    ];
  });
  return found.find(({ escaped }) => escaped) ?? found[0] ?? null;
};

/**
 * Whether two launches, one on the initial data and one on zeros, wrote the same: byte by byte the results are
 * equal, or neither launch touched the byte.
 */
const wroteTheSame = (initial: Uint8Array, onInitial: Uint8Array, onZeros: Uint8Array): boolean =>
  onInitial.every(
    (byte, at) => byte === onZeros[at] || (byte === initial[at] && onZeros[at] === 0),
  );

/**
 * Whether the kernel writes its restored buffers without reading them: then nothing grows from launch to
 * launch, and several may follow each other without restoring. That a second launch gives the same would
 * not be enough: a kernel that finds its work done may give the same in no time. Asked once per prepared
 * kernel.
 */
export const overwritesOnly = (
  context: VisitContext,
  prepared: PreparedKernel,
  shape: LaunchShape,
  launch: LaunchPlan,
): boolean => {
  if (prepared.overwritesOnly !== null) return prepared.overwritesOnly;
  const { cl, queue, launcher } = context;
  const restored = usedBuffers(prepared, launch).filter(({ buffer }) => buffer.pristine !== null);
  const read = (): readonly Uint8Array[] =>
    restored.map(({ buffer, bytes }) => readBack(cl, queue, buffer, bytes));
  launcher.once(shape);
  const onInitial = read();
  for (const { buffer, bytes } of restored) writeZeros(cl, queue, buffer, bytes);
  launcher.once({ ...shape, restores: [] });
  const onZeros = read();
  prepared.overwritesOnly = restored.every(({ buffer }, at) =>
    wroteTheSame(
      initialData(buffer.plan),
      onInitial[at] ?? new Uint8Array(),
      onZeros[at] ?? new Uint8Array(),
    ),
  );
  return prepared.overwritesOnly;
};
