import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkSource, decodeSource } from '@shared/domain/source-text';

const utf8 = new TextEncoder();
const text = (bytes: Uint8Array): string => {
  const result = decodeSource(bytes);
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
};
const code = (result: ReturnType<typeof decodeSource>) => (result.ok ? 'ok' : result.error.code);

describe('the bytes of a source file', () => {
  test('are UTF-8, whose byte order mark is dropped', () => {
    expect(text(Uint8Array.of(0xef, 0xbb, 0xbf, ...utf8.encode('// 局部 é 𝔸\r\n')))).toBe(
      '// 局部 é 𝔸\r\n',
    );
  });

  test('are UTF-16 when their byte order mark says so', () => {
    expect(text(Uint8Array.of(0xff, 0xfe, 0x41, 0, 0x34, 0xd8, 0x1e, 0xdd))).toBe('A\u{1d11e}');
    expect(text(Uint8Array.of(0xfe, 0xff, 0, 0x41, 0x5c, 0x40))).toBe('A局');
  });

  test('are Latin-1 when they are not UTF-8', () => {
    expect(text(Uint8Array.of(0x2f, 0x2f, 0xe9, 0x20))).toBe('//é ');
  });

  test.each([
    ['an overlong form', [0xc0, 0xaf]],
    ['a surrogate', [0xed, 0xa0, 0x80]],
    ['a cut-off sequence', [0x41, 0xe2, 0x82]],
    ['a lone continuation', [0x80]],
    ['a code point beyond Unicode', [0xf4, 0x90, 0x80, 0x80]],
  ])('with %s are not taken for UTF-8', (_, bytes) => {
    expect(text(Uint8Array.from(bytes))).toHaveLength(bytes.length);
  });

  test('are refused when they are binary or too many', () => {
    expect(code(decodeSource(Uint8Array.of(0x7f, 0x45, 0x4c, 0x46, 0, 1)))).toBe('invalid-source');
    expect(code(decodeSource(new Uint8Array((4 << 20) + 1).fill(32)))).toBe('file-too-large');
    expect(code(decodeSource(new Uint8Array(4 << 20).fill(32)))).toBe('ok');
  });

  test('give back every text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (written) => {
        fc.pre(!written.includes('\0') && !written.startsWith('\uFEFF'));
        expect(text(utf8.encode(written))).toBe(written);
      }),
      { numRuns: 100 },
    );
  });
});

describe('a source', () => {
  test.each([
    ['', 'invalid-source', 'empty'],
    [' \r\n\t', 'invalid-source', 'empty'],
    ['\uFEFF', 'invalid-source', 'empty'],
    ['// __kernel void f() {}', 'no-kernel', 'no kernel'],
    ['float f(float x) { return x; }', 'no-kernel', 'no kernel'],
  ])('%j is refused as %s', (source, expected, sentence) => {
    const result = checkSource(source);
    expect(result.ok || result.error.code).toBe(expected);
    expect(result.ok || result.error.message).toContain(sentence);
  });

  test('with a kernel passes as it is', () => {
    const source = '__kernel void f() {}\r\n';
    expect(checkSource(source)).toEqual({ ok: true, value: source });
  });

  test('whose kernel a build option switches on has one', () => {
    const source = '#ifdef FAST\n__kernel void f() {}\n#endif';
    expect(checkSource(source).ok).toBe(false);
    expect(checkSource(source, '-w -DFAST').ok).toBe(true);
  });
});
