/**
 * A plan: one entry per asked local size on one device, in the order of the spec. Rejected points stay
 * in it with their reason.
 */
import type { Outcome } from './outcome';
import type { GlobalSize, LocalSize } from './sizes';
import type { BufferInit, CompareMode } from './sweep';

export interface Configuration {
  /** `localKey(local)`: the identity within one device's plan. */
  readonly id: string;
  readonly local: LocalSize;
  readonly asked: GlobalSize;
  /** What is launched: asked, rounded up per dimension when the policy is `pad`. */
  readonly launched: GlobalSize;
  /** Set when the plan rejects the point; null when it is to be measured. */
  readonly rejected: Extract<Outcome, { kind: 'skipped' }> | null;
}

export interface DevicePlan {
  readonly deviceKey: string;
  readonly configurations: readonly Configuration[];
}

/** A buffer or local argument with its size worked out, and a scalar with its value. */
export type ResolvedArgument =
  | {
      readonly kind: 'buffer';
      readonly name: string;
      readonly type: string;
      readonly count: number;
      readonly bytes: number;
      /**
       * Bytes that the asked size covers: what lies behind them exists for padding only, and is no
       * part of the result. Absent: all of them.
       */
      readonly askedBytes?: number | undefined;
    }
  | {
      readonly kind: 'scalar';
      readonly name: string;
      readonly type: string;
      /** Components as JavaScript numbers, or bigint text for 64-bit integers beyond 2^53. */
      readonly components: readonly string[];
    }
  | {
      readonly kind: 'local';
      readonly name: string;
      readonly type: string;
      readonly bytes: number;
    };

/** A buffer as it is allocated once per kernel: large enough for every configuration of the plan. */
export interface BufferAllocation {
  readonly name: string;
  readonly type: string;
  readonly bytes: number;
  readonly init: BufferInit;
  readonly write: boolean;
  /** Put the initial content back before each launch. */
  readonly restore: boolean;
  /** `none` for buffers that the kernel does not write. */
  readonly compare: CompareMode;
  /** Relative L2 error that still counts as right. */
  readonly tolerance: number;
}
