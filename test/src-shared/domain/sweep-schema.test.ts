import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Problem } from '@shared/domain/problem';
import type { Result } from '@shared/domain/result';
import type { SweepSpec } from '@shared/domain/sweep';
import { parseSweepSpec, parseSweepSpecText } from '@shared/domain/sweep-schema';

const complete = {
  format: 'ndrange-sweep',
  version: 1,
  title: { en: 'SAXPY', 'zh-CN': '标题' },
  teaches: { en: 'Something.' },
  source: 'saxpy.cl',
  kernel: 'saxpy',
  buildOptions: '-DTILE={lx}',
  global: [1000],
  local: [[16], [64], null],
  args: [
    {
      kind: 'buffer',
      name: 'x',
      type: 'float',
      count: 'gx',
      init: { random: [-1, 1], seed: 7 },
      write: false,
    },
    {
      kind: 'buffer',
      name: 'y',
      type: 'float4',
      count: 'n',
      init: { constant: 0 },
      write: true,
      compare: 'sum',
      tolerance: 0.001,
      restore: false,
    },
    { kind: 'buffer', name: 'i', type: 'uint', count: '4', init: { index: true }, write: false },
    { kind: 'scalar', name: 'n', type: 'uint', value: 'gx' },
    { kind: 'scalar', name: 'a', type: 'float', value: '2.5' },
    { kind: 'local', name: 'tile', type: 'float', count: 'lx*2' },
  ],
  flopsPerItem: '2*n',
  bytesPerItem: '12',
  indivisible: 'skip',
  kernelLimit: 'skip',
  samples: 20,
};
const least = {
  format: 'ndrange-sweep',
  version: 1,
  source: 'k.cl',
  kernel: 'k',
  global: [64, 64],
};

const accepted = (result: Result<SweepSpec, Problem>): SweepSpec => {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
};
const refused = (result: Result<SweepSpec, Problem>): Problem => {
  if (result.ok) throw new Error('accepted');
  return result.error;
};

