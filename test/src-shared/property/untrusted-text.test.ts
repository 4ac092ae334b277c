import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { guardText, unguardText } from '@shared/domain/csv-format';
import { configurationsCsv, launchesCsv } from '@shared/domain/csv';
import { parseConfigurationsCsv, parseLaunchesCsv } from '@shared/domain/csv-import';
import {
  evaluateExpression,
  evaluateInteger,
  evaluateReal,
  expressionVariables,
} from '@shared/domain/expression';
import { includesOf } from '@shared/domain/file-access';
import { problemCodes } from '@shared/domain/problem';
import type { Result } from '@shared/domain/result';
import type { Problem } from '@shared/domain/problem';
import { parseRunEvent, parseRunHeader } from '@shared/domain/run-schema';
import { parseSweepSpec, parseSweepSpecText } from '@shared/domain/sweep-schema';
import { buildEvents, buildRun, buildSpec } from '../../support/run-builder';
import { check, patience } from './cases';

/** Refused values say so in one sentence of bearable length with a code of the closed set. */
const isSane = (result: Result<unknown, Problem>): boolean =>
  result.ok ||
  (problemCodes.includes(result.error.code) &&
    result.error.message.length > 0 &&
    result.error.message.length < 1000);

/** A value with parts of it exchanged for anything. */
const mutated = (original: unknown): fc.Arbitrary<unknown> =>
  fc
    .array(fc.tuple(fc.nat(), fc.oneof(anything, fc.constant(undefined))), {
      minLength: 1,
      maxLength: 3,
    })
    .map((changes) => {
      let copy = structuredClone(original);
      for (const [at, value] of changes) copy = exchange(copy, at, value);
      return copy;
    });

const exchange = (value: unknown, at: number, to: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return to;
  const keys = Object.keys(value);
  const key = keys[at % Math.max(1, keys.length)];
  if (key === undefined) return to;
  const parts = value as Record<string, unknown>;
  parts[key] = at % 5 < 2 ? to : exchange(parts[key], Math.floor(at / 5), to);
  return value;
};

const anything = fc.oneof(
  fc.anything({ maxDepth: 3, withNullPrototype: true }),
  fc.constantFrom<unknown>(
    NaN,
    Infinity,
    -1,
    2 ** 60,
    '__proto__',
    'constructor',
    '../x',
    '=1+1',
    '<b>',
    '\u202E',
    [],
    {},
  ),
);

describe('the expression language', () => {
  const words = fc.constantFrom(
    'gx',
    'lx',
    'groups',
    'ceil(',
    'floor(',
    'min(',
    'max(',
    '(',
    ')',
    '+',
    '-',
    '*',
    '/',
    ',',
    ' ',
    '0',
    '1',
    '7',
    '999999999999',
    '0.1',
    '1e9',
    '__proto__',
    'toString',
    '\u0000',
    'π',
  );
  const variables = { gx: 1_048_576, lx: 64, groups: 16_384 };

  it(
    'answers any text with a finite number or a sentence',
    () => {
      const text = fc.oneof(
        fc.string({ maxLength: 60, unit: 'binary' }),
        fc.array(words, { maxLength: 40 }).map((parts) => parts.join('')),
      );
      check(
        0.6,
        fc.property(text, (source) => {
          for (const evaluate of [evaluateExpression, evaluateInteger, evaluateReal]) {
            const value = evaluate(source, variables);
            expect(isSane(value)).toBe(true);
            if (value.ok) expect(Number.isFinite(value.value)).toBe(true);
          }
          expect(isSane(expressionVariables(source))).toBe(true);
        }),
      );
    },
    patience,
  );

  it(
    'agrees with whole-number arithmetic',
    () => {
      const small = fc.integer({ min: 0, max: 1000 });
      check(
        0.4,
        fc.property(small, small, small, (a, b, c) => {
          const text = `(${a} + ${b}) * ${c} - min(${a}, ${b}) + ceil(${a} / ${c + 1})`;
          const expected = (a + b) * c - Math.min(a, b) + Math.ceil(a / (c + 1));
          const value = evaluateInteger(text, {});
          expect(value).toEqual({ ok: true, value: expected });
        }),
      );
    },
    patience,
  );
});

