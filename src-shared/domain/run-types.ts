/** The state of a run as folded from its events (run.ts). Plain data: it crosses processes. */
import type { DeviceInfo } from './device';
import type { KernelInfo } from './kernel';
import type { Outcome } from './outcome';
import type { Configuration } from './plan-types';
import type { Problem } from './problem';
import type { RunHeader, RunWarningCode, StopReason } from './run-event';
import type { RunNotes } from './run-notes';
import type { VisitSamples } from './sample';
import type { SearchStep } from './search/search-types';
import type { TimerTrust } from './timer-trust';

export interface Visit {
  readonly round: number;
  readonly samples: VisitSamples;
}

export interface ConfigurationState {
  readonly configuration: Configuration;
  readonly visits: readonly Visit[];
  readonly firstLaunchNs: number | null;
  /** Set when this size had a build of its own. */
  readonly buildNs: number | null;
  /** The driver's choice for NULL; null: not asked or not known. */
  readonly chosen: readonly number[] | null;
  /** null while it is still to be dealt with. */
  readonly outcome: Outcome | null;
  readonly stopReason: StopReason | null;
  readonly verified: boolean | null;
}

export interface DeviceState {
  readonly device: DeviceInfo;
  /** In plan order. Empty until the plan is known. */
  readonly configurations: readonly ConfigurationState[];
  readonly kernel: KernelInfo | null;
  readonly buildNs: number | null;
  readonly buildLog: string;
  readonly laneShared: boolean;
  /** What is known of its clock; absent or null: not known. */
  readonly timer?: TimerTrust | null | undefined;
  /** Find the best size: what was taken up so far, in order. Absent: all sizes of the plan are measured. */
  readonly searchSteps?: readonly SearchStep[] | undefined;
  readonly ended: boolean;
  readonly problem: string | null;
}

export interface RunWarning {
  readonly code: RunWarningCode;
  readonly deviceKey: string;
  readonly configuration: string | null;
  readonly message: string;
  readonly detail: Readonly<Record<string, string | number>>;
}

/** `interrupted`: its log has no end and nobody is writing it. */
export type RunPhase = 'running' | 'finished' | 'cancelled' | 'failed' | 'interrupted';

export interface Run {
  readonly header: RunHeader;
  readonly phase: RunPhase;
  readonly devices: readonly DeviceState[];
  readonly warnings: readonly RunWarning[];
  readonly wallNs: number | null;
  /** seq of the last event folded in. */
  readonly lastSeq: number;
}

/** A row of the list of runs: enough to choose one without opening it. */
export interface RunSummary {
  readonly run: string;
  readonly startedAt: string;
  readonly kernel: string;
  /** In English; `titleZh` in Chinese, where the sweep has one. */
  readonly title: string;
  readonly titleZh?: string | undefined;
  readonly devices: readonly string[];
  readonly phase: RunPhase;
  readonly configurations: number;
  readonly measured: number;
  readonly failed: number;
  /** Set when the file could not be read: what is wrong with it. */
  readonly problem: string | null;
  /** The same with its code and values, for other languages; absent: it can be read. */
  readonly failure?: Problem | undefined;
  /** What somebody wrote about it; absent: nothing. */
  readonly notes?: RunNotes | undefined;
  /** Set when the run ships with the product, recorded elsewhere (a driver per device): it can be read and not changed. */
  readonly recorded?: { readonly drivers: readonly string[] } | undefined;
}
