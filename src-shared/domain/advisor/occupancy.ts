/**
 * How many wavefronts of a kernel one compute unit holds at once, against the most that it can hold, and
 * what stands in the way of more. Refuses to call a figure exact while a resource is unknown: what is left
 * is then an upper bound, and says which resources are missing. CPU devices have no occupancy.
 *
 * The formulas are those of the makers: NVIDIA's cuda_occupancy.h (Toolkit 13.0), the AMDGPU backend's
 * IsaInfo, and Intel's GPU Occupancy Calculator. Partitioned caching (5.2, 6.1), a kernel attribute that
 * OpenCL cannot set, is left out.
 */
import type { LocalSize } from '../sizes';
import { groupItems } from '../sizes';
import { allocatedLocal, roundUp, type ComputeUnitLimits } from './compute-unit';
import { isKnown, type Fact } from './fact';
import { unitLimits, type DeviceFacts } from './facts';
import type { KernelFacts } from './kernel-facts';

/** `groups`: the slots or the barriers that groups take. */
export type Limiter = 'wavefronts' | 'groups' | 'registers' | 'local-memory';

/** Groups that fit the unit by one resource alone; null: unknown. */
export interface Bound {
  readonly limiter: Limiter;
  readonly groups: number | null;
}

export type Occupancy =
  | {
      readonly kind: 'resident';
      readonly unit: ComputeUnitLimits['unit'];
      /** Groups and wavefronts that the unit holds at once, and the most wavefronts that it can hold. */
      readonly groups: number;
      readonly wavefronts: number;
      readonly maxWavefronts: number;
      readonly wavefrontsPerGroup: number;
      /** wavefronts ÷ maxWavefronts, 0 … 1. */
      readonly occupancy: number;
      /** What allows the fewest groups; several when they allow equally few. */
      readonly limiters: readonly Limiter[];
      /** Every resource that a group takes of; one that it takes nothing of has no bound. */
      /** One for each resource that a group takes of. */
      readonly bounds: readonly Bound[];
      /** Resources whose figures are unknown: empty, or the occupancy is at most this. */
      readonly missing: readonly Limiter[];
    }
  /** Not even one group fits: the launch is refused by the hardware. */
  | { readonly kind: 'does-not-fit'; readonly limiter: Limiter }
  | { readonly kind: 'not-applicable'; readonly why: 'cpu' | 'driver-chooses' }
  | { readonly kind: 'unknown'; readonly why: string };

/** Occupancy of one local size. NULL has none until the driver's choice is known: pass that size. */
export const occupancy = (
  kernel: KernelFacts,
  local: LocalSize,
  device: DeviceFacts,
): Occupancy => {
  if (device.kind === 'cpu') return { kind: 'not-applicable', why: 'cpu' };
  const items = groupItems(local);
  if (items === null) return { kind: 'not-applicable', why: 'driver-chooses' };
  const limits = unitLimits(device, kernel);
  if ('source' in limits) return { kind: 'unknown', why: limits.source.why };
  if (!isKnown(kernel.wavefrontWidth)) {
    return { kind: 'unknown', why: kernel.wavefrontWidth.source.why };
  }
  return occupancyOf(kernel, items, limits, kernel.wavefrontWidth.value);
};

