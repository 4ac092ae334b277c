/**
 * What the system shows of the app outside its page: menu bar, context menu of text, taskbar progress,
 * notifications, zoom. It follows what the page says of language and commands, and what the engine does.
 * It decides nothing about either.
 */
import { app, Notification, nativeTheme, type BrowserWindow } from 'electron';
import type { LaneStatus, RunEvent } from '@shared/domain/run-event';
import type { CommandHandlers } from '@shared/ipc/contract';
import type { Menu, ShellPreferences } from '@shared/ipc/shell';
import type { Send } from '../ipc/streams';
import { popUpTextMenu } from './context-menu';
import { setMenu } from './menu';
import { createRunNotices, type RunNotice } from './run-notice';
import { createTaskbar, type Progress } from './taskbar';
import { createUpdates } from './updates';
import { zoomAfter } from './zoom';

export type ShellCommand =
  'app.menu' | 'app.preferences' | 'app.zoom' | 'app.help' | 'updates.check' | 'updates.get';

export interface Shell {
  readonly commands: Pick<CommandHandlers, ShellCommand>;
  /** What the window speaks now. */
  readonly locale: () => ShellPreferences['locale'];
  /** Host that would be asked for newer versions; null: none. */
  readonly updatesFrom: string | null;
  /** To be told of what the engine does. */
  readonly events: (run: string, events: readonly RunEvent[]) => void;
  readonly lanes: (statuses: readonly LaneStatus[]) => void;
  /** A new window: it gets the context menu of text and the zoom of the wheel. */
  readonly attach: (window: BrowserWindow) => void;
}

const showProgress = (window: BrowserWindow, progress: Progress): void => {
  if (progress === null) window.setProgressBar(-1);
  else if (progress === 'unknown') window.setProgressBar(2, { mode: 'indeterminate' });
  else window.setProgressBar(progress);
};

/**
 * @param window the window to act on; null while there is none
 * @param send tells the page
 * @param help opens the guide
 */
export const createShell = (
  window: () => BrowserWindow | null,
  send: Send,
  help: (locale: ShellPreferences['locale']) => void,
): Shell => {
  let menus: readonly Menu[] = [];
  let preferences: ShellPreferences = {
    locale: 'en',
    theme: 'system',
    notify: true,
    updates: false,
  };

  const choose = (id: string): void => send('action', { id });
  /** Shown ones are kept: one that is collected no longer hears its click. */
  const notices = new Set<Notification>();

  const tell = ({ run, title, body }: RunNotice): void => {
    const target = window();
    if (!preferences.notify || target?.isFocused() === true || !Notification.isSupported()) return;
    const notice = new Notification({ title, body });
    notices.add(notice);
    notice.on('click', () => {
      notices.delete(notice);
      const owner = window();
      if (owner?.isMinimized() === true) owner.restore();
      owner?.focus();
      send('show-run', { run });
    });
    notice.on('close', () => notices.delete(notice));
    notice.show();
    // The taskbar asks for attention too: a notification is gone after some seconds.
    target?.flashFrame(true);
  };

  const taskbar = createTaskbar((progress) => {
    const target = window();
    if (target !== null && !target.isDestroyed()) showProgress(target, progress);
  });
  const notify = createRunNotices(() => preferences.locale, tell);

  const zoom = (step: 'in' | 'out' | 'reset'): number => {
    const contents = window()?.webContents;
    if (contents === undefined) return 1;
    const factor = zoomAfter(contents.getZoomFactor(), step);
    contents.setZoomFactor(factor);
    return factor;
  };

  const updates = createUpdates(() => preferences.updates);

  return {
    locale: () => preferences.locale,
    updatesFrom: updates.from,
    commands: {
      ...updates.commands,
      'app.menu': (sent) => {
        menus = sent;
        setMenu(sent, choose, !app.isPackaged);
        return Promise.resolve(null);
      },
      'app.preferences': (sent) => {
        preferences = sent;
        nativeTheme.themeSource = sent.theme;
        return Promise.resolve(null);
      },
      'app.help': ({ locale }) => {
        help(locale);
        return Promise.resolve(null);
      },
      'app.zoom': ({ step }) => Promise.resolve(zoom(step)),
    },
    events: (run, events) => {
      notify(run, events);
      for (const event of events) {
        if (event.type === 'run-ended') taskbar.ended(run);
        // The same run may go on after its end.
        else if (event.type === 'visit') taskbar.goesOn(run);
      }
    },
    lanes: taskbar.lanes,
    attach: (target) => {
      target.webContents.on('context-menu', (_event, clicked) => popUpTextMenu(menus, clicked));
      target.webContents.on('zoom-changed', (_event, direction) => zoom(direction));
      target.on('focus', () => target.flashFrame(false));
    },
  };
};
