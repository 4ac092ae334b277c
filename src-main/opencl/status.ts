/**
 * Names of OpenCL's status codes, and the closed outcome that each of them means. Classification is by
 * code and by what was being done, never by the text of a log.
 */
import type { FailReason, SkipReason } from '@shared/domain/outcome';

const names: Readonly<Record<number, string>> = {
  0: 'CL_SUCCESS',
  [-1]: 'CL_DEVICE_NOT_FOUND',
  [-2]: 'CL_DEVICE_NOT_AVAILABLE',
  [-3]: 'CL_COMPILER_NOT_AVAILABLE',
  [-4]: 'CL_MEM_OBJECT_ALLOCATION_FAILURE',
  [-5]: 'CL_OUT_OF_RESOURCES',
  [-6]: 'CL_OUT_OF_HOST_MEMORY',
  [-7]: 'CL_PROFILING_INFO_NOT_AVAILABLE',
  [-8]: 'CL_MEM_COPY_OVERLAP',
  [-9]: 'CL_IMAGE_FORMAT_MISMATCH',
  [-10]: 'CL_IMAGE_FORMAT_NOT_SUPPORTED',
  [-11]: 'CL_BUILD_PROGRAM_FAILURE',
  [-12]: 'CL_MAP_FAILURE',
  [-13]: 'CL_MISALIGNED_SUB_BUFFER_OFFSET',
  [-14]: 'CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST',
  [-15]: 'CL_COMPILE_PROGRAM_FAILURE',
  [-16]: 'CL_LINKER_NOT_AVAILABLE',
  [-17]: 'CL_LINK_PROGRAM_FAILURE',
  [-18]: 'CL_DEVICE_PARTITION_FAILED',
  [-19]: 'CL_KERNEL_ARG_INFO_NOT_AVAILABLE',
  [-30]: 'CL_INVALID_VALUE',
  [-31]: 'CL_INVALID_DEVICE_TYPE',
  [-32]: 'CL_INVALID_PLATFORM',
  [-33]: 'CL_INVALID_DEVICE',
  [-34]: 'CL_INVALID_CONTEXT',
  [-35]: 'CL_INVALID_QUEUE_PROPERTIES',
  [-36]: 'CL_INVALID_COMMAND_QUEUE',
  [-37]: 'CL_INVALID_HOST_PTR',
  [-38]: 'CL_INVALID_MEM_OBJECT',
  [-39]: 'CL_INVALID_IMAGE_FORMAT_DESCRIPTOR',
  [-40]: 'CL_INVALID_IMAGE_SIZE',
  [-41]: 'CL_INVALID_SAMPLER',
  [-42]: 'CL_INVALID_BINARY',
  [-43]: 'CL_INVALID_BUILD_OPTIONS',
  [-44]: 'CL_INVALID_PROGRAM',
  [-45]: 'CL_INVALID_PROGRAM_EXECUTABLE',
  [-46]: 'CL_INVALID_KERNEL_NAME',
  [-47]: 'CL_INVALID_KERNEL_DEFINITION',
  [-48]: 'CL_INVALID_KERNEL',
  [-49]: 'CL_INVALID_ARG_INDEX',
  [-50]: 'CL_INVALID_ARG_VALUE',
  [-51]: 'CL_INVALID_ARG_SIZE',
  [-52]: 'CL_INVALID_KERNEL_ARGS',
  [-53]: 'CL_INVALID_WORK_DIMENSION',
  [-54]: 'CL_INVALID_WORK_GROUP_SIZE',
  [-55]: 'CL_INVALID_WORK_ITEM_SIZE',
  [-56]: 'CL_INVALID_GLOBAL_OFFSET',
  [-57]: 'CL_INVALID_EVENT_WAIT_LIST',
  [-58]: 'CL_INVALID_EVENT',
  [-59]: 'CL_INVALID_OPERATION',
  [-60]: 'CL_INVALID_GL_OBJECT',
  [-61]: 'CL_INVALID_BUFFER_SIZE',
  [-62]: 'CL_INVALID_MIP_LEVEL',
  [-63]: 'CL_INVALID_GLOBAL_WORK_SIZE',
  [-64]: 'CL_INVALID_PROPERTY',
  [-65]: 'CL_INVALID_IMAGE_DESCRIPTOR',
  [-66]: 'CL_INVALID_COMPILER_OPTIONS',
  [-67]: 'CL_INVALID_LINKER_OPTIONS',
  [-68]: 'CL_INVALID_DEVICE_PARTITION_COUNT',
  [-69]: 'CL_INVALID_PIPE_SIZE',
  [-70]: 'CL_INVALID_DEVICE_QUEUE',
  [-71]: 'CL_INVALID_SPEC_ID',
  [-72]: 'CL_MAX_SIZE_RESTRICTION_EXCEEDED',
  [-1000]: 'CL_INVALID_GL_SHAREGROUP_REFERENCE_KHR',
  [-1001]: 'CL_PLATFORM_NOT_FOUND_KHR',
  [-1002]: 'CL_INVALID_D3D10_DEVICE_KHR',
  [-1003]: 'CL_INVALID_D3D10_RESOURCE_KHR',
  [-1004]: 'CL_D3D10_RESOURCE_ALREADY_ACQUIRED_KHR',
  [-1005]: 'CL_D3D10_RESOURCE_NOT_ACQUIRED_KHR',
  [-1006]: 'CL_INVALID_D3D11_DEVICE_KHR',
  [-1007]: 'CL_INVALID_D3D11_RESOURCE_KHR',
  [-1008]: 'CL_D3D11_RESOURCE_ALREADY_ACQUIRED_KHR',
  [-1009]: 'CL_D3D11_RESOURCE_NOT_ACQUIRED_KHR',
  [-1010]: 'CL_INVALID_DX9_MEDIA_ADAPTER_KHR',
  [-1011]: 'CL_INVALID_DX9_MEDIA_SURFACE_KHR',
  [-1012]: 'CL_DX9_MEDIA_SURFACE_ALREADY_ACQUIRED_KHR',
  [-1013]: 'CL_DX9_MEDIA_SURFACE_NOT_ACQUIRED_KHR',
  [-1057]: 'CL_DEVICE_PARTITION_FAILED_EXT',
  [-1058]: 'CL_INVALID_PARTITION_COUNT_EXT',
  [-1059]: 'CL_INVALID_PARTITION_NAME_EXT',
  [-1092]: 'CL_EGL_RESOURCE_NOT_ACQUIRED_KHR',
  [-1093]: 'CL_INVALID_EGL_OBJECT_KHR',
  [-1094]: 'CL_INVALID_ACCELERATOR_INTEL',
  [-1095]: 'CL_INVALID_ACCELERATOR_TYPE_INTEL',
  [-1096]: 'CL_INVALID_ACCELERATOR_DESCRIPTOR_INTEL',
  [-1097]: 'CL_ACCELERATOR_TYPE_NOT_SUPPORTED_INTEL',
  [-1098]: 'CL_VA_API_MEDIA_ADAPTER_INVALID_INTEL',
  [-1099]: 'CL_INVALID_VA_API_MEDIA_SURFACE_INTEL',
  [-1100]: 'CL_VA_API_MEDIA_SURFACE_ALREADY_ACQUIRED_INTEL',
  [-1101]: 'CL_VA_API_MEDIA_SURFACE_NOT_ACQUIRED_INTEL',
  [-1121]: 'CL_COMMAND_TERMINATED_ITSELF_WITH_FAILURE_ARM',
  [-1138]: 'CL_INVALID_SEMAPHORE_KHR',
  [-1141]: 'CL_CONTEXT_TERMINATED_KHR',
  [-9999]: 'NVIDIA_ILLEGAL_BUFFER_ACCESS',
};

