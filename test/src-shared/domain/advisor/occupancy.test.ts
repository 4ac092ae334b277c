import { describe, expect, it } from 'vitest';
import { queried, unknown } from '@shared/domain/advisor/fact';
import type { DeviceFacts } from '@shared/domain/advisor/facts';
import { occupancy, occupancyOf, type Occupancy } from '@shared/domain/advisor/occupancy';
import { nvidiaCapabilities, nvidiaLimits } from '@shared/domain/advisor/tables/nvidia';
import { bytes } from '@shared/domain/units';
import { kernelNeeding, type Needs } from '../../../support/kernel-needs';

const notAsked = unknown('not asked');

const gpu: DeviceFacts = {
  kind: 'gpu',
  architecture: queried(
    { vendor: 'nvidia', capability: [9, 0], name: 'compute capability 9.0' },
    'CL_DEVICE_COMPUTE_CAPABILITY_MAJOR_NV',
  ),
  computeUnits: queried(132, 'CL_DEVICE_MAX_COMPUTE_UNITS'),
  wavefrontWidth: queried(32, 'CL_DEVICE_WARP_SIZE_NV'),
  maxGroupItems: queried(1024, 'CL_DEVICE_MAX_WORK_GROUP_SIZE'),
  localMemoryPerGroup: queried(bytes(49152), 'CL_DEVICE_LOCAL_MEM_SIZE'),
  registersPerGroup: queried(65536, 'CL_DEVICE_REGISTERS_PER_BLOCK_NV'),
  engines: notAsked,
  threadsPerEngine: notAsked,
  cpu: null,
};

const onCapability = (
  capability: readonly [number, number],
  items: number,
  needs: Omit<Needs, 'width'>,
): Occupancy => {
  const limits = nvidiaLimits(capability);
  if (limits === null) throw new Error('in no table');
  return occupancyOf(
    kernelNeeding({ width: 32, localBytes: 0, barriers: 0, ...needs }),
    items,
    limits,
    32,
  );
};

describe('occupancy', () => {
  it('names the registers as the limiter when they let the fewest groups in', () => {
    // CUDA C++ Programming Guide, Multiprocessor Level: 64 registers and 512 items give two groups …
    expect(onCapability([6, 1], 512, { registers: 64 })).toMatchObject({
      groups: 2,
      wavefronts: 32,
    });
    // … "as soon as the kernel uses one more register, only one block".
    expect(onCapability([6, 1], 512, { registers: 65 })).toMatchObject({
      groups: 1,
      wavefronts: 16,
      occupancy: 0.25,
      limiters: ['registers'],
    });
  });

  it.each([
    ['wavefronts', 256, { registers: 16 }, 8],
    ['groups', 32, { registers: 16 }, 32],
    ['registers', 256, { registers: 64 }, 4],
    // 40 KiB and the driver's 1 KiB: five times in 228 KiB.
    ['local-memory', 256, { registers: 16, localBytes: 40960 }, 5],
  ] as const)('names %s when they stand in the way', (limiter, items, needs, groups) => {
    expect(onCapability([9, 0], items, needs)).toMatchObject({ groups, limiters: [limiter] });
  });

  it('takes registers in eights per lane and local memory in 128 bytes', () => {
    expect(onCapability([9, 0], 128, { registers: 33 })).toMatchObject({ groups: 12 });
    expect(onCapability([9, 0], 128, { registers: 40 })).toMatchObject({ groups: 12 });
    expect(onCapability([9, 0], 128, { registers: 41 })).toMatchObject({ groups: 10 });
    const perGroup = (228 * 1024) / 8 - 1024;
    expect(onCapability([9, 0], 128, { registers: 8, localBytes: perGroup })).toMatchObject({
      groups: 8,
    });
    expect(onCapability([9, 0], 128, { registers: 8, localBytes: perGroup + 1 })).toMatchObject({
      groups: 7,
    });
  });

  it('lets no group in whose registers exceed what one group may have', () => {
    expect(onCapability([9, 0], 1024, { registers: 65 })).toEqual({
      kind: 'does-not-fit',
      limiter: 'registers',
    });
    // 5.3 gives a group half of the SM's registers.
    expect(onCapability([5, 3], 1024, { registers: 33 }).kind).toBe('does-not-fit');
    expect(onCapability([5, 2], 1024, { registers: 33 }).kind).toBe('resident');
  });

  it('is an upper bound, and says of what it knows nothing, while the registers are unknown', () => {
    const found = occupancy(kernelNeeding({ width: 32, localBytes: 0 }), [256], gpu);
    expect(found).toMatchObject({
      kind: 'resident',
      groups: 8,
      occupancy: 1,
      missing: ['registers'],
    });
  });

  it('does not apply to CPU devices, nor to NULL before the driver’s choice is known', () => {
    const kernel = kernelNeeding({ width: 32, registers: 8, localBytes: 0 });
    expect(occupancy(kernel, [64], { ...gpu, kind: 'cpu' })).toEqual({
      kind: 'not-applicable',
      why: 'cpu',
    });
    expect(occupancy(kernel, null, gpu)).toEqual({ kind: 'not-applicable', why: 'driver-chooses' });
  });

  it('is unknown for hardware that no table has, with the reason', () => {
    const later = queried(
      { vendor: 'nvidia', capability: [13, 0], name: 'compute capability 13.0' },
      'query',
    ) as DeviceFacts['architecture'];
    const kernel = kernelNeeding({ width: 32, registers: 8, localBytes: 0 });
    expect(occupancy(kernel, [64], { ...gpu, architecture: later })).toEqual({
      kind: 'unknown',
      why: 'compute capability 13.0 is in no table',
    });
    expect(occupancy(kernel, [64], { ...gpu, architecture: notAsked })).toEqual({
      kind: 'unknown',
      why: 'not asked',
    });
  });

  it('has a row for every compute capability from 5.0 to 12.1, each figure with its document', () => {
    expect(nvidiaCapabilities).toEqual(
      expect.arrayContaining([
        '5.0',
        '6.1',
        '7.0',
        '7.5',
        '8.0',
        '8.6',
        '8.9',
        '9.0',
        '10.0',
        '12.0',
        '12.1',
      ]),
    );
    for (const name of nvidiaCapabilities) {
      const [major = 0, minor = 0] = name.split('.').map(Number);
      const limits = nvidiaLimits([major, minor]);
      expect(limits?.maxWavefronts.source.kind).toBe('table');
      expect(limits?.localMemory.source.kind).toBe('table');
      // A full SM of the largest groups must be reachable, or a figure of the row is wrong.
      const full = onCapability([major, minor], 512, { registers: 32 });
      expect(full).toMatchObject({ kind: 'resident', occupancy: 1 });
    }
  });
});
