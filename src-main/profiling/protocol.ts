/**
 * What the profiling queue and a device worker say to each other: a versioned stream of plain messages,
 * so that a worker can sit behind Electron's utilityProcess, child_process.fork or one day a pipe to
 * another machine. The worker takes requests in order, one at a time, answers each with `reply` and may send
 * any number of `stage` messages before it. The parent may send the next while one is under way, so that the
 * worker need not wait for it.
 *
 * The worker works synchronously: it cannot hear anything while it is inside a driver call. The parent's
 * clock watches it. Every `stage` message restarts the bound of that stage, and the worker sends one
 * before it enters a step that can hang (and, in a visit, before a launch if the last message, or the request, is
 * older than 500 ms), so that a bound covers one step and not a whole visit.
 */
import type { DeviceListing } from '@shared/domain/device';
import type { BuildReport } from '@shared/domain/kernel';
import type { FailReason, OutcomeDetail, SkipReason, Stage } from '@shared/domain/outcome';
import type { ResolvedArgument } from '@shared/domain/plan-types';
import type { GlobalSize, LocalSize } from '@shared/domain/sizes';
import type { VisitSamples } from '@shared/domain/sample';
import type { BufferInit, CompareMode } from '@shared/domain/sweep';
import type { TimerTrust } from '@shared/domain/timer-trust';

export type { TimerTrust };

export const protocolVersion = 1;

/** A buffer as the worker allocates it once per kernel: for the largest extent of any configuration. */
export interface BufferPlan {
  readonly name: string;
  readonly type: string;
  readonly bytes: number;
  readonly init: BufferInit;
  readonly write: boolean;
  /** Keep a pristine device-side copy and restore from it before each launch. */
  readonly restore: boolean;
  readonly compare: CompareMode;
  readonly tolerance: number;
}

/** `launch`: how the reference kernel is launched, once. `path`: raw bytes of the argument, little-endian. */
export type ReferencePlan =
  | { readonly kind: 'kernel'; readonly kernel: string; readonly launch: LaunchPlan }
  | { readonly kind: 'file'; readonly path: string; readonly argument: string };

export interface LaunchPlan {
  readonly configuration: string;
  readonly local: LocalSize;
  readonly launched: GlobalSize;
  /** In parameter order. A buffer's `bytes` is what the kernel may use; it may be less than allocated. */
  readonly args: readonly ResolvedArgument[];
}

/** Launch one configuration: first launch, warm-up, samples, verification, as asked. */
export interface VisitRequest {
  readonly type: 'visit';
  readonly launch: LaunchPlan;
  /** Untimed launches until the times settle, at most this many and at most `warmUpNs`. 0: none. */
  readonly warmUps: number;
  readonly warmUpNs: number;
  readonly samples: number;
  /** Stop taking samples after this long, but never before the first. */
  readonly maxNs: number;
  readonly cold: boolean;
  /** Compare the outputs of one launch with the reference outputs; the first verified visit makes them. */
  readonly verify: boolean;
  /** The parent's clock already runs for a first launch: a stage message that it begins would tell nothing. */
  readonly announced?: boolean | undefined;
}

/** A visit to what this worker has launched before, with the same build: it knows how. Warm, nothing verified. */
export interface FurtherVisit {
  readonly configuration: string;
  readonly samples: number;
  readonly maxNs: number;
}

export type WorkerRequest =
  /** All devices of the machine. Runs in a worker of its own. */
  | { readonly type: 'list' }
  /** Make a context and a profiling queue on one device, and test its timer. */
  | {
      readonly type: 'open';
      readonly deviceKey: string;
      /** Also find out whether the driver ends long loops early. */
      readonly tryLoops?: boolean | undefined;
    }
  /** Build the source. Needs `open`. Replaces an earlier program. */
  | { readonly type: 'build'; readonly source: string; readonly options: string }
  /** Create the kernel, allocate and fill buffers. Needs a successful `build`. */
  | {
      readonly type: 'prepare';
      readonly kernel: string;
      readonly buffers: readonly BufferPlan[];
      /** What all outputs are compared with beside the reference configuration's. */
      readonly reference?: ReferencePlan | undefined;
      /**
       * Guard what lies before each buffer too. A kernel is then given a part of a buffer, which is not what a
       * program without guards launches: for trials, not for times.
       */
      readonly guarded?: boolean | undefined;
    }
  | VisitRequest
  /**
   * Visits in a row, answered together: for launches so short that a message for each would cost more than they
   * do. Ends after the first that is refused, so the answer may be shorter than the request.
   */
  | { readonly type: 'visits'; readonly visits: readonly FurtherVisit[] }
  /**
   * Launches one configuration with and without restoring in between: whether its buffers, left to grow,
   * would change its times or its values.
   */
  | {
      readonly type: 'in-place';
      readonly launch: LaunchPlan;
      /** Pairs of times at most. */
      readonly cycles: number;
      /** Launches without restoring at most, for the values. */
      readonly launches: number;
      /** For times and for values each. */
      readonly maxNs: number;
    }
  /** What the driver picks for NULL at this global size, by extension or probe kernel. */
  | { readonly type: 'chosen'; readonly launch: LaunchPlan }
  | { readonly type: 'close' };

