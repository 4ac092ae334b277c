import { describe, expect, test } from 'vitest';
import { defaultSpec, type DefaultSpecInput } from '@shared/domain/default-spec';
import { resolveArguments } from '@shared/domain/arguments';
import { planSweep } from '@shared/domain/plan';
import type { Problem } from '@shared/domain/problem';
import type { SweepSpec } from '@shared/domain/sweep';
import { parseSweepSpec } from '@shared/domain/sweep-schema';
import { buildDevice } from '../../support/run-builder';

const make = (sourceText: string, changes: Partial<DefaultSpecInput> = {}) =>
  defaultSpec({ sourceText, fileName: 'my.cl', ...changes });
const accepted = (sourceText: string, changes: Partial<DefaultSpecInput> = {}): SweepSpec => {
  const result = make(sourceText, changes);
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
};
const refused = (sourceText: string, changes: Partial<DefaultSpecInput> = {}): Problem => {
  const result = make(sourceText, changes);
  if (result.ok) throw new Error('accepted');
  return result.error;
};
const scalars = (spec: SweepSpec): Readonly<Record<string, string>> =>
  Object.fromEntries(
    spec.args.flatMap((arg) => (arg.kind === 'scalar' ? [[arg.name, arg.value] as const] : [])),
  );

const saxpy = `__kernel void saxpy(__global const float *x, __global float *y, const float a,
                                   const int iter_count, const uint n) {
  size_t i = get_global_id(0); if (i < n) y[i] = a * x[i] + y[i]; }`;

describe('a bare kernel', () => {
  test('of one dimension gets a million items and the sizes 16 to 1024 and NULL', () => {
    expect(accepted(saxpy)).toEqual({
      format: 'ndrange-sweep',
      version: 1,
      title: { en: 'saxpy' },
      source: 'my.cl',
      kernel: 'saxpy',
      buildOptions: '',
      global: [1048576],
      local: [[16], [32], [64], [128], [256], [512], [1024], null],
      args: [
        {
          kind: 'buffer',
          name: 'x',
          type: 'float',
          count: 'gx',
          init: { random: [-1, 1], seed: 1 },
          write: false,
        },
        {
          kind: 'buffer',
          name: 'y',
          type: 'float',
          count: 'gx',
          init: { random: [-1, 1], seed: 2 },
          write: true,
        },
        { kind: 'scalar', name: 'a', type: 'float', value: '1' },
        { kind: 'scalar', name: 'iter_count', type: 'int', value: '1' },
        { kind: 'scalar', name: 'n', type: 'uint', value: 'gx' },
      ],
      flopsPerItem: null,
      bytesPerItem: null,
      indivisible: 'pad',
      kernelLimit: 'try',
      samples: null,
    });
  });

  test('that reads get_global_id(1) gets 2048×2048 and shapes', () => {
    const spec =
      accepted(`__kernel void f(__global int *a, __local float4 *t, int width, int height, int n) {
      a[get_global_id(1) * width + get_global_id(0)] = 1; }`);
    expect(spec.global).toEqual([2048, 2048]);
    expect(spec.local).toEqual([[8, 8], [16, 16], [32, 8], [8, 32], [64, 4], [4, 64], null]);
    expect(spec.args).toMatchObject([
      { kind: 'buffer', type: 'int', count: 'gx*gy', init: { random: [0, 100] } },
      { kind: 'local', type: 'float4', count: 'lx*ly' },
      { value: 'gx' },
      { value: 'gy' },
      { value: 'gx*gy' },
    ]);
  });

  test('knows lengths by their names, in any case and style', () => {
    const names =
      'n N len Length data_size numElements COUNT width W nCols rows h num_items nx ny'.split(' ');
    const spec = accepted(
      `__kernel void f(__global float *o, ${names.map((name) => `int ${name}`).join(', ')}) { get_global_id(1); }`,
    );
    expect(scalars(spec)).toEqual({
      n: 'gx*gy',
      N: 'gx*gy',
      len: 'gx*gy',
      Length: 'gx*gy',
      data_size: 'gx*gy',
      numElements: 'gx*gy',
      COUNT: 'gx*gy',
      width: 'gx',
      W: 'gx',
      nCols: 'gx',
      rows: 'gy',
      h: 'gy',
      num_items: 'gx*gy',
      nx: 'gx',
      ny: 'gy',
    });
  });

  test('takes for 1 what is not a length: other counts, small types, floats', () => {
    const spec =
      accepted(`__kernel void f(__global float *o, int iter_count, uint num_groups, int numIterations,
      int radius, int tile_size, uchar n, float len, double size, int2 count) {}`);
    expect(new Set(Object.values(scalars(spec)))).toEqual(new Set(['1']));
  });

  test('writes what it can write, and only that', () => {
    const spec =
      accepted(`__kernel void f(__global const float *a, __constant float *b, __global float *c,
      const __global void *d) { c[get_global_id(0)] = a[0]; }`);
    expect(spec.args).toMatchObject([
      { name: 'a', write: false },
      { name: 'b', write: false },
      { name: 'c', write: true },
      { name: 'd', write: false, type: 'uchar' },
    ]);
  });

  test.each([
    'get_group_id(0)',
    'get_num_groups(0)',
    'get_local_size(0)',
    'get_local_id(0)',
    'helper()',
  ])('that calls %s has outputs that are not comparable', (call) => {
    const helper = 'int helper() { return get_group_id(0); }';
    const other = 'int other() { return 1; }';
    const source = (used: string, body: string) =>
      `${used} __kernel void f(__global int *o, __global const int *i) { o[get_global_id(0)] = ${body}; }`;
    expect(accepted(source(call === 'helper()' ? helper : other, call)).args).toMatchObject([
      { compare: 'none' },
      { write: false },
    ]);
    expect(accepted(source(other, 'other()')).args[0]).not.toHaveProperty('compare');
  });

  test('is swept at its required size too', () => {
    const spec = accepted(
      '__kernel __attribute__((reqd_work_group_size(24, 4, 1))) void f(__global int *o) {}',
    );
    expect(spec.global).toEqual([2048, 2048]);
    expect(spec.local[0]).toEqual([24, 4]);
    expect(spec.local).toContain(null);
    const known = accepted(
      '__kernel __attribute__((reqd_work_group_size(64, 1, 1))) void f(__global int *o) {}',
    );
    expect(known.local).toHaveLength(8);
  });

  test('takes the sizes that are asked, and the dimensions that follow', () => {
    expect(accepted(saxpy, { global: [1000], local: [[10], null] })).toMatchObject({
      global: [1000],
      local: [[10], null],
    });
    expect(accepted(saxpy, { global: [64, 64] }).local).toContainEqual([16, 16]);
    expect(accepted(saxpy, { local: [null, [8, 8]] }).global).toEqual([2048, 2048]);
    expect(accepted(saxpy, { global: [64, 64] }).args[0]).toMatchObject({ count: 'gx*gy' });
    expect(refused(saxpy, { global: [64], local: [[8, 8]] }).code).toBe('invalid-spec');
  });

  test('is a spec like any other: it is read back and its arguments have values', () => {
    const spec = accepted(saxpy, { global: [1000], local: [[64], null] });
    expect(parseSweepSpec(JSON.parse(JSON.stringify(spec)))).toEqual({ ok: true, value: spec });
    const device = buildDevice();
    for (const configuration of planSweep(spec, device).configurations) {
      expect(resolveArguments(spec, configuration, device).ok).toBe(true);
    }
  });

  test('with a byte order mark, CRLF and non-ASCII comments is the same', () => {
    const source = `\uFEFF// 局部 é\r\n${saxpy.replaceAll('\n', '\r\n')}`;
    expect(accepted(source)).toEqual(accepted(saxpy));
  });

  test('sees the macros of the build options', () => {
    const spec = accepted('__kernel void f(__global REAL *x) {}', {
      buildOptions: '-DREAL=double',
    });
    expect(spec.args).toMatchObject([{ type: 'double' }]);
    expect(spec.buildOptions).toBe('-DREAL=double');
  });
});