/** The C name of a status code; an unknown one is shown with its number. */
export const statusName = (status: number): string => names[status] ?? `OpenCL error ${status}`;

/**
 * A call that did not return CL_SUCCESS. Thrown only between the files of this folder and turned into a
 * value where the session answers: a caller of the session never sees it.
 */
export class ClCallFailure extends Error {
  constructor(
    readonly call: string,
    readonly status: number,
  ) {
    super(`${call} returned ${statusName(status)} (${status})`);
    this.name = 'ClCallFailure';
  }
}

/** Throws ClCallFailure unless `status` is CL_SUCCESS. */
export const check = (call: string, status: number): void => {
  if (status !== 0) throw new ClCallFailure(call, status);
};

/** The reason code of a failed call outside a launch. */
export const failReasonOf = (status: number): FailReason => {
  switch (status) {
    case -1:
    case -2:
    case -32:
    case -33:
    case -1001:
    case -1141:
      return 'device-lost';
    case -4:
    case -6:
    case -61:
      return 'out-of-memory';
    case -3:
    case -11:
    case -15:
    case -16:
    case -17:
    case -42:
    case -43:
    case -66:
    case -67:
      return 'build-failed';
    default:
      return 'launch-failed';
  }
};

export interface RefusalContext {
  /** The call that failed: the same code means another thing at the enqueue and at the finish. */
  readonly call: string;
  /** The size has passed our own checks against the device's limits. */
  readonly local: readonly number[] | null;
  readonly requiredLocal: readonly number[] | null;
  /** CL_KERNEL_WORK_GROUP_SIZE, the driver's claim. */
  readonly kernelLimit: number | null;
}

/**
 * What a refused launch means. The device's own limits were checked before, so -54 and -55 speak of the
 * kernel; so does -5 at the enqueue of a size above the kernel's claimed limit, which is how some
 * drivers say that a group of this size has too few registers.
 */
export const classifyLaunch = (
  status: number,
  { call, local, requiredLocal, kernelLimit }: RefusalContext,
): { readonly kind: 'skipped' | 'failed'; readonly reason: SkipReason | FailReason } => {
  const enqueued = call === 'clEnqueueNDRangeKernel';
  if (enqueued && (status === -54 || status === -55)) {
    const mismatch =
      requiredLocal !== null &&
      (local === null || requiredLocal.some((size, index) => size !== (local[index] ?? 1)));
    if (mismatch) return { kind: 'skipped', reason: 'required-size-mismatch' };
    if (local !== null) return { kind: 'skipped', reason: 'exceeds-kernel-limit' };
  }
  const items = local?.reduce((product, size) => product * size, 1) ?? 0;
  if (enqueued && status === -5 && kernelLimit !== null && items > kernelLimit) {
    return { kind: 'skipped', reason: 'exceeds-kernel-limit' };
  }
  return { kind: 'failed', reason: failReasonOf(status) };
};

/** Calls by which a driver refuses a launch before it begins: everything is as it was. */
const refusingCalls: ReadonlySet<string> = new Set([
  'clSetKernelArg',
  'clCreateBuffer',
  'clEnqueueNDRangeKernel',
]);

/** Codes after which queue, context or device are gone, whichever call returns them. */
const deadly: ReadonlySet<number> = new Set([-1, -2, -14, -34, -36, -1141, -9999]);

/**
 * Whether the process had better be replaced after this failure. A kernel that reads where it must not
 * has been seen to show first in clGetEventInfo or clFinish, and from then on in every call, new
 * contexts included.
 */
export const leavesWorkerUnusable = (failure: ClCallFailure): boolean =>
  !refusingCalls.has(failure.call) || deadly.has(failure.status);
