/**
 * Lists the machine's OpenCL devices, and finds one again by its key. A platform that fails costs its
 * own devices only; a platform without devices is left out and mentioned (empty-platform.ts).
 */
import type {
  DeviceInfo,
  DeviceListing,
  ListingProblem,
  PlatformInfo,
} from '@shared/domain/device';
import type { Handle, LoadedOpenCl, LoaderAttempt, OpenCl } from './binding';
import { loadOpenCl } from './binding';
import { deviceTypeAll, platformInfo } from './constants';
import { readDevice } from './device-info';
import { emptyPlatform } from './empty-platform';
import { assignHardware, compareIdentity } from './hardware';
import { describeSearch, installAdvice } from './loader-search';
import { readText, valueOr } from './query';
import { statusName } from './status';

export interface FoundDevice {
  readonly info: DeviceInfo;
  readonly device: Handle;
  readonly platform: Handle;
}

interface Enumeration {
  readonly found: readonly FoundDevice[];
  readonly problems: readonly ListingProblem[];
}

const deviceNotFound = -1;
/** What the ICD loader says when no vendor is registered. */
const platformNotFound = -1001;

type HandleCall = (
  entries: number,
  handles: BigUint64Array<ArrayBuffer> | null,
  count: Uint32Array<ArrayBuffer> | null,
) => number;

/** Handles of a counted list, or the status of the call that failed. */
const readHandles = (call: HandleCall): readonly Handle[] | number => {
  const count = new Uint32Array(1);
  const asked = call(0, null, count);
  if (asked !== 0) return asked;
  const handles = new BigUint64Array(count[0] ?? 0);
  if (handles.length === 0) return [];
  const read = call(handles.length, handles, null);
  return read === 0 ? Array.from(handles) : read;
};

const readPlatform = (cl: OpenCl, platform: Handle): PlatformInfo => {
  const text = (name: number): string =>
    valueOr(
      readText((...rest) => cl.clGetPlatformInfo(platform, ...rest), name),
      '',
    );
  return {
    name: text(platformInfo.NAME) || 'unnamed platform',
    vendor: text(platformInfo.VENDOR),
    version: text(platformInfo.VERSION),
  };
};

const enumerate = (cl: OpenCl): Enumeration => {
  const problems: ListingProblem[] = [];
  const empty: string[] = [];
  const platforms = readHandles((...rest) => cl.clGetPlatformIDs(...rest));
  if (typeof platforms === 'number') {
    if (platforms !== platformNotFound) {
      problems.push({
        code: 'platform-failed',
        subject: 'clGetPlatformIDs',
        message: `The OpenCL loader could not list its platforms: ${statusName(platforms)}.`,
        advice: 'Check the registered drivers; one that is broken can make the loader fail.',
      });
    }
    return { found: [], problems };
  }
  const readings = platforms.flatMap((platform) => {
    const description = readPlatform(cl, platform);
    const devices = readHandles((...rest) => cl.clGetDeviceIDs(platform, deviceTypeAll, ...rest));
    if (typeof devices === 'number' && devices !== deviceNotFound) {
      problems.push({
        code: 'platform-failed',
        subject: description.name,
        message: `The platform "${description.name}" could not list its devices: ${statusName(devices)}.`,
        advice: "Reinstall or update this platform's driver; the other platforms are not affected.",
      });
      return [];
    }
    if (typeof devices === 'number' || devices.length === 0) {
      empty.push(description.name);
      return [];
    }
    return devices.map((device) => ({
      platform,
      device,
      description,
      reading: readDevice(cl, device),
    }));
  });
  const sorted = readings
    .map((entry) => ({
      ...entry,
      identity: {
        platform: entry.description.name,
        name: entry.reading.name,
        types: entry.reading.types,
        uuid: entry.reading.uuid,
        pci: entry.reading.pci,
      },
    }))
    .sort((left, right) => compareIdentity(left.identity, right.identity));
  const assignments = assignHardware(sorted.map((entry) => entry.identity));
  const found = sorted.flatMap((entry, index) => {
    const assignment = assignments[index];
    if (assignment === undefined) return [];
    const info: DeviceInfo = {
      ...entry.reading,
      ...assignment,
      index,
      platform: entry.description,
    };
    return [{ info, device: entry.device, platform: entry.platform }];
  });
  const silent = empty.flatMap((name) => emptyPlatform(name, found.length > 0) ?? []);
  return { found, problems: [...problems, ...silent] };
};

const noLoader = (attempts: readonly LoaderAttempt[]): ListingProblem => ({
  code: 'no-loader',
  subject: attempts.map(({ name }) => name).join(', '),
  message: `No OpenCL loader library was found on this machine (looked for ${attempts.map(({ name }) => name).join(' and ')}).`,
  advice: installAdvice(process.platform),
});

const noDevice: ListingProblem = {
  code: 'no-platform',
  subject: 'OpenCL',
  message: 'The OpenCL loader is installed, but no registered driver offers a device.',
  advice: installAdvice(process.platform),
};

/** All devices, sorted by platform name, device name and ordinal. Never throws. */
export const listDevices = (loaderNames?: readonly string[]): DeviceListing => {
  const library = loadOpenCl(loaderNames);
  const searched = (attempts: readonly LoaderAttempt[]): DeviceListing['searched'] =>
    describeSearch(attempts, process.env, process.platform);
  if (!library.ok) {
    return {
      devices: [],
      problems: [noLoader(library.error)],
      loader: null,
      searched: searched(library.error),
    };
  }
  const { found, problems } = enumerate(library.value.cl);
  return {
    devices: found.map(({ info }) => info),
    problems: found.length === 0 ? [noDevice, ...problems] : problems,
    loader: library.value.loader,
    searched: searched([{ name: library.value.loader, error: null }]),
  };
};

/** The device of a listing's key; null when it is not (or no longer) there. */
export const findDevice = (library: LoadedOpenCl, key: string): FoundDevice | null =>
  enumerate(library.cl).found.find(({ info }) => info.key === key) ?? null;
