/**
 * Occupancy on AMD against figures that AMD's own documents print, and against cases worked by hand from
 * their formulas. Printed in a document: `levels` (the occupancy test of the AMDGPU backend, commit
 * 010bcc5c132f, "; Occupancy: N" beside each target) and `limits` (register limits per occupancy, printed
 * in the summary of LLVM review D138443). Both count wavefronts per SIMD; where work-groups fill the SIMDs
 * unevenly they round up, so the comparison does too.
 */
import { describe, expect, it } from 'vitest';
import { occupancyOf, type Occupancy } from '@shared/domain/advisor/occupancy';
import { amdLimits, amdTargetIn, amdTargets } from '@shared/domain/advisor/tables/amd';
import { kernelNeeding, type Needs } from '../../../support/kernel-needs';

const resident = (target: string, items: number, needs: Needs): Occupancy => {
  const limits = amdLimits(target, needs.width, needs.workGroupProcessorMode ?? false);
  if (limits === null) throw new Error(`${target} is in no table`);
  const complete = { registers: 1, scalarRegisters: 1, localBytes: 0, barriers: 0, ...needs };
  return occupancyOf(kernelNeeding(complete), items, limits, needs.width);
};

const wavesPerSimd = (target: string, items: number, needs: Needs): number => {
  const found = resident(target, items, needs);
  const limits = amdLimits(target, needs.width, needs.workGroupProcessorMode ?? false);
  const simds = limits?.partitions.value ?? null;
  if (found.kind !== 'resident' || simds === null) throw new Error(found.kind);
  return Math.ceil(found.wavefronts / simds);
};

const wgp = { workGroupProcessorMode: true };

/** Document, target, width, registers per work-item → wavefronts per SIMD; groups of one wavefront. */
const printedByRegisters = [
  ['levels, used_24_vgprs, GFX9', 'gfx900', 64, 24, 10],
  ['levels, used_28_vgprs, GFX9', 'gfx900', 64, 28, 9],
  ['levels, used_36_vgprs, GFX9', 'gfx900', 64, 36, 7],
  ['levels, used_48_vgprs, GFX9', 'gfx900', 64, 48, 5],
  ['levels, used_84_vgprs, GFX9', 'gfx900', 64, 84, 3],
  ['levels, used_88_vgprs, GFX9', 'gfx900', 64, 88, 2],
  ['levels, used_144_vgprs, GFX9', 'gfx900', 64, 144, 1],
  ['levels, used_36_vgprs, GFX1010W64', 'gfx1010', 64, 36, 14],
  ['levels, used_56_vgprs, GFX1010W32', 'gfx1010', 32, 56, 18],
  ['levels, used_84_vgprs, GFX1010W32', 'gfx1010', 32, 84, 11],
  ['levels, used_84_vgprs, GFX1010W64', 'gfx1010', 64, 84, 6],
  ['levels, used_36_vgprs, GFX1030W64', 'gfx1030', 64, 36, 12],
  ['levels, used_72_vgprs, GFX1030W32', 'gfx1030', 32, 72, 12],
  ['levels, used_100_vgprs, GFX1030W64', 'gfx1030', 64, 100, 4],
  ['levels, used_168_vgprs, GFX1030W32', 'gfx1030', 32, 168, 5],
  ['levels, used_56_vgprs, GFX1100W64', 'gfx1100', 64, 56, 12],
  ['levels, used_100_vgprs, GFX1100W32', 'gfx1100', 32, 100, 12],
  ['levels, used_168_vgprs, GFX1100W32', 'gfx1100', 32, 168, 9],
  ['levels, used_200_vgprs, GFX1100W64', 'gfx1100', 64, 200, 3],
  ['levels, used_256_vgprs, GFX1100W32', 'gfx1100', 32, 256, 5],
  ['levels, used_200_vgprs, gfx1102 under GFX1030W32', 'gfx1102', 32, 200, 4],
  ['levels, used_144_vgprs, gfx1151 under GFX1100W32', 'gfx1151', 32, 144, 10],
  ['levels, used_128_vgprs, gfx1200 under GFX1100W32', 'gfx1200', 32, 128, 10],
  ['limits, gfx90a gfx940', 'gfx90a', 64, 64, 8],
  ['limits, gfx90a gfx940', 'gfx90a', 64, 65, 7],
  ['limits, gfx90a gfx940', 'gfx90a', 64, 80, 6],
  ['limits, gfx90a gfx940', 'gfx940', 64, 96, 5],
  ['limits, gfx90a gfx940', 'gfx940', 64, 128, 4],
  ['limits, gfx90a gfx940', 'gfx90a', 64, 168, 3],
  ['limits, gfx90a gfx940', 'gfx90a', 64, 169, 2],
  ['limits, gfx90a gfx940', 'gfx940', 64, 257, 1],
] as const;

