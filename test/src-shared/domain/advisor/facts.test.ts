import { describe, expect, it } from 'vitest';
import * as v from 'valibot';
import { fromBuild, firstKnown, mapFact, queried, unknown } from '@shared/domain/advisor/fact';
import { deviceFacts, unitLimits } from '@shared/domain/advisor/facts';
import { dynamicLocalBytes, kernelFacts } from '@shared/domain/advisor/kernel-facts';
import { localMemoryUse } from '@shared/domain/advisor/local-memory';
import { occupancy } from '@shared/domain/advisor/occupancy';
import type { DeviceInfo, HardwareQueries, Property } from '@shared/domain/device';
import { deviceSchema, kernelSchema } from '@shared/domain/device-schema';
import type { KernelHardware, KernelInfo } from '@shared/domain/kernel';
import { bytes } from '@shared/domain/units';
import { kernelNeeding } from '../../../support/kernel-needs';
import { buildDevice } from '../../../support/run-builder';

const known = <T>(value: T): Property<T> => ({ ok: true, value });

const deviceWith = (
  hardware: HardwareQueries | undefined,
  rest: Partial<DeviceInfo> = {},
): DeviceInfo => ({ ...buildDevice(), hardware, ...rest });

const h200 = deviceWith({
  nvidia: {
    computeCapability: known([9, 0] as const),
    warpSize: known(32),
    registersPerGroup: known(65536),
  },
});

const amd = (name: string): DeviceInfo =>
  deviceWith(
    {
      amd: {
        wavefrontWidth: known(64),
        simdsPerComputeUnit: known(4),
        localMemoryPerComputeUnit: known(bytes(65536)),
        gfxip: known([9, 0] as const),
      },
    },
    { name },
  );

const intel = deviceWith(
  {
    intel: {
      ipVersion: known(12 * 2 ** 22 + 60 * 2 ** 14 + 7),
      deviceId: known(0x0bda),
      slices: known(1),
      subSlicesPerSlice: known(56),
      enginesPerSubSlice: known(8),
      threadsPerEngine: known(8),
    },
  },
  { limits: { ...buildDevice().limits, maxComputeUnits: known(448) } },
);

const read: KernelHardware = {
  source: 'nvidia-log',
  target: 'sm_90a',
  wavefrontWidth: null,
  registers: 40,
  scalarRegisters: null,
  localMemory: bytes(4096),
  barriers: 1,
  spilled: bytes(0),
  workGroupProcessorMode: null,
};

const kernel = (rest: Partial<KernelInfo> = {}): KernelInfo => ({
  name: 'k',
  parameters: null,
  workGroupSize: 256,
  requiredLocal: null,
  preferredMultiple: 32,
  localMemory: bytes(1),
  privateMemory: bytes(0),
  ...rest,
});

/** The vendor's answers that a fixture has for certain. */
const answersOf = <T extends object>(answers: T | null | undefined): T => {
  if (answers === null || answers === undefined)
    throw new Error('this device has no answers of its vendor');
  return answers;
};

describe('a fact', () => {
  it('keeps its source in another form, and stays unknown in any', () => {
    expect(mapFact(queried(4, 'Q'), (value) => value * 2)).toEqual(queried(8, 'Q'));
    expect(mapFact(unknown('no one said'), () => 8)).toEqual(unknown('no one said'));
  });

  it('is the first that is known', () => {
    expect(firstKnown(unknown('a'), fromBuild(2, 'log'), queried(3, 'Q'))).toEqual(
      fromBuild(2, 'log'),
    );
    expect(firstKnown(unknown('a'), unknown('b'))).toEqual(unknown('b'));
  });
});