/** The same for known limits: groups of `items` work-items in wavefronts of `width` lanes. */
export const occupancyOf = (
  kernel: KernelFacts,
  items: number,
  limits: ComputeUnitLimits,
  width: number,
): Occupancy => {
  if (!isKnown(limits.maxWavefronts)) {
    return { kind: 'unknown', why: limits.maxWavefronts.source.why };
  }
  const wavefrontsPerGroup = Math.ceil(items / width);
  const everyBound: readonly Bound[] = [
    {
      limiter: 'wavefronts',
      groups: Math.floor(limits.maxWavefronts.value / wavefrontsPerGroup),
    },
    { limiter: 'groups', groups: boundOfGroups(kernel, limits, wavefrontsPerGroup) },
    { limiter: 'registers', groups: boundOfRegisters(kernel, limits, wavefrontsPerGroup, width) },
    { limiter: 'local-memory', groups: boundOfLocalMemory(kernel, limits) },
  ];
  const bounds = everyBound.filter((bound) => bound.groups !== Infinity);
  const groups = Math.min(...bounds.map((bound) => bound.groups ?? Infinity));
  const limiters = bounds.filter((bound) => bound.groups === groups).map(({ limiter }) => limiter);
  const [first] = limiters;
  if (groups === 0 && first !== undefined) return { kind: 'does-not-fit', limiter: first };
  const wavefronts = groups * wavefrontsPerGroup;
  return {
    kind: 'resident',
    unit: limits.unit,
    groups,
    wavefronts,
    maxWavefronts: limits.maxWavefronts.value,
    wavefrontsPerGroup,
    occupancy: wavefronts / limits.maxWavefronts.value,
    limiters,
    bounds,
    missing: bounds.filter((bound) => bound.groups === null).map(({ limiter }) => limiter),
  };
};

const boundOfGroups = (
  kernel: KernelFacts,
  limits: ComputeUnitLimits,
  wavefrontsPerGroup: number,
): number | null => {
  const slots = limits.maxGroups === null ? Infinity : limits.maxGroups.value;
  const barriers = boundOfBarriers(kernel, limits, wavefrontsPerGroup, slots ?? Infinity);
  return slots === null || barriers === null ? null : Math.min(slots, barriers);
};

const boundOfBarriers = (
  kernel: KernelFacts,
  limits: ComputeUnitLimits,
  wavefrontsPerGroup: number,
  slots: number,
): number | null => {
  if (limits.barrierUse === 'one-per-group-of-several-wavefronts') {
    return wavefrontsPerGroup > 1 ? limits.barriers.value : Infinity;
  }
  const used = kernel.barriers.value;
  if (used === 0) return Infinity;
  const available = limits.barriers.value;
  if (available === null) return null;
  // OpenCL C has one barrier: where each slot has one, not knowing whether it is used changes nothing.
  if (used === null) return available >= slots ? Infinity : null;
  return Math.floor(available / used);
};

/** Wavefronts that one partition holds by one kind of register. */
const perPartition = (
  used: Fact<number>,
  total: Fact<number>,
  granule: Fact<number>,
): number | null => {
  if (used.value === 0) return Infinity;
  if (used.value === null || total.value === null || granule.value === null) return null;
  return Math.floor(total.value / roundUp(used.value, granule.value));
};

const boundOfRegisters = (
  kernel: KernelFacts,
  limits: ComputeUnitLimits,
  wavefrontsPerGroup: number,
  width: number,
): number | null => {
  const { scalarRegisters, registersPerGroup, registerGranule, partitions } = limits;
  const vector = perPartition(kernel.registers, limits.registersPerPartition, registerGranule);
  const scalar =
    scalarRegisters === null
      ? Infinity
      : perPartition(kernel.scalarRegisters, scalarRegisters.perPartition, scalarRegisters.granule);
  if (vector === null || scalar === null || partitions.value === null) return null;
  if (registersPerGroup !== null && kernel.registers.value !== 0) {
    if (registersPerGroup.value === null) return null;
    // The hardware's check of one group counts its wavefronts as if every partition got equally many.
    const counted = roundUp(wavefrontsPerGroup, limits.groupRoundsTo);
    const perWavefront = width * roundUp(kernel.registers.value ?? 0, registerGranule.value ?? 1);
    if (counted * perWavefront > registersPerGroup.value) return 0;
  }
  return Math.floor((Math.min(vector, scalar) * partitions.value) / wavefrontsPerGroup);
};

const boundOfLocalMemory = (kernel: KernelFacts, limits: ComputeUnitLimits): number | null => {
  const asked = kernel.localMemory.value;
  const { localReserved, localAllocation, localMemory } = limits;
  if (asked === null || localReserved.value === null || localAllocation.value === null) return null;
  const allocated = allocatedLocal(asked + localReserved.value, localAllocation.value);
  if (allocated === null) return 0;
  if (allocated === 0) return Infinity;
  return localMemory.value === null ? null : Math.floor(localMemory.value / allocated);
};
