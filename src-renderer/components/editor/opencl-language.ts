/**
 * OpenCL C for CodeMirror: the C-like stream mode with our own word lists, and colours that come from the tokens, so that a theme switch needs no new editor.
 */
import {
  HighlightStyle,
  LanguageSupport,
  StreamLanguage,
  type StreamParser,
  type StringStream,
  syntaxHighlighting,
} from '@codemirror/language';
import { clike } from '@codemirror/legacy-modes/mode/clike';
import { tags } from '@lezer/highlight';
import { constants, functions, keywords, types } from './opencl-words';

const table = (words: readonly string[]): Record<string, true> =>
  Object.fromEntries(words.map((word) => [word, true as const]));

// The mode's own declaration names a package that no longer exists; its type is this one.
const mode = clike({
  name: 'opencl',
  keywords: table(keywords),
  types: table(types),
  builtin: table(functions),
  atoms: table(constants),
  blockKeywords: table(['case', 'do', 'else', 'for', 'if', 'switch', 'while', 'struct', 'union']),
  // Read by the mode, missing in its declaration: a type before a name makes it a definition.
  ...{ typeFirstDefinitions: true },
  hooks: {
    '#': (stream: StringStream) => {
      stream.skipToEnd();
      return 'meta';
    },
  },
}) as StreamParser<unknown>;

const language = StreamLanguage.define(mode);

const colours = HighlightStyle.define([
  { tag: tags.keyword, color: 'var(--code-keyword)' },
  { tag: [tags.typeName, tags.standard(tags.typeName)], color: 'var(--code-type)' },
  {
    tag: [tags.standard(tags.variableName), tags.definition(tags.variableName)],
    color: 'var(--code-function)',
  },
  { tag: [tags.number, tags.atom, tags.bool], color: 'var(--code-number)' },
  { tag: tags.string, color: 'var(--code-number)' },
  { tag: [tags.comment, tags.meta], color: 'var(--code-comment)' },
]);

export const opencl = (): LanguageSupport =>
  new LanguageSupport(language, [syntaxHighlighting(colours)]);