describe('the facts of a device', () => {
  it('name the query that each came from', () => {
    const facts = deviceFacts(h200);
    expect(facts.wavefrontWidth).toEqual(queried(32, 'CL_DEVICE_WARP_SIZE_NV'));
    expect(facts.architecture).toMatchObject({ value: { vendor: 'nvidia', capability: [9, 0] } });
    expect(facts.cpu).toBeNull();
  });

  it('take AMD’s target from the device name, since the version query does not tell gfx90a from gfx900', () => {
    expect(deviceFacts(amd('gfx90a:sramecc+:xnack-')).architecture.value).toMatchObject({
      target: 'gfx90a',
      name: 'CDNA 2 (gfx90a)',
    });
    expect(deviceFacts(amd('Radeon')).architecture.source.kind).toBe('unknown');
  });

  it('leave the wavefront width to the kernel where both can be', () => {
    expect(deviceFacts(amd('gfx906')).wavefrontWidth.value).toBe(64);
    expect(deviceFacts(amd('gfx1030')).wavefrontWidth.source.kind).toBe('unknown');
  });

  it('count Xe-cores, not the vector engines that Intel’s driver calls compute units', () => {
    expect(deviceFacts(intel).computeUnits.value).toBe(56);
    const untold = deviceWith(
      {
        intel: {
          ...answersOf(intel.hardware?.intel),
          slices: { ok: false, error: 'CL_INVALID_VALUE' },
        },
      },
      { limits: intel.limits },
    );
    expect(deviceFacts(untold).computeUnits.value).toBe(448 / 8);
  });

  it('keep a refused query unknown, with the driver’s error', () => {
    const refused = deviceWith({
      nvidia: {
        ...answersOf(h200.hardware?.nvidia),
        warpSize: { ok: false, error: 'CL_INVALID_VALUE' },
      },
    });
    expect(deviceFacts(refused).wavefrontWidth).toEqual(
      unknown('CL_DEVICE_WARP_SIZE_NV was refused: CL_INVALID_VALUE'),
    );
  });

  it('of a CPU are vectors, cores and cache lines; occupancy does not apply', () => {
    const facts = deviceFacts({ ...buildDevice(), types: ['cpu'] });
    expect(facts.cpu).toEqual({
      vectorWidth: queried(1, 'CL_DEVICE_PREFERRED_VECTOR_WIDTH_FLOAT'),
      cores: queried(16, 'CL_DEVICE_MAX_COMPUTE_UNITS'),
      cacheLine: queried(128, 'CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE'),
    });
    expect(occupancy(kernelNeeding({ width: 8 }), [64], facts).kind).toBe('not-applicable');
  });

  it('of an unknown device are its queried limits, and the rest unknown', () => {
    const facts = deviceFacts(buildDevice());
    expect(facts.maxGroupItems.value).toBe(1024);
    expect(facts.architecture.source.kind).toBe('unknown');
    expect(occupancy(kernelNeeding({ width: 32, registers: 8 }), [64], facts).kind).toBe('unknown');
  });
});

