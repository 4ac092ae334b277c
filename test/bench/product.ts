/**
 * The product as the bench runs it: the engine of the command line with its worker processes and its run log on
 * the disk, in this process. Between engine and worker sits a tap, which takes the time of the launch loop as the
 * worker sees it and can, where a figure says so, leave warm-ups out or launch one size under many names.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DeviceInfo } from '@shared/domain/device';
import { foldEvents } from '@shared/domain/run';
import type { RunEvent } from '@shared/domain/run-event';
import type { Run } from '@shared/domain/run-types';
import type { LocalSize } from '@shared/domain/sizes';
import {
  defaultMeasureOptions,
  type MeasureOptions,
  type SweepRequest,
} from '@shared/domain/sweep';
import { createEngine } from '@main/profiling/engine';
import { createForkHost } from '@main/profiling/fork-host';
import type {
  FromWorker,
  LaunchPlan,
  VisitReply,
  VisitRequest,
  WorkerRequest,
} from '@main/profiling/protocol';
import type { WorkerHost, WorkerProcess } from '@main/profiling/worker-host';
import { median, sum } from './arithmetic';
import type { Stamped } from './worker';
import { sourceOf, specOf, type Workload } from './workload';

export interface Tap {
  /** No warm-up launches beyond the first. */
  readonly noWarmUps?: boolean;
  /** Every configuration is launched with this size, whatever its name says. */
  readonly alias?: LocalSize;
}

export interface ProductSweep {
  readonly run: Run;
  /** From the first launch to when the worker tells of the last, by its clock, less what else was asked in between, ns. */
  readonly loopNs: number;
  /** Launches of all kinds but those of verification. */
  readonly launches: number;
  /** Wall times of first launches, ns. */
  readonly firstNs: number;
  /** Device time of all copies that restored something for a visit, ns. */
  readonly copyNs: number;
  /** Visits. */
  readonly visits: number;
}

export interface Product {
  readonly devices: readonly DeviceInfo[];
  /** Throws when the run could not be started or a configuration was not measured. */
  sweep(
    device: DeviceInfo,
    work: Workload,
    local: readonly LocalSize[],
    options?: Partial<MeasureOptions>,
    tap?: Tap,
  ): Promise<ProductSweep>;
  /** Any run; throws when it could not be started or did not end. */
  measure(request: SweepRequest): Promise<Run>;
  /** Several devices in one run. */
  sweepAll(
    devices: readonly DeviceInfo[],
    work: Workload,
    local: readonly LocalSize[],
    options?: Partial<MeasureOptions>,
  ): Promise<Run>;
  close(): Promise<void>;
}

interface Counters {
  /** When the first visit was asked for, and when its first launch began: before that there is no loop yet. */
  firstAt: bigint | null;
  /** When the worker first told of a step behind its first launch, by its own clock (worker.ts). */
  behindFirstAt: bigint | null;
  /** When the worker told of the last visit. */
  lastAt: bigint;
  launches: number;
  firstNs: number;
  copyNs: number;
  visits: number;
  /** Since when a question beside the visits (growth in place, the driver's choice) is open or waited for; null: none. */
  askedAt: bigint | null;
  /** Time that such questions took between the first visit and the last, ns. */
  asideNs: bigint;
}

const fresh = (): Counters => ({
  firstAt: null,
  behindFirstAt: null,
  lastAt: 0n,
  launches: 0,
  firstNs: 0,
  copyNs: 0,
  visits: 0,
  askedAt: null,
  asideNs: 0n,
});

/** A yardstick's loop begins with its first launch; ours before was the setting of arguments, in code that never ran. */
const beginWithLaunch = (counters: Counters, firstLaunchNs: number): void => {
  const { firstAt, behindFirstAt } = counters;
  if (firstAt === null || behindFirstAt === null) return;
  const began = behindFirstAt - BigInt(firstLaunchNs);
  if (began > firstAt) counters.firstAt = began;
};

