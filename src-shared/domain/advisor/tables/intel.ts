/**
 * Intel graphics by the architecture that the driver's IP version names: Gen9 to Xe2. Refuses other numbers.
 * Counts of vector engines and threads that the driver tells go before the table's, since products of one
 * architecture differ.
 */
import { bytes } from '../../units';
import type { ComputeUnitLimits } from '../compute-unit';
import { firstKnown, isKnown, mapFact, unknown, type Fact, type Known } from '../fact';

export interface IntelArchitecture {
  readonly id: 'gen9' | 'gen11' | 'xe-lp' | 'xe-hpg' | 'xe-hpc' | 'xe-lpg' | 'xe2';
  readonly name: string;
}

interface Row {
  readonly name: string;
  readonly unit: 'subslice' | 'Xe-core';
  /** Vector engines per unit and hardware threads per engine. */
  readonly engines: Fact<number>;
  readonly threads: Fact<number>;
  readonly localKiB: Fact<number>;
  readonly localSteps: Fact<readonly number[]>;
  readonly barriers: Fact<number>;
}

const calculator = <T>(value: T, place: string): Known<T> => ({
  value,
  source: {
    kind: 'table',
    document: 'Intel GPU Occupancy Calculator (oneAPI-samples)',
    version: '051d1dfde06b',
    place,
  },
});

const guide = <T>(value: T, place: string): Known<T> => ({
  value,
  source: { kind: 'table', document: 'oneAPI GPU Optimization Guide', version: '2023.1', place },
});

const powers = [0, 1, 2, 4, 8, 16, 32, 64];
const notFound = unknown('no Intel document in the tables gives this figure');

const rows: Readonly<Record<IntelArchitecture['id'], Row>> = {
  gen9: {
    name: 'Gen9',
    unit: 'subslice',
    engines: calculator(8, 'gen9: EU_Per_Sub_Slice'),
    threads: calculator(7, 'gen9: Threads_Per_EU'),
    localKiB: calculator(64, 'gen9: SLM_Size_Per_Sub_Slice'),
    localSteps: calculator(powers, 'gen9: TG_SLM_Sizes'),
    barriers: calculator(32, 'gen9: Max_Num_Of_Barrier_Registers'),
  },
  gen11: {
    name: 'Gen11',
    unit: 'subslice',
    engines: calculator(8, 'gen11: EU_Per_Sub_Slice'),
    threads: calculator(7, 'gen11: Threads_Per_EU'),
    localKiB: calculator(64, 'gen11: SLM_Size_Per_Sub_Slice'),
    localSteps: calculator(powers, 'gen11: TG_SLM_Sizes'),
    barriers: calculator(32, 'gen11: Max_Num_Of_Barrier_Registers'),
  },
  'xe-lp': {
    name: 'Xe-LP',
    unit: 'subslice',
    engines: calculator(16, 'gen12: EU_Per_Sub_Slice'),
    threads: calculator(7, 'gen12: Threads_Per_EU'),
    // The calculator says 64; the architecture chapter, which describes the hardware, says 128 twice.
    localKiB: guide(128, 'Intel Xe GPU Architecture, Xe-LP Dual Subslices'),
    localSteps: calculator(powers, 'gen12: TG_SLM_Sizes'),
    barriers: calculator(32, 'gen12: Max_Num_Of_Barrier_Registers'),
  },
  'xe-hpg': {
    name: 'Xe-HPG',
    unit: 'Xe-core',
    engines: calculator(16, 'xe_hpg_dg2_arc: EU_Per_Sub_Slice'),
    threads: calculator(8, 'xe_hpg_dg2_arc: Threads_Per_EU'),
    localKiB: calculator(128, 'xe_hpg_dg2_arc: SLM_Size_Per_Sub_Slice'),
    localSteps: calculator(powers, 'xe_hpg_dg2_arc: TG_SLM_Sizes'),
    barriers: calculator(32, 'xe_hpg_dg2_arc: Max_Num_Of_Barrier_Registers'),
  },
  'xe-hpc': {
    name: 'Xe-HPC',
    unit: 'Xe-core',
    engines: calculator(8, 'xe_hpc_pvc: EU_Per_Sub_Slice'),
    threads: calculator(8, 'xe_hpc_pvc: Threads_Per_EU'),
    localKiB: calculator(128, 'xe_hpc_pvc: SLM_Size_Per_Sub_Slice'),
    localSteps: calculator([0, 1, 2, 4, 8, 16, 32, 48, 64, 96, 128], 'xe_hpc_pvc: TG_SLM_Sizes'),
    barriers: calculator(32, 'xe_hpc_pvc: Max_Num_Of_Barrier_Registers'),
  },
  'xe-lpg': {
    name: 'Xe-LPG',
    unit: 'Xe-core',
    engines: notFound,
    threads: notFound,
    localKiB: notFound,
    localSteps: notFound,
    barriers: notFound,
  },
  xe2: {
    name: 'Xe2',
    unit: 'Xe-core',
    engines: notFound,
    threads: notFound,
    localKiB: notFound,
    localSteps: notFound,
    barriers: notFound,
  },
};