export interface OpenReply {
  readonly timer: TimerTrust;
  /** Iterations after which the driver ends a work-item's loops; null: none found; absent: not asked. */
  readonly loopLimit?: number | null | undefined;
}

export interface PrepareReply {
  /** CL_KERNEL_LOCAL_MEM_SIZE before any dynamic argument, and the other limits, are in BuildReport. */
  readonly allocatedBytes: number;
}

/** What outputs were compared with. */
export type ComparedWith = 'configuration' | 'kernel' | 'file';

export type Verification =
  /** The worst of its outputs. */
  | {
      readonly kind: 'right';
      readonly relativeL2: number;
      readonly maxUlp?: number | null | undefined;
      readonly against?: ComparedWith | undefined;
    }
  | {
      readonly kind: 'wrong';
      readonly argument: string;
      readonly relativeL2: number;
      readonly maxUlp: number | null;
      readonly against?: ComparedWith | undefined;
    }
  /** It changed bytes around those that its argument may use. */
  | {
      readonly kind: 'out-of-bounds';
      readonly argument: string;
      readonly bytes: number;
      readonly where: 'before' | 'behind';
      /** Outside of the buffer itself: whatever else lives in the worker may be broken by it. */
      readonly escaped: boolean;
    }
  /** This configuration made the reference. */
  | {
      readonly kind: 'reference';
      readonly allZero: boolean;
      readonly unchanged: boolean;
      readonly notFinite: boolean;
      /** Another launch on the same data gave another output: the kernel is not deterministic. */
      readonly varies?: boolean | undefined;
      /** How it compares with the spec's reference kernel or file, where there is one. */
      readonly outside?:
        | {
            readonly against: ComparedWith;
            readonly relativeL2: number;
            readonly maxUlp: number | null;
          }
        | undefined;
    }
  | { readonly kind: 'not-comparable' };

export interface VisitReply {
  /** null when the launch was refused: see `refused`. */
  readonly samples: VisitSamples | null;
  /** Wall time of the first launch of this configuration in this worker; null when it was not the first. */
  readonly firstLaunchNs: number | null;
  readonly warmUps: number;
  readonly verification: Verification | null;
  /** Samples whose END < START, that were replaced by wall time. */
  readonly endBeforeStart: number;
  /** The driver said no, by status code. */
  readonly refused: {
    readonly kind: 'skipped' | 'failed';
    readonly reason: SkipReason | FailReason;
    /** CL error name; empty when our own check refused before the driver was asked. */
    readonly status: string;
    readonly call: string;
    /** Numbers that the sentence needs (`size`, `limit`, `needed`, `dimension` …). */
    readonly detail?: OutcomeDetail | undefined;
    /** The failure came after the launch was accepted: the context may be dead; use a fresh worker. */
    readonly workerUnusable?: boolean | undefined;
  } | null;
  /** Shorter than 20 steps of the timer, and not batched because its buffers are restored. */
  readonly nearTimerResolution?: boolean | undefined;
}

/** null: nothing is restored, the kernel does not read what it writes, or the launch was refused. */
export type InPlaceReply = {
  /** Durations, by the session's time source; those of equal index are a pair. */
  readonly restoredNs: readonly number[];
  readonly unrestoredNs: readonly number[];
  /** Launches without restoring before the values were looked at. */
  readonly launches: number;
  /** Values that the last unrestored launch left and the first had not. */
  readonly becameNotFinite: boolean;
  readonly becameSubnormal: boolean;
} | null;

export interface WorkerReplies {
  'in-place': InPlaceReply;
  list: DeviceListing;
  open: OpenReply;
  build: BuildReport;
  prepare: PrepareReply;
  visit: VisitReply;
  visits: readonly VisitReply[];
  chosen: {
    readonly local: readonly number[] | null;
    readonly how: 'extension' | 'probe' | 'unknown';
  };
  close: null;
}

/** A request that the worker could not carry out for a reason outside its reply type. */
export interface WorkerFailure {
  readonly reason: FailReason;
  /** CL error name, e.g. CL_OUT_OF_RESOURCES; null when it is not OpenCL's. */
  readonly status: string | null;
  readonly call: string | null;
  readonly message: string;
}

/** One message holds one of them or several in a row: the worker answers each by itself, in order. */
export type ToWorker = { readonly id: number; readonly request: WorkerRequest };

/**
 * `detail` of a `stage` message: for `first-launch` it is `compiling` (the driver may still compile for
 * this size) and then, where the driver tells, `running`; for the others it names the device, the kernel,
 * the buffer or the configuration.
 */
export type FromWorker =
  | { readonly type: 'ready'; readonly protocol: number; readonly pid: number }
  | { readonly type: 'stage'; readonly id: number; readonly stage: Stage; readonly detail: string }
  | {
      readonly type: 'reply';
      readonly id: number;
      readonly result:
        | { readonly ok: true; readonly value: WorkerReplies[WorkerRequest['type']] }
        | { readonly ok: false; readonly error: WorkerFailure };
    };