const countReply = (counters: Counters, reply: VisitReply): void => {
  const { samples, firstLaunchNs, warmUps } = reply;
  if (counters.visits === 0) beginWithLaunch(counters, firstLaunchNs ?? 0);
  counters.visits += 1;
  counters.launches += (firstLaunchNs === null ? 0 : 1) + warmUps;
  counters.firstNs += firstLaunchNs ?? 0;
  if (samples !== null) counters.launches += samples.runNs.length * samples.batchK;
};

/** The worker has been idle since its last answer, and waited for a question that comes now. */
const idleSince = ({ firstAt, lastAt }: Counters, now: bigint): bigint =>
  firstAt !== null && lastAt > firstAt ? lastAt : now;

interface TapState {
  tap: Tap;
  global: readonly number[];
  counters: Counters;
}

const tapped = (host: WorkerHost, state: TapState): WorkerHost => {
  const renamed = (launch: LaunchPlan): LaunchPlan => {
    const { alias } = state.tap;
    if (alias === undefined) return launch;
    const launched = state.global.map((size, dimension) => {
      const by = alias?.[dimension] ?? 1;
      return Math.ceil(size / by) * by;
    });
    return { ...launch, local: alias, launched };
  };
  const changeVisit = (visit: VisitRequest): VisitRequest => ({
    ...visit,
    warmUps: state.tap.noWarmUps === true ? 0 : visit.warmUps,
    launch: renamed(visit.launch),
  });
  // Further visits have no warm-ups, and are launched as the first one was.
  const change = (request: WorkerRequest): WorkerRequest =>
    request.type === 'visit' ? changeVisit(request) : request;
  const isVisit = (value: unknown): value is VisitReply =>
    typeof value === 'object' && value !== null && 'endBeforeStart' in value;
  const hear = (message: FromWorker): void => {
    const { counters } = state;
    if (message.type === 'stage' && message.stage !== 'first-launch' && counters.firstAt !== null) {
      counters.behindFirstAt ??= (message as Stamped).sentAt ?? process.hrtime.bigint();
    }
    if (message.type === 'reply' && counters.askedAt !== null) {
      if (counters.firstAt !== null) counters.asideNs += process.hrtime.bigint() - counters.askedAt;
      counters.askedAt = null;
    }
    if (message.type !== 'reply' || !message.result.ok) return;
    const { value } = message.result;
    const replies = (Array.isArray(value) ? value : [value]).filter(isVisit);
    if (replies.length === 0) return;
    state.counters.lastAt = (message as Stamped).sentAt ?? process.hrtime.bigint();
    state.counters.copyNs += (message as Stamped).copyNs ?? 0;
    for (const reply of replies) countReply(state.counters, reply);
  };
  return {
    start: (name) => {
      const worker = host.start(name);
      const wrapped: WorkerProcess = {
        get pid() {
          return worker.pid;
        },
        send: ({ id, request }) => {
          const now = process.hrtime.bigint();
          if (request.type === 'visit') state.counters.firstAt ??= now;
          else if (request.type !== 'visits') {
            state.counters.askedAt = idleSince(state.counters, now);
          }
          worker.send({ id, request: change(request) });
        },
        onMessage: (listener) =>
          worker.onMessage((message) => {
            hear(message);
            listener(message);
          }),
        onOutput: (listener) => worker.onOutput(listener),
        onExit: (listener) => worker.onExit(listener),
        kill: () => worker.kill(),
      };
      return wrapped;
    },
  };
};

/** A size may be skipped for its limits or by a search, and a driver may fail at one: the others count. */
const mustHaveEnded = (run: Run): void => {
  for (const { device, configurations } of run.devices) {
    const open = configurations.find(({ outcome }) => outcome === null);
    if (open !== undefined)
      throw new Error(`${open.configuration.id} on ${device.name} never ended`);
  }
};

