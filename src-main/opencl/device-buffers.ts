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
import { memReadWrite } from './constants';
import { created } from './program';
import { check } from './status';

export interface DeviceBuffer {
  readonly plan: BufferPlan;
  readonly handle: Handle;
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

/**
 * Puts back what lies behind the first `used` bytes, guard included, so that `findOverrun` sees what the
 * next launch does there. Blocking.
 */
export const resetBehind = (
  cl: OpenCl,
  queue: Handle,
  { plan, handle, pristine, allocated, guard, guardByte }: DeviceBuffer,
  used: number,
): void => {
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
  writeBytes(cl, queue, handle, allocated, new Uint8Array(guard).fill(guardByte));
};

/** How many bytes behind the first `used` differ from what lay there before the launch. Blocking. */
export const findOverrun = (
  cl: OpenCl,
  queue: Handle,
  { plan, handle, allocated, guard, guardByte }: DeviceBuffer,
  used: number,
): number => {
  const from = plan.write ? Math.min(used, allocated) : allocated;
  const found = new Uint8Array(allocated + guard - from);
  if (found.length === 0) return 0;
  check(
    'clEnqueueReadBuffer',
    cl.clEnqueueReadBuffer(queue, handle, 1, from, found.length, found, 0, null, null),
  );
  const initial = from < allocated ? initialData(plan).subarray(from) : new Uint8Array(0);
  return found.reduce((count, byte, at) => {
    const expected = at < initial.length ? initial[at] : guardByte;
    return byte === expected ? count : count + 1;
  }, 0);
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
  const target = new Uint8Array(Math.min(bytes, buffer.allocated));
  if (target.length === 0) return target;
  check(
    'clEnqueueReadBuffer',
    cl.clEnqueueReadBuffer(queue, buffer.handle, 1, 0, target.length, target, 0, null, null),
  );
  return target;
};

/** Never throws. */
export const releaseBuffers = (cl: OpenCl, buffers: Iterable<DeviceBuffer>): void => {
  for (const { handle, pristine } of buffers) {
    cl.clReleaseMemObject(handle);
    if (pristine !== null) cl.clReleaseMemObject(pristine);
  }
};

/**
 * Allocates and fills all buffers; `onBuffer` is told before each, as large ones take long. The value
 * also tells the bytes in use. Throws ClCallFailure, with
 * everything released, when the driver refuses what its limits allow.
 */
export const createBuffers = (
  { cl, context, queue }: BufferHome,
  plans: readonly BufferPlan[],
  limits: MemoryLimits,
  onBuffer: (name: string) => void,
): Result<
  { readonly buffers: ReadonlyMap<string, DeviceBuffer>; readonly bytes: number },
  WorkerFailure
> => {
  const checked = checkPlans(plans, limits);
  if (!checked.ok) return checked;
  const buffers = new Map<string, DeviceBuffer>();
  try {
    for (const plan of plans) {
      onBuffer(plan.name);
      const allocated = allocatedBytes(plan);
      const guard = guardFor(allocated, limits);
      const handle = allocate(cl, context, allocated + guard);
      const guardByte = guardByteOf(buffers.size);
      const bare: DeviceBuffer = { plan, handle, pristine: null, allocated, guard, guardByte };
      buffers.set(plan.name, bare);
      writeInitial(cl, queue, bare);
      writeBytes(cl, queue, handle, allocated, new Uint8Array(guard).fill(guardByte));
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
