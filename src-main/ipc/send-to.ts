/** One way from main process to page; code of its own, because it is there before the rest of the bridge. */
import type { BrowserWindow } from 'electron';
import { streamChannel } from './channels';
import type { Send } from './streams';

/** Tells the page, while there is one. */
export const sendTo =
  (window: () => BrowserWindow | null): Send =>
  (name, payload) => {
    const target = window();
    if (target !== null && !target.isDestroyed()) {
      target.webContents.send(streamChannel(name), payload);
    }
  };
