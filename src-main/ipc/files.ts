/**
 * Files that the user names in a dialog. The page gets a token and a name; the path stays here. A token
 * is good for the life of the process and for the one file that the user chose.
 */
import { randomUUID } from 'node:crypto';
import { dialog, type BrowserWindow, type FileFilter, type OpenDialogOptions } from 'electron';

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
  readonly open: (title: string, filters: FileFilter[]) => Promise<string | null>;
  /** One file or several; empty when they cancelled. */
  readonly openSeveral: (title: string, filters: FileFilter[]) => Promise<readonly string[]>;
  readonly save: (title: string, name: string, filters: FileFilter[]) => Promise<string | null>;
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

/** @param window the window that owns the dialogs; null while there is none. */
export const createFileDialogs = (window: () => BrowserWindow | null): FileDialogs => ({
  open: async (title, filters) =>
    (await pick(window(), { title, filters, properties: ['openFile'] }))[0] ?? null,
  openSeveral: (title, filters) =>
    pick(window(), { title, filters, properties: ['openFile', 'multiSelections'] }),
  save: async (title, name, filters) => {
    const owner = window();
    const options = { title, filters, defaultPath: name };
    const reply =
      owner === null
        ? await dialog.showSaveDialog(options)
        : await dialog.showSaveDialog(owner, options);
    return reply.canceled || reply.filePath === '' ? null : reply.filePath;
  },
});
