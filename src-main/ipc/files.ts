/**
 * Files that the user names in a dialog. The page gets a token and a name; the path stays here. A token
 * is good for the life of the process and for the one file that the user chose.
 */
import { randomUUID } from 'node:crypto';
import { dialog, type BrowserWindow, type OpenDialogOptions } from 'electron';
import type { TextLocale } from '@shared/text';
import { dialogOptions, type DialogPurpose, type NamedFilter } from './dialog-texts';

export interface Tokens {
  readonly give: (path: string) => string;
  readonly pathOf: (token: string) => string | null;
}

export const createTokens = (): Tokens => {
  const paths = new Map<string, string>();
  return {
    give: (path) => {
      const token = randomUUID();
      paths.set(token, path);
      return token;
    },
    pathOf: (token) => paths.get(token) ?? null,
  };
};

/** What the user picked; null when they cancelled. */
export interface FileDialogs {
  readonly open: (
    purpose: DialogPurpose,
    filters: readonly NamedFilter[],
  ) => Promise<string | null>;
  /** One file or several; empty when they cancelled. */
  readonly openSeveral: (
    purpose: DialogPurpose,
    filters: readonly NamedFilter[],
  ) => Promise<readonly string[]>;
  /** @param name what the file is called as long as the user says nothing else */
  readonly save: (
    purpose: DialogPurpose,
    name: string,
    filters: readonly NamedFilter[],
  ) => Promise<string | null>;
}

const pick = async (
  owner: BrowserWindow | null,
  options: OpenDialogOptions,
): Promise<readonly string[]> => {
  const reply =
    owner === null
      ? await dialog.showOpenDialog(options)
      : await dialog.showOpenDialog(owner, options);
  return reply.canceled ? [] : reply.filePaths;
};

/**
 * @param window the window that owns the dialogs; null while there is none
 * @param locale what the window speaks, asked at each dialog
 */
export const createFileDialogs = (
  window: () => BrowserWindow | null,
  locale: () => TextLocale,
): FileDialogs => ({
  open: async (purpose, filters) => {
    const texts = dialogOptions(purpose, filters, locale());
    return (await pick(window(), { ...texts, properties: ['openFile'] }))[0] ?? null;
  },
  openSeveral: (purpose, filters) =>
    pick(window(), {
      ...dialogOptions(purpose, filters, locale()),
      properties: ['openFile', 'multiSelections'],
    }),
  save: async (purpose, name, filters) => {
    const owner = window();
    const options = { ...dialogOptions(purpose, filters, locale()), defaultPath: name };
    const reply =
      owner === null
        ? await dialog.showSaveDialog(options)
        : await dialog.showSaveDialog(owner, options);
    return reply.canceled || reply.filePath === '' ? null : reply.filePath;
  },
});
