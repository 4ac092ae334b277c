/**
 * What local memory allows: groups that fit one compute unit by it alone, and the rule of thumb that a group
 * should take at most a third of it. The rule is tested by measurements elsewhere; here it is only worked
 * out. Unknown sizes stay unknown.
 */
import { allocatedLocal } from './compute-unit';
import { isKnown } from './fact';
import { unitLimits, type DeviceFacts } from './facts';
import type { KernelFacts } from './kernel-facts';

export interface LocalMemoryUse {
  /** Bytes that a group asks for, static and arguments. */
  readonly asked: number;
  /** Bytes that it takes, with the driver's own and rounded as the hardware rounds; null: unknown. */
  readonly taken: number | null;
  /** Bytes that the compute unit has; null: unknown. */
  readonly available: number | null;
  /** Groups that fit by local memory alone; null: unknown, or without limit because a group takes none. */
  readonly groupsThatFit: number | null;
  /** taken ÷ available; null: unknown. */
  readonly share: number | null;
  /** The rule of thumb: a group takes at most a third, so that three fit. Null: unknown. */
  readonly withinAThird: boolean | null;
  /** asked is more than one group may have (CL_DEVICE_LOCAL_MEM_SIZE); null: unknown. */
  readonly exceedsGroupLimit: boolean | null;
}

/** Null where the kernel's local memory is unknown, and for CPU devices, which have none of their own. */
export const localMemoryUse = (kernel: KernelFacts, device: DeviceFacts): LocalMemoryUse | null => {
  if (device.kind === 'cpu' || !isKnown(kernel.localMemory)) return null;
  const asked = kernel.localMemory.value;
  const perGroup = device.localMemoryPerGroup.value;
  const limits = unitLimits(device, kernel);
  const how = 'source' in limits ? null : limits.localAllocation.value;
  const reserved = 'source' in limits ? null : limits.localReserved.value;
  const available = 'source' in limits ? null : limits.localMemory.value;
  const taken = how === null || reserved === null ? null : allocatedLocal(asked + reserved, how);
  const isPossible = taken !== null && available !== null;
  return {
    asked,
    taken,
    available,
    groupsThatFit: isPossible && taken > 0 ? Math.floor(available / taken) : null,
    share: isPossible ? taken / available : null,
    withinAThird: isPossible ? taken * 3 <= available : null,
    exceedsGroupLimit: perGroup === null ? null : asked > perGroup,
  };
};
