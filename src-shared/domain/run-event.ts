/**
 * The one numbered stream that describes a run. The run log stores it, IPC carries it, the command line
 * prints it; `foldRun` (run.ts) is the one way from events to a Run.
 */
import type { DeviceInfo } from './device';
import type { KernelInfo } from './kernel';
import type { Outcome } from './outcome';
import type { DevicePeak } from './peak';
import type { Configuration } from './plan-types';
import type { Problem } from './problem';
import type { VisitSamples } from './sample';
import type { SearchStep } from './search/search-types';
import type { MeasureOptions, SweepSpec } from './sweep';
import type { TimerTrust } from './timer-trust';

/** The first line of a run log. */
export interface RunHeader {
  readonly format: 'ndrange-run';
  readonly version: 1;
  /** Sortable and unique: `20261129-213016-saxpy-4f2a`. */
  readonly run: string;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly appVersion: string;
  readonly spec: SweepSpec;
  readonly sourceText: string;
  readonly sourceSha256: string;
  readonly specSha256: string;
  readonly options: MeasureOptions;
  readonly devices: readonly DeviceInfo[];
  /** Host facts that a reader on another machine needs: `linux x64`, processor name. */
  readonly host: { readonly system: string; readonly processor: string };
  /** What was known of the devices' peaks when the run began (`ndrange peak`). */
  readonly peaks?: readonly DevicePeak[] | undefined;
  /** Of a run that was imported from another tool: what from, with the file as it was. */
  readonly origin?: RunOrigin | undefined;
}

export interface RunOrigin {
  readonly format: 'kernel-tuner-cache' | 't4' | 'csv';
  readonly file: string;
  readonly text: string;
}

/** Why a configuration got no more samples. */
export type StopReason =
  | 'settled'
  | 'max-samples'
  | 'max-time'
  | 'far-from-best'
  /** Find the best size: the size to use is certain. */
  | 'decided'
  | 'fixed'
  | 'ended';

export type RunWarningCode =
  | 'no-event-time'
  | 'end-before-start'
  | 'loops-cut-short'
  | 'wall-disagrees'
  | 'near-timer-resolution'
  | 'sentinel-drift'
  | 'output-unchanged'
  | 'output-zero'
  | 'output-varies'
  | 'in-place-drift'
  | 'not-finite'
  | 'not-comparable'
  | 'lane-shared'
  /** A size that had its times, and died when it was tried alone. */
  | 'out-of-bounds'
  | 'worker-restarted';

export type RunEventBody =
  | { readonly type: 'run-started'; readonly header: RunHeader }
  | {
      readonly type: 'device-planned';
      readonly deviceKey: string;
      readonly configurations: readonly Configuration[];
    }
  | {
      readonly type: 'device-built';
      readonly deviceKey: string;
      readonly buildNs: number;
      readonly log: string;
      readonly kernel: KernelInfo;
      readonly laneShared: boolean;
      /** The configuration whose own build this was; null: one build for all. */
      readonly configuration: string | null;
      /** What was found out about the device's clock. Absent in logs of earlier versions. */
      readonly timer?: TimerTrust | undefined;
    }
  | {
      readonly type: 'visit';
      readonly deviceKey: string;
      readonly configuration: string;
      /** Counts from 0. */
      readonly round: number;
      readonly samples: VisitSamples;
      /** Wall time of the first launch of this size in this run; only in its first visit. */
      readonly firstLaunchNs?: number | undefined;
      /** What the driver chose for NULL, once known. */
      readonly chosen?: readonly number[] | null | undefined;
    }
  | {
      readonly type: 'configuration-ended';
      readonly deviceKey: string;
      readonly configuration: string;
      readonly outcome: Outcome;
      readonly stopReason: StopReason | null;
      /** true: compared with the reference and right; null: not compared. */
      readonly verified: boolean | null;
    }
  | ({
      /** Find the best size: these are measured from the next round on. */
      readonly type: 'search-step';
      readonly deviceKey: string;
    } & SearchStep)
  | {
      readonly type: 'warning';
      readonly code: RunWarningCode;
      readonly deviceKey: string;
      readonly configuration: string | null;
      readonly message: string;
      readonly detail?: Readonly<Record<string, string | number>> | undefined;
    }
  | {
      readonly type: 'device-ended';
      readonly deviceKey: string;
      /** One sentence; null when every configuration of the device was dealt with. */
      readonly problem: string | null;
    }
  | {
      readonly type: 'run-ended';
      readonly phase: 'finished' | 'cancelled' | 'failed';
      /** Wall time of the run. */
      readonly wallNs: number;
      /** Totals, so that a list of runs needs only the head and the tail of each log. */
      readonly counts?: RunCounts | undefined;
      /** Why a `failed` run could not go on: one sentence. */
      readonly problem?: string | undefined;
      /** The same with what to do about it, for whoever watches: a log that failed cannot hold it. */
      readonly failure?: Omit<Problem, 'cause' | 'file'> | undefined;
    };

export interface RunCounts {
  readonly configurations: number;
  readonly measured: number;
  readonly failed: number;
}

/** `seq` counts from 0 within a run, without gaps. `at`: ns since the run started. */
export type RunEvent = RunEventBody & { readonly seq: number; readonly at: number };

/**
 * Where a lane is, several times a second at most: never stored, never numbered, only the newest counts.
 */
export interface LaneStatus {
  readonly run: string;
  readonly deviceKey: string;
  readonly state:
    'waiting' | 'opening' | 'building' | 'compiling' | 'running' | 'restarting' | 'done';
  readonly configuration: string | null;
  readonly round: number;
  readonly rounds: number | null;
  readonly launchesDone: number;
  /** null: not known yet. */
  readonly launchesExpected: number | null;
  /** Milliseconds left, an estimate; null when there is nothing to base it on. */
  readonly etaMs: number | null;
}
