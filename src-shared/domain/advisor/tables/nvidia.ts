/**
 * NVIDIA by compute capability, 5.0 to 12.1. Refuses capabilities that are not in the tables: a later one is
 * unknown, since nothing says that it resembles the last.
 */
import type { Bytes } from '../../units';
import { bytes } from '../../units';
import type { ComputeUnitLimits } from '../compute-unit';
import type { Fact, Known } from '../fact';

interface Row {
  readonly warps: number;
  readonly groups: number;
  /** Named barriers per group slot. */
  readonly barriersPerGroup: 1 | 2;
  readonly sharedKiB: number;
  /** What one group may have with the opt-in of CUDA; OpenCL's own limit is CL_DEVICE_LOCAL_MEM_SIZE. */
  readonly sharedPerGroupKiB: number;
  readonly registersPerGroup: 32768 | 65536;
  readonly partitions: 2 | 4;
}

const row = (
  warps: number,
  groups: number,
  sharedKiB: number,
  sharedPerGroupKiB: number,
  rest: Partial<Row> = {},
): Row => ({
  warps,
  groups,
  sharedKiB,
  sharedPerGroupKiB,
  barriersPerGroup: 2,
  registersPerGroup: 65536,
  partitions: 4,
  ...rest,
});

const rows: Readonly<Record<string, Row>> = {
  '5.0': row(64, 32, 64, 48),
  '5.2': row(64, 32, 96, 48),
  '5.3': row(64, 32, 64, 48, { registersPerGroup: 32768 }),
  '6.0': row(64, 32, 64, 48, { partitions: 2 }),
  '6.1': row(64, 32, 96, 48),
  '6.2': row(64, 32, 64, 48, { registersPerGroup: 32768 }),
  '7.0': row(64, 32, 96, 96),
  '7.2': row(64, 32, 96, 96),
  '7.5': row(32, 16, 64, 64),
  '8.0': row(64, 32, 164, 163),
  '8.6': row(48, 16, 100, 99, { barriersPerGroup: 1 }),
  '8.7': row(48, 16, 164, 163, { barriersPerGroup: 1 }),
  '8.9': row(48, 24, 100, 99, { barriersPerGroup: 1 }),
  '9.0': row(64, 32, 228, 227),
  '10.0': row(64, 32, 228, 227),
  '10.1': row(48, 24, 228, 227, { barriersPerGroup: 1 }),
  '10.3': row(64, 32, 228, 227),
  '11.0': row(48, 24, 228, 227, { barriersPerGroup: 1 }),
  '12.0': row(48, 24, 100, 99, { barriersPerGroup: 1 }),
  '12.1': row(48, 24, 100, 99, { barriersPerGroup: 1 }),
};

/** The guide of 13.0 begins at 7.5; that of 12.9 has the capabilities before it. */
const guideOf =
  (capability: readonly [major: number, minor: number]) =>
  <T>(value: T): Known<T> => ({
    value,
    source: {
      kind: 'table',
      document: 'CUDA C++ Programming Guide',
      version: capability[0] + capability[1] / 10 >= 7.5 ? '13.0' : '12.9',
      place: 'Compute Capabilities, technical specifications per compute capability',
    },
  });

const header = <T>(value: T, place: string): Known<T> => ({
  value,
  source: { kind: 'table', document: 'CUDA Toolkit, cuda_occupancy.h', version: '13.0', place },
});

const registersPerMultiprocessor = 65536;
export const warpSize = 32;

export const nvidiaCapabilities = Object.keys(rows);

// Asked for with each size, and the same each time.
const made = new Map<string, ComputeUnitLimits>();

/** `[9, 0]` → what an SM of compute capability 9.0 holds; null when the capability is in no table. */
export const nvidiaLimits = (
  capability: readonly [major: number, minor: number],
): ComputeUnitLimits | null => {
  const key = capability.join('.');
  const found = rows[key];
  if (found === undefined) return null;
  const limits = made.get(key) ?? limitsOf(capability, found);
  made.set(key, limits);
  return limits;
};

const limitsOf = (
  capability: readonly [major: number, minor: number],
  found: Row,
): ComputeUnitLimits => {
  const [major] = capability;
  const guide = guideOf(capability);
  return {
    unit: 'SM',
    maxWavefronts: guide(found.warps),
    maxGroups: header(found.groups, 'cudaOccMaxBlocksPerMultiprocessor'),
    barriers: header(
      found.groups * found.barriersPerGroup,
      'cudaOccMaxBlocksPerSMBlockBarrierLimit',
    ),
    barrierUse: 'as-declared',
    partitions: header(found.partitions, 'cudaOccSubPartitionsPerMultiprocessor'),
    // The header counts registers per warp, 256 at a time; per lane of 32 that is 8 at a time.
    registersPerPartition: guide(registersPerMultiprocessor / found.partitions / warpSize),
    registerGranule: header(256 / warpSize, 'cudaOccRegAllocationGranularity'),
    maxRegistersPerItem: guide(255),
    registersPerGroup: guide(found.registersPerGroup),
    // Two partitions (6.0) are held to the rule of the other Pascal chips, which have four.
    groupRoundsTo: 4,
    scalarRegisters: null,
    localMemory: guide(bytes(found.sharedKiB * 1024)),
    localAllocation: header(
      { kind: 'multiples', of: bytes(major >= 8 ? 128 : 256) },
      'cudaOccSMemAllocationGranularity',
    ),
    localReserved: guide(bytes(major >= 8 ? 1024 : 0)),
  };
};

/** Shared memory that one group may have with CUDA's opt-in; for comparisons with CUDA itself. */
export const nvidiaSharedPerGroup = (
  capability: readonly [major: number, minor: number],
): Fact<Bytes> | null => {
  const found = rows[capability.join('.')];
  return found === undefined ? null : guideOf(capability)(bytes(found.sharedPerGroupKiB * 1024));
};
