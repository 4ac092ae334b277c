/**
 * Our own checks of a launch, made before the driver is asked: several drivers run nonsense, or abort
 * the process, when the local size is 0, its product exceeds the device's limit, or local memory does
 * not suffice. Pure. The kernel's own limit is not checked here: it is advice, and the driver decides.
 */
import type { OutcomeDetail, SkipReason } from '@shared/domain/outcome';
import { localMemoryClaimSlack } from '@shared/domain/plan';
import type { GlobalSize, LocalSize } from '@shared/domain/sizes';

export interface LaunchLimits {
  /** null: the driver does not say; then it is not checked. */
  readonly maxWorkGroupSize: number | null;
  readonly maxWorkItemSizes: readonly number[] | null;
  readonly localMemory: number | null;
}

export interface LaunchDemand {
  readonly global: GlobalSize;
  readonly local: LocalSize;
  readonly requiredLocal: readonly number[] | null;
  /** Bytes of local memory per work-group that the arguments ask for: exact. */
  readonly dynamicLocalBytes: number;
  /** Bytes of static and dynamic local memory together, as the driver counts them. */
  readonly claimedLocalBytes: number;
}

export interface LimitRefusal {
  readonly reason: SkipReason;
  readonly detail: OutcomeDetail;
}

const isSize = (size: number): boolean => Number.isSafeInteger(size) && size >= 1;

const checkDimensions = (
  local: readonly number[],
  { global }: LaunchDemand,
  limits: LaunchLimits,
): LimitRefusal | null => {
  for (const [dimension, size] of local.entries()) {
    const limit = limits.maxWorkItemSizes?.[dimension] ?? Number.MAX_SAFE_INTEGER;
    if (!isSize(size) || size > limit) {
      return { reason: 'exceeds-dimension-limit', detail: { dimension, size, limit } };
    }
  }
  const items = local.reduce((product, size) => product * size, 1);
  const limit = limits.maxWorkGroupSize;
  if (limit !== null && items > limit) {
    return { reason: 'exceeds-device-limit', detail: { size: items, limit } };
  }
  const indivisible = local.findIndex((size, dimension) => (global[dimension] ?? 0) % size !== 0);
  if (indivisible >= 0) {
    return {
      reason: 'indivisible',
      detail: {
        dimension: indivisible,
        size: local[indivisible] ?? 0,
        global: global[indivisible] ?? 0,
      },
    };
  }
  return null;
};

const checkLocalMemory = (
  { dynamicLocalBytes, claimedLocalBytes }: LaunchDemand,
  limit: number | null,
): LimitRefusal | null => {
  if (limit === null) return null;
  const needed = Math.max(dynamicLocalBytes, claimedLocalBytes);
  const isOver = dynamicLocalBytes > limit || claimedLocalBytes > limit + localMemoryClaimSlack;
  return isOver ? { reason: 'exceeds-local-memory', detail: { needed, limit } } : null;
};

/** Why this launch must not be tried; null when nothing of ours stands against it. */
export const checkLimits = (demand: LaunchDemand, limits: LaunchLimits): LimitRefusal | null => {
  const { local, requiredLocal } = demand;
  if (local !== null) {
    const refusal = checkDimensions(local, demand, limits);
    if (refusal !== null) return refusal;
    const mismatch = requiredLocal?.some((size, index) => size !== (local[index] ?? 1)) ?? false;
    if (mismatch && requiredLocal !== null) {
      return {
        reason: 'required-size-mismatch',
        detail: { size: local.join('x'), required: requiredLocal.join('x') },
      };
    }
  }
  return checkLocalMemory(demand, limits.localMemory);
};
