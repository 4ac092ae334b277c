import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  evaluateExpression,
  evaluateInteger,
  evaluateReal,
  expressionVariables,
} from '@shared/domain/expression';

const variables = { gx: 1000, gy: 3, lx: 48, third: 1 / 3 };

const value = (text: string, names: Readonly<Record<string, number>> = variables): number => {
  const result = evaluateExpression(text, names);
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
};
const complaint = (text: string, names: Readonly<Record<string, number>> = variables): string => {
  const result = evaluateExpression(text, names);
  if (result.ok) throw new Error(`${text} gave ${result.value}`);
  expect(result.error.code).toBe('invalid-expression');
  return result.error.message;
};

describe('the value of an expression', () => {
  test.each([
    ['7', 7],
    [' gx ', 1000],
    ['gx*gy + 1', 3001],
    ['1 + 2*3', 7],
    ['(1 + 2)*3', 9],
    ['10 - 3 - 2', 5],
    ['24/4/2', 3],
    ['-3 + 5', 2],
    ['--3', 3],
    ['2*-3 + 10', 4],
    ['+4', 4],
    ['min(gx, gy, 7)', 3],
    ['max(gx, gy)', 1000],
    ['max(5)', 5],
    ['ceil(gx/lx)', 21],
    ['floor(gx/lx)', 20],
    ['ceil(-7/2) + 10', 7],
    ['floor(-7/2) + 10', 6],
    ['gx*0.5', 500],
  ])('of %s is %d', (text, expected) => {
    expect(value(text)).toBe(expected);
  });

  test('is exact where doubles are not', () => {
    expect(value('gx/3*3')).toBe(1000);
    expect(value('49*(1/49)')).toBe(1);
    expect(value('(1/10 + 2/10)*10')).toBe(3);
    expect(value('ceil(9007199254740991/3)')).toBe(3002399751580331);
  });

  test('must be whole, and the sentence says what to wrap it in', () => {
    expect(complaint('gx/3')).toContain('333.333, which is not a whole number');
    const result = evaluateExpression('gx/3', variables);
    expect(result.ok || result.error.advice).toContain('ceil');
  });

  test('must not be negative for a count, but may be for an integer', () => {
    expect(complaint('gy - 5')).toContain('-2, which is below 0');
    expect(evaluateInteger('gy - 5', variables)).toEqual({ ok: true, value: -2 });
  });

  test('may be fractional where work per item is stated', () => {
    expect(evaluateReal('12*gx/(gx + 1000) + 0.25', variables)).toEqual({ ok: true, value: 6.25 });
  });

  test.each([
    ['division by zero', 'gx/(gy - 3)', 'divides by zero'],
    ['a result beyond 2^53', '4294967296*4294967296', 'beyond 2^53'],
    ['a literal beyond 2^53', '9007199254740992', 'beyond 2^53'],
    ['an unknown name', 'n*2', '"n", which is not known'],
    ['emptiness', '  ', 'is empty'],
    ['a missing operand', 'gx*', 'ends where a number'],
    ['a missing bracket', '(gx', 'lacks a ")"'],
    ['too many brackets', 'gx)', '")" where it should end'],
    ['a foreign operator', 'gx % 2', 'holds "%"'],
    ['code', 'process.exit()', 'holds "."'],
    ['a foreign function', 'sqrt(gx)', '"sqrt", which is not a function'],
    ['two operands of ceil', 'ceil(1, 2)', 'more than one number'],
    ['two numbers in a row', '1 2', '"2" where it should end'],
    ['a call without operands', 'min()', '")" where a number'],
  ])('is refused for %s', (_, text, sentence) => {
    expect(complaint(text)).toContain(sentence);
  });

  test('never looks names up in a prototype', () => {
    for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
      expect(complaint(name)).toContain('is not known here');
    }
    expect(value('__proto__', Object.fromEntries([['__proto__', 5]]))).toBe(5);
  });

  test('of hostile nesting or length is refused without a stack overflow', () => {
    expect(complaint('('.repeat(100) + '1' + ')'.repeat(100))).toContain('nested deeper');
    expect(complaint('-'.repeat(500) + '1')).toContain('nested deeper');
    expect(complaint('('.repeat(1e5))).toContain('100000 characters');
    expect(complaint('-'.repeat(1e5)).length).toBeLessThan(200);
  });

  test('of a long chain of products is refused before it grows', () => {
    expect(complaint(Array(100).fill('9007199254740991').join('*').slice(0, 999))).toContain(
      'beyond 2^53',
    );
  });

  test('of a variable that is no number is refused', () => {
    expect(complaint('a', { a: Number.NaN })).toContain('NaN');
    expect(complaint('a', { a: Infinity })).toContain('Infinity');
  });
});

describe('the names in an expression', () => {
  test('come each once, in order, without functions', () => {
    expect(expressionVariables('max(ly, lx)*ly + n/ceil(lx)')).toEqual({
      ok: true,
      value: ['ly', 'lx', 'n'],
    });
  });
  test('are not given for what is no expression', () => {
    expect(expressionVariables('1 +').ok).toBe(false);
  });
});

test('whatever the text, there is a value or a sentence, never an exception', () => {
  const piece = fc.constantFrom(
    'gx',
    'lx',
    '1',
    '07',
    '(',
    ')',
    '+',
    '-',
    '*',
    '/',
    ',',
    ' ',
    'ceil(',
    'min(',
    '.5',
    'é',
  );
  const texts = fc.oneof(
    fc.string(),
    fc.array(piece, { maxLength: 30 }).map((all) => all.join('')),
  );
  fc.assert(
    fc.property(texts, (text) => {
      const result = evaluateExpression(text, variables);
      if (result.ok) {
        expect(Number.isSafeInteger(result.value) && result.value >= 0).toBe(true);
      } else {
        expect(result.error.message).toMatch(/^The expression .*\.$/s);
      }
    }),
    { numRuns: 300 },
  );
});

test('sums and products of whole numbers are those of big integers', () => {
  const small = fc.integer({ min: 0, max: 1000 });
  fc.assert(
    fc.property(small, small, small, (a, b, c) => {
      expect(value(`a*b + c*(a + b)`, { a, b, c })).toBe(a * b + c * (a + b));
      expect(value(`ceil(a/(b + 1))*(b + 1)`, { a, b })).toBeGreaterThanOrEqual(a);
    }),
    { numRuns: 100 },
  );
});