/** Document, target, width, largest group, local bytes → wavefronts per SIMD; RDNA in work-group processor mode. */
const printedByLocalMemory = [
  ['levels, used_lds_8252_max_group_size_64, GFX9', 'gfx900', 64, 64, 8252, 2],
  ['levels, used_lds_8252_max_group_size_128, GFX9', 'gfx900', 64, 128, 8252, 4],
  ['levels, used_lds_8252_max_group_size_192, GFX9', 'gfx900', 64, 192, 8252, 6],
  ['levels, used_lds_8252_max_group_size_256, GFX9', 'gfx900', 64, 256, 8252, 7],
  ['levels, used_lds_8252_max_group_size_512, GFX9', 'gfx900', 64, 512, 8252, 10],
  ['levels, used_lds_8252_max_group_size_1024, GFX9', 'gfx900', 64, 1024, 8252, 8],
  ['levels, used_lds_8252_max_group_size_64, GFX10W64', 'gfx1010', 64, 64, 8252, 4],
  ['levels, used_lds_8252_max_group_size_96, GFX10W32', 'gfx1010', 32, 96, 8252, 12],
  ['levels, used_lds_8252_max_group_size_128, GFX10W32', 'gfx1030', 32, 128, 8252, 15],
  ['levels, used_lds_8252_max_group_size_192, GFX1010W32', 'gfx1010', 32, 192, 8252, 20],
  ['levels, used_lds_8252_max_group_size_192, GFX1030W32', 'gfx1030', 32, 192, 8252, 15],
  ['levels, used_lds_8252_max_group_size_256, GFX1100W64', 'gfx1100', 64, 256, 8252, 15],
  ['levels, used_lds_8252_max_group_size_1024, GFX1010W32', 'gfx1010', 32, 1024, 8252, 16],
] as const;

/** Document, target, scalar registers with those of the trap handler → wavefronts per SIMD. */
const printedByScalarRegisters = [
  ['levels, used_80_sgprs, GFX9', 'gfx900', 80, 10],
  ['levels, used_88_sgprs, GFX9', 'gfx900', 88, 8],
  ['levels, used_100_sgprs, GFX9', 'gfx900', 100, 7],
  ['levels, used_80_sgprs, GFX9TRAP', 'gfx900', 80 + 16, 8],
  ['levels, used_88_sgprs, GFX9TRAP', 'gfx900', 96 + 16, 7],
  ['levels, used_80_sgprs, GFX1010: no limit', 'gfx1010', 80, 20],
] as const;

/**
 * Worked by hand. `RCP`: Radeon Compute Profiler, "Kernel Occupancy", section Graphics Core Next: 40 slots per
 * CU, 16 groups as soon as a group has two wavefronts, VGPRs ÷ used per SIMD, LDS ÷ LDS per group.
 */
