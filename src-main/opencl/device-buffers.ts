/**
 * The buffers of a prepared kernel: allocated once for the largest configuration, filled with the
 * spec's data, and restored from pristine copies on the device. Refuses what the device says it cannot
 * hold before asking, because drivers accept more than there is and fail, or kill the process, later.
 */
import { elementType, fillBuffer } from '@shared/domain/buffer-data';
import type { Result } from '@shared/domain/result';
import { err, ok } from '@shared/domain/result';
import type { BufferPlan, WorkerFailure } from '../profiling/protocol';
import type { Handle, OpenCl } from './binding';
import { bufferRegion, memReadWrite } from './constants';
import { created } from './program';
import { check, ClCallFailure } from './status';

export interface DeviceBuffer {
  readonly plan: BufferPlan;
  /** What kernels are given. */
  readonly handle: Handle;
  /** What was allocated: `lead` bytes of guard, what kernels are given, `guard` bytes behind it. */
  readonly whole: Handle;
  /** Bytes before it that no kernel may touch, filled with `guardByte`; 0: `whole` is `handle`. */
  readonly lead: number;
  /** Device-side copy of the initial data; null for buffers that are not restored. */
  readonly pristine: Handle | null;
  /** Bytes that kernels may use. */
  readonly allocated: number;
  /** Bytes behind them that no kernel may touch, filled with `guardByte`. */
  readonly guard: number;
  readonly guardByte: number;
}

/** Where buffers are made. */
export interface BufferHome {
  readonly cl: OpenCl;
  readonly context: Handle;
  readonly queue: Handle;
}

export interface MemoryLimits {
  readonly maxAllocation: number | null;
  readonly globalMemory: number | null;
  /** Guard what lies before a buffer too: in trials, and from OpenCL 1.1, where a part of a buffer can be given to a kernel. */
  readonly leadGuard: boolean;
}

const refuse = (message: string, reason: WorkerFailure['reason']): Result<never, WorkerFailure> =>
  err({ reason, status: null, call: null, message });

/** OpenCL has no buffer of 0 bytes; the kernel may not touch it anyway. */
const allocatedBytes = (plan: BufferPlan): number =>
  Math.max(plan.bytes, elementType(plan.type)?.bytes ?? 1);

/** Enough to catch a row or a group too many; what is written further away crashes or goes unseen. */
const guardBytes = 4096;

/** Another one for each of 256 buffers: a copy with too large an index would put equal bytes onto each other unseen. */
const guardByteOf = (index: number): number => (0xa5 + 29 * index) % 256;

/** As much guard as the device allows behind a buffer of `bytes`. */
const guardFor = (bytes: number, { maxAllocation }: MemoryLimits): number =>
  Math.max(0, Math.min(guardBytes, (maxAllocation ?? Infinity) - bytes));

/** All or nothing: the kernel's part has to begin where the device lets one begin, 4 KiB at most. */
const leadFor = (bytes: number, { maxAllocation, leadGuard }: MemoryLimits): number =>
  leadGuard && bytes + 2 * guardBytes <= (maxAllocation ?? Infinity) ? guardBytes : 0;

const isRestored = (plan: BufferPlan): boolean => plan.write && plan.restore;

/** Checks types and sizes; the sum counts pristine copies. */
const checkPlans = (
  plans: readonly BufferPlan[],
  limits: MemoryLimits,
): Result<number, WorkerFailure> => {
  let sum = 0;
  for (const plan of plans) {
    if (elementType(plan.type) === null) {
      return refuse(
        `The buffer argument "${plan.name}" has the type "${plan.type}", which is no scalar or vector type of OpenCL C.`,
        'launch-failed',
      );
    }
    const bytes = allocatedBytes(plan);
    if (limits.maxAllocation !== null && bytes > limits.maxAllocation) {
      return refuse(
        `The buffer "${plan.name}" needs ${bytes} bytes, and the device allows ${limits.maxAllocation} in one buffer; use a smaller global size.`,
        'out-of-memory',
      );
    }
    sum += isRestored(plan) ? 2 * bytes : bytes;
  }
  if (limits.globalMemory !== null && sum > limits.globalMemory) {
    return refuse(
      `The kernel's buffers need ${sum} bytes with their copies, and the device has ${limits.globalMemory}; use a smaller global size or switch restoring off.`,
      'out-of-memory',
    );
  }
  return ok(sum);
};

/** The initial bytes of a buffer, as allocated; what does not fill a whole element is 0. */
export const initialData = (plan: BufferPlan): Uint8Array<ArrayBuffer> => {
  const elementBytes = elementType(plan.type)?.bytes ?? 1;
  const filled = fillBuffer(plan.init, plan.type, Math.floor(plan.bytes / elementBytes));
  const allocated = allocatedBytes(plan);
  if (filled.length === allocated) return filled;
  const padded = new Uint8Array(allocated);
  padded.set(filled);
  return padded;
};

