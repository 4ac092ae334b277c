/**
 * Reads one device: names, limits, extensions, hardware addresses. Asks nothing of a version or an
 * extension that the device does not claim.
 */
import type { DeviceLimits, DeviceType, HardwareQueries, Property } from '@shared/domain/device';
import { bytes, hertz, nanoseconds } from '@shared/domain/units';
import type { Handle, OpenCl } from './binding';
import { deviceInfo, deviceTypes } from './constants';
import { readHardware } from './hardware-queries';
import type { InfoCall } from './query';
import { readBits, readBytes, readNumber, readSizes, readText, valueOr } from './query';

export interface DeviceReading {
  readonly name: string;
  readonly vendor: string;
  readonly driver: string;
  readonly version: string;
  readonly versionNumber: readonly [major: number, minor: number];
  readonly openclC: string;
  readonly types: readonly DeviceType[];
  readonly limits: DeviceLimits;
  readonly extensions: readonly string[];
  readonly uuid: string | null;
  readonly pci: string | null;
  readonly hardware: HardwareQueries;
}

export const deviceCall =
  (cl: OpenCl, device: Handle): InfoCall =>
  (name, size, value, sizeReturned) =>
    cl.clGetDeviceInfo(device, name, size, value, sizeReturned);

const convert = <From, To>(property: Property<From>, to: (value: From) => To): Property<To> =>
  property.ok ? { ok: true, value: to(property.value) } : property;

/** `OpenCL 3.0 PoCL …` → [3, 0]; text of another form counts as 1.0, the version with the fewest calls. */
export const parseVersion = (version: string): readonly [number, number] => {
  const match = /^OpenCL (\d+)\.(\d+)/.exec(version);
  return match === null ? [1, 0] : [Number(match[1]), Number(match[2])];
};

export const decodeTypes = (bits: bigint): readonly DeviceType[] =>
  (['cpu', 'gpu', 'accelerator', 'custom', 'default'] as const).filter(
    (type) => (bits & deviceTypes[type]) !== 0n,
  );

const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0');

/** 16 bytes → lower-case hex with dashes; null for all zeros, which some drivers give for "none". */
export const formatUuid = (value: Uint8Array): string | null => {
  if (value.length !== 16 || value.every((byte) => byte === 0)) return null;
  const text = Array.from(value, (byte) => hex(byte, 2)).join('');
  return text.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
};

const formatPci = (domain: number, bus: number, device: number, fn: number): string =>
  `${hex(domain, 4)}:${hex(bus, 2)}:${hex(device, 2)}.${hex(fn, 1)}`;

const readPci = (call: InfoCall, extensions: ReadonlySet<string>): string | null => {
  if (extensions.has('cl_khr_pci_bus_info')) {
    const info = readBytes(call, deviceInfo.PCI_BUS_INFO_KHR);
    if (info.ok && info.value.length === 16) {
      const [domain = 0, bus = 0, device = 0, fn = 0] = new Uint32Array(info.value.buffer);
      return formatPci(domain, bus, device, fn);
    }
  }
  if (extensions.has('cl_nv_device_attribute_query')) {
    const bus = readNumber(call, deviceInfo.PCI_BUS_ID_NV);
    const slot = readNumber(call, deviceInfo.PCI_SLOT_ID_NV);
    const domain = readNumber(call, deviceInfo.PCI_DOMAIN_ID_NV);
    // NVIDIA's slot is the PCI device number (seen: slot 6 where the KHR query says 00:06.0).
    if (bus.ok && slot.ok) return formatPci(valueOr(domain, 0), bus.value, slot.value, 0);
  }
  if (extensions.has('cl_amd_device_attribute_query')) {
    // cl_device_topology_amd: a cl_uint type (1 = PCIe), 17 unused bytes, then bus, device, function.
    const topology = readBytes(call, deviceInfo.TOPOLOGY_AMD);
    if (topology.ok && topology.value.length >= 24 && topology.value[0] === 1) {
      const [bus = 0, device = 0, fn = 0] = topology.value.subarray(21, 24);
      return formatPci(0, bus, device, fn);
    }
  }
  return null;
};

