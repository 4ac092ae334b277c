import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { messages } from '@renderer/i18n';

const leaves = (tree: object, prefix = ''): readonly (readonly [string, unknown])[] =>
  Object.entries(tree).flatMap(([key, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null
      ? leaves(value, `${prefix}${key}.`)
      : [[`${prefix}${key}`, value] as const],
  );

/** A ratio is `{ratio}` (3.7×) in English and `{times}` (3.7) in Chinese, before 倍. */
const parametersOf = (text: unknown): readonly string[] =>
  [...new Set([...String(text).matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? ''))]
    .map((name) => (name === 'times' ? 'ratio' : name))
    .sort();

describe('texts of the window', () => {
  const en = new Map(leaves(messages.en));
  const zh = new Map(leaves(messages['zh-CN']));

  it('has every English key in Chinese, and no other', () => {
    expect([...zh.keys()].sort()).toEqual([...en.keys()].sort());
  });

  it('says something in both languages for each key', () => {
    for (const [locale, texts] of [
      ['en', en],
      ['zh-CN', zh],
    ] as const) {
      for (const [key, text] of texts) {
        expect(typeof text === 'string' && text.trim() !== '', `${locale} ${key}`).toBe(true);
      }
    }
  });

  it('writes English with what the first face has', () => {
    // A character that it lacks has the engine ask for a hundred other faces, in every size, before it draws a word.
    const sheet = readFileSync('src-renderer/styles/first-faces.css', 'utf8');
    const [, named = ''] = /unicode-range:([^;]*);/.exec(sheet) ?? [];
    const ranges = [...named.matchAll(/U\+([\dA-F]+)(?:-([\dA-F]+))?/g)].map(
      ([, from = '', to = from]) => [parseInt(from, 16), parseInt(to, 16)] as const,
    );
    expect(ranges.length).toBeGreaterThan(10);
    const has = (sign: string): boolean =>
      ranges.some(([from, to]) => from <= sign.charCodeAt(0) && sign.charCodeAt(0) <= to);
    // Mathematics of the built-ins' short texts, which are shown alone.
    const allowed = new Set(['√', 'π']);
    for (const [key, text] of en) {
      expect(
        String(text)
          .split('')
          .filter((sign) => !has(sign) && !allowed.has(sign)),
        key,
      ).toEqual([]);
    }
  });

  it('uses the same parameters in both languages', () => {
    for (const [key, text] of en) {
      expect(parametersOf(zh.get(key)), key).toEqual(parametersOf(text));
    }
  });
});
