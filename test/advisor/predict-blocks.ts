/**
 * What the advisor predicts for one kernel on an NVIDIA device, in the driver's terms: for the comparison
 * with the driver's own occupancy in cuda-occupancy.mjs, which runs a bundle of this file.
 */
import { fromBuild, unknown } from '@shared/domain/advisor/fact';
import { occupancyOf } from '@shared/domain/advisor/occupancy';
import { nvidiaLimits, nvidiaSharedPerGroup, warpSize } from '@shared/domain/advisor/tables/nvidia';
import { bytes } from '@shared/domain/units';

export interface BlockCase {
  readonly capability: readonly [major: number, minor: number];
  readonly registers: number;
  /** Static and dynamic shared memory of a group. */
  readonly localBytes: number;
  readonly barriers: number;
  readonly items: number;
}

const notNeeded = unknown('not needed here');

/** Groups per SM, 0 when none fits, and what limits them; null when the capability is in no table. */
export const predictBlocks = (
  wanted: BlockCase,
): { readonly groups: number; readonly limiter: string } | null => {
  const limits = nvidiaLimits(wanted.capability);
  if (limits === null) return null;
  const found = occupancyOf(
    {
      wavefrontWidth: fromBuild(warpSize, 'cuda'),
      registers: fromBuild(wanted.registers, 'cuda'),
      scalarRegisters: notNeeded,
      localMemory: fromBuild(bytes(wanted.localBytes), 'cuda'),
      barriers: fromBuild(wanted.barriers, 'cuda'),
      workGroupProcessorMode: notNeeded,
      spilled: notNeeded,
      privateMemory: notNeeded,
    },
    wanted.items,
    limits,
    warpSize,
  );
  if (found.kind === 'does-not-fit') return { groups: 0, limiter: found.limiter };
  if (found.kind === 'resident') return { groups: found.groups, limiter: found.limiters.join('+') };
  return null;
};

/** The figures of the table that the driver's device attributes give too. */
export const tableFigures = (
  capability: readonly [major: number, minor: number],
): Readonly<Record<string, number | null>> => {
  const limits = nvidiaLimits(capability);
  const shared = nvidiaSharedPerGroup(capability);
  return {
    itemsPerSm: limits === null ? null : (limits.maxWavefronts.value ?? 0) * warpSize,
    groupsPerSm: limits?.maxGroups?.value ?? null,
    sharedPerSm: limits?.localMemory.value ?? null,
    sharedPerGroup: shared?.value ?? null,
    sharedReserved: limits?.localReserved.value ?? null,
    registersPerGroup: limits?.registersPerGroup?.value ?? null,
    registersPerSm:
      limits === null
        ? null
        : (limits.registersPerPartition.value ?? 0) * (limits.partitions.value ?? 0) * warpSize,
  };
};
