/**
 * How the devices have been: for each the clock that its last run found and the last failure that was seen,
 * kept over restarts. It judges nothing: what counts as a failure is the run's word. A failure is forgotten
 * when the device's driver changes, for it was the old one's.
 */
import { defineStore } from 'pinia';
import { shallowRef } from 'vue';
import * as v from 'valibot';
import type { DeviceInfo } from '@shared/domain/device';
import { failReasons } from '@shared/domain/outcome';
import type { RunEvent } from '@shared/domain/run-event';
import { timerReasons, type TimerTrust } from '@shared/domain/timer-trust';
import { workbench } from '@renderer/client';

const failure = v.object({
  /** ISO 8601. */
  at: v.string(),
  kernel: v.string(),
  driver: v.string(),
  /** Null: the device as a whole stopped. */
  reason: v.nullable(v.picklist(failReasons)),
  /** `16x16`, `auto`; null: no one size. */
  size: v.nullable(v.string()),
});
export type DeviceFailure = v.InferOutput<typeof failure>;

const health = v.object({
  failure: v.nullable(failure),
  timer: v.nullable(
    v.object({
      tickNs: v.nullable(v.number()),
      source: v.picklist(['event', 'wall']),
      reason: v.picklist(timerReasons),
    }),
  ),
});
export type DeviceHealth = v.InferOutput<typeof health>;

const storageKey = 'ndrange.health';
/** More devices than a machine has; the oldest entry goes first. */
const mostDevices = 64;

const read = (): ReadonlyMap<string, DeviceHealth> => {
  try {
    const parsed = v.safeParse(
      v.record(v.string(), health),
      JSON.parse(localStorage.getItem(storageKey) ?? '{}'),
    );
    return new Map(parsed.success ? Object.entries(parsed.output) : []);
  } catch {
    return new Map();
  }
};

interface Started {
  readonly kernel: string;
  readonly drivers: ReadonlyMap<string, string>;
}

export const useHealth = defineStore('health', () => {
  const known = shallowRef(read());
  /** What is needed to name a failure of a run that is going. */
  const runs = new Map<string, Started>();

  const put = (deviceKey: string, change: Partial<DeviceHealth>): void => {
    const next = new Map(known.value);
    const before = next.get(deviceKey) ?? { failure: null, timer: null };
    next.delete(deviceKey);
    next.set(deviceKey, { ...before, ...change });
    known.value = new Map([...next].slice(-mostDevices));
    localStorage.setItem(storageKey, JSON.stringify(Object.fromEntries(known.value)));
  };

  const fail = (
    run: string,
    deviceKey: string,
    reason: DeviceFailure['reason'],
    size: string | null,
  ): void => {
    const started = runs.get(run);
    put(deviceKey, {
      failure: {
        at: new Date().toISOString(),
        kernel: started?.kernel ?? run,
        driver: started?.drivers.get(deviceKey) ?? '',
        reason,
        size,
      },
    });
  };

  const hear = (run: string, event: RunEvent): void => {
    switch (event.type) {
      case 'run-started':
        runs.set(run, {
          kernel: event.header.spec.kernel,
          drivers: new Map(event.header.devices.map(({ key, driver }) => [key, driver])),
        });
        break;
      case 'device-built':
        if (event.timer !== undefined) put(event.deviceKey, { timer: event.timer });
        break;
      case 'configuration-ended':
        if (event.outcome.kind === 'failed') {
          fail(run, event.deviceKey, event.outcome.reason, event.configuration);
        }
        break;
      case 'device-ended':
        if (event.problem !== null) fail(run, event.deviceKey, null, null);
        break;
      case 'run-ended':
        runs.delete(run);
        break;
      default:
        break;
    }
  };
  workbench.on('run-events', ({ run, events }) => {
    for (const event of events) hear(run, event);
  });

  /** The last failure of a device under the driver that it has now; null: none was seen. */
  const failureOf = (device: DeviceInfo): DeviceFailure | null => {
    const seen = known.value.get(device.key)?.failure ?? null;
    return seen !== null && (seen.driver === '' || seen.driver === device.driver) ? seen : null;
  };
  /** What a run found out about a device's clock; null: none has yet. */
  const timerOf = (device: DeviceInfo): TimerTrust | null =>
    known.value.get(device.key)?.timer ?? null;

  return { known, failureOf, timerOf };
});
