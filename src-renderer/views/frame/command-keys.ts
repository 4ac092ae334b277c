/**
 * Listens for the keys of commands, sends the menu bar to the main process and does what is chosen there.
 * A key that something nearer has taken (an open menu, the editor) is not taken twice.
 */
import { effectScope, onBeforeUnmount, onMounted, watch, type ComputedRef } from 'vue';
import { workbench } from '@renderer/client';
import { isPressed } from '@renderer/commands/accelerator';
import type { AppCommand } from '@renderer/commands/command';
import { menuModel } from '@renderer/commands/menu-model';
import { useText } from '@renderer/i18n';
import { firstLook } from '@renderer/tasks/first-look';

/** Escape belongs to an open menu, dialog or list first; a dialog keeps every key but its own. */
const isTaken = (command: AppCommand): boolean =>
  document.querySelector('[role="dialog"]') !== null ||
  (command.id === 'cancel' &&
    document.querySelector('[data-reka-popper-content-wrapper]') !== null);

export const useCommandKeys = (commands: ComputedRef<readonly AppCommand[]>): void => {
  const { text } = useText();

  const keys = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.isComposing) return;
    const command = commands.value.find(
      ({ accelerator }) => accelerator !== null && isPressed(accelerator, event),
    );
    if (command === undefined || isTaken(command)) return;
    // An Escape that cancels nothing is left to whoever wants it.
    if (command.id === 'cancel' && !command.enabled) return;
    event.preventDefault();
    if (command.enabled) command.run();
  };

  let sent = '';
  const send = (list: readonly AppCommand[]): void => {
    const menus = menuModel(list, {
      menu: (name) => text(`commands.menu.${name}`),
      submenu: (name) => text(`commands.submenu.${name}`),
      role: (name) => text(`commands.role.${name}`),
    });
    const next = JSON.stringify(menus);
    if (next === sent) return;
    sent = next;
    void workbench.call('app.menu', menus);
  };
  // The menu bar is made of every command there is: nobody opens it before there is something to look at.
  const watching = effectScope();
  void firstLook().then(() => watching.run(() => watch(commands, send, { immediate: true })));

  let stopListening = (): void => undefined;
  onMounted(() => {
    window.addEventListener('keydown', keys);
    stopListening = workbench.on('action', ({ id }) => {
      const command = commands.value.find((candidate) => candidate.id === id);
      if (command?.enabled === true) command.run();
    });
  });
  onBeforeUnmount(() => {
    watching.stop();
    window.removeEventListener('keydown', keys);
    stopListening();
  });
};
