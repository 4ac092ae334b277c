/**
 * The menu bar. Until the page has said what it can do there is none, or on macOS, which always shows one, that of
 * the system's own roles; then it is what the page sends, in the page's language. Keys are shown here and heard by the page, so that none acts twice.
 * There is no Reload: F5 runs a sweep, and a reload would only lose what is typed.
 */
import { Menu, type MenuItemConstructorOptions } from 'electron';
import type { Menu as MenuModel, MenuEntry } from '@shared/ipc/shell';

const mac = process.platform === 'darwin';

/** What stands there before the page does. Called before the app is ready, it keeps Electron from making its own. */
export const setFirstMenu = (): void => {
  Menu.setApplicationMenu(
    mac
      ? Menu.buildFromTemplate([{ role: 'appMenu' }, { role: 'editMenu' }, { role: 'windowMenu' }])
      : null,
  );
};

/** One entry as Electron takes it. `choose` gets the id of an action. */
export const menuItem = (
  entry: MenuEntry,
  choose: (id: string) => void,
): MenuItemConstructorOptions => {
  switch (entry.kind) {
    case 'separator':
      return { type: 'separator' };
    case 'role':
      return { role: entry.role, label: entry.label };
    case 'submenu':
      return {
        label: entry.label,
        submenu: entry.entries.map((inner) => menuItem(inner, choose)),
      };
    case 'action':
      return {
        label: entry.label,
        enabled: entry.enabled,
        ...(entry.checked === null ? {} : { type: 'checkbox' as const, checked: entry.checked }),
        ...(entry.accelerator === null
          ? {}
          : { accelerator: entry.accelerator, registerAccelerator: false }),
        click: () => choose(entry.id),
      };
  }
};

/** Replaces the menu bar. `tools`: a developer's items are kept. */
export const setMenu = (
  menus: readonly MenuModel[],
  choose: (id: string) => void,
  tools: boolean,
): void => {
  const bar = menus.map(({ label, entries }) => ({
    label,
    submenu: entries
      .filter((entry) => tools || entry.kind !== 'role' || entry.role !== 'toggleDevTools')
      .map((entry) => menuItem(entry, choose)),
  }));
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([...(mac ? [{ role: 'appMenu' } as const] : []), ...bar]),
  );
};
