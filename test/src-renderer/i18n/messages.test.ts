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

  it('uses the same parameters in both languages', () => {
    for (const [key, text] of en) {
      expect(parametersOf(zh.get(key)), key).toEqual(parametersOf(text));
    }
  });
});
