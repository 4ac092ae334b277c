/**
 * Start-up of the app, in order. Each step is explained where it is made. The only thing left open is where
 * device workers come from: the product starts processes, tests can put simulated devices in their place.
 */
import { join } from 'node:path';
import { app, session, type BrowserWindow } from 'electron';
import { connectEngine, sendTo } from '../ipc/connect';
import { recordedRunsDir } from '../kernels/examples';
import { createEngine } from '../profiling/engine';
import type { WorkerHost } from '../profiling/worker-host';
import { createReadThread } from '../store/read-thread';
import { defaultRunsDir } from '../store/runs-dir';
import { openWindow } from '../window';
import { appOrigin, registerAppScheme, serveApp } from './app-protocol';
import { watchCrashes } from './crash-report';
import { createHelp } from './help-window';
import { lockContents, lockSession } from './lock-down';
import { createOpenedFiles, fileArguments } from './opened-files';
import { closeBeforeQuit } from './quit';
import { createShell, type Shell } from './shell';

/** @param createHost gets the path of any built file; called once, when the app is ready. */
export const startApp = (createHost: (built: (path: string) => string) => WorkerHost): void => {
  // Chromium's sandbox for every page. As root there is none: the switch then says that this is meant.
  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();
  const userData = process.env['NDRANGE_USER_DATA'] ?? join(app.getPath('appData'), app.name);
  app.setPath('userData', userData);
  watchCrashes(join(userData, 'crash-reports'), () =>
    app.getLocale().startsWith('zh') ? 'zh-CN' : 'en',
  );

  /** The development server, while `npm run dev` runs it. */
  const devServer = app.isPackaged ? undefined : process.env['ELECTRON_RENDERER_URL'];
  const origin = devServer === undefined ? appOrigin : new URL(devServer).origin;
  const built = (path: string): string => join(app.getAppPath(), 'out', path);

  let window: BrowserWindow | null = null;

  const files = createOpenedFiles(() => sendTo(() => window)('file-waits', null));

  const show = (shell: Shell): void => {
    window = openWindow(`${origin}/`);
    shell.attach(window);
    window.once('closed', () => (window = null));
  };

  const start = (): void => {
    lockSession(session.defaultSession, origin);
    if (devServer === undefined) serveApp(built('renderer'));
    const shell = createShell(
      () => window,
      sendTo(() => window),
      createHelp(() => window, origin),
    );
    // The page is on its way while the rest is made; it cannot ask before this function is done.
    show(shell);
    const folders = { runsDir: defaultRunsDir(), recordedDir: recordedRunsDir() };
    const engine = createEngine({
      host: createHost(built),
      ...folders,
      appVersion: app.getVersion(),
    });
    const reads = createReadThread(built('main/reader.js'), folders);
    closeBeforeQuit(connectEngine(engine, reads, shell, () => window, files, origin));
    app.on('activate', () => window ?? show(shell));
  };

  if (app.requestSingleInstanceLock()) {
    registerAppScheme();
    lockContents(origin);
    files.add(fileArguments(process.argv, process.cwd()));
    // macOS tells of files by an event, before the app is ready too.
    app.on('open-file', (event, path) => {
      event.preventDefault();
      files.add([path]);
    });
    app.on('second-instance', (_event, argv, folder) => {
      files.add(fileArguments(argv, folder));
      if (window?.isMinimized() === true) window.restore();
      window?.focus();
    });
    app.on('window-all-closed', () => app.quit());
    void app.whenReady().then(start);
  } else {
    process.stderr.write(`${app.name} runs already; its window comes to the front.\n`);
    app.quit();
  }
};
