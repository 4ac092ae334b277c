/**
 * An OpenCL device as its driver describes it. Every property is the driver's claim: one that could
 * not be read carries its own error and hides nothing else.
 */
import type { Bytes, Hertz, Nanoseconds } from './units';

/** A queried property: a value, or the name of the OpenCL error (or other reason) that stood in its place. */
export type Property<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: string };

export type DeviceType = 'cpu' | 'gpu' | 'accelerator' | 'custom' | 'default';

export interface DeviceLimits {
  /** CL_DEVICE_MAX_WORK_GROUP_SIZE, work-items. */
  readonly maxWorkGroupSize: Property<number>;
  /** CL_DEVICE_MAX_WORK_ITEM_SIZES, work-items per dimension. */
  readonly maxWorkItemSizes: Property<readonly number[]>;
  readonly maxComputeUnits: Property<number>;
  /** CL_DEVICE_MAX_CLOCK_FREQUENCY (the driver says MHz). */
  readonly maxClock: Property<Hertz>;
  readonly globalMemory: Property<Bytes>;
  /** CL_DEVICE_MAX_MEM_ALLOC_SIZE: the largest single buffer. */
  readonly maxAllocation: Property<Bytes>;
  readonly globalCache: Property<Bytes>;
  readonly globalCacheLine: Property<Bytes>;
  readonly localMemory: Property<Bytes>;
  /** `global` means that local memory is emulated in global memory (CPUs). */
  readonly localMemoryType: Property<'local' | 'global' | 'none'>;
  readonly constantBuffer: Property<Bytes>;
  /** CL_DEVICE_PROFILING_TIMER_RESOLUTION. 0 ns: the driver gives no event time. */
  readonly timerResolution: Property<Nanoseconds>;
  /** CL_DEVICE_PREFERRED_WORK_GROUP_SIZE_MULTIPLE (OpenCL 3.0; the kernel's own figure is in KernelInfo). */
  readonly preferredMultiple: Property<number>;
  /** CL_DEVICE_PREFERRED_VECTOR_WIDTH_FLOAT. */
  readonly vectorWidthFloat: Property<number>;
  readonly addressBits: Property<number>;
  readonly doublePrecision: Property<boolean>;
}

/** What the makers' own queries tell of the hardware; a group is absent where the device has no such query. */
export interface HardwareQueries {
  /** cl_nv_device_attribute_query. */
  readonly nvidia?:
    | {
        readonly computeCapability: Property<readonly [major: number, minor: number]>;
        readonly warpSize: Property<number>;
        /** 32-bit registers that one group may have. */
        readonly registersPerGroup: Property<number>;
      }
    | undefined;
  /** cl_amd_device_attribute_query. */
  readonly amd?:
    | {
        readonly wavefrontWidth: Property<number>;
        readonly simdsPerComputeUnit: Property<number>;
        readonly localMemoryPerComputeUnit: Property<Bytes>;
        /** Version of the graphics core, `[10, 3]`. */
        readonly gfxip: Property<readonly [major: number, minor: number]>;
      }
    | undefined;
  /** cl_intel_device_attribute_query. */
  readonly intel?:
    | {
        /** CL_DEVICE_IP_VERSION_INTEL as it stands. */
        readonly ipVersion: Property<number>;
        readonly deviceId: Property<number>;
        readonly slices: Property<number>;
        readonly subSlicesPerSlice: Property<number>;
        readonly enginesPerSubSlice: Property<number>;
        readonly threadsPerEngine: Property<number>;
      }
    | undefined;
  /** OpenCL 2.1 and cl_intel_required_subgroup_size. */
  readonly subGroups?:
    | {
        readonly maxPerGroup: Property<number>;
        /** Sizes that a kernel can be compiled for; null without Intel's extension. */
        readonly sizes: Property<readonly number[]> | null;
      }
    | undefined;
}

export interface PlatformInfo {
  readonly name: string;
  readonly vendor: string;
  readonly version: string;
}

export interface DeviceInfo {
  /** contract.md `device_key`: UUID, else PCI address, else `platform|device|ordinal`. Unique in a listing. */
  readonly key: string;
  /** Position in the listing (platform name, device name, ordinal): what `--device 0` means. */
  readonly index: number;
  /** Which of several devices of the same platform and name. */
  readonly ordinal: number;
  readonly platform: PlatformInfo;
  readonly name: string;
  readonly vendor: string;
  readonly driver: string;
  /** CL_DEVICE_VERSION in full, and its numbers: no call of a later version may be made on it. */
  readonly version: string;
  readonly versionNumber: readonly [major: number, minor: number];
  readonly openclC: string;
  readonly types: readonly DeviceType[];
  readonly limits: DeviceLimits;
  readonly extensions: readonly string[];
  /** cl_khr_device_uuid, lower-case hex with dashes; null where the extension is absent. */
  readonly uuid: string | null;
  /** cl_khr_pci_bus_info or the vendor's query, `domain:bus:device.function`; null where unknown. */
  readonly pci: string | null;
  /** The physical resource whose time the device uses: one lane each. All CPU devices are `cpu`. */
  readonly resource: string;
  /** Absent in files of earlier versions. */
  readonly hardware?: HardwareQueries | undefined;
  /** Keys of other listed devices that are the same hardware seen through another platform. */
  readonly sameHardwareAs: readonly string[];
}

export interface DeviceListing {
  readonly devices: readonly DeviceInfo[];
  /** Platforms or loaders that failed, each with its own sentence; never a reason to hide the rest. */
  readonly problems: readonly ListingProblem[];
  /** Which loader library answered, null when none was found. */
  readonly loader: string | null;
  /** What was looked for, for the page that says how to install OpenCL. */
  readonly searched: readonly {
    readonly what: string;
    readonly found: string;
    /** Whether it is there; absent for a variable, which may be set or not. */
    readonly there?: boolean;
  }[];
}

export interface ListingProblem {
  readonly code: 'no-loader' | 'no-platform' | 'platform-failed' | 'device-failed' | 'worker-died';
  readonly subject: string;
  readonly message: string;
  readonly advice?: string | undefined;
}

/** Work-items per dimension: the value if the driver gave one, else undefined. */
export const propertyValue = <T>(property: Property<T>): T | undefined =>
  property.ok ? property.value : undefined;
