/** How the results half of the window asks for its texts: keys below `results.`, checked when compiled. */
import { useText, type MessageKey, type TextParams } from '@renderer/i18n';

type Below<Key, Prefix extends string> = Key extends `${Prefix}${infer Rest}` ? Rest : never;

/** `results.verdict.use` is `verdict.use` here. */
export type ResultKey = Below<MessageKey, 'results.'>;

export type ResultText = (key: ResultKey, params?: TextParams) => string;

/** Texts in the language of the window; what is computed with them follows a switch. */
export const useResultText = () => {
  const { text, locale } = useText();
  const resultText: ResultText = (key, params) => text(`results.${key}` as MessageKey, params);
  return { text: resultText, locale };
};
