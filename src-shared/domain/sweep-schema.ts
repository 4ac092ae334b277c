/**
 * Reads an unknown value as a sweep spec. Decides which values are specs and fills in what may be left
 * out; refuses everything else with the path and the value in the sentence. Unknown fields are ignored,
 * so that a spec of a later program with the same version still opens.
 */
import * as v from 'valibot';
import { defaultLocalSizes, dimensionsOf } from './default-sizes';
import { quoted } from './expression-parser';
import { itemCountProblem, largestLocalCount } from './local-list';
import { parseType } from './opencl-types';
import { problem, type Problem } from './problem';
import { err, ok, type Result } from './result';
import { localKey, type LocalSize } from './sizes';
import { specConflict } from './spec-conflicts';
import type { Argument, SweepSpec } from './sweep';

const maxJsonLength = 1 << 20;
const maxJsonDepth = 32;
const largestSize = 2 ** 31;
const identifier = /^[\p{L}_][\p{L}\p{N}_]{0,254}$/u;

const size = v.pipe(
  v.number('must be a whole number'),
  v.integer('must be a whole number'),
  v.minValue(1, 'must be at least 1'),
  v.maxValue(largestSize, `must be at most 2^31 = ${largestSize}`),
);
const shape = v.pipe(
  v.array(size, 'must be a list of 1 to 3 whole numbers'),
  v.minLength(1, 'must have 1 to 3 dimensions'),
  v.maxLength(3, 'must have 1 to 3 dimensions'),
);
const text = (what: string, longest: number) =>
  v.pipe(
    v.string(`must be ${what}`),
    v.maxLength(longest, `must have at most ${longest} characters`),
  );
const name = v.pipe(
  v.string('must be a name as in C'),
  v.regex(identifier, 'must be a name as in C'),
);
/** A number is taken as the expression that it is written as. */
const expression = v.union(
  [
    text('an expression', 1000),
    v.pipe(
      v.number(),
      v.finite(),
      v.transform((value) => String(value)),
    ),
  ],
  'must be an expression such as "gx*gy"',
);
const finite = v.pipe(v.number('must be a number'), v.finite('must be a finite number'));
const seed = v.pipe(
  v.number('must be a whole number'),
  v.safeInteger('must be a whole number'),
  v.minValue(0, 'must be 0 or more'),
);

const localizedText = v.object(
  { en: text('a text', 10_000), 'zh-CN': v.optional(text('a text', 10_000)) },
  'must be an object with the text as "en"',
);

const init = v.union(
  [
    v.object({
      random: v.pipe(
        v.strictTuple([finite, finite]),
        v.check(([low, high]) => low <= high),
      ),
      seed: v.optional(seed, 1),
    }),
    v.object({ constant: finite }),
    v.object({ index: v.literal(true) }),
  ],
  'must be {"random": [low, high], "seed": 1} with low <= high, {"constant": 0} or {"index": true}',
);

const numberType = v.pipe(
  v.string('must be the name of an OpenCL type'),
  v.check(
    (type) => parseType(type) !== null,
    'must be a number type of OpenCL C such as float, uint or float4',
  ),
);

const argument = v.variant(
  'kind',
  [
    v.object({
      kind: v.literal('buffer'),
      name,
      type: numberType,
      count: expression,
      init: v.optional(init, { random: [0, 1], seed: 1 }),
      write: v.optional(v.boolean('must be true or false'), true),
      compare: v.optional(
        v.picklist(['elementwise', 'sum', 'none'], 'must be "elementwise", "sum" or "none"'),
      ),
      tolerance: v.optional(
        v.pipe(
          finite,
          v.minValue(0, 'must be 0 or more'),
          v.maxValue(1, 'must be at most 1, since it is a relative error'),
        ),
      ),
      restore: v.optional(v.boolean('must be true or false')),
    }),
    v.object({
      kind: v.literal('scalar'),
      name,
      type: numberType,
      value: v.union(
        [
          text('a value', 1000),
          v.pipe(
            finite,
            v.transform((value) => String(value)),
          ),
        ],
        'must be a number, or a text such as "gx*gy" or "1,2,3,4"',
      ),
    }),
    v.object({ kind: v.literal('local'), name, type: numberType, count: expression }),
  ],
  'must be an object whose "kind" is "buffer", "scalar" or "local"',
);

