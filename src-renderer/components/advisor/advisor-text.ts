/** How the advisor's half of the window asks for its texts: keys below `advisor.`, checked when compiled. */
import { computed } from 'vue';
import type { TextLocale } from '@shared/text';
import { useText, type MessageKey, type TextParams } from '@renderer/i18n';

type Below<Key, Prefix extends string> = Key extends `${Prefix}${infer Rest}` ? Rest : never;

/** `advisor.part.facts` is `part.facts` here. */
export type AdvisorKey = Below<MessageKey, 'advisor.'>;

export interface AdvisorWords {
  readonly text: (key: AdvisorKey, params?: TextParams) => string;
  readonly locale: TextLocale;
}

/** Texts in the language of the window; what is computed with them follows a switch. */
export const useAdvisorText = () => {
  const { text: any, locale } = useText();
  const text: AdvisorWords['text'] = (key, params) => any(`advisor.${key}`, params);
  const words = computed((): AdvisorWords => ({ text, locale: locale.value }));
  return { text, words };
};
