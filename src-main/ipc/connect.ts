/** Joins engine and page: the bridge for commands, the pump for streams. */
import { basename, join } from 'node:path';
import { app, ipcMain, type BrowserWindow } from 'electron';
import { createPrintPdf } from '../electron/print-pdf';
import { createReportFonts } from '../electron/report-fonts';
import type { Example } from '@shared/ipc/contract';
import type { OpenedFiles } from '../electron/opened-files';
import type { Engine } from '../profiling/engine-types';
import type { Shell } from '../electron/shell';
import type { ExportThreads } from '../export/export-thread';
import type { ReadThread } from '../store/read-thread';
import { registerBridge } from './bridge';
import { openDropped, registerDrop } from './drop';
import { createFileDialogs, createTokens } from './files';
import { createHandlers } from './handlers';
import { sendTo } from './send-to';
import { createStreamPump } from './streams';

const logBug = (command: string, error: unknown): void => {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`${command}: ${text}\n`);
};

/**
 * @param reads what reads the runs folder for the page
 * @param exports what writes files of runs
 * @param shell what the system shows outside the page
 * @param window the window to tell and to own dialogs; null while there is none
 * @param files what the system gave the app to open
 * @param examples the kernels that ship with the product
 * @param origin whose pages may call, without a trailing slash
 * @returns what is to be done before the app goes: cancels what runs, then tells the page the rest
 */
export const connectEngine = (
  engine: Engine,
  reads: ReadThread,
  exports: ExportThreads,
  shell: Shell,
  window: () => BrowserWindow | null,
  files: OpenedFiles,
  examples: Promise<readonly Example[]>,
  origin: string,
): (() => Promise<void>) => {
  const pump = createStreamPump(sendTo(window));
  engine.onEvents(pump.events);
  engine.onLaneStatus(pump.lanes);
  engine.onEvents(shell.events);
  engine.onLaneStatus(shell.lanes);
  const tokens = createTokens();
  const dropping = { engine, tokens, appVersion: app.getVersion() };
  const handlers = createHandlers({
    engine,
    reads,
    files: exports,
    dialogs: createFileDialogs(window, shell.locale),
    tokens,
    printPdf: createPrintPdf(createReportFonts(join(app.getAppPath(), 'out/renderer/assets'))),
    examples,
    shell: shell.commands,
    updatesFrom: shell.updatesFrom,
    nextFile: async () => {
      const path = files.next();
      if (path === null) return null;
      return openDropped(dropping, path, basename(path));
    },
  });
  registerDrop(ipcMain, origin, dropping);
  registerBridge(ipcMain, { handlers, origin, onBug: logBug });
  void engine.runs.emptyTrash();
  return async () => {
    await engine.close();
    pump.flush();
    await Promise.all([reads.close(), exports.close()]);
  };
};