describe('the facts of a kernel', () => {
  it('believe the compiler before the driver’s claim, and add the arguments of the launch', () => {
    const facts = kernelFacts(kernel({ hardware: read }), deviceFacts(h200), bytes(1024));
    expect(facts.localMemory).toEqual(fromBuild(5120, '-cl-nv-verbose build log'));
    expect(facts.registers.value).toBe(40);
    const claimed = kernelFacts(kernel(), deviceFacts(h200), bytes(0));
    expect(claimed.localMemory).toEqual(queried(1, 'CL_KERNEL_LOCAL_MEM_SIZE'));
    expect(claimed.registers.source.kind).toBe('unknown');
  });

  it('count the scalar registers that AMD’s Linux driver takes for its trap handler', () => {
    const facts = (target: string) =>
      kernelFacts(
        kernel({ hardware: { ...read, source: 'amd-metadata', target, scalarRegisters: 80 } }),
        deviceFacts(amd('gfx906')),
        bytes(0),
      ).scalarRegisters.value;
    expect(facts('amdgcn-amd-amdhsa--gfx906')).toBe(96);
    expect(facts('amdgcn-amd-amdpal--gfx906')).toBe(80);
  });

  it('know the width of an RDNA kernel from its metadata', () => {
    const device = deviceFacts(amd('gfx1030'));
    const compiled = (workGroupProcessorMode: boolean | null) =>
      kernelFacts(
        kernel({
          hardware: { ...read, source: 'amd-metadata', wavefrontWidth: 32, workGroupProcessorMode },
        }),
        device,
        bytes(0),
      );
    expect(unitLimits(device, compiled(true))).toMatchObject({ unit: 'WGP' });
    expect(unitLimits(device, compiled(false))).toMatchObject({ unit: 'CU' });
    expect(occupancy(compiled(null), [64], device)).toEqual({
      kind: 'unknown',
      why: 'the build told no work-group processor mode',
    });
  });

  it('take the driver’s multiple for the width where nothing better is told, but not on a CPU', () => {
    const width = (device: DeviceInfo) =>
      kernelFacts(kernel({ preferredMultiple: 16 }), deviceFacts(device), bytes(0)).wavefrontWidth;
    expect(width(buildDevice())).toEqual(
      queried(16, 'CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE'),
    );
    expect(width(h200).value).toBe(32);
    expect(width({ ...buildDevice(), types: ['cpu'] }).source.kind).toBe('unknown');
  });

  it('sum the local arguments of a launch', () => {
    expect(
      dynamicLocalBytes([
        { kind: 'local', name: 'a', type: 'float', bytes: 256 },
        { kind: 'buffer', name: 'b', type: 'float', count: 4, bytes: 16 },
        { kind: 'local', name: 'c', type: 'float', bytes: 64 },
      ]),
    ).toBe(320);
  });
});

describe('local memory', () => {
  const use = (asked: number) =>
    localMemoryUse(kernelNeeding({ width: 32, localBytes: asked }), deviceFacts(h200));

  it('tells what a group takes and how many fit', () => {
    expect(use(40 * 1024)).toEqual({
      asked: 40960,
      taken: 41 * 1024,
      available: 228 * 1024,
      groupsThatFit: 5,
      share: 41 / 228,
      withinAThird: true,
      exceedsGroupLimit: false,
    });
  });

  it('tests the rule of a third at its edge', () => {
    expect(use(75 * 1024)?.withinAThird).toBe(true);
    expect(use(75 * 1024 + 1)).toMatchObject({ withinAThird: false, groupsThatFit: 2 });
    expect(use(75 * 1024)?.exceedsGroupLimit).toBe(true);
  });

  it('leaves unknown what no table tells, and is nothing on a CPU', () => {
    const plain = deviceFacts(buildDevice());
    expect(localMemoryUse(kernelNeeding({ width: 32, localBytes: 64 * 1024 }), plain)).toEqual({
      asked: 65536,
      taken: null,
      available: null,
      groupsThatFit: null,
      share: null,
      withinAThird: null,
      exceedsGroupLimit: true,
    });
    const cpu = deviceFacts({ ...buildDevice(), types: ['cpu'] });
    expect(localMemoryUse(kernelNeeding({ width: 8, localBytes: 64 }), cpu)).toBeNull();
  });
});

describe('a run file', () => {
  it('keeps the queries of a device and what the compiler said of a kernel', () => {
    const copied = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
    expect(v.parse(deviceSchema, copied(h200)).hardware).toEqual(h200.hardware);
    expect(v.parse(deviceSchema, copied(intel)).hardware).toEqual(intel.hardware);
    const whole = kernel({ hardware: read, subGroupSize: 16 });
    expect(v.parse(kernelSchema, copied(whole))).toEqual(whole);
  });

  it('of an earlier version has none, and an odd one is no reason to lose the run', () => {
    expect(v.parse(deviceSchema, buildDevice()).hardware).toBeUndefined();
    expect(v.parse(deviceSchema, { ...buildDevice(), hardware: 'fast' }).hardware).toBeUndefined();
    expect(v.parse(kernelSchema, kernel()).hardware).toBeUndefined();
    expect(
      v.parse(deviceSchema, {
        ...buildDevice(),
        hardware: { nvidia: { warpSize: known(-1) } },
      }).hardware?.nvidia?.warpSize,
    ).toEqual({ ok: false, error: 'not in the file' });
  });
});
