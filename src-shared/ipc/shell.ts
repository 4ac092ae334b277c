/**
 * What the page tells the main process about itself, so that what only the system can show (menus,
 * notifications, zoom) follows the window's language and state. Text and state come from the page; the
 * main process knows no command by name and hands the id of a chosen item back.
 */

/** What Electron does by itself, in the field that has the focus or to the window. */
export const menuRoles = [
  'undo',
  'redo',
  'cut',
  'copy',
  'paste',
  'selectAll',
  'togglefullscreen',
  'toggleDevTools',
  'minimize',
  'close',
  'quit',
] as const;

export type MenuRole = (typeof menuRoles)[number];

export type MenuEntry =
  | {
      readonly kind: 'action';
      /** Comes back on the stream `action` when it is chosen. */
      readonly id: string;
      readonly label: string;
      /** As Electron writes it: `CmdOrCtrl+K`. Shown only: the page hears the key itself. */
      readonly accelerator: string | null;
      readonly enabled: boolean;
      /** null: not something that can be on or off. */
      readonly checked: boolean | null;
    }
  | { readonly kind: 'role'; readonly role: MenuRole; readonly label: string }
  | { readonly kind: 'separator' }
  | { readonly kind: 'submenu'; readonly label: string; readonly entries: readonly MenuEntry[] };

/** One menu of the menu bar. */
export interface Menu {
  readonly label: string;
  readonly entries: readonly MenuEntry[];
}

export interface ShellPreferences {
  readonly locale: 'en' | 'zh-CN';
  /** Menus and title bar follow it. */
  readonly theme: 'system' | 'light' | 'dark';
  /** Tell when a long sweep ends while the window is not looked at. */
  readonly notify: boolean;
  /** Look for newer versions; without it nobody is ever asked. */
  readonly updates: boolean;
}

/** A step of the zoom, or back to 100 %. */
export type ZoomStep = 'in' | 'out' | 'reset';