const byHand: readonly (readonly [
  document: string,
  target: string,
  items: number,
  needs: Needs,
  groups: number,
  wavefronts: number,
  limiter: string,
])[] = [
  ['RCP, one wavefront per group: 40', 'gfx803', 64, { width: 64 }, 40, 40, 'wavefronts'],
  ['RCP, 2 wavefronts: 16 groups', 'gfx803', 128, { width: 64 }, 16, 32, 'groups'],
  ['RCP, 96 items are 2 wavefronts', 'gfx803', 96, { width: 64 }, 16, 32, 'groups'],
  ['RCP, 3 wavefronts: ⌊40/3⌋ = 13', 'gfx803', 192, { width: 64 }, 13, 39, 'wavefronts'],
  ['RCP, 16 wavefronts: ⌊40/16⌋ = 2', 'gfx803', 1024, { width: 64 }, 2, 32, 'wavefronts'],
  [
    'RCP, 84 VGPRs: 3 × 4 SIMDs ÷ 4',
    'gfx803',
    256,
    { width: 64, registers: 84 },
    3,
    12,
    'registers',
  ],
  [
    'RCP, 16 KiB LDS: 4 groups',
    'gfx906',
    256,
    { width: 64, localBytes: 16384 },
    4,
    16,
    'local-memory',
  ],
  [
    'RCP, one byte more: 3 groups',
    'gfx906',
    256,
    { width: 64, localBytes: 16385 },
    3,
    12,
    'local-memory',
  ],
  [
    'RCP, 128 VGPRs: 2 × 4 ÷ 3 wavefronts',
    'gfx908',
    192,
    { width: 64, registers: 128 },
    2,
    6,
    'registers',
  ],
  ['IsaInfo, CU of 2 SIMDs: 2 × 16 ÷ 8', 'gfx1030', 256, { width: 32 }, 4, 32, 'wavefronts'],
  [
    'IsaInfo, WGP of 4 SIMDs: 4 × 16 ÷ 8',
    'gfx1030',
    256,
    { width: 32, ...wgp },
    8,
    64,
    'wavefronts',
  ],
  [
    'IsaInfo, CU of 64 KiB LDS',
    'gfx1100',
    256,
    { width: 32, localBytes: 32768 },
    2,
    16,
    'local-memory',
  ],
  [
    'IsaInfo, WGP of 128 KiB LDS',
    'gfx1100',
    256,
    { width: 32, localBytes: 32768, ...wgp },
    4,
    32,
    'local-memory',
  ],
];

describe('occupancy on AMD', () => {
  it.each(printedByRegisters)(
    '%s: %s wave%d, %d VGPRs → %d',
    (_, target, width, registers, waves) => {
      expect(wavesPerSimd(target, width, { width, registers, ...wgp })).toBe(waves);
    },
  );

  it.each(printedByLocalMemory)('%s: %s wave%d, %d items, %d B → %d', (...row) => {
    const [, target, width, items, localBytes, waves] = row;
    expect(wavesPerSimd(target, items, { width, localBytes, ...wgp })).toBe(waves);
  });

  it.each(printedByScalarRegisters)(
    '%s: %s, %d SGPRs → %d',
    (_, target, scalarRegisters, waves) => {
      expect(wavesPerSimd(target, 64, { width: 64, scalarRegisters, ...wgp })).toBe(waves);
    },
  );

  it.each(byHand)('%s (%s)', (_, target, items, needs, groups, wavefronts, limiter) => {
    expect(resident(target, items, needs)).toMatchObject({
      kind: 'resident',
      groups,
      wavefronts,
      limiters: [limiter],
      missing: [],
    });
  });

  it('says that a group does not fit when its wavefronts need more registers than the unit has', () => {
    // 128 VGPRs: 2 wavefronts on each of 4 SIMDs, but 1024 items are 16 wavefronts.
    expect(resident('gfx900', 1024, { width: 64, registers: 128 })).toEqual({
      kind: 'does-not-fit',
      limiter: 'registers',
    });
  });

  it('refuses targets and widths that are in no table', () => {
    expect(amdLimits('gfx950', 64, false)).toBeNull();
    expect(amdLimits('gfx900', 32, false)).toBeNull();
    expect(amdLimits('gfx1250', 32, true)).toBeNull();
  });

  it('finds the target in a device name and in the name of a code object', () => {
    expect(amdTargetIn('gfx90a:sramecc+:xnack-')).toBe('gfx90a');
    expect(amdTargetIn('amdgcn-amd-amdhsa--gfx1030')).toBe('gfx1030');
    expect(amdTargetIn('AMD Radeon RX 6800')).toBeNull();
  });

  it('covers GCN 3 to 5, RDNA 1 to 4 and CDNA 1 to 3 without naming a target twice', () => {
    expect(new Set(amdTargets).size).toBe(amdTargets.length);
    expect(amdTargets).toEqual(
      expect.arrayContaining([
        'gfx803',
        'gfx906',
        'gfx908',
        'gfx90a',
        'gfx942',
        'gfx1010',
        'gfx1201',
      ]),
    );
  });
});
