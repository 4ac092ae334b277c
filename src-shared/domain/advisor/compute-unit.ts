/**
 * What one compute unit holds, in one form for all makers, so that occupancy is worked out once. Refuses to
 * know more than a table or the driver says: each figure is a Fact of its own, and an unknown one leaves
 * only its own limit unknown.
 *
 * A compute unit is an SM (NVIDIA), a CU or a work-group processor of two CUs (AMD), a subslice or Xe-core
 * (Intel). Its partitions are what holds registers: the four quarters of an SM, the SIMDs of a CU, the
 * vector engines of an Xe-core.
 */
import type { Bytes } from '../units';
import type { Fact } from './fact';

export interface ComputeUnitLimits {
  /** The maker's word for it. */
  readonly unit: 'SM' | 'CU' | 'WGP' | 'subslice' | 'Xe-core';
  /** Wavefronts (warps, hardware threads) that it holds at once. */
  readonly maxWavefronts: Fact<number>;
  /** Work-groups that it holds at once, whatever they need; null: as many as wavefronts. */
  readonly maxGroups: Fact<number> | null;
  /** Hardware barriers of the unit. */
  readonly barriers: Fact<number>;
  /** Which groups take barriers: as many as the kernel declares, or one each as soon as they have two wavefronts. */
  readonly barrierUse: 'as-declared' | 'one-per-group-of-several-wavefronts';
  /** Parts of the unit that hold registers, each with its own share of the wavefronts. */
  readonly partitions: Fact<number>;
  /** 32-bit registers per lane in one partition. Intel: general registers per vector engine. */
  readonly registersPerPartition: Fact<number>;
  /** Registers per lane are taken in multiples of this. */
  readonly registerGranule: Fact<number>;
  /** The most registers that one work-item can address. */
  readonly maxRegistersPerItem: Fact<number>;
  /**
   * 32-bit registers that one group may take, counted as if its wavefronts were a multiple of `groupRoundsTo`;
   * null where the maker has no such limit.
   */
  readonly registersPerGroup: Fact<number> | null;
  readonly groupRoundsTo: number;
  /** Scalar registers of one partition and their granule; null where every wavefront has a fixed set. */
  readonly scalarRegisters: {
    readonly perPartition: Fact<number>;
    readonly granule: Fact<number>;
  } | null;
  /** Local memory of the unit. */
  readonly localMemory: Fact<Bytes>;
  /** Sizes in which local memory is taken: multiples of a granule, or the steps of a list (KiB …). */
  readonly localAllocation: Fact<LocalAllocation>;
  /** Local memory that the driver takes for itself in each group. */
  readonly localReserved: Fact<Bytes>;
}

export type LocalAllocation =
  | { readonly kind: 'multiples'; readonly of: Bytes }
  /** Ascending; above the last one nothing can be had. */
  | { readonly kind: 'steps'; readonly steps: readonly Bytes[] };

export const roundUp = (value: number, granule: number): number =>
  Math.ceil(value / granule) * granule;

/** Bytes taken for a group that asks for `asked`; null: no such size can be had. */
export const allocatedLocal = (asked: number, how: LocalAllocation): number | null => {
  if (how.kind === 'multiples') return roundUp(asked, how.of);
  return how.steps.find((step) => step >= asked) ?? null;
};
