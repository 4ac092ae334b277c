import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DeviceInfo, DeviceLimits } from '@shared/domain/device';
import type { KernelInfo } from '@shared/domain/kernel';
import type { Configuration, DevicePlan } from '@shared/domain/plan-types';
import { applyKernelLimits, planSweep } from '@shared/domain/plan';
import type { SweepSpec } from '@shared/domain/sweep';
import { bytes } from '@shared/domain/units';
import { buildDevice, buildSpec } from '../../support/run-builder';

/** 1024 work-items per group, 64 at most in z, 48 KiB of local memory. */
const device = buildDevice({ name: 'Device A', limit: 1024 });
const withLimits = (limits: Partial<DeviceLimits>): DeviceInfo => ({
  ...device,
  limits: { ...device.limits, ...limits },
});
const kernelWith = (changes: Partial<KernelInfo> = {}): KernelInfo => ({
  name: 'a',
  parameters: null,
  workGroupSize: 1024,
  requiredLocal: null,
  preferredMultiple: 32,
  localMemory: bytes(0),
  privateMemory: bytes(0),
  ...changes,
});
const configurationOf = ({ configurations }: DevicePlan, id: string): Configuration => {
  const found = configurations.find((configuration) => configuration.id === id);
  if (!found) throw new Error(`no configuration ${id}`);
  return found;
};
const rejectionOf = (plan: DevicePlan, id: string) => {
  const { rejected } = configurationOf(plan, id);
  if (!rejected) throw new Error(`${id} was not rejected`);
  return rejected;
};
const reasons = ({ configurations }: DevicePlan): Readonly<Record<string, string>> =>
  Object.fromEntries(configurations.map(({ id, rejected }) => [id, rejected?.reason ?? 'planned']));

