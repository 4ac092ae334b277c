/** Texts for tests of the results: the real messages, without a window around them. */
import en from '@renderer/i18n/en/results';
import zh from '@renderer/i18n/zh-CN/results';
import type { ResultText, ResultWords } from '@renderer/components/results/result-text';

/** The message of a key with its parameters put in; of a plural the form for `n`. */
const textFrom =
  (messages: object): ResultText =>
  (key, params = {}) => {
    const found = key
      .split('.')
      .reduce<unknown>((tree, part) => (tree as Record<string, unknown>)[part], messages);
    if (typeof found !== 'string') throw new Error(`there is no text ${key}`);
    const forms = found.split(' | ');
    const form = (params['n'] === 1 ? forms[0] : forms.at(-1)) ?? '';
    return form.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? `{${name}}`));
  };

export const english: ResultWords = { text: textFrom(en), locale: 'en' };
export const chinese: ResultWords = { text: textFrom(zh), locale: 'zh-CN' };
