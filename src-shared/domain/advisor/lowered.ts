/** What is left of a kernel for the advisor: its accesses, branches and barriers over one graph of values. */
import type { ValueGraph } from './value-graph';

export interface LoweredLoop {
  readonly id: number;
  readonly phis: readonly number[];
  /** null: for ever. */
  readonly condition: number | null;
  readonly testFirst: boolean;
}

/** Where something stands: what must hold for it to be reached, and the loops around it, outermost first. */
export interface Place {
  readonly guards: readonly { readonly condition: number; readonly holds: boolean }[];
  readonly loops: readonly number[];
}

export interface LoweredAccess extends Place {
  readonly argument: string;
  readonly space: 'global' | 'constant' | 'local' | 'private';
  readonly isWrite: boolean;
  /** Bytes from the start of the argument. */
  readonly offset: number;
  /** Bytes that one work-item touches there; null: the size of the element is not known. */
  readonly width: number | null;
}

export type BranchKind = 'if' | 'loop' | 'choice' | 'switch';

export interface LoweredBranch extends Place {
  readonly kind: BranchKind;
  /** The condition, or a switch's value. */
  readonly condition: number;
  /** The loop itself, for `loop`. */
  readonly loop: number | null;
}

export interface LoweredKernel {
  readonly graph: ValueGraph;
  readonly loops: readonly LoweredLoop[];
  readonly accesses: readonly LoweredAccess[];
  readonly branches: readonly LoweredBranch[];
  readonly barriers: readonly Place[];
  /** What could not be read, in the source's words. */
  readonly unread: readonly string[];
  /** Scalars (not pointers) of the kernel, as their names. */
  readonly scalars: readonly string[];
}
