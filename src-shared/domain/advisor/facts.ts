/**
 * What is known of a device's hardware. Decides what it is from the vendor's own queries; refuses to guess
 * it from a marketing name. A CPU device has cores, vectors and cache lines and no occupancy; a device that
 * no table knows keeps its queried limits, and the rest is unknown.
 */
import type { DeviceInfo } from '../device';
import type { Bytes } from '../units';
import type { ComputeUnitLimits } from './compute-unit';
import {
  firstKnown,
  fromProperty,
  isKnown,
  mapFact,
  queried,
  unknown,
  type Fact,
  type Unknown,
} from './fact';
import type { KernelFacts } from './kernel-facts';
import { amdArchitecture, amdLimits, amdTargetIn } from './tables/amd';
import { intelArchitecture, intelLimits, type IntelArchitecture } from './tables/intel';
import { nvidiaLimits } from './tables/nvidia';

export type Architecture =
  | {
      readonly vendor: 'nvidia';
      readonly capability: readonly [major: number, minor: number];
      readonly name: string;
    }
  | { readonly vendor: 'amd'; readonly target: string; readonly name: string }
  | { readonly vendor: 'intel'; readonly id: IntelArchitecture['id']; readonly name: string };

export interface DeviceFacts {
  readonly kind: 'gpu' | 'cpu' | 'other';
  readonly architecture: Fact<Architecture>;
  /** In the maker's unit: SMs, CUs (or work-group processors), subslices or Xe-cores; CPU: cores. */
  readonly computeUnits: Fact<number>;
  /** Lanes of a wavefront; unknown where kernels differ (RDNA, Intel). */
  readonly wavefrontWidth: Fact<number>;
  readonly maxGroupItems: Fact<number>;
  /** CL_DEVICE_LOCAL_MEM_SIZE: what one group may have. */
  readonly localMemoryPerGroup: Fact<Bytes>;
  readonly registersPerGroup: Fact<number>;
  /** Intel: vector engines per subslice or Xe-core, and hardware threads per engine. */
  readonly engines: Fact<number>;
  readonly threadsPerEngine: Fact<number>;
  /** Of a CPU device; null for the others. */
  readonly cpu: {
    /** Floats that one instruction takes, as the driver prefers them. */
    readonly vectorWidth: Fact<number>;
    readonly cores: Fact<number>;
    readonly cacheLine: Fact<Bytes>;
  } | null;
}

/** All that the driver told of the hardware. */
export const deviceFacts = (device: DeviceInfo): DeviceFacts => {
  const { limits, hardware } = device;
  const architecture = architectureOf(device);
  const isCpu = device.types.includes('cpu');
  const engines = fromProperty(
    hardware?.intel?.enginesPerSubSlice,
    'CL_DEVICE_NUM_EUS_PER_SUB_SLICE_INTEL',
  );
  const units = fromProperty(limits.maxComputeUnits, 'CL_DEVICE_MAX_COMPUTE_UNITS');
  return {
    kind: isCpu ? 'cpu' : device.types.includes('gpu') ? 'gpu' : 'other',
    architecture: isCpu ? unknown('a CPU device has no compute units of this kind') : architecture,
    computeUnits: countUnits(device, architecture, units),
    wavefrontWidth: isCpu
      ? unknown('a CPU device has no wavefronts')
      : widthOf(device, architecture),
    maxGroupItems: fromProperty(limits.maxWorkGroupSize, 'CL_DEVICE_MAX_WORK_GROUP_SIZE'),
    localMemoryPerGroup: fromProperty(limits.localMemory, 'CL_DEVICE_LOCAL_MEM_SIZE'),
    registersPerGroup: fromProperty(
      hardware?.nvidia?.registersPerGroup,
      'CL_DEVICE_REGISTERS_PER_BLOCK_NV',
    ),
    engines,
    threadsPerEngine: fromProperty(
      hardware?.intel?.threadsPerEngine,
      'CL_DEVICE_NUM_THREADS_PER_EU_INTEL',
    ),
    cpu: isCpu
      ? {
          vectorWidth: fromProperty(
            limits.vectorWidthFloat,
            'CL_DEVICE_PREFERRED_VECTOR_WIDTH_FLOAT',
          ),
          cores: units,
          cacheLine: fromProperty(limits.globalCacheLine, 'CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE'),
        }
      : null,
  };
};

