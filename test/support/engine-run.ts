/** Runs a sweep on simulated devices in a folder of its own and folds what came out of it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Outcome } from '@shared/domain/outcome';
import { foldEvents } from '@shared/domain/run';
import type { RunEvent } from '@shared/domain/run-event';
import type { Run } from '@shared/domain/run-types';
import {
  defaultMeasureOptions,
  type MeasureOptions,
  type SweepRequest,
  type SweepSpec,
} from '@shared/domain/sweep';
import { createEngine, type EngineInternals } from '@main/profiling/engine';
import type { Engine } from '@main/profiling/engine-types';
import { buildSpec } from './run-builder';
import type { SimulatedHost } from './simulated-worker-host';

export const sourceText = '__kernel void a() {}';

export interface TestBench {
  readonly engine: Engine;
  readonly dir: string;
  readonly events: readonly RunEvent[];
  request(
    spec?: Partial<SweepSpec>,
    options?: Partial<MeasureOptions>,
    deviceKeys?: readonly string[],
  ): Promise<SweepRequest>;
  /** Starts a run, waits for its end, and folds it. */
  sweep(
    spec?: Partial<SweepSpec>,
    options?: Partial<MeasureOptions>,
    deviceKeys?: readonly string[],
  ): Promise<Run>;
  dispose(): Promise<void>;
}

export const createBench = (host: SimulatedHost, internals: EngineInternals = {}): TestBench => {
  const dir = mkdtempSync(join(tmpdir(), 'ndrange-test-'));
  const engine = createEngine({ host, runsDir: dir, appVersion: '0.0.0-test' }, internals);
  const events: RunEvent[] = [];
  engine.onEvents((_, batch) => events.push(...batch));
  const request: TestBench['request'] = async (spec = {}, options = {}, deviceKeys) => ({
    spec: buildSpec({ local: [[16], [32], [64], [128], null], ...spec }),
    sourceText,
    deviceKeys: deviceKeys ?? (await engine.listDevices(false)).devices.map(({ key }) => key),
    options: { ...defaultMeasureOptions, ...options },
  });
  return {
    engine,
    dir,
    events,
    request,
    sweep: async (...wanted) => {
      const from = events.length;
      const started = await engine.start(await request(...wanted));
      if (!started.ok) throw new Error(started.error.message);
      await engine.finished(started.value.run);
      const run = foldEvents(events.slice(from));
      if (run === null) throw new Error('nothing was told');
      return run;
    },
    dispose: async () => {
      await engine.close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
};

/** `16 measured`, `32 failed crashed`, in plan order, of one device. */
export const outcomesOf = (run: Run, device = 0): readonly string[] =>
  (run.devices[device]?.configurations ?? []).map(
    ({ configuration, outcome }) => `${configuration.id} ${wordOf(outcome)}`,
  );

const wordOf = (outcome: Outcome | null): string => {
  if (outcome === null) return 'open';
  return outcome.kind === 'measured' ? 'measured' : `${outcome.kind} ${outcome.reason}`;
};
