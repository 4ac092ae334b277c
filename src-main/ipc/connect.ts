/** Joins engine and page: the bridge for commands, the pump for streams. */
import { ipcMain, type BrowserWindow } from 'electron';
import { kernelsDir } from '../kernels/examples';
import type { Engine } from '../profiling/engine-types';
import { registerBridge } from './bridge';
import { streamChannel } from './channels';
import { createFileDialogs, createTokens } from './files';
import { createHandlers } from './handlers';
import { createStreamPump } from './streams';

const logBug = (command: string, error: unknown): void => {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`${command}: ${text}\n`);
};

/**
 * @param window the window to tell and to own dialogs; null while there is none
 * @param origin whose pages may call, without a trailing slash
 * @returns what is to be done before the app goes: cancels what runs, then tells the page the rest
 */
export const connectEngine = (
  engine: Engine,
  window: () => BrowserWindow | null,
  origin: string,
): (() => Promise<void>) => {
  const pump = createStreamPump((name, payload) => {
    const target = window();
    if (target !== null && !target.isDestroyed()) {
      target.webContents.send(streamChannel(name), payload);
    }
  });
  engine.onEvents(pump.events);
  engine.onLaneStatus(pump.lanes);
  const handlers = createHandlers({
    engine,
    dialogs: createFileDialogs(window),
    tokens: createTokens(),
    kernelsDir: kernelsDir(),
  });
  registerBridge(ipcMain, { handlers, origin, onBug: logBug });
  return async () => {
    await engine.close();
    pump.flush();
  };
};
