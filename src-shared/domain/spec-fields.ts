/**
 * The fields of a sweep spec, one by one: of which kind each is, within which bounds, and what stands for one
 * that is left out. What they mean together is asked elsewhere (spec-conflicts.ts).
 */
import * as v from 'valibot';
import { largestLocalCount } from './local-list';
import { parseType } from './opencl-types';
import { must, type SpecRequirement } from './spec-requirements';
import type { SweepSpec } from './sweep';

const largestSize = 2 ** 31;
const identifier = /^[\p{L}_][\p{L}\p{N}_]{0,254}$/u;

const size = v.pipe(
  v.number(must('whole')),
  v.integer(must('whole')),
  v.minValue(1, must('at-least', 1)),
  v.maxValue(largestSize, must('largest-size', largestSize)),
);
const shape = v.pipe(
  v.array(size, must('size')),
  v.minLength(1, must('dimensions')),
  v.maxLength(3, must('dimensions')),
);
const text = (what: SpecRequirement, longest: number) =>
  v.pipe(v.string(must(what)), v.maxLength(longest, must('length', longest)));
const name = v.pipe(v.string(must('name')), v.regex(identifier, must('name')));
/** A number is taken as the expression that it is written as. */
const expression = v.union(
  [
    text('expression-text', 1000),
    v.pipe(
      v.number(),
      v.finite(),
      v.transform((value) => String(value)),
    ),
  ],
  must('expression'),
);
const finite = v.pipe(v.number(must('number')), v.finite(must('finite')));
const seed = v.pipe(
  v.number(must('whole')),
  v.safeInteger(must('whole')),
  v.minValue(0, must('or-more', 0)),
);

const localizedText = v.object(
  { en: text('text', 10_000), 'zh-CN': v.optional(text('text', 10_000)) },
  must('localized'),
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
  must('init'),
);

const numberType = v.pipe(
  v.string(must('type-name')),
  v.check((type) => parseType(type) !== null, must('type')),
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
      write: v.optional(v.boolean(must('boolean')), true),
      compare: v.optional(v.picklist(['elementwise', 'sum', 'none'], must('compare'))),
      tolerance: v.optional(
        v.pipe(finite, v.minValue(0, must('or-more', 0)), v.maxValue(1, must('relative-error'))),
      ),
      restore: v.optional(v.boolean(must('boolean'))),
    }),
    v.object({
      kind: v.literal('scalar'),
      name,
      type: numberType,
      value: v.union(
        [
          text('value-text', 1000),
          v.pipe(
            finite,
            v.transform((value) => String(value)),
          ),
        ],
        must('value'),
      ),
    }),
    v.object({ kind: v.literal('local'), name, type: numberType, count: expression }),
  ],
  must('argument'),
);

const reference = v.union(
  [
    v.strictObject({ kernel: name }),
    v.strictObject({
      file: v.pipe(text('file-name', 1024), v.minLength(1, must('some-file'))),
      argument: name,
    }),
  ],
  must('reference'),
);

export const specSchema = v.object(
  {
    format: v.literal('ndrange-sweep', must('format')),
    version: v.literal(1, must('version', 1)),
    title: v.optional(localizedText),
    teaches: v.optional(localizedText),
    source: v.pipe(text('kernel-file', 1024), v.minLength(1, must('some-kernel-file'))),
    kernel: name,
    buildOptions: v.optional(text('text', 10_000), ''),
    global: shape,
    local: v.optional(
      v.pipe(
        v.array(v.nullable(shape), must('locals')),
        v.minLength(1, must('some-local')),
        v.maxLength(largestLocalCount, must('locals-count', largestLocalCount)),
      ),
    ),
    args: v.optional(
      v.pipe(v.array(argument, must('arguments')), v.maxLength(256, must('arguments-count', 256))),
      [],
    ),
    flopsPerItem: v.optional(v.nullable(expression), null),
    bytesPerItem: v.optional(v.nullable(expression), null),
    indivisible: v.optional(v.picklist(['pad', 'skip'], must('indivisible')), 'pad'),
    kernelLimit: v.optional(v.picklist(['try', 'skip'], must('kernel-limit')), 'try'),
    samples: v.optional(
      v.nullable(
        v.pipe(
          v.number(must('whole-or-null')),
          v.integer(must('whole-or-null')),
          v.minValue(1, must('at-least', 1)),
          v.maxValue(1_000_000, must('at-most', 1_000_000)),
        ),
      ),
      null,
    ),
    reference: v.optional(reference),
  },
  must('object'),
);

/**
 * A spec as a run stores it: nothing left out, every field within the same bounds. What its fields mean
 * together is not asked: that was done before the run began.
 */
export const completeSpecSchema: v.GenericSchema<unknown, SweepSpec> = v.object(
  {
    ...specSchema.entries,
    title: localizedText,
    local: v.pipe(
      v.array(v.nullable(shape), must('locals')),
      v.maxLength(largestLocalCount, must('locals-count', largestLocalCount)),
    ),
  },
  must('object'),
);
