import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatLocalList, parseGlobalSize, parseLocalList } from '@shared/domain/local-list';
import { localKey } from '@shared/domain/sizes';

const message = (
  result: { ok: true } | { ok: false; error: { code: string; message: string } },
) => {
  if (result.ok) throw new Error('accepted');
  expect(result.error.code).toBe('invalid-option');
  return result.error.message;
};

describe('a list of local sizes', () => {
  test('keeps the order and takes auto for NULL', () => {
    expect(parseLocalList('64, 16 ,auto,1024', 1)).toEqual({
      ok: true,
      value: [[64], [16], null, [1024]],
    });
  });

  test('takes shapes with x, X, × and *', () => {
    expect(parseLocalList('8x8,16X4,32×8,4*64,NULL', 2)).toEqual({
      ok: true,
      value: [[8, 8], [16, 4], [32, 8], [4, 64], null],
    });
  });

  test('drops duplicates, since identical sizes are one configuration', () => {
    expect(parseLocalList('16,32,16,auto,016,auto', 1)).toEqual({
      ok: true,
      value: [[16], [32], null],
    });
  });

  test.each([
    ['0', 'zero'],
    ['16,-4', '"-4" is negative'],
    ['99999999999999999999', 'larger than 2147483647'],
    ['NaN', '"NaN" is not a number'],
    ['Infinity', '"Infinity" is not a number'],
    ['1e3', '"1e3" is not a number'],
    ['16.5', '"16.5" is not a whole number'],
    ['', 'is empty'],
    ['16,,32', 'empty entry'],
    ['16,', 'empty entry'],
    ['8x8', '"8x8" has 2 dimensions, but the global size has 1'],
  ])('refuses %j', (text, sentence) => {
    expect(message(parseLocalList(text, 1))).toContain(sentence);
  });

  test.each([
    ['8x0', '"0" in "8x0" is zero'],
    ['8x', 'has no number'],
    ['64', '"64" has 1 dimension, but the global size has 2'],
    ['4x4x4', 'has 3 dimensions, but the global size has 2'],
  ])('refuses %j for two dimensions', (text, sentence) => {
    expect(message(parseLocalList(text, 2))).toContain(sentence);
  });

  test('refuses more sizes than can be swept', () => {
    const list = Array.from({ length: 10_001 }, (_, at) => at + 1).join(',');
    expect(message(parseLocalList(list, 1))).toContain('10001 local sizes');
  });

  test('is read back as it was written', () => {
    const shape = fc.array(fc.integer({ min: 1, max: 4096 }), { minLength: 2, maxLength: 2 });
    const list = fc.uniqueArray(fc.option(shape), {
      minLength: 1,
      maxLength: 20,
      selector: localKey,
    });
    fc.assert(
      fc.property(list, (sizes) => {
        expect(parseLocalList(formatLocalList(sizes), 2)).toEqual({ ok: true, value: sizes });
      }),
      { numRuns: 100 },
    );
  });

  test('never throws', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.constantFrom(1 as const, 2 as const, 3 as const),
        (text, count) => {
          const result = parseLocalList(text, count);
          if (!result.ok) expect(result.error.message).not.toBe('');
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe('a global size', () => {
  test.each([
    ['1048576', [1048576]],
    ['2048x2048', [2048, 2048]],
    [' 64 × 64 × 64 ', [64, 64, 64]],
    ['2147483647', [2147483647]],
  ])('reads %j', (text, value) => {
    expect(parseGlobalSize(text)).toEqual({ ok: true, value });
  });

  test.each([
    ['0', 'zero'],
    ['-1', 'negative'],
    ['NaN', 'not a number'],
    ['', 'empty'],
    ['2147483648', 'larger than 2147483647'],
    ['2147483647x2147483647', 'at most 2^40'],
    ['2x2x2x2', '4 dimensions'],
    ['1000,1000', 'not a number'],
  ])('refuses %j', (text, sentence) => {
    expect(message(parseGlobalSize(text))).toContain(sentence);
  });
});