const memoryTypes = ['none', 'local', 'global'] as const;

const readLimits = (call: InfoCall, version: readonly [number, number]): DeviceLimits => ({
  maxWorkGroupSize: readNumber(call, deviceInfo.MAX_WORK_GROUP_SIZE),
  maxWorkItemSizes: readSizes(call, deviceInfo.MAX_WORK_ITEM_SIZES),
  maxComputeUnits: readNumber(call, deviceInfo.MAX_COMPUTE_UNITS),
  maxClock: convert(readNumber(call, deviceInfo.MAX_CLOCK_FREQUENCY), (mhz) => hertz(mhz * 1e6)),
  globalMemory: convert(readNumber(call, deviceInfo.GLOBAL_MEM_SIZE), bytes),
  maxAllocation: convert(readNumber(call, deviceInfo.MAX_MEM_ALLOC_SIZE), bytes),
  globalCache: convert(readNumber(call, deviceInfo.GLOBAL_MEM_CACHE_SIZE), bytes),
  globalCacheLine: convert(readNumber(call, deviceInfo.GLOBAL_MEM_CACHELINE_SIZE), bytes),
  localMemory: convert(readNumber(call, deviceInfo.LOCAL_MEM_SIZE), bytes),
  localMemoryType: convert(
    readNumber(call, deviceInfo.LOCAL_MEM_TYPE),
    (type) => memoryTypes[type] ?? 'none',
  ),
  constantBuffer: convert(readNumber(call, deviceInfo.MAX_CONSTANT_BUFFER_SIZE), bytes),
  timerResolution: convert(readNumber(call, deviceInfo.PROFILING_TIMER_RESOLUTION), nanoseconds),
  preferredMultiple:
    version[0] >= 3
      ? readNumber(call, deviceInfo.PREFERRED_WORK_GROUP_SIZE_MULTIPLE)
      : { ok: false, error: 'needs OpenCL 3.0' },
  vectorWidthFloat: readNumber(call, deviceInfo.PREFERRED_VECTOR_WIDTH_FLOAT),
  addressBits: readNumber(call, deviceInfo.ADDRESS_BITS),
  doublePrecision: convert(readBits(call, deviceInfo.DOUBLE_FP_CONFIG), (bits) => bits !== 0n),
});

/** All that is shown of a device. Never throws; what the driver refused is a Property with its error. */
export const readDevice = (cl: OpenCl, device: Handle): DeviceReading => {
  const call = deviceCall(cl, device);
  const version = valueOr(readText(call, deviceInfo.VERSION), '');
  const versionNumber = parseVersion(version);
  const extensions = valueOr(readText(call, deviceInfo.EXTENSIONS), '')
    .split(/\s+/)
    .filter((name) => name !== '');
  const extensionSet = new Set(extensions);
  const uuid = extensionSet.has('cl_khr_device_uuid') ? readBytes(call, deviceInfo.UUID_KHR) : null;
  return {
    name: valueOr(readText(call, deviceInfo.NAME), 'unnamed device'),
    vendor: valueOr(readText(call, deviceInfo.VENDOR), ''),
    driver: valueOr(readText(call, deviceInfo.DRIVER_VERSION), ''),
    version,
    versionNumber,
    openclC: valueOr(readText(call, deviceInfo.OPENCL_C_VERSION), ''),
    types: decodeTypes(valueOr(readBits(call, deviceInfo.TYPE), 0n)),
    limits: readLimits(call, versionNumber),
    extensions,
    uuid: uuid?.ok === true ? formatUuid(uuid.value) : null,
    pci: readPci(call, extensionSet),
    hardware: readHardware(call, versionNumber, extensionSet),
  };
};