const allocate = (cl: OpenCl, context: Handle, bytes: number): Handle => {
  const status = new Int32Array(1);
  return created(
    'clCreateBuffer',
    cl.clCreateBuffer(context, memReadWrite, bytes, null, status),
    status,
  );
};

/** `bytes` from `lead` on, as a buffer of its own; null: the driver does not make one. */
const partOf = (cl: OpenCl, whole: Handle, lead: number, bytes: number): Handle | null => {
  const status = new Int32Array(1);
  const region = new BigUint64Array([BigInt(lead), BigInt(bytes)]);
  const part = cl.clCreateSubBuffer(whole, 0n, bufferRegion, region, status);
  return status[0] === 0 ? part : null;
};

/** A buffer between its guards, which are filled; its own bytes are not. */
const makeBuffer = (
  { cl, context, queue }: BufferHome,
  plan: BufferPlan,
  limits: MemoryLimits,
  guardByte: number,
): DeviceBuffer => {
  const allocated = allocatedBytes(plan);
  const wanted = leadFor(allocated, limits);
  const whole = allocate(cl, context, wanted + allocated + guardFor(allocated + wanted, limits));
  const part = wanted === 0 ? null : partOf(cl, whole, wanted, allocated);
  const lead = part === null ? 0 : wanted;
  const guard = wanted + guardFor(allocated + wanted, limits) - lead;
  const pristine = null;
  const buffer = {
    plan,
    handle: part ?? whole,
    whole,
    lead,
    pristine,
    allocated,
    guard,
    guardByte,
  };
  try {
    fillGuards(cl, queue, buffer);
  } catch (failure) {
    releaseBuffers(cl, [buffer]);
    throw failure;
  }
  return buffer;
};

const writeBytes = (
  cl: OpenCl,
  queue: Handle,
  handle: Handle,
  offset: number,
  data: Uint8Array<ArrayBuffer>,
): void => {
  if (data.length === 0) return;
  check(
    'clEnqueueWriteBuffer',
    cl.clEnqueueWriteBuffer(queue, handle, 1, offset, data.length, data, 0, null, null),
  );
};

const fillGuards = (
  cl: OpenCl,
  queue: Handle,
  { whole, lead, allocated, guard, guardByte }: DeviceBuffer,
): void => {
  writeBytes(cl, queue, whole, 0, new Uint8Array(lead).fill(guardByte));
  writeBytes(cl, queue, whole, lead + allocated, new Uint8Array(guard).fill(guardByte));
};

/**
 * Puts back what lies around the first `used` bytes, guards included, so that `enqueueOverrun` finds what the
 * next launch does there. Blocking.
 */
export const resetBehind = (
  cl: OpenCl,
  queue: Handle,
  buffer: DeviceBuffer,
  used: number,
): void => {
  const { plan, handle, pristine, allocated } = buffer;
  if (plan.write && used < allocated) {
    if (pristine === null) {
      writeBytes(cl, queue, handle, used, initialData(plan).subarray(used));
    } else {
      check(
        'clEnqueueCopyBuffer',
        cl.clEnqueueCopyBuffer(
          queue,
          pristine,
          handle,
          used,
          used,
          allocated - used,
          0,
          null,
          null,
        ),
      );
    }
  }
  fillGuards(cl, queue, buffer);
};

/** What is read is there once the queue is finished. */
const enqueueRead = (
  cl: OpenCl,
  queue: Handle,
  handle: Handle,
  offset: number,
  bytes: number,
): Uint8Array<ArrayBuffer> => {
  const found = new Uint8Array(bytes);
  if (bytes === 0) return found;
  check(
    'clEnqueueReadBuffer',
    cl.clEnqueueReadBuffer(queue, handle, 0, offset, bytes, found, 0, null, null),
  );
  return found;
};

const readBytes = (
  cl: OpenCl,
  queue: Handle,
  handle: Handle,
  offset: number,
  bytes: number,
): Uint8Array<ArrayBuffer> => {
  const found = enqueueRead(cl, queue, handle, offset, bytes);
  if (bytes > 0) check('clFinish', cl.clFinish(queue));
  return found;
};

/** Bytes that differ from what lay there before the launch. */
export interface Overrun {
  /** Before the buffer's start. */
  readonly before: number;
  /** Inside of the buffer, behind what the launch may use of it. */
  readonly unused: number;
  /** Behind the buffer's end. */
  readonly behind: number;
}

/**
 * What was written around the first `used` bytes. Enqueues only: it is to be asked for once the queue is finished, so
 * that those of several buffers cost one wait.
 */
