/** Start-up of the app, in order. Each step is explained where it is made. */
import { join } from 'node:path';
import { app, BrowserWindow, ipcMain, session } from 'electron';
import { appOrigin, registerAppScheme, serveApp } from './electron/app-protocol';
import { lockContents, lockSession } from './electron/lock-down';
import { setMenu } from './electron/menu';
import { closeBeforeQuit } from './electron/quit';
import { createUtilityHost } from './electron/utility-host';
import { registerBridge } from './ipc/bridge';
import { createFileDialogs, createTokens } from './ipc/files';
import { createHandlers } from './ipc/handlers';
import { createStreamPump } from './ipc/streams';
import { streamChannel } from './ipc/channels';
import { kernelsDir } from './kernels/examples';
import { createEngine } from './profiling/engine';
import { defaultRunsDir } from './store/runs-dir';
import { openWindow } from './window';

// Chromium's sandbox for every page; where the system allows none (root in a container), say nothing of it.
if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();
app.setPath('userData', process.env['NDRANGE_USER_DATA'] ?? join(app.getPath('appData'), app.name));

/** The development server, while `npm run dev` runs it. */
const devServer = app.isPackaged ? undefined : process.env['ELECTRON_RENDERER_URL'];
const origin = devServer === undefined ? appOrigin : new URL(devServer).origin;

let window: BrowserWindow | null = null;

const start = (): void => {
  lockSession(session.defaultSession, origin);
  if (devServer === undefined) serveApp(join(app.getAppPath(), 'out/renderer'));
  setMenu();

  const engine = createEngine({
    host: createUtilityHost(join(app.getAppPath(), 'out/main/worker.js')),
    runsDir: defaultRunsDir(),
    appVersion: app.getVersion(),
  });
  const pump = createStreamPump((name, payload) => {
    if (window !== null && !window.isDestroyed())
      window.webContents.send(streamChannel(name), payload);
  });
  engine.onEvents(pump.events);
  engine.onLaneStatus(pump.lanes);

  const handlers = createHandlers({
    engine,
    dialogs: createFileDialogs(() => window),
    tokens: createTokens(),
    kernelsDir: kernelsDir(),
  });
  const onBug = (command: string, error: unknown): void =>
    void process.stderr.write(
      `${command}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
    );
  registerBridge(ipcMain, { handlers, origin, onBug });
  closeBeforeQuit(async () => {
    await engine.close();
    pump.flush();
  });

  const show = (): void => {
    window = openWindow(`${origin}/`);
    window.once('closed', () => (window = null));
  };
  app.on('activate', () => {
    if (BrowserWindow.getAllWindows().length === 0) show();
  });
  show();
};

if (app.requestSingleInstanceLock()) {
  registerAppScheme();
  lockContents(origin);
  app.on('second-instance', () => {
    if (window?.isMinimized() === true) window.restore();
    window?.focus();
  });
  app.on('window-all-closed', () => app.quit());
  void app.whenReady().then(start);
} else {
  app.quit();
}