describe('before the build', () => {
  test('every size is in the plan, in the order of the spec and once', () => {
    const plan = planSweep(buildSpec({ local: [[64], null, [16], [64], null] }), device);
    expect(plan.deviceKey).toBe(device.key);
    expect(plan.configurations.map(({ id }) => id)).toEqual(['64', 'auto', '16']);
  });

  test('a size with too many work-items stays in the plan with its numbers', () => {
    const plan = planSweep(buildSpec({ local: [[1024], [1025]] }), device);
    expect(reasons(plan)).toEqual({ '1024': 'planned', '1025': 'exceeds-device-limit' });
    const { message, detail } = rejectionOf(plan, '1025');
    expect(message).toContain('Local size 1025 has 1025 work-items, but Device A allows 1024');
    expect(detail).toEqual({ size: '1025', device: 'Device A', items: 1025, limit: 1024 });
  });

  test('the product counts, whatever the extents', () => {
    const plan = planSweep(
      buildSpec({
        global: [2048, 2048],
        local: [
          [1024, 2],
          [32, 32],
        ],
      }),
      device,
    );
    expect(reasons(plan)).toEqual({ '1024x2': 'exceeds-device-limit', '32x32': 'planned' });
  });

  test('a shape that is too long in one dimension names it', () => {
    const plan = planSweep(
      buildSpec({
        global: [64, 64, 1024],
        local: [
          [1, 1, 128],
          [4, 4, 64],
        ],
      }),
      device,
    );
    expect(reasons(plan)).toEqual({ '1x1x128': 'exceeds-dimension-limit', '4x4x64': 'planned' });
    expect(rejectionOf(plan, '1x1x128').detail).toMatchObject({ items: 128, limit: 64, axis: 'z' });
  });

  test('a limit that the driver does not tell rejects nothing', () => {
    const unknown = { ok: false, error: 'CL_INVALID_VALUE' } as const;
    const mute = withLimits({ maxWorkGroupSize: unknown, maxWorkItemSizes: unknown });
    expect(reasons(planSweep(buildSpec({ local: [[65536]] }), mute))).toEqual({
      '65536': 'planned',
    });
  });

  test('padding rounds the launched size up in every dimension and keeps the asked one', () => {
    const plan = planSweep(
      buildSpec({
        global: [1000, 6],
        local: [
          [48, 4],
          [8, 2],
        ],
      }),
      device,
    );
    expect(configurationOf(plan, '48x4')).toMatchObject({ asked: [1000, 6], launched: [1008, 8] });
    expect(configurationOf(plan, '8x2')).toMatchObject({ asked: [1000, 6], launched: [1000, 6] });
  });

  test('a size larger than the global size is padded to one group', () => {
    const plan = planSweep(buildSpec({ global: [100], local: [[256]] }), device);
    expect(configurationOf(plan, '256')).toMatchObject({ launched: [256], rejected: null });
  });

  test('the policy skip rejects what does not divide, with both numbers', () => {
    const spec = buildSpec({
      global: [1000, 64],
      local: [[8, 8], [8, 48], null],
      indivisible: 'skip',
    });
    const plan = planSweep(spec, device);
    expect(reasons(plan)).toEqual({ '8x8': 'planned', '8x48': 'indivisible', auto: 'planned' });
    expect(rejectionOf(plan, '8x48').message).toContain('48 does not divide the global size 64');
    expect(configurationOf(plan, '8x8').launched).toEqual([1000, 64]);
  });

  test('a size of another dimension count is rejected', () => {
    const plan = planSweep(buildSpec({ global: [64, 64], local: [[64]] }), device);
    expect(reasons(plan)).toEqual({ '64': 'exceeds-dimension-limit' });
  });

  test('NULL is launched as asked, whatever the policy', () => {
    for (const indivisible of ['pad', 'skip'] as const) {
      const plan = planSweep(buildSpec({ global: [1009], local: [null], indivisible }), device);
      expect(configurationOf(plan, 'auto')).toMatchObject({ launched: [1009], rejected: null });
    }
  });

  test('NULL is rejected when the build or a scalar needs the size', () => {
    const local = [[16], null] as const;
    const macro = planSweep(buildSpec({ local, buildOptions: '-DTILE={lx}' }), device);
    expect(reasons(macro)).toEqual({ '16': 'planned', auto: 'required-size-mismatch' });
    expect(rejectionOf(macro, 'auto').message).toContain('-DTILE={lx}');
    const args = [{ kind: 'scalar', name: 'tile', type: 'int', value: 'lx*2' }] as const;
    expect(rejectionOf(planSweep(buildSpec({ local, args }), device), 'auto').message).toContain(
      '"tile"',
    );
    expect(reasons(planSweep(buildSpec({ local, buildOptions: '-DN={gx}' }), device))).toEqual({
      '16': 'planned',
      auto: 'planned',
    });
  });
});

