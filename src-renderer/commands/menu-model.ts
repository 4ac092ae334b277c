/** The menu bar out of the commands, with what Electron does by itself in its usual places. Pure. */
import type { Menu, MenuEntry, MenuRole } from '@shared/ipc/shell';
import { menuNames, type AppCommand, type MenuName, type SubmenuName } from './command';

export interface MenuTexts {
  readonly menu: (name: MenuName | 'window') => string;
  readonly submenu: (name: SubmenuName) => string;
  readonly role: (role: MenuRole) => string;
}

const separator: MenuEntry = { kind: 'separator' };

const action = ({ id, title, accelerator, enabled, checked }: AppCommand): MenuEntry => ({
  kind: 'action',
  id,
  label: title,
  accelerator,
  enabled,
  checked,
});

/** Commands in their order; a submenu stands where its first command would. */
const section = (commands: readonly AppCommand[], texts: MenuTexts): readonly MenuEntry[] => {
  const done = new Set<SubmenuName>();
  return commands.flatMap((command): MenuEntry[] => {
    const { submenu } = command;
    if (submenu === null) return [action(command)];
    if (done.has(submenu)) return [];
    done.add(submenu);
    const entries = commands.filter((other) => other.submenu === submenu).map(action);
    return [{ kind: 'submenu', label: texts.submenu(submenu), entries }];
  });
};

const sections = (commands: readonly AppCommand[], texts: MenuTexts): readonly MenuEntry[] => {
  const numbers = [...new Set(commands.map((command) => command.section))].sort((a, b) => a - b);
  return numbers.flatMap((number, place) => [
    ...(place === 0 ? [] : [separator]),
    ...section(
      commands.filter((command) => command.section === number),
      texts,
    ),
  ]);
};

/** All menus. A command that is not in the menu bar has no place here: there is none. */
export const menuModel = (commands: readonly AppCommand[], texts: MenuTexts): readonly Menu[] => {
  const role = (name: MenuRole): MenuEntry => ({
    kind: 'role',
    role: name,
    label: texts.role(name),
  });
  const editing = (['undo', 'redo', 'cut', 'copy', 'paste', 'selectAll'] as const).map(role);
  const before: Partial<Record<MenuName, readonly MenuEntry[]>> = {
    edit: [...editing.slice(0, 2), separator, ...editing.slice(2), separator],
  };
  const after: Partial<Record<MenuName, readonly MenuEntry[]>> = {
    file: [separator, role('quit')],
    view: [separator, role('togglefullscreen'), role('toggleDevTools')],
  };
  return [
    ...menuNames.map((name) => ({
      label: texts.menu(name),
      entries: [
        ...(before[name] ?? []),
        ...sections(
          commands.filter((command) => command.menu === name),
          texts,
        ),
        ...(after[name] ?? []),
      ],
    })),
    { label: texts.menu('window'), entries: [role('minimize'), role('close')] },
  ];
};
