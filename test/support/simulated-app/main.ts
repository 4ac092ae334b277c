/**
 * The whole app, window and engine and run logs included, on simulated devices: for tests that need more
 * samples, more sizes or more faults than a real device gives. A program of its own, which the product does
 * not contain.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { seededRandom } from '@shared/domain/random';
import { groupItems } from '@shared/domain/sizes';
import { startApp } from '@main/electron/start-app';
import { buildDevice } from '../run-builder';
import { createSimulatedHost, type Fault, type SimulatedDevice } from '../simulated-worker-host';
import {
  defaultSettings,
  largestSize,
  settingsVariable,
  type SimulatedAppSettings,
} from './settings';

const settings: SimulatedAppSettings = {
  ...defaultSettings,
  ...(JSON.parse(process.env[settingsVariable] ?? '{}') as Partial<SimulatedAppSettings>),
};
const kinds: readonly Fault[] = ['crash', 'launch-failed', 'device-lost', 'wrong'];

/** Lets a device answer only as fast as it may: by its own timetable, so that delays do not add up. */
const pace = (samplesPerSecond: number): ((samples: number) => Promise<void>) => {
  let due = 0;
  return async (samples) => {
    due = Math.max(due, performance.now() - 500) + (samples / samplesPerSecond) * 1000;
    const left = due - performance.now();
    if (left > 1) await wait(left);
  };
};

const faultsOf = (random: () => number): Record<string, Fault> => {
  const faults: Record<string, Fault> = {};
  for (let size = 1; size <= largestSize; size += 1) {
    if (random() >= settings.faultShare) continue;
    faults[String(size)] = kinds[Math.floor(random() * kinds.length)] ?? 'crash';
  }
  return faults;
};

const device = (index: number): SimulatedDevice => {
  const wait =
    settings.samplesPerSecond === null ? null : pace(settings.samplesPerSecond / settings.devices);
  return {
    device: buildDevice({
      name: `Simulated ${index}`,
      key: `simulated-${index}`,
      index,
      ordinal: index,
      limit: largestSize,
      resource: `simulated-${index}`,
    }),
    // A shallow valley around 256, one step further for each device.
    timeNs: (local) => 100_000 * (1 + 0.02 * Math.abs(Math.log2((groupItems(local) ?? 64) / 256))),
    noise: 0.02,
    faults: settings.faultShare > 0 ? faultsOf(seededRandom(settings.seed + index)) : {},
    ...(wait === null ? {} : { duringVisit: (_, samples) => wait(samples) }),
  };
};

startApp(() =>
  createSimulatedHost(
    Array.from({ length: settings.devices }, (_, index) => device(index)),
    settings.seed,
    false,
  ),
);
