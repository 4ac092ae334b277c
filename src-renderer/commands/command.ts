/**
 * What a command of the window is. Menu bar, palette and keys are all made from the same list
 * (registry.ts), so that none of them can know a command that the others do not.
 */
import type { CsvForm, ReportForm } from '@shared/ipc/contract';
import type { ZoomStep } from '@shared/ipc/shell';
import type { Locale } from '@renderer/i18n';
import type { ViewName } from '@renderer/stores/navigation';
import type { ThemeChoice } from '@renderer/stores/settings';

export const menuNames = ['file', 'edit', 'sweep', 'view', 'help'] as const;
export type MenuName = (typeof menuNames)[number];

/** Menus within menus: things of one kind, of which there may be many. */
export const submenuNames = ['examples', 'presets', 'devices', 'theme', 'locale'] as const;
export type SubmenuName = (typeof submenuNames)[number];

export type CommandId =
  | 'palette'
  | 'open'
  | 'open-run'
  | 'save'
  | `export-${CsvForm | ReportForm}`
  | 'export-json'
  | 'find'
  | 'replace'
  | 'go-to-line'
  | 'run'
  | 'find-best'
  | 'cancel'
  | 'resume'
  | 'reopen'
  | 'measure-peaks'
  | 'one-dimension'
  | 'two-dimensions'
  | 'refresh-devices'
  | 'focus-editor'
  | 'notify'
  | 'guide'
  | 'updates'
  | 'updates-now'
  | `zoom-${ZoomStep}`
  | `view:${ViewName}`
  | `theme:${ThemeChoice}`
  | `locale:${Locale}`
  | `example:${string}`
  | `preset:${string}`
  | `device:${string}`;

export interface AppCommand {
  readonly id: CommandId;
  readonly menu: MenuName;
  /** Commands of one section stand together, with a line between sections. */
  readonly section: number;
  readonly submenu: SubmenuName | null;
  /** In the window's language. */
  readonly title: string;
  /** More words that find it in the palette: its English title, the long name of a device. */
  readonly alias: string;
  /** As Electron writes it: `CmdOrCtrl+K`; null: no key of its own. */
  readonly accelerator: string | null;
  readonly enabled: boolean;
  /** null: not something that can be on or off. */
  readonly checked: boolean | null;
  readonly run: () => void;
}

/** Name of a command that needs no value after a colon, or the kind of one that does. */
export const kindOf = (id: CommandId): string => id.split(':')[0] ?? id;
