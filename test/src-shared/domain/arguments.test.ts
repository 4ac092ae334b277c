import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { largestShapes, planBuffers, resolveArguments } from '@shared/domain/arguments';
import type { BufferAllocation, ResolvedArgument } from '@shared/domain/plan-types';
import { planSweep } from '@shared/domain/plan';
import type { LocalSize } from '@shared/domain/sizes';
import {
  defaultMeasureOptions,
  type Argument,
  type BufferArgument,
  type MeasureOptions,
  type SweepSpec,
} from '@shared/domain/sweep';
import { buildDevice, buildSpec } from '../../support/run-builder';

const device = buildDevice({ name: 'Device A', limit: 1024 });

const buffer = (
  name: string,
  count: string,
  changes: Partial<BufferArgument> = {},
): BufferArgument => ({
  kind: 'buffer',
  name,
  type: 'float',
  count,
  init: { constant: 0 },
  write: true,
  ...changes,
});
const scalar = (name: string, value: string, type = 'uint'): Argument => ({
  kind: 'scalar',
  name,
  type,
  value,
});
const tile = (count: string): Argument => ({ kind: 'local', name: 'tile', type: 'float', count });

const tryResolve = (global: readonly number[], local: LocalSize, args: readonly Argument[]) => {
  const spec = buildSpec({ global, local: [local], args });
  const [configuration] = planSweep(spec, device).configurations;
  if (!configuration) throw new Error('no configuration');
  return resolveArguments(spec, configuration, device);
};
const resolve = (
  global: readonly number[],
  local: LocalSize,
  args: readonly Argument[],
): readonly ResolvedArgument[] => {
  const result = tryResolve(global, local, args);
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
};
const allocate = (
  spec: SweepSpec,
  options: Partial<MeasureOptions> = {},
): readonly BufferAllocation[] => {
  const result = planBuffers(
    spec,
    planSweep(spec, device),
    { ...defaultMeasureOptions, ...options },
    device,
  );
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
};

describe('the arguments of a configuration', () => {
  test('come in parameter order, with bytes and values', () => {
    expect(
      resolve(
        [1024],
        [64],
        [
          buffer('x', 'gx', { type: 'float3' }),
          scalar('a', '2.5', 'float'),
          tile('lx + 1'),
          scalar('v', '1,2', 'int2'),
        ],
      ),
    ).toEqual([
      { kind: 'buffer', name: 'x', type: 'float3', count: 1024, bytes: 16384, askedBytes: 16384 },
      { kind: 'scalar', name: 'a', type: 'float', components: ['2.5'] },
      { kind: 'local', name: 'tile', type: 'float', bytes: 260 },
      { kind: 'scalar', name: 'v', type: 'int2', components: ['1', '2'] },
    ]);
  });

  test('give buffers the launched size and length scalars the asked one', () => {
    expect(
      resolve(
        [1000, 10],
        [48, 4],
        [
          buffer('x', 'gx*gy'),
          buffer('exact', 'n'),
          scalar('n', 'gx*gy'),
          scalar('groups_in_all', 'groups'),
          tile('gx'),
        ],
      ),
    ).toMatchObject([
      { count: 1008 * 12, bytes: 1008 * 12 * 4, askedBytes: 1000 * 10 * 4 },
      { count: 10_000, askedBytes: 40_000 },
      { components: ['10000'] },
      { components: [String(21 * 3)] },
      { bytes: 4000 },
    ]);
  });

  test('may follow other scalars, in any order, and never wrap', () => {
    expect(
      resolve(
        [100],
        [10],
        [scalar('m', 'n*2'), scalar('n', 'gx - 1'), scalar('big', '18446744073709551615', 'ulong')],
      ),
    ).toMatchObject([
      { components: ['198'] },
      { components: ['99'] },
      { components: ['18446744073709551615'] },
    ]);
  });

  test('keep the built-in names when a scalar has the same', () => {
    expect(
      resolve([100], [10], [scalar('lx', '7'), tile('lx'), buffer('x', 'lx*gx')]),
    ).toMatchObject([{ components: ['7'] }, { bytes: 40 }, { count: 1000 }]);
  });

  test.each<[string, Argument, string, string]>([
    ['a fraction', buffer('x', 'lx/3'), 'invalid-argument-value', '"x" at local size 64'],
    ['nothing', buffer('x', 'lx - 64'), 'invalid-argument-value', '("lx - 64") is 0'],
    ['a negative count', tile('lx - 65'), 'invalid-argument-value', 'below 0'],
    [
      'more than can be counted',
      buffer('x', '9007199254740991'),
      'invalid-argument-value',
      'more memory',
    ],
    ['an unknown name', buffer('x', 'q'), 'invalid-argument-value', '"q"'],
    ['a struct', buffer('x', 'gx', { type: 'struct p' }), 'unsupported-argument', '"struct p"'],
    ['an image', scalar('i', '1', 'image2d_t'), 'unsupported-argument', '"image2d_t"'],
    [
      'a value that does not fit',
      scalar('n', 'gx', 'uchar'),
      'invalid-argument-value',
      'fit into uchar',
    ],
  ])('of %s are refused with the name', (_, arg, code, sentence) => {
    const result = tryResolve([1024], [64], [arg]);
    expect(result.ok || result.error.code).toBe(code);
    expect(result.ok || result.error.message).toContain(sentence);
    expect(result.ok || result.error.message).toContain(`"${arg.name}"`);
  });
});

