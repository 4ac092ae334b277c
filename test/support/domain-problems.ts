/** Problems of texts, specs, values, sources and imported results, each by the function that users meet it in. */
import { applyArgumentValues } from '@shared/domain/argument-values';
import { planBuffers, resolveArguments } from '@shared/domain/arguments';
import { buildOptionsFor } from '@shared/domain/build-options';
import { parseConfigurationsCsv } from '@shared/domain/csv-import';
import { configurationColumns } from '@shared/domain/csv-format';
import { defaultSpec } from '@shared/domain/default-spec';
import { evaluateExpression } from '@shared/domain/expression';
import { fileAccessProblem } from '@shared/domain/file-access';
import { importedRun } from '@shared/domain/interchange/imported-run';
import { parseKernelTunerCache } from '@shared/domain/interchange/kernel-tuner-cache';
import { longestJson } from '@shared/domain/interchange/json-text';
import { parseT4 } from '@shared/domain/interchange/t4-import';
import { parseGlobalSize, parseLocalList } from '@shared/domain/local-list';
import type { Configuration } from '@shared/domain/plan-types';
import type { Problem } from '@shared/domain/problem';
import { referenceFileProblem, referenceKernelProblem } from '@shared/domain/reference-check';
import type { Result } from '@shared/domain/result';
import { parseSignatures } from '@shared/domain/signature';
import { checkSource, decodeSource } from '@shared/domain/source-text';
import { defaultMeasureOptions, type Argument, type SweepSpec } from '@shared/domain/sweep';
import { parseSweepSpec, parseSweepSpecText } from '@shared/domain/sweep-schema';
import { workPerItem } from '@shared/domain/work';
import { buildDevice, buildSpec } from './run-builder';

type Tried = Problem | null | Result<unknown, Problem>;

const scalar = (type: string, value = '1'): Argument => ({
  kind: 'scalar',
  name: 'a',
  type,
  value,
});
const buffer = (count = 'gx'): Extract<Argument, { kind: 'buffer' }> => ({
  kind: 'buffer',
  name: 'x',
  type: 'float',
  count,
  init: { constant: 0 },
  write: true,
});

const expressions = (): readonly Tried[] => {
  const known = { gx: 4, odd: Infinity };
  const wrong = ['', ' ', 'a $ b', 'gx +', '(gx', 'gx gx', '*2', 'foo(2)', 'ceil(1,2)', '1/(gx-4)'];
  const more = ['2*'.repeat(70) + '10000000000000000000', 'nope', '1/2', 'gx-9', 'odd'];
  const long = ['1+'.repeat(600), '('.repeat(70)];
  return [
    ...[...wrong, ...more, ...long].map((text) => evaluateExpression(text, known)),
    evaluateExpression('n', {}),
  ];
};

const sizes = (): readonly Tried[] => [
  ...['', '64,,32', '12a', '0', '-4', '1.5', '99999999999', '8x8', 'x', '1'.repeat(100_001)].map(
    (text) => parseLocalList(text, 1),
  ),
  parseLocalList(Array.from({ length: 10_001 }, (_, at) => String(at + 1)).join(), 1),
  ...['', '12x', '99999999999', '2000000x2000000', '1x1x1x1', '1'.repeat(201)].map(parseGlobalSize),
];

const values = (): readonly Tried[] => {
  const set = (args: readonly Argument[], given: Readonly<Record<string, string>>): Tried =>
    applyArgumentValues(buildSpec({ local: [[64]], args }), given);
  const scalars = ['', '300', 'gx*', 'nope', '1,2,3', '0.5', '9'.repeat(1001)];
  const floats = ['two', '1e99', 'gx'];
  const buffers = ['0', 'gx+', 'gx*nope', 'gx:hello there', 'gx:random(2,1)', 'gx:constant(1e999)'];
  const seeds = ['gx:random(0,1,9999999999999999)'];
  return [
    ...scalars.map((a) => set([scalar('uchar')], { a })),
    ...floats.map((a) => set([scalar('float')], { a })),
    ...[...buffers, ...seeds].map((x) => set([buffer()], { x })),
    set([buffer()], { y: '1' }),
    set([], { y: '1' }),
  ];
};

