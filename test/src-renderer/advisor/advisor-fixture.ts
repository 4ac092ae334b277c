/** Texts for tests of the advisor's half of the window: the real messages, without a window around them. */
import en from '@renderer/i18n/en/advisor';
import zh from '@renderer/i18n/zh-CN/advisor';
import type { AdvisorWords } from '@renderer/components/advisor/advisor-text';

/** The message of a key with its parameters put in; of a plural the form for `n`. */
const textFrom =
  (messages: object): AdvisorWords['text'] =>
  (key, params = {}) => {
    const found = key
      .split('.')
      .reduce<unknown>((tree, part) => (tree as Record<string, unknown>)[part], messages);
    if (typeof found !== 'string') throw new Error(`there is no text ${key}`);
    const forms = found.split(' | ');
    const form = (params['n'] === 1 ? forms[0] : forms.at(-1)) ?? '';
    return form.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? `{${name}}`));
  };

export const words = (locale: 'en' | 'zh-CN' = 'en'): AdvisorWords => ({
  locale,
  text: textFrom(locale === 'en' ? en : zh),
});
