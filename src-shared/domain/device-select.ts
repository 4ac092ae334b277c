/**
 * Which devices `--device` and the window's chips mean, and what a device is called where space is short.
 * Decides by position, key, or part of a name; refuses selectors that match nothing, listing what there is.
 */
import type { DeviceInfo, DeviceListing } from './device';
import type { Problem } from './problem';
import { problem } from './problem';
import type { Result } from './result';
import { err, ok } from './result';

const listed = (devices: readonly DeviceInfo[]): string =>
  devices.map((device) => `${device.index}: ${device.name} (${device.platform.name})`).join('; ');

const matches = (device: DeviceInfo, wanted: string): boolean => {
  if (/^\d+$/.test(wanted) && device.index === Number(wanted)) return true;
  const part = wanted.toLowerCase();
  return (
    device.key.toLowerCase() === part ||
    (!/^\d+$/.test(wanted) &&
      (device.name.toLowerCase().includes(part) ||
        device.platform.name.toLowerCase().includes(part)))
  );
};

const nothingListed = (listing: DeviceListing): Problem => {
  const reported = listing.problems[0];
  if (listing.loader === null) {
    return problem(
      'no-opencl',
      reported?.message ?? 'No OpenCL found on this machine.',
      reported?.advice ?? 'Install an OpenCL driver (on Debian: pocl-opencl-icd), then try again.',
    );
  }
  return problem(
    'no-device',
    reported?.message ?? 'OpenCL is installed, but it lists no device.',
    reported?.advice ?? 'Install a driver for a device of this machine, then try again.',
  );
};

/**
 * The devices that the selectors name, in the order of the listing, each once. A selector is `all`, a
 * position in the listing, a device key, or a part of the device's or platform's name, ignoring case; it
 * may match several. No selector at all means all devices.
 * Problems: no-opencl, no-device, unknown-device, invalid-option (empty selector).
 */
export const selectDevices = (
  listing: DeviceListing,
  selectors: readonly string[],
): Result<readonly DeviceInfo[], Problem> => {
  const { devices } = listing;
  if (devices.length === 0) return err(nothingListed(listing));
  if (selectors.length === 0) return ok(devices);
  const chosen = new Set<string>();
  for (const selector of selectors) {
    const wanted = selector.trim();
    if (wanted === '') {
      return err(
        problem(
          'invalid-option',
          'An empty text names no device.',
          `Name a device by position or by part of its name: ${listed(devices)}.`,
        ),
      );
    }
    const found =
      wanted.toLowerCase() === 'all'
        ? devices
        : devices.filter((device) => matches(device, wanted));
    if (found.length === 0) {
      return err(
        problem(
          'unknown-device',
          `No OpenCL device matches "${wanted.slice(0, 200)}".`,
          `This machine has ${listed(devices)}.`,
          { device: wanted.slice(0, 200) },
        ),
      );
    }
    for (const device of found) chosen.add(device.key);
  }
  return ok(devices.filter((device) => chosen.has(device.key)));
};

/** What a name says beyond the model: marks, clocks, compilers, makers, the kind of device. */
const noise = [
  /\((?:r|tm|c)\)/gi,
  /@.*$/,
  /\((?:LLVM|DRM|ACO)[^)]*\)/gi,
  /\b(?:NVIDIA|AMD|Advanced Micro Devices,? Inc\.?|Intel|Corporation|GeForce|Radeon)\b/g,
  /\b(?:CPU|Processor|Graphics)\b/g,
];

const isPocl = (device: DeviceInfo): boolean =>
  device.platform.name.toLowerCase() === 'portable computing language';

const plainName = (device: DeviceInfo): string => {
  // PoCL names its own scheduler and the LLVM target beside the processor.
  if (isPocl(device) && device.types.includes('cpu')) return 'PoCL CPU';
  const name = noise
    .reduce((text, pattern) => text.replace(pattern, ' '), device.name)
    // A maker's name taken out of `cpu-haswell-Intel(R) Xeon(R)` leaves its separator behind.
    .replace(/[-–,;:]+(?=\s|$)/g, ' ')
    .replace(/(^|\s)[-–,;:]+/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
  return name === '' ? device.name.trim() : name;
};

const platformWord = (device: DeviceInfo): string =>
  isPocl(device) ? 'PoCL' : (device.platform.name.split(/\s+/)[0] ?? device.platform.name);

/**
 * A short name for chips and tables, unique among `all`: the model; with the platform where two share it;
 * with the ordinal (from 0) where even that is shared; with the place in the listing as the last resort.
 */
export const shortDeviceName = (device: DeviceInfo, all: readonly DeviceInfo[]): string => {
  const forms: readonly ((of: DeviceInfo) => string)[] = [
    plainName,
    (of) => `${plainName(of)} · ${platformWord(of)}`,
    (of) => `${plainName(of)} · ${of.ordinal}`,
  ];
  for (const form of forms) {
    const name = form(device);
    const unique = all.every((other) => other.key === device.key || form(other) !== name);
    if (unique) return name;
  }
  return `${plainName(device)} · ${device.index}`;
};
