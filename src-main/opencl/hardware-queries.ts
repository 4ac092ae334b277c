/**
 * The makers' own queries of a device: compute capability, wavefront width, vector engines, sub-groups. Asks
 * only what the device names an extension or has a version for; a refused query is a property with its error.
 */
import type { HardwareQueries, Property } from '@shared/domain/device';
import { bytes } from '@shared/domain/units';
import { deviceInfo } from './constants';
import type { InfoCall } from './query';
import { readNumber, readSizes } from './query';

const pairOf = (
  major: Property<number>,
  minor: Property<number>,
): Property<readonly [number, number]> => {
  if (!major.ok) return major;
  return minor.ok ? { ok: true, value: [major.value, minor.value] } : minor;
};

const readNvidia = (call: InfoCall): HardwareQueries['nvidia'] => ({
  computeCapability: pairOf(
    readNumber(call, deviceInfo.COMPUTE_CAPABILITY_MAJOR_NV),
    readNumber(call, deviceInfo.COMPUTE_CAPABILITY_MINOR_NV),
  ),
  warpSize: readNumber(call, deviceInfo.WARP_SIZE_NV),
  registersPerGroup: readNumber(call, deviceInfo.REGISTERS_PER_BLOCK_NV),
});

const readAmd = (call: InfoCall): HardwareQueries['amd'] => {
  const local = readNumber(call, deviceInfo.LOCAL_MEM_SIZE_PER_COMPUTE_UNIT_AMD);
  return {
    wavefrontWidth: readNumber(call, deviceInfo.WAVEFRONT_WIDTH_AMD),
    simdsPerComputeUnit: readNumber(call, deviceInfo.SIMD_PER_COMPUTE_UNIT_AMD),
    localMemoryPerComputeUnit: local.ok ? { ok: true, value: bytes(local.value) } : local,
    gfxip: pairOf(
      readNumber(call, deviceInfo.GFXIP_MAJOR_AMD),
      readNumber(call, deviceInfo.GFXIP_MINOR_AMD),
    ),
  };
};

const readIntel = (call: InfoCall): HardwareQueries['intel'] => ({
  ipVersion: readNumber(call, deviceInfo.IP_VERSION_INTEL),
  deviceId: readNumber(call, deviceInfo.ID_INTEL),
  slices: readNumber(call, deviceInfo.NUM_SLICES_INTEL),
  subSlicesPerSlice: readNumber(call, deviceInfo.NUM_SUB_SLICES_PER_SLICE_INTEL),
  enginesPerSubSlice: readNumber(call, deviceInfo.NUM_EUS_PER_SUB_SLICE_INTEL),
  threadsPerEngine: readNumber(call, deviceInfo.NUM_THREADS_PER_EU_INTEL),
});

/** All that the device's extensions and version allow to be asked. Never throws. */
export const readHardware = (
  call: InfoCall,
  version: readonly [major: number, minor: number],
  extensions: ReadonlySet<string>,
): HardwareQueries => {
  const [major, minor] = version;
  const hasSubGroups = major > 2 || (major === 2 && minor >= 1);
  return {
    ...(extensions.has('cl_nv_device_attribute_query') ? { nvidia: readNvidia(call) } : {}),
    ...(extensions.has('cl_amd_device_attribute_query') ? { amd: readAmd(call) } : {}),
    ...(extensions.has('cl_intel_device_attribute_query') ? { intel: readIntel(call) } : {}),
    ...(hasSubGroups
      ? {
          subGroups: {
            maxPerGroup: readNumber(call, deviceInfo.MAX_NUM_SUB_GROUPS),
            sizes: extensions.has('cl_intel_required_subgroup_size')
              ? readSizes(call, deviceInfo.SUB_GROUP_SIZES_INTEL)
              : null,
          },
        }
      : {}),
  };
};