const reference = v.union(
  [
    v.strictObject({ kernel: name }),
    v.strictObject({
      file: v.pipe(text('a file name', 1024), v.minLength(1, 'must name a file')),
      argument: name,
    }),
  ],
  'must be {"kernel": "name"} or {"file": "expected.bin", "argument": "y"}',
);

const spec = v.object(
  {
    format: v.literal('ndrange-sweep', 'must be "ndrange-sweep"'),
    version: v.literal(1, 'must be 1'),
    title: v.optional(localizedText),
    teaches: v.optional(localizedText),
    source: v.pipe(
      text('the name of the kernel file', 1024),
      v.minLength(1, 'must name the kernel file'),
    ),
    kernel: name,
    buildOptions: v.optional(text('a text', 10_000), ''),
    global: shape,
    local: v.optional(
      v.pipe(
        v.array(v.nullable(shape), 'must be a list of local sizes, null for the driver’s choice'),
        v.minLength(1, 'must have at least one local size'),
        v.maxLength(largestLocalCount, `must have at most ${largestLocalCount} local sizes`),
      ),
    ),
    args: v.optional(
      v.pipe(
        v.array(argument, 'must be a list of arguments'),
        v.maxLength(256, 'must have at most 256 arguments'),
      ),
      [],
    ),
    flopsPerItem: v.optional(v.nullable(expression), null),
    bytesPerItem: v.optional(v.nullable(expression), null),
    indivisible: v.optional(v.picklist(['pad', 'skip'], 'must be "pad" or "skip"'), 'pad'),
    kernelLimit: v.optional(v.picklist(['try', 'skip'], 'must be "try" or "skip"'), 'try'),
    samples: v.optional(
      v.nullable(
        v.pipe(
          v.number('must be a whole number or null'),
          v.integer('must be a whole number or null'),
          v.minValue(1, 'must be at least 1'),
          v.maxValue(1_000_000, 'must be at most 1000000'),
        ),
      ),
      null,
    ),
    reference: v.optional(reference),
  },
  'must be an object',
);

/**
 * A spec as a run stores it: nothing left out, every field within the same bounds. What its fields mean
 * together is not asked: that was done before the run began.
 */
export const completeSpecSchema: v.GenericSchema<unknown, SweepSpec> = v.object(
  {
    ...spec.entries,
    title: localizedText,
    local: v.pipe(
      v.array(v.nullable(shape), 'must be a list of local sizes'),
      v.maxLength(largestLocalCount, `must have at most ${largestLocalCount} local sizes`),
    ),
  },
  'must be an object',
);

const refuse = (message: string, advice: string, path = ''): Problem =>
  problem('invalid-spec', message, advice, { path });