describe('the arguments for NULL', () => {
  test('have room for the largest group that the driver could choose', () => {
    expect(resolve([4096], null, [tile('lx')])).toMatchObject([{ bytes: 1024 * 4 }]);
    expect(resolve([100], null, [tile('lx')])).toMatchObject([{ bytes: 100 * 4 }]);
    expect(resolve([2048, 2048], null, [tile('lx*ly')])).toMatchObject([{ bytes: 1024 * 4 }]);
  });

  test('have room for a halo around the longest shape, not only around a square', () => {
    // 1024×1 needs 1028×5, while 32×32 needs only 36×36.
    expect(resolve([2048, 2048], null, [tile('(lx+4)*(ly+4)')])).toMatchObject([
      { bytes: 1028 * 5 * 4 },
    ]);
  });

  test('have as many groups as work-items at most', () => {
    expect(resolve([4096], null, [buffer('partial', 'groups')])).toMatchObject([{ count: 4096 }]);
  });

  test('do not know a scalar that follows the local size', () => {
    const result = tryResolve([1024], null, [scalar('t', 'lx')]);
    expect(result.ok || result.error.message).toContain('"lx"');
  });

  test('cover every shape within the limits', () => {
    const extent = fc.integer({ min: 1, max: 40 });
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 200 }),
        fc.tuple(extent, extent, extent),
        (limit, caps) => {
          const shapes = largestShapes(limit, caps);
          for (const [x = 1, y = 1, z = 1] of shapes) expect(x * y * z).toBeLessThanOrEqual(limit);
          for (let x = 1; x <= Math.min(caps[0], limit); x += 1) {
            for (let y = 1; y <= Math.min(caps[1], limit / x); y += 1) {
              const z = Math.min(caps[2], Math.floor(limit / x / y));
              const covered = shapes.some(([a = 0, b = 0, c = 0]) => a >= x && b >= y && c >= z);
              expect(covered, `${x}x${y}x${z}`).toBe(true);
            }
          }
        },
      ),
      { numRuns: 30 },
    );
  });

  test('are worked out in a moment for a device that claims huge groups', () => {
    const boastful = buildDevice({ limit: 2 ** 31 });
    const spec = buildSpec({ global: [4096, 4096, 64], local: [null], args: [tile('lx*ly*lz')] });
    const [configuration] = planSweep(spec, boastful).configurations;
    if (!configuration) throw new Error('no configuration');
    const start = performance.now();
    expect(resolveArguments(spec, configuration, boastful).ok).toBe(true);
    expect(performance.now() - start).toBeLessThan(2000);
  });
});

