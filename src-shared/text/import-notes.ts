/** What was left out or assumed of a file from elsewhere, in the user's language. */
import type { ImportNote } from '../domain/interchange/import-note';
import type { TextLocale } from './labels';
import { formatCount } from './number';

const chinese: Readonly<Record<ImportNote['code'], (note: ImportNote) => string>> = {
  'other-parameters': ({ count, kept }) =>
    `略去了 ${formatCount(count)} 个其他参数不同的配置；这里的所有大小都与最快的配置一样，取 ${kept}。`,
  'unusable-sizes': ({ count }) =>
    `略去了 ${formatCount(count)} 个没有可用的局部大小，或局部大小重复的配置。`,
  untried: ({ count }) => `略去了 ${formatCount(count)} 个被调优器的约束禁止的配置。`,
  'means-only': () => '文件中只有平均时间：各次启动相差多少不得而知。',
};

export const importNoteText = (note: ImportNote, locale: TextLocale): string =>
  locale === 'en' ? note.message : chinese[note.code](note);