export const intelArchitectures = Object.keys(rows) as readonly IntelArchitecture['id'][];

/** Architecture and release of an IP version, in the form of cl_version or in the older one of 8-bit parts. */
export const decodeIpVersion = (version: number): readonly [number, number] =>
  version >>> 22 > 0
    ? [version >>> 22, (version >>> 14) & 0xff]
    : [(version >>> 16) & 0xff, (version >>> 8) & 0xff];

/** The architecture that CL_DEVICE_IP_VERSION_INTEL names; null when it is none of the tables'. */
export const intelArchitecture = (ipVersion: number): IntelArchitecture | null => {
  const [architecture, release] = decodeIpVersion(ipVersion);
  const id = architectureId(architecture, release);
  return id === null ? null : { id, name: rows[id].name };
};

const architectureId = (architecture: number, release: number): IntelArchitecture['id'] | null => {
  if (architecture === 9) return 'gen9';
  if (architecture === 11) return 'gen11';
  if (architecture === 20) return 'xe2';
  if (architecture !== 12) return null;
  if (release <= 10) return 'xe-lp';
  if (release >= 55 && release <= 57) return 'xe-hpg';
  if (release === 60 || release === 61) return 'xe-hpc';
  if (release >= 70 && release <= 74) return 'xe-lpg';
  return null;
};

/** Registers of a thread in the normal mode; a kernel in the large mode has 256 and runs half as many threads. */
const generalRegisters = 128;

/**
 * What a subslice or Xe-core holds. `engines` and `threads` are the driver's counts per unit and per
 * engine, used where known.
 */
export const intelLimits = (
  id: IntelArchitecture['id'],
  engines: Fact<number>,
  threads: Fact<number>,
): ComputeUnitLimits => {
  const found = rows[id];
  const perUnit = firstKnown(engines, found.engines);
  const perEngine = firstKnown(threads, found.threads);
  const maxWavefronts = isKnown(perUnit)
    ? mapFact(perEngine, (count) => count * perUnit.value)
    : perUnit;
  return {
    unit: found.unit,
    maxWavefronts,
    // The calculator's Max_Num_Of_Workgroups equals the threads in every row.
    maxGroups: null,
    barriers: found.barriers,
    barrierUse: 'as-declared',
    partitions: perUnit,
    registersPerPartition: mapFact(perEngine, (count) => count * generalRegisters),
    registerGranule: guide(generalRegisters, 'Small Register Mode vs. Large Register Mode'),
    maxRegistersPerItem: notFound,
    registersPerGroup: null,
    groupRoundsTo: 1,
    scalarRegisters: null,
    localMemory: mapFact(found.localKiB, (kib) => bytes(kib * 1024)),
    localAllocation: mapFact(found.localSteps, (steps) => ({
      kind: 'steps',
      steps: steps.map((kib) => bytes(kib * 1024)),
    })),
    localReserved: calculator(bytes(0), 'no row reserves any'),
  };
};