const configuration: Configuration = {
  id: '64',
  local: [64],
  asked: [1024],
  launched: [1024],
  rejected: null,
};

const launches = (): readonly Tried[] => {
  const device = buildDevice();
  const resolve = (args: readonly Argument[]): Tried =>
    resolveArguments(buildSpec({ global: [1024], args }), configuration, device);
  const plan = { deviceKey: device.key, configurations: [configuration] };
  return [
    resolve([buffer('gx-1024')]),
    resolve([buffer('gx-2000')]),
    resolve([buffer('9007199254740991')]),
    resolve([{ ...buffer(), type: 'my_struct' }]),
    resolve([scalar('my_struct')]),
    planBuffers(buildSpec({ args: [buffer('1/2')] }), plan, defaultMeasureOptions),
    buildOptionsFor(buildSpec({ buildOptions: '-DT={lx' }), configuration),
    buildOptionsFor(buildSpec({ buildOptions: '-DT={lx/7}' }), configuration),
    workPerItem(buildSpec({ flopsPerItem: 'gx +' })),
    workPerItem(buildSpec({ flopsPerItem: '0-1' })),
  ];
};

const good = { ...buildSpec({ local: [[64]], args: [buffer(), scalar('int')] }) };
const [x, a] = good.args;

/** Fields of a good spec, each made wrong in a way of its own. */
const fields: readonly Readonly<Record<string, unknown>>[] = [
  { format: 'other' },
  { version: 0 },
  { version: 2 },
  { title: 'A title' },
  { title: { en: 7 } },
  { source: '' },
  { source: 7 },
  { kernel: 'two words' },
  { kernel: undefined },
  { buildOptions: 'x'.repeat(10_001) },
  { buildOptions: '-DT={lx' },
  { buildOptions: '-DT={nope}' },
  { global: 64 },
  { global: [] },
  { global: [0] },
  { global: [1.5] },
  { global: [2 ** 40] },
  { global: [2 ** 30, 2 ** 30], local: [[8, 8]] },
  { local: 'all of them' },
  { local: [] },
  { local: [['a']] },
  { local: [[8, 8]] },
  { local: Array.from({ length: 10_001 }, () => [64]) },
  { args: {} },
  { args: Array.from({ length: 257 }, () => x) },
  { args: [7] },
  { args: [{ ...x, kind: 'image' }] },
  { args: [{ ...x, type: 7 }] },
  { args: [{ ...x, type: 'my own type' }] },
  { args: [{ ...x, count: true }] },
  { args: [{ ...x, count: 'gx * nope' }] },
  { args: [{ ...x, init: { random: [2, 1] } }] },
  { args: [{ ...x, write: 'maybe so' }] },
  { args: [{ ...x, compare: 'by eye' }] },
  { args: [{ ...x, tolerance: 2 }] },
  { args: [{ ...x, tolerance: -1 }] },
  { args: [{ ...x, tolerance: 'as you like' }] },
  { args: [{ ...a, value: [1, 2] }] },
  { args: [{ ...a, value: 'one and two' }] },
  { args: [x, x] },
  { flopsPerItem: [] },
  { flopsPerItem: 'lx' },
  { flopsPerItem: 'gx gx' },
  { indivisible: 'leave out' },
  { kernelLimit: 'never mind' },
  { samples: 'a few' },
  { samples: 0 },
  { samples: 2_000_000 },
  { reference: { kernel: 'a' } },
  { reference: { file: 'e.bin', argument: 'a' } },
  { reference: { file: 'e.bin', argument: 'x' }, args: [{ ...x, compare: 'none' }] },
  { reference: 'the old one' },
];

const specs = (): readonly Tried[] => [
  ...fields.map((changed) => parseSweepSpec({ ...good, ...changed })),
  ...[null, 7, 'a spec', [1]].map((value) => parseSweepSpec(value)),
  ...['', '{', '{"a": oops, not json}', '['.repeat(40), ' '.repeat(2 ** 20 + 1)].map((text) =>
    parseSweepSpecText(text),
  ),
];