describe('a file that leaves open what to sweep', () => {
  const two = '__kernel void one(__global int *o) {} __kernel void two(__global int *o) {}';

  test('is refused with the list of its kernels', () => {
    const { code, message } = refused(two);
    expect(code).toBe('ambiguous-kernel');
    expect(message).toBe('my.cl defines 2 kernels: one, two.');
    expect(accepted(two, { kernel: 'two' }).kernel).toBe('two');
  });

  test('is refused when it has no kernel of that name', () => {
    const { code, message } = refused(two, { kernel: 'three' });
    expect(code).toBe('unknown-kernel');
    expect(message).toContain('"three" in my.cl; it defines one, two');
  });

  test.each([
    ['', 'invalid-source'],
    ['  \r\n', 'invalid-source'],
    ['void f() {}', 'no-kernel'],
  ])('is refused when it is %j', (source, code) => {
    expect(refused(source).code).toBe(code);
  });

  test.each([
    ['read_only image2d_t picture', 'picture', 'an image'],
    ['sampler_t smooth', 'smooth', 'a sampler'],
    ['struct body sun', 'sun', 'struct body'],
    ['__global struct body *stars', 'stars', 'struct body'],
    ['bool flag', 'flag', 'bool'],
  ])('is refused for the argument %s, by its name', (parameter, name, what) => {
    const { code, message } = refused(`__kernel void f(__global int *o, ${parameter}) {}`);
    expect(code).toBe('unsupported-argument');
    expect(message).toContain(`"${name}"`);
    expect(message).toContain(what);
  });
});
