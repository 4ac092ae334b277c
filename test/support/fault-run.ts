/**
 * Sweeps a kernel that misbehaves, in real workers on a real device, and says what came of it: the outcome
 * of each size, how long it took until the next good visit, and whether anything was lost or counted twice.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { DeviceInfo } from '@shared/domain/device';
import { foldEvents } from '@shared/domain/run';
import type { LaneStatus, RunEvent } from '@shared/domain/run-event';
import type { Run } from '@shared/domain/run-types';
import {
  defaultMeasureOptions,
  type Argument,
  type MeasureOptions,
  type SweepSpec,
} from '@shared/domain/sweep';
import { createEngine } from '@main/profiling/engine';
import type { Engine } from '@main/profiling/engine-types';
import type { WorkerHost } from '@main/profiling/worker-host';
import { outcomesOf } from './engine-run';
import { buildSpec } from './run-builder';

const kernels = resolve(import.meta.dirname, '../fixtures/kernels');
export const fixture = (name: string): string => readFileSync(join(kernels, `${name}.cl`), 'utf8');

export interface FaultSweep {
  readonly source: string;
  readonly spec: Partial<SweepSpec> | ((device: DeviceInfo) => Partial<SweepSpec>);
  readonly options?: Partial<MeasureOptions>;
}

export interface FaultReport {
  readonly run: Run;
  readonly events: readonly RunEvent[];
  /** `128 failed crashed`, in plan order. */
  readonly outcomes: readonly string[];
  /** From each failure to the next good visit on the same device, the longest; null: none came after. */
  readonly recoveryMs: number | null;
  /** Configurations without exactly one end. */
  readonly lost: number;
  /** Ends or visits that are there twice. */
  readonly duplicates: number;
  /** The run that the file holds is the one that was told. */
  readonly sameOnDisk: boolean;
  /** Lane states that were seen. */
  readonly states: ReadonlySet<LaneStatus['state']>;
  readonly wallMs: number;
}

/** `y`, and `n` its number of elements: what the hostile kernels take. */
export const outputAndCount = (type = 'float'): readonly Argument[] => [
  {
    kind: 'buffer',
    name: 'y',
    type,
    count: 'gx',
    init: { constant: 0 },
    write: true,
    compare: 'elementwise',
  },
  { kind: 'scalar', name: 'n', type: 'uint', value: 'gx' },
];

export interface FaultBench {
  readonly engine: Engine;
  dispose(): Promise<void>;
}

export const createFaultBench = (host: WorkerHost): FaultBench => {
  const dir = mkdtempSync(join(tmpdir(), 'ndrange-fault-'));
  const engine = createEngine({ host, runsDir: dir, appVersion: '0.0.0-test' });
  return {
    engine,
    dispose: async () => {
      await engine.close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
};

export const runFault = async (
  { engine }: FaultBench,
  sweep: FaultSweep,
  /** Part of the name of the device's platform. */
  platform: string,
): Promise<FaultReport> => {
  const events: RunEvent[] = [];
  const states = new Set<LaneStatus['state']>();
  const stopEvents = engine.onEvents((_, batch) => {
    events.push(...batch);
  });
  const stopStatus = engine.onLaneStatus((statuses) => {
    for (const { state } of statuses) states.add(state);
  });
  try {
    const { devices } = await engine.listDevices(false);
    const device = devices.find((candidate) => candidate.platform.name.includes(platform));
    if (device === undefined) throw new Error(`there is no device of ${platform}`);
    const spec = typeof sweep.spec === 'function' ? sweep.spec(device) : sweep.spec;
    const begun = performance.now();
    const started = await engine.start({
      spec: buildSpec({
        global: [4096],
        local: [[32], [64], [128]],
        args: outputAndCount(),
        ...spec,
      }),
      sourceText: sweep.source,
      deviceKeys: [device.key],
      options: { ...defaultMeasureOptions, samples: 2, timeoutSeconds: 2, ...sweep.options },
    });
    if (!started.ok) throw new Error(started.error.message);
    await engine.finished(started.value.run);
    const wallMs = performance.now() - begun;
    const run = foldEvents(events);
    const stored = await engine.runs.read(started.value.run);
    if (run === null || !stored.ok) throw new Error('the run is not readable');
    return {
      run,
      events,
      outcomes: run.devices.flatMap((_device, at) => outcomesOf(run, at)),
      recoveryMs: longestRecovery(events),
      lost: run.devices.reduce(
        (sum, { configurations }) =>
          sum + configurations.filter(({ outcome }) => outcome === null).length,
        0,
      ),
      duplicates: countDuplicates(events),
      sameOnDisk: isDeepStrictEqual(stored.value, JSON.parse(JSON.stringify(events))),
      states,
      wallMs,
    };
  } finally {
    stopEvents();
    stopStatus();
  }
};

const longestRecovery = (events: readonly RunEvent[]): number | null => {
  const failedAt = new Map<string, number>();
  let longest: number | null = null;
  for (const event of events) {
    if (event.type === 'configuration-ended' && event.outcome.kind === 'failed') {
      if (!failedAt.has(event.deviceKey)) failedAt.set(event.deviceKey, event.at);
    } else if (event.type === 'visit') {
      const from = failedAt.get(event.deviceKey);
      if (from === undefined) continue;
      failedAt.delete(event.deviceKey);
      longest = Math.max(longest ?? 0, (event.at - from) / 1e6);
    }
  }
  return longest;
};

/** Ends of one configuration, and visits of one configuration in one round, beyond the first. */
export const countDuplicates = (events: readonly RunEvent[]): number => {
  const seen = new Set<string>();
  let twice = 0;
  for (const event of events) {
    const key =
      event.type === 'configuration-ended'
        ? `end ${event.deviceKey} ${event.configuration}`
        : event.type === 'visit'
          ? `visit ${event.deviceKey} ${event.configuration} ${event.round}`
          : null;
    if (key === null) continue;
    if (seen.has(key)) twice += 1;
    seen.add(key);
  }
  return twice;
};