const architectureOf = ({ hardware, name }: DeviceInfo): Fact<Architecture> => {
  if (hardware?.nvidia !== undefined) {
    const capability = fromProperty(
      hardware.nvidia.computeCapability,
      'CL_DEVICE_COMPUTE_CAPABILITY_MAJOR_NV, _MINOR_NV',
    );
    return mapFact(capability, (value) => ({
      vendor: 'nvidia',
      capability: value,
      name: `compute capability ${value.join('.')}`,
    }));
  }
  if (hardware?.amd !== undefined) {
    const target = amdTargetIn(name);
    if (target === null) {
      return unknown('the driver names no gfx target in CL_DEVICE_NAME');
    }
    const family = amdArchitecture(target)?.family;
    return queried(
      { vendor: 'amd', target, name: family === undefined ? target : `${family} (${target})` },
      'CL_DEVICE_NAME',
    );
  }
  if (hardware?.intel !== undefined) {
    const version = fromProperty(hardware.intel.ipVersion, 'CL_DEVICE_IP_VERSION_INTEL');
    if (!isKnown(version)) return version;
    const found = intelArchitecture(version.value);
    return found === null
      ? unknown(`IP version ${version.value} is in no table`)
      : { value: { vendor: 'intel', ...found }, source: version.source };
  }
  return unknown('the driver offers no vendor query that names the hardware');
};

const widthOf = ({ hardware }: DeviceInfo, architecture: Fact<Architecture>): Fact<number> => {
  if (hardware?.nvidia !== undefined) {
    return fromProperty(hardware.nvidia.warpSize, 'CL_DEVICE_WARP_SIZE_NV');
  }
  if (architecture.value?.vendor === 'amd') {
    const widths = amdArchitecture(architecture.value.target)?.widths;
    if (widths?.length !== 1) {
      return unknown('wavefronts are 32 or 64 wide here, as each kernel is compiled');
    }
  }
  if (hardware?.amd !== undefined) {
    return fromProperty(hardware.amd.wavefrontWidth, 'CL_DEVICE_WAVEFRONT_WIDTH_AMD');
  }
  return unknown('the width is a property of each compiled kernel, or the driver tells none');
};

const countUnits = (
  { hardware }: DeviceInfo,
  architecture: Fact<Architecture>,
  units: Fact<number>,
): Fact<number> => {
  if (architecture.value?.vendor !== 'intel') return units;
  // Intel's drivers count vector engines as compute units.
  const slices = hardware?.intel?.slices;
  const perSlice = hardware?.intel?.subSlicesPerSlice;
  const counted: Fact<number> =
    slices?.ok === true && perSlice?.ok === true
      ? queried(
          slices.value * perSlice.value,
          'CL_DEVICE_NUM_SLICES_INTEL × CL_DEVICE_NUM_SUB_SLICES_PER_SLICE_INTEL',
        )
      : unknown('slices were not told');
  const perUnit = intelLimits(
    architecture.value.id,
    fromProperty(hardware?.intel?.enginesPerSubSlice, 'CL_DEVICE_NUM_EUS_PER_SUB_SLICE_INTEL'),
    unknown('not asked'),
  ).partitions;
  return firstKnown(
    counted,
    isKnown(perUnit) ? mapFact(units, (engines) => Math.floor(engines / perUnit.value)) : perUnit,
  );
};

/**
 * What a compute unit of the device holds for this kernel; unknown with the reason where the hardware or,
 * on RDNA, the kernel's width or mode is not known.
 */
export const unitLimits = (
  device: DeviceFacts,
  kernel: Pick<KernelFacts, 'wavefrontWidth' | 'workGroupProcessorMode'>,
): ComputeUnitLimits | Unknown => {
  if (!isKnown(device.architecture)) return device.architecture;
  const architecture = device.architecture.value;
  switch (architecture.vendor) {
    case 'nvidia': {
      const limits = nvidiaLimits(architecture.capability);
      if (limits === null) return unknown(`${architecture.name} is in no table`);
      return limits.registersPerGroup === null
        ? limits
        : {
            ...limits,
            registersPerGroup: firstKnown(device.registersPerGroup, limits.registersPerGroup),
          };
    }
    case 'amd': {
      const known = amdArchitecture(architecture.target);
      if (known === null) return unknown(`${architecture.target} is in no table`);
      if (!isKnown(kernel.wavefrontWidth)) return kernel.wavefrontWidth;
      const hasModes = known.widths.length > 1;
      if (hasModes && !isKnown(kernel.workGroupProcessorMode)) return kernel.workGroupProcessorMode;
      return (
        amdLimits(
          architecture.target,
          kernel.wavefrontWidth.value,
          kernel.workGroupProcessorMode.value === true,
        ) ?? unknown(`wavefronts of ${kernel.wavefrontWidth.value} lanes are not in the table`)
      );
    }
    case 'intel':
      return intelLimits(architecture.id, device.engines, device.threadsPerEngine);
  }
};
