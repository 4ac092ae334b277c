import { describe, expect, it, vi } from 'vitest';
import type { Menu } from '@shared/ipc/shell';
import * as v from 'valibot';
import { requestSchemas } from '@main/ipc/requests';

vi.mock('electron', () => ({ Menu: {} }));
const { menuItem } = await import('@main/electron/menu');
const { textMenu } = await import('@main/electron/context-menu');

const menus: readonly Menu[] = [
  {
    label: '编辑',
    entries: [
      { kind: 'role', role: 'copy', label: '复制' },
      { kind: 'submenu', label: '更多', entries: [{ kind: 'role', role: 'paste', label: '粘贴' }] },
    ],
  },
];
const flags = {
  canUndo: false,
  canRedo: false,
  canCut: true,
  canCopy: true,
  canPaste: true,
  canDelete: true,
  canSelectAll: true,
  canEditRichly: false,
};

describe('the menu bar', () => {
  it('shows a key without taking it from the page, and hands the id back', () => {
    const choose = vi.fn();
    const item = menuItem(
      {
        kind: 'action',
        id: 'run',
        label: 'Run',
        accelerator: 'F5',
        enabled: true,
        checked: null,
      },
      choose,
    );
    expect(item).toMatchObject({ label: 'Run', accelerator: 'F5', registerAccelerator: false });
    expect(item.type).toBeUndefined();
    (item.click as () => void)();
    expect(choose).toHaveBeenCalledWith('run');
  });

  it('is refused with a role that is not on the list, or too deep', () => {
    const accepts = (entries: unknown) =>
      v.safeParse(requestSchemas['app.menu'], [{ label: 'x', entries }]).success;
    expect(v.safeParse(requestSchemas['app.menu'], menus).success).toBe(true);
    expect(accepts([{ kind: 'role', role: 'toggleSpellChecker', label: 'x' }])).toBe(false);
    const nest = (depth: number): unknown =>
      depth === 0
        ? { kind: 'separator' }
        : { kind: 'submenu', label: 'x', entries: [nest(depth - 1)] };
    expect(accepts([nest(2)])).toBe(true);
    expect(accepts([nest(4)])).toBe(false);
  });
});

describe('the menu of a right click on text', () => {
  it('has the words of the menu bar, those of submenus too', () => {
    const items = textMenu(menus, { isEditable: true, selectionText: 'x', editFlags: flags });
    expect(
      items.flatMap(({ role, label }) => (label === undefined ? [] : [[role, label]])),
    ).toEqual([
      ['copy', '复制'],
      ['paste', '粘贴'],
    ]);
    expect(items.find(({ role }) => role === 'undo')?.enabled).toBe(false);
  });

  it('only copies what cannot be edited, and is none where nothing is selected', () => {
    const on = (selectionText: string) =>
      textMenu(menus, { isEditable: false, selectionText, editFlags: flags });
    expect(on('12.80').map(({ role }) => role)).toEqual(['copy']);
    expect(on(' ')).toEqual([]);
  });
});