describe('a sweep spec', () => {
  const whole = {
    ...buildSpec({ local: [[16], [32], null], flopsPerItem: '2*n' }),
    args: [
      { kind: 'buffer', name: 'x', type: 'float', count: 'gx', init: { random: [0, 1], seed: 1 } },
      { kind: 'scalar', name: 'n', type: 'uint', value: 'gx' },
      { kind: 'local', name: 't', type: 'float4', count: 'lx' },
    ],
  };

  it(
    'with anything in it is read or refused with a sentence, and reads the same again',
    () => {
      check(
        0.7,
        fc.property(fc.oneof(mutated(whole), anything), (value) => {
          const spec = parseSweepSpec(value);
          expect(isSane(spec)).toBe(true);
          if (spec.ok) expect(parseSweepSpec(spec.value)).toEqual(spec);
        }),
      );
    },
    patience,
  );

  it(
    'of any text never throws',
    () => {
      const json = fc.oneof(
        fc.string({ maxLength: 200, unit: 'binary' }),
        fc.json(),
        fc.tuple(fc.nat(), fc.string({ maxLength: 3 })).map(([at, piece]) => {
          const text = JSON.stringify(whole);
          return text.slice(0, at % text.length) + piece + text.slice((at % text.length) + 2);
        }),
      );
      check(
        0.3,
        fc.property(json, (text) => {
          expect(isSane(parseSweepSpecText(text))).toBe(true);
        }),
      );
    },
    patience,
  );
});

describe('a line of a run log', () => {
  const events = buildEvents('16: 200 201 | 199\n64: failed crashed 5\nauto: 7 -> 256');
  const [first, ...rest] = events;
  const header = first?.type === 'run-started' ? first.header : null;

  it(
    'with anything in it is read or refused by a short reason, and reads the same again',
    () => {
      const value = fc.oneof(
        mutated(header),
        fc.constantFrom(...rest).chain((event) => mutated(event)),
        anything,
      );
      check(
        1,
        fc.property(value, (input) => {
          for (const parse of [parseRunHeader, parseRunEvent] as const) {
            const read = parse(input);
            if (!read.ok) expect(read.error.length).toBeLessThan(300);
            else expect(parse(read.value)).toEqual(read);
          }
        }),
      );
    },
    patience,
  );
});

describe('CSV', () => {
  it(
    'never starts a cell like a formula, and gives back the text that went in',
    () => {
      const text = fc.oneof(
        fc.string({ maxLength: 20, unit: 'binary' }),
        fc
          .tuple(
            fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', "'", '＝', '＋', '－', '＠'),
            fc.string(),
          )
          .map((parts) => parts.join('')),
      );
      check(
        0.5,
        fc.property(text, (cell) => {
          expect(guardText(cell)).not.toMatch(/^[=+\-@\t\r\n＝＋－＠]/);
          expect(unguardText(guardText(cell))).toBe(cell);
        }),
      );
    },
    patience,
  );

  it(
    'of somebody else, changed anywhere, is read or refused with its place',
    () => {
      const run = buildRun('16: 200 201 | 199\n64: failed crashed 5\nauto: 7 -> 256');
      const [configurations, launches] = [configurationsCsv([run]), launchesCsv([run])];
      const change = fc.tuple(
        fc.nat(),
        fc.nat({ max: 20 }),
        fc.oneof(
          fc.string({ maxLength: 10, unit: 'binary' }),
          fc.constantFrom('"', ',', '\r\n', 'NaN', '-1', '1e999', '\uFEFF'),
        ),
      );
      check(
        0.25,
        fc.property(change, ([at, length, piece]) => {
          for (const [text, parse] of [
            [configurations, parseConfigurationsCsv],
            [launches, parseLaunchesCsv],
          ] as const) {
            const from = at % text.length;
            const read = parse(text.slice(0, from) + piece + text.slice(from + length));
            expect(isSane(read)).toBe(true);
          }
        }),
      );
    },
    patience,
  );

  it(
    'of any text never throws',
    () => {
      check(
        0.25,
        fc.property(fc.string({ maxLength: 300, unit: 'binary' }), (text) => {
          expect(isSane(parseConfigurationsCsv(text))).toBe(true);
          expect(isSane(parseLaunchesCsv(text))).toBe(true);
        }),
      );
    },
    patience,
  );
});

describe('kernel source', () => {
  it(
    'hides no include behind comments, strings and line breaks that a compiler sees through',
    () => {
      const filler = fc
        .array(fc.constantFrom('/* c */', ' ', '\t', '\\\n', '/* \n */', '/* " */', "/* ' */"), {
          maxLength: 5,
        })
        .map((parts) => parts.join(''));
      const before = fc
        .array(fc.constantFrom('int a;\n', '// x\n', '"s";\n', "'c';\n", '/* # */\n', '"/*";\n'), {
          maxLength: 5,
        })
        .map((parts) => parts.join(''));
      check(
        0.3,
        fc.property(before, filler, filler, filler, (head, a, b, c) => {
          // A line break inside a comment ends no directive; one outside of it would.
          expect(
            includesOf(
              `${head}${a}#${b.replaceAll('\n */', ' */')}include${c.replaceAll('\n */', ' */')} "x"\n`,
            ),
          ).toHaveLength(1);
        }),
      );
    },
    patience,
  );
});