/** `args[0].count`; empty for the spec itself. */
export const pathText = (path: readonly (string | number)[]): string =>
  path
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`))
    .join('')
    .replace(/^\./, '');

function shown(value: unknown): string {
  if (typeof value === 'string') return quoted(value);
  if (Array.isArray(value)) return `a list of ${value.length}`;
  return typeof value === 'object' && value !== null ? 'an object' : String(value).slice(0, 60);
}

function issueProblem(issue: v.BaseIssue<unknown>): Problem {
  const keys = (issue.path ?? []).map(({ key }) => (typeof key === 'number' ? key : String(key)));
  const path = pathText(keys);
  const advice = 'Correct the spec; docs/file-formats.md has every field.';
  const last = issue.path?.at(-1);
  if (!last) {
    return refuse(`The sweep spec is ${shown(issue.input)}; it must be an object.`, advice);
  }
  // A missing field is reported on the object that lacks it, so that only its path's end is known.
  if (last.value === undefined) {
    return refuse(`The sweep spec lacks ${path}.`, advice, path);
  }
  return refuse(
    `In the sweep spec, ${path} is ${shown(last.value)}; it ${issue.message}.`,
    advice,
    path,
  );
}

/** A spec of a later format says so by its version alone, whatever else has changed in it. */
function newerVersion(value: unknown): Problem | null {
  if (typeof value !== 'object' || value === null) return null;
  const version: unknown = 'version' in value ? value.version : undefined;
  if (typeof version !== 'number' || !(version > 1)) return null;
  return refuse(
    `The sweep spec has version ${version}; this program reads version 1.`,
    'Open it with a newer NDRange Workbench.',
    'version',
  );
}

/** Identical sizes are one configuration, at the place of the first. */
const withoutDuplicates = (sizes: readonly LocalSize[]): readonly LocalSize[] => [
  ...new Map(sizes.map((local) => [localKey(local), local])).values(),
];

/**
 * A complete spec from a parsed JSON value: defaults filled in, duplicates in `local` dropped,
 * expressions and scalar values checked. Error `invalid-spec`, naming path and value. Never throws on
 * JSON-like values.
 */
export function parseSweepSpec(value: unknown): Result<SweepSpec, Problem> {
  const newer = newerVersion(value);
  if (newer) return err(newer);
  const parsed = v.safeParse(spec, value, { abortEarly: true });
  if (!parsed.success) return err(issueProblem(parsed.issues[0]));
  const fields = parsed.output;
  const args: readonly Argument[] = fields.args;
  const tooMany = itemCountProblem(fields.global);
  if (tooMany !== null) return err(refuse(`${tooMany}.`, 'Make it smaller.', 'global'));
  const complete: SweepSpec = {
    ...fields,
    title: fields.title ?? { en: fields.kernel },
    local: withoutDuplicates(fields.local ?? defaultLocalSizes(dimensionsOf(fields.global))),
    args,
  };
  const conflict = specConflict(complete);
  return conflict === null
    ? ok(complete)
    : err(refuse(conflict.message, conflict.advice, conflict.path));
}

/** How deep brackets nest outside strings, counted without parsing. */
function jsonDepth(json: string): number {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let at = 0; at < json.length; at += 1) {
    const character = json[at];
    if (inString) {
      if (character === '\\') at += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '[' || character === '{') deepest = Math.max(deepest, (depth += 1));
    else if (character === ']' || character === '}') depth -= 1;
  }
  return deepest;
}

/**
 * Like `parseSweepSpec`, from the text of a file: at most 1 MiB (UTF-16 units) and 32 levels. A byte
 * order mark is ignored.
 */
export function parseSweepSpecText(json: string): Result<SweepSpec, Problem> {
  if (json.length > maxJsonLength) {
    return err(
      problem(
        'file-too-large',
        `The sweep spec has ${json.length} characters; at most ${maxJsonLength} are read.`,
        'A spec is a few hundred lines of JSON; check that it is the right file.',
      ),
    );
  }
  const body = json.replace(/^\uFEFF/, '');
  if (body.trim() === '') {
    return err(refuse('The sweep spec is empty.', 'Give a *.sweep.json file.'));
  }
  if (jsonDepth(body) > maxJsonDepth) {
    return err(
      refuse(`The sweep spec is nested deeper than ${maxJsonDepth} levels.`, 'Flatten it.'),
    );
  }
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch (reason) {
    const why = reason instanceof Error ? reason.message.slice(0, 200) : '';
    return err(refuse(`The sweep spec is not JSON: ${why}.`, 'Correct it at the place named.'));
  }
  return parseSweepSpec(value);
}