describe('a sweep spec', () => {
  test('is read with every field as it stands', () => {
    expect(accepted(parseSweepSpec(complete))).toEqual(complete);
    expect(accepted(parseSweepSpecText('\uFEFF' + JSON.stringify(complete, null, 2)))).toEqual(
      complete,
    );
  });

  test('may leave out what has a default', () => {
    expect(accepted(parseSweepSpec(least))).toEqual({
      ...least,
      title: { en: 'k' },
      buildOptions: '',
      local: [[8, 8], [16, 16], [32, 8], [8, 32], [64, 4], [4, 64], null],
      args: [],
      flopsPerItem: null,
      bytesPerItem: null,
      indivisible: 'pad',
      kernelLimit: 'try',
      samples: null,
    });
  });

  test('may hold fields that this version does not know', () => {
    expect(accepted(parseSweepSpec({ ...least, colour: 'red' }))).not.toHaveProperty('colour');
  });

  test('keeps each local size once', () => {
    const local = [[8, 8], null, [8, 8], [4, 4], null];
    expect(accepted(parseSweepSpec({ ...least, local })).local).toEqual([[8, 8], null, [4, 4]]);
  });

  test('may write counts and values as numbers', () => {
    const args = [
      { kind: 'buffer', name: 'x', type: 'int', count: 64 },
      { kind: 'scalar', name: 'n', type: 'int', value: -3 },
    ];
    expect(accepted(parseSweepSpec({ ...least, args })).args).toMatchObject([
      { count: '64', write: true },
      { value: '-3' },
    ]);
  });

  test('of a newer version is refused by its version, whatever else is in it', () => {
    const { message, advice } = refused(parseSweepSpec({ format: 'other', version: 2 }));
    expect(message).toBe('The sweep spec has version 2; this program reads version 1.');
    expect(advice).toContain('newer');
  });

  const buffer = { kind: 'buffer', name: 'x', type: 'float', count: 'gx' };
  test.each<[path: string, found: string, patch: object]>([
    ['format', '"x"', { format: 'x' }],
    ['version', '0', { version: 0 }],
    ['global', 'lacks', { global: undefined }],
    ['global', 'list of 0', { global: [] }],
    ['global', 'list of 4', { global: [1, 1, 1, 1] }],
    ['global[1]', '0', { global: [64, 0] }],
    ['global[0]', 'NaN', { global: [Number.NaN, 1] }],
    ['global[0]', '4294967296', { global: [2 ** 32, 1] }],
    ['local', 'list of 0', { local: [] }],
    ['local[1][0]', '-8', { local: [null, [-8, 8]] }],
    ['local[0][1]', '1.5', { local: [[8, 1.5]] }],
    ['local[0][0]', '"8"', { local: [['8', 8]] }],
    ['local[1]', '64, which has not the 2 dimensions', { local: [[8, 8], [64]] }],
    ['local', 'list of 10001', { local: Array.from({ length: 10_001 }, () => null) }],
    ['kernel', '"a-b"', { kernel: 'a-b' }],
    ['source', '""', { source: '' }],
    ['samples', '0', { samples: 0 }],
    ['indivisible', '"round"', { indivisible: 'round' }],
    ['title', '"SAXPY"', { title: 'SAXPY' }],
    ['args[0].kind', '"image"', { args: [{ kind: 'image' }] }],
    ['args[0].count', 'lacks', { args: [{ ...buffer, count: undefined }] }],
    ['args[0].type', '"float5"', { args: [{ ...buffer, type: 'float5' }] }],
    ['args[0].init', 'object', { args: [{ ...buffer, init: { random: [1, -1] } }] }],
    ['args[0].compare', '"exact"', { args: [{ ...buffer, compare: 'exact' }] }],
    ['args[0].tolerance', '-1', { args: [{ ...buffer, tolerance: -1 }] }],
    ['args[1].name', '"x" a second time', { args: [buffer, buffer] }],
    ['args[0].count', '"n", which is not known', { args: [{ ...buffer, count: 'n*2' }] }],
    ['args[0].count', 'lacks a ")"', { args: [{ ...buffer, count: '(gx' }] }],
    [
      'args[0].value',
      '"300"',
      { args: [{ kind: 'scalar', name: 'n', type: 'uchar', value: '300' }] },
    ],
    ['args[0].value', '"m"', { args: [{ kind: 'scalar', name: 'n', type: 'int', value: 'm' }] }],
    ['flopsPerItem', '"lx"', { flopsPerItem: '2*lx' }],
    ['bytesPerItem', '"q"', { bytesPerItem: 'q' }],
    ['buildOptions', 'brace', { buildOptions: '-DT={lx' }],
    ['buildOptions', '"tile"', { buildOptions: '-DT={tile}' }],
  ])('is refused with the path %s and what it found: %s', (path, found, patch) => {
    const { code, message, params } = refused(parseSweepSpec({ ...least, ...patch }));
    expect(code).toBe('invalid-spec');
    expect(message).toContain(path);
    expect(message).toContain(found);
    expect(params).toMatchObject({ path });
  });

  test('whose scalars need each other is refused instead of looping', () => {
    const args = [
      { kind: 'scalar', name: 'a', type: 'int', value: 'b + 1' },
      { kind: 'scalar', name: 'b', type: 'int', value: 'a + 1' },
    ];
    expect(refused(parseSweepSpec({ ...least, args })).message).toContain('args[0].value');
  });

  test('whose work follows the local size through a scalar is refused', () => {
    const args = [{ kind: 'scalar', name: 'tile', type: 'int', value: 'lx' }];
    const { message } = refused(parseSweepSpec({ ...least, args, flopsPerItem: 'tile' }));
    expect(message).toContain('flopsPerItem depends on "lx"');
  });

  test('with more than 2^40 work-items is refused', () => {
    const { message } = refused(parseSweepSpec({ ...least, global: [2 ** 31, 2 ** 31] }));
    expect(message).toContain('at most 2^40');
  });

  test('is an object', () => {
    for (const value of [null, undefined, 3, 'spec', true]) {
      expect(refused(parseSweepSpec(value)).message).toContain('must be an object');
    }
  });

  test('is read without exceptions whatever the value', () => {
    const fields = fc.record(
      Object.fromEntries(Object.keys(complete).map((key) => [key, fc.jsonValue()])),
      { requiredKeys: [] },
    );
    const mutated = fc
      .tuple(fc.constantFrom(...Object.keys(complete)), fc.jsonValue())
      .map(([key, value]) => ({ ...complete, [key]: value }));
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fields, mutated), (value) => {
        const result = parseSweepSpec(value);
        if (!result.ok) expect(result.error.message).toMatch(/\.$/);
      }),
      { numRuns: 300 },
    );
  });
});

describe('the text of a sweep spec', () => {
  test.each([
    ['', 'is empty'],
    ['{"format":', 'is not JSON'],
    ['[]', 'lacks format'],
    [`{"a":${'['.repeat(50)}${']'.repeat(50)}}`, 'nested deeper than 32'],
    ['['.repeat(100_000), 'nested deeper than 32'],
  ])('%.30j is refused', (json, sentence) => {
    expect(refused(parseSweepSpecText(json)).message).toContain(sentence);
  });

  test('is bounded', () => {
    expect(refused(parseSweepSpecText(' '.repeat(2 ** 20 + 1))).code).toBe('file-too-large');
  });

  test('may hold brackets in strings', () => {
    const json = JSON.stringify({ ...least, title: { en: `"\\${'['.repeat(50)}` } });
    expect(parseSweepSpecText(json).ok).toBe(true);
  });
});
