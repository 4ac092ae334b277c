import { describe, expect, it } from 'vitest';
import { isFirst, searchCandidates, wavefrontOf } from '@shared/domain/search/candidates';
import { planSearch } from '@shared/domain/search/plan-search';
import { localKey } from '@shared/domain/sizes';
import { buildDevice, buildSpec } from '../../../support/run-builder';

const idsOf = (
  global: readonly number[],
  device = buildDevice(),
  required: readonly number[] | null = null,
  add: readonly (readonly number[] | null)[] = [],
): readonly string[] => searchCandidates(global, device, required, add).map(localKey);

describe('the candidates of one dimension', () => {
  it('are multiples of the wavefront, four to the octave, up to the limit', () => {
    expect(idsOf([1048576]).join(' ')).toBe(
      '32 64 96 128 160 192 224 256 320 384 448 512 640 768 896 1024',
    );
    expect(idsOf([1048576], buildDevice({ multiple: 64, limit: 256 })).join(' ')).toBe(
      '64 128 192 256',
    );
  });

  it('begin at 16 work-items where the wavefront is narrower', () => {
    expect(idsOf([1048576], buildDevice({ multiple: 4, limit: 64 })).join(' ')).toBe(
      '16 20 24 28 32 40 48 56 64',
    );
  });

  it('do not reach beyond what the global size fills', () => {
    expect(idsOf([100]).at(-1)).toBe('128');
  });

  it('hold what the user adds, and nothing else where the kernel requires a size', () => {
    expect(idsOf([1048576], buildDevice({ limit: 64 }), null, [[48], null])).toEqual([
      '32',
      '48',
      '64',
      'auto',
    ]);
    expect(idsOf([1048576], buildDevice(), [128, 1, 1])).toEqual(['128']);
  });
});

describe('the candidates of more dimensions', () => {
  it('are all shapes of powers of two whose product is a multiple of the wavefront', () => {
    const ids = idsOf([4096, 4096], buildDevice({ multiple: 32, limit: 128 }));
    expect(ids).toHaveLength(6 + 7 + 8);
    expect(ids).toContain('1x64');
    expect(ids).toContain('128x1');
    expect(ids).not.toContain('16x1');
  });

  it('keep to the limit of each dimension, and to the global size', () => {
    // 64 in z at most, as this device says.
    expect(idsOf([64, 64, 4096]).some((id) => id.endsWith('x128'))).toBe(false);
    expect(idsOf([4, 4096]).every((id) => Number(id.split('x')[0]) <= 4)).toBe(true);
  });
});

it('tries the textbook sizes first, in more dimensions every second factorisation of each and the squares', () => {
  const first = (global: readonly number[]): string =>
    searchCandidates(global, buildDevice(), null, []).filter(isFirst).map(localKey).join(' ');
  expect(first([1048576])).toBe('64 128 256 512');
  expect(first([4096, 4096])).toBe(
    '64x1 16x4 8x8 4x16 1x64 128x1 32x4 8x16 2x64 256x1 64x4 16x16 4x64 1x256 512x1 128x4 32x16 8x64 2x256 32x32',
  );
});

it('knows the wavefront by the vendor’s query before the preferred multiple', () => {
  const device = buildDevice({ multiple: 128 });
  const amd = {
    wavefrontWidth: { ok: true, value: 64 },
    simdsPerComputeUnit: { ok: false, error: 'x' },
    localMemoryPerComputeUnit: { ok: false, error: 'x' },
    gfxip: { ok: false, error: 'x' },
  } as const;
  expect(wavefrontOf({ ...device, hardware: { amd } })).toBe(64);
  expect(wavefrontOf(device)).toBe(128);
});

describe('the plan of a search', () => {
  it('has a row for what the user forbids, with that reason', () => {
    const plan = planSearch(buildSpec(), '', buildDevice({ limit: 128 }), {
      add: [[48]],
      forbid: [[64], [48], [999]],
    });
    const rejected = plan.configurations.filter((one) => one.rejected !== null);
    expect(rejected.map(({ id, rejected: why }) => `${id} ${why?.reason ?? ''}`)).toEqual([
      '48 forbidden',
      '64 forbidden',
    ]);
    expect(rejected[0]?.rejected?.message).toBe(
      'Local size 48 was not measured on Device A: you forbade it.',
    );
  });

  it('keeps the limits of a plan: sizes that do not divide the global size under the policy skip', () => {
    const spec = buildSpec({ global: [1024], indivisible: 'skip' });
    const plan = planSearch(spec, '', buildDevice({ limit: 256 }), { add: [], forbid: [] });
    const reasons = new Map(plan.configurations.map(({ id, rejected }) => [id, rejected?.reason]));
    expect(reasons.get('256')).toBeUndefined();
    expect(reasons.get('192')).toBe('indivisible');
  });

  it('has only the size that the kernel’s attribute requires', () => {
    const source = '__attribute__((reqd_work_group_size(96, 1, 1))) __kernel void a(void) {}';
    const plan = planSearch(buildSpec(), source, buildDevice(), { add: [], forbid: [] });
    expect(plan.configurations.map(({ id }) => id)).toEqual(['96']);
  });
});