export const enqueueOverrun = (
  cl: OpenCl,
  queue: Handle,
  { plan, handle, whole, lead, allocated, guard, guardByte }: DeviceBuffer,
  used: number,
): (() => Overrun) => {
  const guardBytes = new Uint8Array(Math.max(lead, guard)).fill(guardByte);
  const changed = (found: Uint8Array, before: Uint8Array): number =>
    // Nearly always they are the same: told by the system's own comparison.
    Buffer.compare(found, before.subarray(0, found.length)) === 0
      ? 0
      : found.reduce((count, byte, at) => (byte === before[at] ? count : count + 1), 0);
  const from = plan.write ? Math.min(used, allocated) : allocated;
  const rest = enqueueRead(cl, queue, handle, from, allocated - from);
  const inFront = enqueueRead(cl, queue, whole, 0, lead);
  const behind = enqueueRead(cl, queue, whole, lead + allocated, guard);
  return () => ({
    before: changed(inFront, guardBytes),
    unused: rest.length === 0 ? 0 : changed(rest, initialData(plan).subarray(from)),
    behind: changed(behind, guardBytes),
  });
};

/** Writes the initial data from the host. Blocking. */
export const writeInitial = (cl: OpenCl, queue: Handle, buffer: DeviceBuffer): void => {
  writeBytes(cl, queue, buffer.handle, 0, initialData(buffer.plan));
};

/** Zeros into the first `bytes`. Blocking. */
export const writeZeros = (
  cl: OpenCl,
  queue: Handle,
  { handle, allocated }: DeviceBuffer,
  bytes: number,
): void => writeBytes(cl, queue, handle, 0, new Uint8Array(Math.min(bytes, allocated)));

/** Bytes that the device holds now, from the buffer's start. Blocking. */
export const readBack = (
  cl: OpenCl,
  queue: Handle,
  buffer: DeviceBuffer,
  bytes: number,
): Uint8Array<ArrayBuffer> => {
  return readBytes(cl, queue, buffer.handle, 0, Math.min(bytes, buffer.allocated));
};

/** A buffer of the same content elsewhere, guards and pristine copy included. Blocking. Throws ClCallFailure. */
export const copyOf = ({ cl, context, queue }: BufferHome, buffer: DeviceBuffer): DeviceBuffer => {
  const { whole, lead, allocated, guard, pristine } = buffer;
  const copy = (from: Handle, bytes: number, keep: (made: Handle) => void): Handle => {
    const made = allocate(cl, context, bytes);
    keep(made);
    const result = cl.clEnqueueCopyBuffer(queue, from, made, 0, 0, bytes, 0, null, null);
    check('clEnqueueCopyBuffer', result);
    return made;
  };
  const made: Handle[] = [];
  const keep = (handle: Handle): void => void made.push(handle);
  try {
    const newPristine = pristine === null ? null : copy(pristine, allocated, keep);
    const newWhole = copy(whole, lead + allocated + guard, keep);
    const part = lead === 0 ? newWhole : partOf(cl, newWhole, lead, allocated);
    if (part === null) throw new ClCallFailure('clCreateSubBuffer', 0);
    if (part !== newWhole) keep(part);
    check('clFinish', cl.clFinish(queue));
    return { ...buffer, handle: part, whole: newWhole, pristine: newPristine };
  } catch (thrown) {
    // What was enqueued must not write into memory that is given back.
    cl.clFinish(queue);
    for (const handle of made.reverse()) cl.clReleaseMemObject(handle);
    throw thrown;
  }
};

/** Never throws. */
export const releaseBuffers = (cl: OpenCl, buffers: Iterable<DeviceBuffer>): void => {
  for (const { handle, whole, pristine } of buffers) {
    cl.clReleaseMemObject(handle);
    if (whole !== handle) cl.clReleaseMemObject(whole);
    if (pristine !== null) cl.clReleaseMemObject(pristine);
  }
};

/**
 * Allocates and fills all buffers; `onBuffer` is told before each, as large ones take long. The value
 * also tells the bytes in use. Throws ClCallFailure, with
 * everything released, when the driver refuses what its limits allow.
 */
export const createBuffers = (
  home: BufferHome,
  plans: readonly BufferPlan[],
  limits: MemoryLimits,
  onBuffer: (name: string) => void,
): Result<
  { readonly buffers: ReadonlyMap<string, DeviceBuffer>; readonly bytes: number },
  WorkerFailure
> => {
  const { cl, context, queue } = home;
  const checked = checkPlans(plans, limits);
  if (!checked.ok) return checked;
  const buffers = new Map<string, DeviceBuffer>();
  try {
    for (const plan of plans) {
      onBuffer(plan.name);
      const bare = makeBuffer(home, plan, limits, guardByteOf(buffers.size));
      const { handle, allocated } = bare;
      buffers.set(plan.name, bare);
      writeInitial(cl, queue, bare);
      if (!isRestored(plan)) continue;
      const pristine = allocate(cl, context, allocated);
      buffers.set(plan.name, { ...bare, pristine });
      check(
        'clEnqueueCopyBuffer',
        cl.clEnqueueCopyBuffer(queue, handle, pristine, 0, 0, allocated, 0, null, null),
      );
      check('clFinish', cl.clFinish(queue));
    }
  } catch (failure) {
    releaseBuffers(cl, buffers.values());
    throw failure;
  }
  return ok({ buffers, bytes: checked.value });
};
