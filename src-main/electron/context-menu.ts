/**
 * The menu of a right click where text is: cut, copy, paste, select all, as far as they can be done there.
 * Their words are those of the page's own menu. Elsewhere the page brings its own menus, or none.
 */
import { Menu, type ContextMenuParams, type MenuItemConstructorOptions } from 'electron';
import type { Menu as MenuModel, MenuEntry, MenuRole } from '@shared/ipc/shell';

/** What a role is called in the menus that the page sent. */
export const roleLabel = (menus: readonly MenuModel[], role: MenuRole): string | null => {
  const find = (entries: readonly MenuEntry[]): string | null => {
    for (const entry of entries) {
      if (entry.kind === 'role' && entry.role === role) return entry.label;
      const within = entry.kind === 'submenu' ? find(entry.entries) : null;
      if (within !== null) return within;
    }
    return null;
  };
  return menus.map((menu) => find(menu.entries)).find((label) => label !== null) ?? null;
};

type Clicked = Pick<ContextMenuParams, 'isEditable' | 'selectionText' | 'editFlags'>;

/** The items for what was clicked; empty: no menu. */
export const textMenu = (
  menus: readonly MenuModel[],
  { isEditable, selectionText, editFlags }: Clicked,
): readonly MenuItemConstructorOptions[] => {
  const item = (role: MenuRole, enabled: boolean): MenuItemConstructorOptions => {
    const label = roleLabel(menus, role);
    return { role, enabled, ...(label === null ? {} : { label }) };
  };
  if (!isEditable) return selectionText.trim() === '' ? [] : [item('copy', true)];
  return [
    item('undo', editFlags.canUndo),
    item('redo', editFlags.canRedo),
    { type: 'separator' },
    item('cut', editFlags.canCut),
    item('copy', editFlags.canCopy),
    item('paste', editFlags.canPaste),
    { type: 'separator' },
    item('selectAll', editFlags.canSelectAll),
  ];
};

/** Opens it at the pointer. */
export const popUpTextMenu = (menus: readonly MenuModel[], clicked: Clicked): void => {
  const items = textMenu(menus, clicked);
  if (items.length > 0) Menu.buildFromTemplate([...items]).popup();
};