describe('after the build', () => {
  const planned = (changes: Partial<SweepSpec>, kernel: KernelInfo, on = device): DevicePlan => {
    const spec = buildSpec(changes);
    return applyKernelLimits(planSweep(spec, on), spec, kernel, on);
  };

  test('only the required size is launched, and NULL is not', () => {
    const local = [[16, 8], [8, 16], [16, 16], null] as const;
    const kernel = kernelWith({ requiredLocal: [16, 8, 1] });
    const plan = planned({ global: [64, 64], local }, kernel);
    expect(reasons(plan)).toEqual({
      '16x8': 'planned',
      '8x16': 'required-size-mismatch',
      '16x16': 'required-size-mismatch',
      auto: 'required-size-mismatch',
    });
    expect(rejectionOf(plan, '8x16').message).toContain('requires 16×8');
    expect(rejectionOf(plan, 'auto').message).toMatch(
      /NULL was not launched.*requires 16×8 \(reqd/,
    );
  });

  test('a required size of more dimensions is named in full', () => {
    const plan = planned({ local: [[64]] }, kernelWith({ requiredLocal: [8, 8, 1] }));
    expect(rejectionOf(plan, '64').detail).toMatchObject({ required: '8×8×1' });
  });

  test("the kernel's limit is advice unless the spec says skip", () => {
    const kernel = kernelWith({ workGroupSize: 256 });
    const local = [[256], [512], null] as const;
    expect(reasons(planned({ local }, kernel))).toEqual({
      '256': 'planned',
      '512': 'planned',
      auto: 'planned',
    });
    const skipped = planned({ local, kernelLimit: 'skip' }, kernel);
    expect(reasons(skipped)).toEqual({
      '256': 'planned',
      '512': 'exceeds-kernel-limit',
      auto: 'planned',
    });
    expect(rejectionOf(skipped, '512').detail).toMatchObject({
      items: 512,
      limit: 256,
      kernel: 'a',
    });
  });

  test('a kernel limit that is not told rejects nothing', () => {
    const plan = planned(
      { local: [[512]], kernelLimit: 'skip' },
      kernelWith({ workGroupSize: null }),
    );
    expect(reasons(plan)).toEqual({ '512': 'planned' });
  });

  test('local memory is the static part and the arguments together', () => {
    // 48 KiB = 49152 bytes: 16 × 512 × 4 = 32768 fit beside 16384, and no byte more.
    const args = [{ kind: 'local', name: 'tile', type: 'float', count: '16*lx' }] as const;
    const local = [[256], [512], [513]] as const;
    const plan = planned({ args, local }, kernelWith({ localMemory: bytes(16384) }));
    expect(reasons(plan)).toEqual({
      '256': 'planned',
      '512': 'planned',
      '513': 'exceeds-local-memory',
    });
    const { message, detail } = rejectionOf(plan, '513');
    expect(message).toContain(
      '49216 bytes of local memory (16384 in the kernel, 32832 in its arguments)',
    );
    expect(detail).toMatchObject({ needed: 49216, static: 16384, dynamic: 32832, limit: 49152 });
  });

  test('NULL needs room for the largest choice that the driver could make', () => {
    const tile = (count: string) =>
      [{ kind: 'local', name: 'tile', type: 'float', count }] as const;
    const global = [64, 64];
    expect(
      reasons(planned({ args: tile('lx*ly*12'), global, local: [null] }, kernelWith())),
    ).toEqual({
      auto: 'planned',
    });
    const plan = planned({ args: tile('lx*ly*13'), global, local: [null] }, kernelWith());
    expect(rejectionOf(plan, 'auto').message).toContain('up to 53248 bytes');
  });

  test('static local memory alone can be too much, for NULL too', () => {
    const kernel = kernelWith({ localMemory: bytes(49161) });
    expect(reasons(planned({ local: [[16], null] }, kernel))).toEqual({
      '16': 'exceeds-local-memory',
      auto: 'exceeds-local-memory',
    });
  });

  test('a claim a few bytes over the limit is a driver that counts its own: it is tried', () => {
    // NVIDIA says 49156 for a kernel that declares all 49152 bytes, and runs it.
    const kernel = kernelWith({ localMemory: bytes(49156) });
    expect(reasons(planned({ local: [[16], null] }, kernel))).toEqual({
      '16': 'planned',
      auto: 'planned',
    });
  });

  test('what was rejected before keeps its reason', () => {
    const plan = planned({ local: [[2048]] }, kernelWith({ requiredLocal: [64, 1, 1] }));
    expect(reasons(plan)).toEqual({ '2048': 'exceeds-device-limit' });
  });
});

test('every launched size is a multiple that covers the asked one, and every limit holds', () => {
  const extent = fc.integer({ min: 1, max: 3000 });
  const size = fc.tuple(extent, extent);
  const local = fc.array(fc.option(size), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(
      size,
      local,
      fc.constantFrom('pad' as const, 'skip' as const),
      (global, list, policy) => {
        const spec = buildSpec({
          global,
          local: list,
          indivisible: policy,
        });
        for (const { local: chosen, asked, launched, rejected } of planSweep(spec, device)
          .configurations) {
          if (rejected !== null || chosen === null) continue;
          expect((chosen[0] ?? 0) * (chosen[1] ?? 0)).toBeLessThanOrEqual(1024);
          launched.forEach((total, at) => {
            expect(total % (chosen[at] ?? 0)).toBe(0);
            expect(total - (asked[at] ?? 0)).toBeGreaterThanOrEqual(0);
            expect(total - (asked[at] ?? 0)).toBeLessThan(chosen[at] ?? 0);
          });
        }
      },
    ),
    { numRuns: 100 },
  );
});