const kernelText = '__kernel void a(__global float *x) {}\n__kernel void b(int n) {}';

const sources = (): readonly Tried[] => {
  const own = (sourceText: string, kernel?: string): Tried =>
    defaultSpec({ sourceText, fileName: 'a.cl', kernel });
  const spec = (changes: Partial<SweepSpec>): SweepSpec => buildSpec({ ...changes });
  const file = { file: 'e.bin', argument: 'x' };
  const args = [{ kind: 'buffer', name: 'x', type: 'float', count: 4, bytes: 16 }] as const;
  return [
    decodeSource(new Uint8Array(5 * 2 ** 20)),
    decodeSource(new Uint8Array([65, 0, 66])),
    checkSource(' \n'),
    checkSource('int main(void) { return 0; }'),
    fileAccessProblem('#include "other file.h"\n', ''),
    fileAccessProblem('', '-I /usr/include'),
    own(kernelText),
    own(kernelText, 'c'),
    own('__kernel void a(read_only image2d_t i) {}'),
    own('__kernel void a(sampler_t s) {}'),
    own('__kernel void a(__global struct s *x) {}'),
    referenceKernelProblem(spec({ reference: { kernel: 'c' } }), parseSignatures(kernelText)),
    referenceKernelProblem(spec({ reference: { kernel: 'b' } }), parseSignatures(kernelText)),
    referenceFileProblem(spec({ args: [buffer()] }), file, 3, args),
    referenceFileProblem(spec({ args: [{ ...buffer(), compare: 'sum' }] }), file, 3, args),
  ];
};

const csv = (): readonly Tried[] => {
  const head = configurationColumns.join();
  const row = (changes: Readonly<Record<string, string>>): string =>
    `${head}\n${configurationColumns.map((column) => changes[column] ?? '').join()}\n`;
  return [
    '',
    'a,b\n1,2\n',
    `${head},median_ns\n`,
    `${head}\n1,2\n`,
    '"never closed\n',
    Array.from({ length: 201 }, (_, at) => `c${at}`).join(),
    row({ median_ns: 'quite fast' }),
    row({ n: '99999999999999999999' }),
    row({ local_is_null: 'not sure' }),
  ].map((text) => parseConfigurationsCsv(text));
};

const results = (): readonly Tried[] => {
  const t4 = (configuration: object, runtimes: readonly number[]): string =>
    JSON.stringify({
      schema_version: '1.0.0',
      results: [{ configuration, times: { runtimes }, invalidity: 'correct' }],
    });
  const at = {
    run: 'r',
    startedAt: 'yesterday at noon',
    appVersion: '1',
    file: 'r.json',
    text: '',
  };
  const read = parseT4(t4({ block_size_x: 64 }, [1, 2]));
  return [
    ...['', '[1]', 'no json at all', '{"a":'.repeat(40), ' '.repeat(longestJson + 1), '{}'].map(
      (text) => parseT4(text),
    ),
    parseT4(JSON.stringify({ schema_version: '2.0 beta two', results: [] })),
    parseT4(t4({ tile: 4 }, [1])),
    parseT4(t4({ tile: 4 }, [1]), ['own name']),
    parseT4(t4({ block_size_x: 64 }, [])),
    parseKernelTunerCache('{}'),
    ...(read.ok
      ? [
          importedRun(read.value, at),
          importedRun(read.value, at, [64, 64]),
          importedRun(read.value, at, [-1]),
        ]
      : []),
  ];
};

const problemsOf = (tried: readonly Tried[]): readonly Problem[] =>
  tried.flatMap((one) => {
    if (one === null) return [];
    if ('code' in one) return [one];
    return one.ok ? [] : [one.error];
  });

/** By what they are about. */
export const domainProblems = (): Readonly<Record<string, readonly Problem[]>> => ({
  expressions: problemsOf(expressions()),
  sizes: problemsOf(sizes()),
  values: problemsOf(values()),
  launches: problemsOf(launches()),
  specs: problemsOf(specs()),
  sources: problemsOf(sources()),
  csv: problemsOf(csv()),
  results: problemsOf(results()),
});
