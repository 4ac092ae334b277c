/** How the results half of the window asks for its texts: keys below `results.`, checked when compiled. */
import type { MessageKey, TextParams } from '@renderer/i18n';

type Below<Key, Prefix extends string> = Key extends `${Prefix}${infer Rest}` ? Rest : never;

/** `results.verdict.use` is `verdict.use` here. */
export type ResultKey = Below<MessageKey, 'results.'>;

export type ResultText = (key: ResultKey, params?: TextParams) => string;