const mustBeMeasured = (run: Run): void => {
  for (const { device, configurations } of run.devices)
    for (const { configuration, outcome } of configurations)
      if (outcome?.kind !== 'measured') {
        const why = outcome === null ? 'it never ended' : outcome.message;
        throw new Error(`${configuration.id} on ${device.name} was not measured: ${why}`);
      }
};

/** `workerPath`: the built worker. */
export const openProduct = async (workerPath: string): Promise<Product> => {
  const runsDir = mkdtempSync(join(tmpdir(), 'ndrange-bench-'));
  const state: TapState = { tap: {}, global: [], counters: fresh() };
  const host = tapped(createForkHost(workerPath), state);
  const engine = createEngine({ host, runsDir, appVersion: 'bench' });
  const { devices } = await engine.listDevices(false);
  let events: RunEvent[] = [];
  engine.onEvents((_, batch) => events.push(...batch));

  const runOf = async (request: SweepRequest): Promise<Run> => {
    events = [];
    const started = await engine.start(request);
    if (!started.ok) throw new Error(started.error.message);
    await engine.finished(started.value.run);
    const run = foldEvents(events);
    if (run === null) throw new Error('the run told nothing');
    await engine.runs.delete(started.value.run);
    return run;
  };
  const measure = async (
    on: readonly DeviceInfo[],
    work: Workload,
    local: readonly LocalSize[],
    options: Partial<MeasureOptions>,
  ): Promise<Run> => {
    const run = await runOf({
      spec: specOf(work, local),
      sourceText: sourceOf(work),
      deviceKeys: on.map(({ key }) => key),
      options: { ...defaultMeasureOptions, ...options },
    });
    mustBeMeasured(run);
    return run;
  };

  return {
    devices,
    measure: async (request) => {
      state.tap = {};
      const run = await runOf(request);
      mustHaveEnded(run);
      return run;
    },
    sweepAll: async (on, work, local, options = {}) => {
      state.tap = {};
      return measure(on, work, local, options);
    },
    sweep: async (device, work, local, options = {}, tap = {}) => {
      state.tap = tap;
      state.global = work.global;
      state.counters = fresh();
      const run = await measure([device], work, local, options);
      const { firstAt, lastAt, asideNs, launches, firstNs, copyNs, visits } = state.counters;
      const loopNs = Number(lastAt - (firstAt ?? lastAt) - asideNs);
      return { run, loopNs, launches, firstNs, copyNs, visits };
    },
    close: async () => {
      await engine.close();
      rmSync(runsDir, { recursive: true, force: true });
    },
  };
};

/** Held against device times of others, or with them taken off, times by the wall clock would say something else. */
const mustHaveDeviceTimes = ({ run }: ProductSweep): void => {
  const visits = (run.devices[0]?.configurations ?? []).flatMap((state) => state.visits);
  if (visits.some(({ samples }) => samples.timeSource === 'wall'))
    throw new Error('the samples were taken by the wall clock');
};

/** The launches of a run, per configuration in plan order, ns. */
export const runTimes = (swept: ProductSweep): readonly (readonly number[])[] => {
  mustHaveDeviceTimes(swept);
  return (swept.run.devices[0]?.configurations ?? []).map((state) =>
    state.visits.flatMap(({ samples }) => samples.runNs),
  );
};

/** As `outsidePerLaunch` of a yardstick. */
export const outsideOf = (swept: ProductSweep): number => {
  const runs = runTimes(swept).flat();
  return (swept.loopNs - swept.firstNs - sum(runs)) / runs.length;
};

/** As `aroundLaunch` of a yardstick. */
export const aroundOf = (swept: ProductSweep): number => {
  mustHaveDeviceTimes(swept);
  return median(
    (swept.run.devices[0]?.configurations ?? []).flatMap((state) =>
      state.visits.flatMap(({ samples }) =>
        samples.wallNs.map((wall, i) => wall - (samples.runNs[i] ?? 0)),
      ),
    ),
  );
};
