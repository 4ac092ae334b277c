/**
 * What a built program tells of its kernels' needs beyond the standard queries: AMD's metadata in the
 * binary, and the sub-group size. Reads nothing of devices whose extensions and version do not promise it,
 * since some drivers hang in calls of later versions.
 */
import { parseAmdMetadata } from '@shared/domain/advisor/amd-metadata';
import type { KernelHardware } from '@shared/domain/kernel';
import type { Handle, OpenCl } from './binding';
import { deviceInfo, kernelSubGroupInfo, programInfo } from './constants';
import { deviceCall, parseVersion } from './device-info';
import { readNumber, readSizes, readText, valueOr } from './query';

/** Larger ones are not read: what is looked for is a few kilobytes. */
const largestBinary = 256 * 1024 * 1024;

/** The program's binary for its one device; null when the driver has none. */
export const readBinary = (cl: OpenCl, program: Handle): Uint8Array | null => {
  const sizes = readSizes(
    (...rest) => cl.clGetProgramInfo(program, ...rest),
    programInfo.BINARY_SIZES,
  );
  const size = sizes.ok ? sizes.value[0] : undefined;
  if (size === undefined || size === 0 || size > largestBinary) return null;
  const binary = new Uint8Array(size);
  return cl.readProgramBinary(program, binary) === 0 ? binary : null;
};

/** By kernel name; empty on devices of other makers. */
export const readKernelHardware = (
  cl: OpenCl,
  device: Handle,
  program: Handle,
): ReadonlyMap<string, KernelHardware> => {
  const extensions = valueOr(readText(deviceCall(cl, device), deviceInfo.EXTENSIONS), '');
  if (!extensions.includes('cl_amd_device_attribute_query')) return new Map();
  const binary = readBinary(cl, program);
  return binary === null ? new Map() : parseAmdMetadata(binary);
};

/** Work-items of a sub-group of the kernel in groups of `items`; null where the driver does not say. */
export const readSubGroupSize = (
  cl: OpenCl,
  device: Handle,
  kernel: Handle,
  items: number,
): number | null => {
  const call = deviceCall(cl, device);
  const [major, minor] = parseVersion(valueOr(readText(call, deviceInfo.VERSION), ''));
  if (major < 2 || (major === 2 && minor < 1)) return null;
  if (valueOr(readNumber(call, deviceInfo.MAX_NUM_SUB_GROUPS), 0) === 0) return null;
  const size = new BigUint64Array(1);
  const status = cl.readKernelSubGroupInfo(
    kernel,
    device,
    kernelSubGroupInfo.MAX_SUB_GROUP_SIZE_FOR_NDRANGE,
    new BigUint64Array([BigInt(items)]),
    size,
  );
  const found = Number(size[0]);
  return status === 0 && found > 0 ? found : null;
};
