/** How the results half of the window asks for its texts: keys below `results.`, checked when compiled. */
import { computed } from 'vue';
import type { TextLocale } from '@shared/text';
import { useText, type MessageKey, type TextParams } from '@renderer/i18n';

type Below<Key, Prefix extends string> = Key extends `${Prefix}${infer Rest}` ? Rest : never;

/** `results.verdict.use` is `verdict.use` here. */
export type ResultKey = Below<MessageKey, 'results.'>;

export type ResultText = (key: ResultKey, params?: TextParams) => string;

/** Texts, and the language for the labels that the command line shares. */
export interface ResultWords {
  readonly text: ResultText;
  readonly locale: TextLocale;
}

/** Texts in the language of the window; what is computed with them follows a switch. */
export const useResultText = () => {
  const { text, locale } = useText();
  const resultText: ResultText = (key, params) => text(`results.${key}` as MessageKey, params);
  const words = computed((): ResultWords => ({
    text: resultText,
    locale: locale.value === 'zh-CN' ? 'zh-CN' : 'en',
  }));
  return { text: resultText, words };
};