describe('the buffers of a plan', () => {
  test('are as large as the largest launch in every dimension', () => {
    const spec = buildSpec({
      global: [100, 100],
      local: [[64, 1], [1, 64], [10, 10], null],
      args: [buffer('x', 'gx*gy'), scalar('n', 'gx'), buffer('fixed', 'n')],
    });
    expect(allocate(spec)).toMatchObject([
      { name: 'x', bytes: 128 * 128 * 4 },
      { name: 'fixed', bytes: 400 },
    ]);
  });

  test('that follow the groups are as large as the configuration with most of them', () => {
    const spec = buildSpec({
      global: [1024],
      local: [[64], [16], [256]],
      args: [buffer('p', 'groups')],
    });
    expect(allocate(spec)).toMatchObject([{ bytes: 64 * 4 }]);
  });

  test('are no larger for a size that is not launched', () => {
    const spec = buildSpec({ global: [1000], local: [[10], [4096]], args: [buffer('x', 'gx')] });
    expect(allocate(spec)).toMatchObject([{ bytes: 4000 }]);
  });

  test('cover what each configuration may use', () => {
    const size = fc.integer({ min: 1, max: 64 });
    fc.assert(
      fc.property(
        fc.tuple(size, size),
        fc.array(fc.tuple(size, size), { minLength: 1, maxLength: 6 }),
        (global, local) => {
          const args = [buffer('x', 'gx*gy'), buffer('p', 'groups'), buffer('q', 'lx + gx')];
          const spec = buildSpec({ global, local, args });
          const plan = planSweep(spec, device);
          const allocated = allocate(spec);
          for (const configuration of plan.configurations.filter(
            ({ rejected }) => rejected === null,
          )) {
            const resolved = resolveArguments(spec, configuration, device);
            if (!resolved.ok) throw new Error(resolved.error.message);
            resolved.value.forEach((arg, at) => {
              expect('bytes' in arg && arg.bytes).toBeLessThanOrEqual(allocated[at]?.bytes ?? 0);
            });
          }
        },
      ),
      { numRuns: 50 },
    );
  });

  test('are restored when they are written, unless the spec or the user says no', () => {
    const spec = buildSpec({
      global: [64],
      local: [[16]],
      args: [
        buffer('in', 'gx', { write: false }),
        buffer('out', 'gx'),
        buffer('kept', 'gx', { restore: false }),
        buffer('named', 'gx'),
      ],
    });
    const restored = (options: Partial<MeasureOptions>) =>
      allocate(spec, options)
        .filter(({ restore }) => restore)
        .map(({ name }) => name);
    expect(restored({})).toEqual(['out', 'named']);
    expect(restored({ noRestore: ['named'] })).toEqual(['out']);
    expect(restored({ restore: false })).toEqual([]);
  });

  test('are compared when they are written, by what the spec says first', () => {
    const spec = buildSpec({
      global: [64],
      local: [[16]],
      args: [
        buffer('in', 'gx', { write: false }),
        buffer('out', 'gx'),
        buffer('sums', 'groups', { compare: 'sum', tolerance: 0.01 }),
        buffer('partial', 'groups'),
        buffer('indirect', 'm'),
        buffer('total', 'n'),
        scalar('n', 'gx'),
        scalar('m', 'gx/2'),
      ],
    });
    expect(allocate(spec).map(({ compare, tolerance }) => [compare, tolerance])).toEqual([
      ['none', 1e-5],
      ['elementwise', 1e-5],
      ['sum', 0.01],
      ['none', 1e-5],
      ['elementwise', 1e-5],
      ['elementwise', 1e-5],
    ]);
  });

  test('of a kernel that is told the groups are not compared by default', () => {
    const spec = buildSpec({
      global: [64],
      local: [[16]],
      args: [
        buffer('out', 'gx'),
        scalar('m', 'groups*2'),
        buffer('asked', 'gx', { compare: 'elementwise' }),
      ],
    });
    expect(allocate(spec).map(({ compare }) => compare)).toEqual(['none', 'elementwise']);
  });

  test('of ten thousand sizes are worked out in a moment', () => {
    const local = Array.from({ length: 10_000 }, (_, at) => [at + 1]);
    const spec = buildSpec({
      global: [1048576],
      local,
      args: [buffer('x', 'gx'), buffer('p', 'groups'), scalar('n', 'gx'), scalar('k', 'n + 1')],
    });
    const start = performance.now();
    expect(allocate(spec)).toHaveLength(2);
    expect(performance.now() - start).toBeLessThan(3000);
  });
});
