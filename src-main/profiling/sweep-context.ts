/**
 * What the parts of one device's sweep share: what was asked for, the books, the status and the worker.
 * Made once for each sweep. Decides nothing: the parts do (builds, visits, grouped-visits, rounds, ...).
 */
import { hasPerSizeBuild } from '@shared/domain/build-options';
import type { DeviceInfo } from '@shared/domain/device';
import type { DevicePlan } from '@shared/domain/plan-types';
import type { RunEventBody } from '@shared/domain/run-event';
import { fixedCount } from '@shared/domain/stopping';
import type { MeasureOptions, SweepSpec } from '@shared/domain/sweep';
import { createDeviceWorker, type DeviceWorker } from './device-worker';
import type { BufferPlan, LaunchPlan, ReferencePlan } from './protocol';
import type { EarlierStates } from './resumed-run';
import { createLedger, type SweepLedger } from './sweep-ledger';
import { createSweepStatus, type StatusListener, type SweepStatus } from './sweep-status';
import type { WorkerHost } from './worker-host';
import { createWorkerLives, type WorkerLives } from './worker-lives';

export interface DeviceSweep {
  readonly host: WorkerHost;
  readonly device: DeviceInfo;
  readonly spec: SweepSpec;
  readonly sourceText: string;
  readonly options: MeasureOptions;
  /** Stage one: device limits applied. */
  readonly plan: DevicePlan;
  readonly buffers: readonly BufferPlan[];
  /** By configuration id. */
  readonly launches: ReadonlyMap<string, LaunchPlan>;
  /** What the spec wants the results to be held against. */
  readonly reference?: ReferencePlan | undefined;
  readonly laneShared: boolean;
  /** What a resumed run measured before. */
  readonly earlier?: EarlierStates | undefined;
  readonly record: (body: RunEventBody) => void;
  /** Resolves when the log has room for more events. */
  readonly room: () => Promise<void>;
  /** Resolves when nothing waits for a gap between two visits. */
  readonly breathe: () => Promise<void>;
  /** Something waits for such a gap. */
  readonly isAwaited: () => boolean;
  /** Aborted when the run is to stop. */
  readonly signal: AbortSignal;
  readonly onStatus: StatusListener;
}

export interface SweepContext {
  readonly sweep: DeviceSweep;
  /** Samples per configuration; null: adaptive. */
  readonly fixed: number | null;
  /** Each configuration has a build of its own. */
  readonly perSize: boolean;
  readonly ledger: SweepLedger;
  readonly status: SweepStatus;
  readonly worker: DeviceWorker;
  readonly lives: WorkerLives;
}

/** Opens the books of a sweep. No process is started before the first configuration is made ready. */
export const createSweepContext = (sweep: DeviceSweep): SweepContext => {
  const { device, spec, options } = sweep;
  const fixed = fixedCount(spec, options);
  const ledger = createLedger({ ...sweep, fixed });
  const status = createSweepStatus({ ledger, options, fixed, onStatus: sweep.onStatus });
  const worker = createDeviceWorker({
    host: sweep.host,
    device,
    source: sweep.sourceText,
    kernel: spec.kernel,
    buffers: sweep.buffers,
    args: spec.args,
    reference: sweep.reference,
    timeoutSeconds: options.timeoutSeconds,
    buildTimeoutSeconds: options.buildTimeoutSeconds,
    onStage: status.stage,
  });
  const lives = createWorkerLives({
    device,
    configurations: sweep.plan.configurations.length,
    signal: sweep.signal,
    ledger,
    status,
    worker,
  });
  return { sweep, fixed, perSize: hasPerSizeBuild(spec), ledger, status, worker, lives };
};
