/**
 * What the system's file dialogs say, in the window's language: title, the button that goes on, kinds of files.
 * What else stands in them is the system's, in its own language. Pure.
 */
import type { FileFilter } from 'electron';
import type { TextLocale } from '@shared/text';

export type DialogPurpose =
  | 'open-kernel'
  | 'save-kernel'
  | 'import'
  | 'export-csv'
  | 'export-json'
  | 'export-report'
  | 'export-picture';

/** A kind of files; a name that is no word is the same in every language. */
export interface NamedFilter {
  readonly name: string | Readonly<Record<TextLocale, string>>;
  readonly extensions: readonly string[];
}

interface Texts {
  readonly title: string;
  readonly buttonLabel: string;
}

const texts: Readonly<Record<TextLocale, Readonly<Record<DialogPurpose, Texts>>>> = {
  en: {
    'open-kernel': { title: 'Open kernel', buttonLabel: 'Open' },
    'save-kernel': { title: 'Save kernel', buttonLabel: 'Save' },
    import: { title: 'Import', buttonLabel: 'Import' },
    'export-csv': { title: 'Export CSV', buttonLabel: 'Export' },
    'export-json': { title: 'Export JSON', buttonLabel: 'Export' },
    'export-report': { title: 'Export report', buttonLabel: 'Export' },
    'export-picture': { title: 'Export picture', buttonLabel: 'Export' },
  },
  'zh-CN': {
    'open-kernel': { title: '打开内核', buttonLabel: '打开' },
    'save-kernel': { title: '保存内核', buttonLabel: '保存' },
    import: { title: '导入', buttonLabel: '导入' },
    'export-csv': { title: '导出 CSV', buttonLabel: '导出' },
    'export-json': { title: '导出 JSON', buttonLabel: '导出' },
    'export-report': { title: '导出报告', buttonLabel: '导出' },
    'export-picture': { title: '导出图片', buttonLabel: '导出' },
  },
};

/** The words of one dialog, as Electron takes them. */
export const dialogOptions = (
  purpose: DialogPurpose,
  filters: readonly NamedFilter[],
  locale: TextLocale,
): Texts & { readonly filters: FileFilter[] } => ({
  ...texts[locale][purpose],
  filters: filters.map(({ name, extensions }) => ({
    name: typeof name === 'string' ? name : name[locale],
    extensions: [...extensions],
  })),
});
