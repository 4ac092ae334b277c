/**
 * AMD by the name of the instruction set (gfx90a …): GCN 3 to 5, RDNA 1 to 4, CDNA 1 to 3. Refuses other
 * names. What a wavefront may take depends on its width, which on RDNA is the compiled kernel's own (32 or
 * 64), and on whether the kernel runs in work-group processor mode.
 */
import { bytes } from '../../units';
import type { ComputeUnitLimits } from '../compute-unit';
import type { Known } from '../fact';

interface Family {
  readonly name: string;
  readonly targets: readonly string[];
  readonly widths: readonly (32 | 64)[];
  readonly wavesPerSimd: number;
  /** Vector registers per lane and SIMD, and the granule, of a wavefront of the family's narrowest width. */
  readonly registers: number;
  readonly granule: number;
  readonly hasScalarLimit: boolean;
}

const families: readonly Family[] = [
  {
    name: 'GCN 3 and 4',
    targets: ['gfx801', 'gfx802', 'gfx803', 'gfx805', 'gfx810'],
    widths: [64],
    wavesPerSimd: 10,
    registers: 256,
    granule: 4,
    hasScalarLimit: true,
  },
  {
    name: 'GCN 5',
    targets: ['gfx900', 'gfx902', 'gfx904', 'gfx906', 'gfx909', 'gfx90c'],
    widths: [64],
    wavesPerSimd: 10,
    registers: 256,
    granule: 4,
    hasScalarLimit: true,
  },
  {
    name: 'CDNA 1',
    targets: ['gfx908'],
    widths: [64],
    wavesPerSimd: 10,
    registers: 256,
    granule: 4,
    hasScalarLimit: true,
  },
  {
    name: 'CDNA 2',
    targets: ['gfx90a'],
    widths: [64],
    wavesPerSimd: 8,
    registers: 512,
    granule: 8,
    hasScalarLimit: true,
  },
  {
    name: 'CDNA 3',
    targets: ['gfx940', 'gfx941', 'gfx942'],
    widths: [64],
    wavesPerSimd: 8,
    registers: 512,
    granule: 8,
    hasScalarLimit: true,
  },
  {
    name: 'RDNA 1',
    targets: ['gfx1010', 'gfx1011', 'gfx1012', 'gfx1013'],
    widths: [32, 64],
    wavesPerSimd: 20,
    registers: 1024,
    granule: 8,
    hasScalarLimit: false,
  },
  {
    name: 'RDNA 2',
    targets: ['gfx1030', 'gfx1031', 'gfx1032', 'gfx1033', 'gfx1034', 'gfx1035', 'gfx1036'],
    widths: [32, 64],
    wavesPerSimd: 16,
    registers: 1024,
    granule: 16,
    hasScalarLimit: false,
  },
  {
    name: 'RDNA 3 (register file of RDNA 2)',
    targets: ['gfx1102', 'gfx1103', 'gfx1150', 'gfx1152', 'gfx1153'],
    widths: [32, 64],
    wavesPerSimd: 16,
    registers: 1024,
    granule: 16,
    hasScalarLimit: false,
  },
  {
    name: 'RDNA 3',
    targets: ['gfx1100', 'gfx1101', 'gfx1151'],
    widths: [32, 64],
    wavesPerSimd: 16,
    registers: 1536,
    granule: 24,
    hasScalarLimit: false,
  },
  {
    name: 'RDNA 4',
    targets: ['gfx1200', 'gfx1201'],
    widths: [32, 64],
    wavesPerSimd: 16,
    registers: 1536,
    granule: 24,
    hasScalarLimit: false,
  },
];

const backend = <T>(value: T, place: string): Known<T> => ({
  value,
  source: {
    kind: 'table',
    document: 'LLVM AMDGPU backend, the compiler of AMD’s drivers (AMDGPUBaseInfo.cpp)',
    version: '010bcc5c132f',
    place,
  },
});

const userGuide = <T>(value: T, place: string): Known<T> => ({
  value,
  source: {
    kind: 'table',
    document: 'User Guide for AMDGPU Backend',
    version: '001388cf6923',
    place,
  },
});

export const amdTargets = families.flatMap((family) => family.targets);

/** `gfx90a:sramecc+:xnack-`, `amdgcn-amd-amdhsa--gfx90a` → `gfx90a`; null when there is no such name in it. */
export const amdTargetIn = (text: string): string | null =>
  /\bgfx[0-9a-f]{3,4}\b/.exec(text)?.[0] ?? null;

export interface AmdArchitecture {
  readonly family: string;
  /** Widths that a kernel can be compiled for. */
  readonly widths: readonly (32 | 64)[];
}

export const amdArchitecture = (target: string): AmdArchitecture | null => {
  const family = families.find(({ targets }) => targets.includes(target));
  return family === undefined ? null : { family: family.name, widths: family.widths };
};

/** 16 scalar registers more per wavefront while the driver keeps a trap handler, as AMD's Linux drivers do. */
export const trapHandlerScalars = userGuide(
  16,
  'amdgpu-trap-handler-enabled; .sgpr_count does not include them',
);

/**
 * What the unit holds that a group must stay within: a CU of four SIMDs (GCN, CDNA), or of two SIMDs, or
 * the work-group processor of two such CUs (RDNA). Null when the name or the width is in no table.
 */
export const amdLimits = (
  target: string,
  wavefrontWidth: number,
  workGroupProcessorMode: boolean,
): ComputeUnitLimits | null => {
  const family = families.find(({ targets }) => targets.includes(target));
  const narrowest = family?.widths[0];
  if (family === undefined || narrowest === undefined) return null;
  if (!family.widths.some((width) => width === wavefrontWidth)) return null;
  const isRdna = narrowest === 32;
  const isProcessor = isRdna && workGroupProcessorMode;
  const simds = isRdna && !isProcessor ? 2 : 4;
  /** A wavefront of twice the width takes twice the bytes per register. */
  const narrowing = wavefrontWidth / narrowest;
  return {
    unit: isProcessor ? 'WGP' : 'CU',
    maxWavefronts: backend(family.wavesPerSimd * simds, 'getMaxWavesPerEU × getEUsPerCU'),
    maxGroups: null,
    barriers: backend(isProcessor ? 32 : 16, 'getMaxWorkGroupsPerCU'),
    barrierUse: 'one-per-group-of-several-wavefronts',
    partitions: backend(simds, 'getEUsPerCU'),
    registersPerPartition: backend(family.registers / narrowing, 'getTotalNumVGPRs'),
    registerGranule: backend(family.granule / narrowing, 'getVGPRAllocGranule'),
    maxRegistersPerItem: backend(family.registers === 512 ? 512 : 256, 'getAddressableNumVGPRs'),
    registersPerGroup: null,
    groupRoundsTo: 1,
    scalarRegisters: family.hasScalarLimit
      ? {
          perPartition: backend(800, 'getTotalNumSGPRs'),
          granule: backend(16, 'getSGPRAllocGranule'),
        }
      : null,
    localMemory: backend(bytes((isProcessor ? 128 : 64) * 1024), 'getLocalMemorySize'),
    localAllocation: backend({ kind: 'multiples', of: bytes(512) }, 'getLdsDwGranularity'),
    localReserved: backend(bytes(0), 'getLocalMemorySize'),
  };
};
