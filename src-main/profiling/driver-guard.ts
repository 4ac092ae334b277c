/**
 * Keeps one broken OpenCL driver from hiding the others. Devices are listed in a disposable worker; when
 * that dies or hangs, each registered driver is asked alone, the bad ones are named with their files, and
 * the rest are listed again without them. Every later worker starts with the environment that leaves the
 * bad ones out. Sets no variable as long as nothing is broken, and refuses nothing: what failed stands in
 * the listing's `problems`.
 */
import { copyFile, mkdtemp } from 'node:fs/promises';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { DeviceListing, ListingProblem } from '@shared/domain/device';
import { listDevices, type ListingBounds } from './device-listing';
import { registeredDrivers, type RegisteredDriver } from './registered-drivers';
import type { WorkerEnvironment, WorkerHost } from './worker-host';

export interface DriverGuard {
  /** Starts workers without the drivers that the last listing found broken. */
  readonly host: WorkerHost;
  /** Asks the drivers anew, all of them: one may have been repaired. Never rejects. */
  list(): Promise<DeviceListing>;
}

/** How many drivers are asked at the same time when one of them is broken. */
const probesAtOnce = 4;

export const createDriverGuard = (host: WorkerHost, bounds: ListingBounds = {}): DriverGuard => {
  let environment: WorkerEnvironment | undefined;

  const withoutBroken = async (
    first: DeviceListing,
    drivers: readonly RegisteredDriver[],
  ): Promise<DeviceListing> => {
    const good: RegisteredDriver[] = [];
    const problems: ListingProblem[] = [];
    const probe = async (driver: RegisteredDriver): Promise<void> => {
      const alone = await listDevices(host, { ...bounds, environment: onlyFrom(driver.file) });
      if (alone.how === 'answered') good.push(driver);
      else problems.push(brokenDriver(driver, alone.what));
    };
    for (let at = 0; at < drivers.length; at += probesAtOnce) {
      await Promise.all(drivers.slice(at, at + probesAtOnce).map(probe));
    }
    // All live alone: they do not get on together, and no file can be blamed.
    if (problems.length === 0) return first;
    const folder = await copyRegistrations(good).catch(() => null);
    if (folder === null) return { ...first, problems: [...problems, ...first.problems] };
    environment = onlyFrom(folder);
    const { listing } = await listDevices(host, { ...bounds, environment });
    return { ...listing, problems: [...problems, ...listing.problems] };
  };

  return {
    host: { start: (name, given) => host.start(name, given ?? environment) },
    list: async () => {
      const { how, listing } = await listDevices(host, bounds);
      if (how === 'answered') {
        environment = undefined;
        return listing;
      }
      return withoutBroken(listing, await registeredDrivers());
    },
  };
};

/** Both common loaders read this variable: a folder of `.icd` files, or one of them. */
const onlyFrom = (place: string): WorkerEnvironment => ({ OCL_ICD_VENDORS: place });

const brokenDriver = ({ file, library }: RegisteredDriver, what: string): ListingProblem => ({
  code: 'platform-failed',
  subject: file,
  message:
    `The OpenCL driver registered by ${file}${library === '' ? '' : ` (${library})`} ${what} when it was asked for its devices. ` +
    'It is left out; the other drivers are not affected.',
  advice: 'Reinstall that driver, or remove its file.',
});

const copyRegistrations = async (drivers: readonly RegisteredDriver[]): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'ndrange-drivers-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  for (const { file } of drivers) await copyFile(file, join(folder, basename(file)));
  return folder;
};
