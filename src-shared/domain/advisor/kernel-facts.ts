/**
 * What one group of a compiled kernel takes, each figure with its source. Decides which source is believed
 * where several speak (the compiler's own words before the driver's claim); refuses to fill gaps.
 */
import type { KernelHardware, KernelInfo } from '../kernel';
import type { ResolvedArgument } from '../plan-types';
import type { Bytes } from '../units';
import { bytes } from '../units';
import { firstKnown, fromBuild, mapFact, queried, unknown, type Fact } from './fact';
import type { DeviceFacts } from './facts';
import { trapHandlerScalars } from './tables/amd';

export interface KernelFacts {
  /** Lanes of one wavefront of this kernel. */
  readonly wavefrontWidth: Fact<number>;
  /** Registers per work-item (Intel: general registers per thread). */
  readonly registers: Fact<number>;
  /** Scalar registers per wavefront, with those that the driver adds. */
  readonly scalarRegisters: Fact<number>;
  /** Local memory per group, static and `__local` arguments together, before any rounding. */
  readonly localMemory: Fact<Bytes>;
  /** Hardware barriers that a group uses; 0: none. */
  readonly barriers: Fact<number>;
  /** RDNA: whether a group may spread over the two CUs of a work-group processor. */
  readonly workGroupProcessorMode: Fact<boolean>;
  /** Bytes per work-item that did not fit the registers. */
  readonly spilled: Fact<Bytes>;
  /** CL_KERNEL_PRIVATE_MEM_SIZE: bytes per work-item. */
  readonly privateMemory: Fact<Bytes>;
}

const readings: Readonly<Record<KernelHardware['source'], string>> = {
  'nvidia-log': '-cl-nv-verbose build log',
  'amd-metadata': 'kernel metadata in the program binary',
};

/** Bytes of the `__local` arguments of one launch. */
export const dynamicLocalBytes = (args: readonly ResolvedArgument[]): Bytes =>
  bytes(args.reduce((sum, arg) => sum + (arg.kind === 'local' ? arg.bytes : 0), 0));

/**
 * The facts of a kernel on a device for a launch whose `__local` arguments take `dynamic` bytes per group.
 * `barriers`: how many the source has, where it was analysed (null: not analysed).
 */
export const kernelFacts = (
  kernel: KernelInfo,
  device: DeviceFacts,
  dynamic: Bytes,
  barriers: number | null = null,
): KernelFacts => {
  const read = kernel.hardware;
  const what = read === undefined ? '' : readings[read.source];
  const built = <T>(value: T | null | undefined, name: string): Fact<T> =>
    value === null || value === undefined
      ? unknown(`the build told no ${name}`)
      : fromBuild(value, what);
  const claimed = <T>(value: T | null, query: string): Fact<T> =>
    value === null ? unknown(`${query} was refused`) : queried(value, query);
  const isTrapping = read?.target?.includes('amdhsa') === true;
  const reserved = isTrapping ? trapHandlerScalars.value : 0;
  const subGroup: Fact<number> =
    kernel.subGroupSize === undefined || kernel.subGroupSize === null
      ? unknown('the driver tells no sub-group size of the kernel')
      : queried(kernel.subGroupSize, 'CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE');
  const multiple =
    device.kind === 'cpu'
      ? device.wavefrontWidth
      : claimed(kernel.preferredMultiple, 'CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE');
  return {
    wavefrontWidth: firstKnown(
      built(read?.wavefrontWidth, 'wavefront width'),
      device.wavefrontWidth,
      subGroup,
      multiple,
    ),
    registers: built(read?.registers, 'registers'),
    scalarRegisters: mapFact(
      built(read?.scalarRegisters, 'scalar registers'),
      (count) => count + reserved,
    ),
    // The driver's figure is read before any argument is set, so it is the static part.
    localMemory: mapFact(
      firstKnown(
        built(read?.localMemory, 'local memory'),
        claimed(kernel.localMemory, 'CL_KERNEL_LOCAL_MEM_SIZE'),
      ),
      (fixed) => bytes(fixed + dynamic),
    ),
    barriers: firstKnown(
      built(read?.barriers, 'barriers'),
      barriers === null
        ? unknown('barriers were not counted')
        : fromBuild(barriers, 'barriers in the source'),
    ),
    workGroupProcessorMode: built(read?.workGroupProcessorMode, 'work-group processor mode'),
    spilled: built(read?.spilled, 'spilled registers'),
    privateMemory: claimed(kernel.privateMemory, 'CL_KERNEL_PRIVATE_MEM_SIZE'),
  };
};
