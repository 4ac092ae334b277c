/**
 * What the editor offers while an OpenCL C word is typed: built-in functions with signature and a line of
 * what they do, qualifiers, types, constants, and the words that the kernel uses already. Nothing inside
 * comments and strings, where words are prose.
 */
import {
  autocompletion,
  completeAnyWord,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  type CompletionSource,
  ifNotIn,
} from '@codemirror/autocomplete';
import { syntaxTree } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import english from '@renderer/i18n/en/opencl-words';
import chinese from '@renderer/i18n/zh-CN/opencl-words';
import { constants, functions, keywords, scalarBytes, signatures, types } from './opencl-words';

const docs = { en: english, 'zh-CN': chinese } as const;
type Docs = (typeof docs)['en'];

const filled = (template: string, values: Readonly<Record<string, string | number>>): string =>
  template.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));

/** What is known of a type: what it is made of, or its own line; null: nothing beyond its name. */
export const typeDoc = (type: string, { words, scalar, vector }: Docs): string | null => {
  const own = Object.entries(words).find(([word]) => word === type)?.[1];
  const [, element = '', width = ''] = /^([a-z]+)(\d*)$/.exec(type) ?? [];
  const bytes = scalarBytes[element];
  if (bytes === undefined) return own ?? null;
  if (width === '') return own ?? filled(scalar, { bytes });
  // Three components take the room of four.
  const room = bytes * (width === '3' ? 4 : Number(width));
  return filled(vector, { n: width, type: element, bytes: room });
};

/** All that is offered, in one language. */
export const openclCompletions = (locale: keyof typeof docs): readonly Completion[] => {
  const own = docs[locale];
  const lines = new Map(Object.entries(own.words));
  const word = (type: string) => (label: string) => {
    const info = type === 'type' ? typeDoc(label, own) : lines.get(label);
    return { label, type, ...(info === undefined || info === null ? {} : { info }) };
  };
  return [
    ...functions.map((label) => ({
      label,
      type: 'function',
      detail: signatures[label],
      info: own.functions[label],
      boost: 1,
    })),
    ...types.map(word('type')),
    ...keywords.map(word('keyword')),
    ...constants.map(word('constant')),
  ];
};

/** Names as they are typed; `__` asks for qualifiers at once. */
const source =
  (options: readonly Completion[]) =>
  (context: CompletionContext): CompletionResult | null => {
    const before = context.matchBefore(/\w+/);
    if (before === null) return context.explicit ? { from: context.pos, options } : null;
    if (/^\d/.test(before.text)) return null;
    return { from: before.from, options, validFor: /^\w*$/ };
  };

const isProse = (context: CompletionContext): boolean =>
  /comment|string/.test(syntaxTree(context.state).resolveInner(context.pos, -1).name);

/** Words of the kernel itself that are none of the language's. */
const ownWords =
  (known: ReadonlySet<string>) =>
  async (context: CompletionContext): Promise<CompletionResult | null> => {
    if (isProse(context)) return null;
    const found = await completeAnyWord(context);
    return found === null
      ? null
      : { ...found, options: found.options.filter(({ label }) => !known.has(label)) };
  };

/** Where completions come from, in one language. */
export const completionSources = (locale: keyof typeof docs): CompletionSource[] => {
  const options = openclCompletions(locale);
  return [
    ifNotIn(['comment', 'string'], source(options)),
    ownWords(new Set(options.map(({ label }) => label))),
  ];
};

export const completions = (locale: keyof typeof docs): Extension =>
  autocompletion({ override: completionSources(locale), icons: false });
