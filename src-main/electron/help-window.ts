/**
 * The documents in a window of their own: pages of the app's own origin that were made at build time
 * (build/help-pages.mjs), without scripts, bridge or network. One window at most; it goes with the app's window.
 */
import { BrowserWindow } from 'electron';
import type { ShellPreferences } from '@shared/ipc/shell';

/** @param origin whose pages are shown, without a trailing slash */
export const createHelp = (
  owner: () => BrowserWindow | null,
  origin: string,
): ((locale: ShellPreferences['locale']) => void) => {
  let help: BrowserWindow | null = null;
  return (locale) => {
    const url = `${origin}/help/${locale === 'zh-CN' ? 'guide.zh-CN' : 'guide'}.html`;
    if (help !== null && !help.isDestroyed()) {
      help.focus();
      return;
    }
    const parent = owner();
    help = new BrowserWindow({
      ...(parent === null ? {} : { parent }),
      width: 900,
      height: 800,
      autoHideMenuBar: true,
      webPreferences: {
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        javascript: false,
        spellcheck: false,
      },
    });
    help.removeMenu();
    help.once('closed', () => (help = null));
    void help.loadURL(url);
  };
};
