/**
 * Start-up of the app, in order. Each step is explained where it is made. The only thing left open is where
 * device workers come from: the product starts processes, tests can put simulated devices in their place.
 */
import { join } from 'node:path';
import { app, session, type BrowserWindow } from 'electron';
import type { AtStart } from '@shared/ipc/at-start';
import { sendTo } from '../ipc/send-to';
import type { WorkerHost } from '../profiling/worker-host';
import { openWindow } from '../window';
import { appOrigin, registerAppScheme, serveApp } from './app-protocol';
import { watchCrashes } from './crash-report';
import { createHelp } from './help-window';
import { lockContents, lockSession } from './lock-down';
import { setFirstMenu } from './menu';
import { createOpenedFiles, fileArguments } from './opened-files';
import { createShell, type Shell } from './shell';

/** @param createHost gets the path of any built file; called once, when the app is ready. */
export const startApp = (
  createHost: (built: (path: string) => string) => WorkerHost | Promise<WorkerHost>,
): void => {
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

  /** Resolves once the page's calls are answered, to what it is given with its document. */
  const answer = async (shell: Shell): Promise<AtStart> => {
    const [{ startEngine }, host] = await Promise.all([
      import('./start-engine'),
      createHost(built),
    ]);
    const scripts = { reader: built('main/reader.js'), exporter: built('main/exporter.js') };
    return startEngine({ host, scripts, shell, window: () => window, files, origin });
  };

  const start = async (): Promise<void> => {
    lockSession(session.defaultSession, origin);
    let give: (given: AtStart) => void = () => undefined;
    const given = new Promise<AtStart>((resolve) => (give = resolve));
    if (devServer === undefined) serveApp(built('renderer'), given);
    const shell = createShell(
      () => window,
      sendTo(() => window),
      createHelp(() => window, origin),
    );
    const answered = answer(shell).then(give);
    // The development server does not wait for us.
    if (devServer !== undefined) await answered;
    // The window's process starts while the rest is loaded; its page comes when it can ask.
    show(shell);
    app.on('activate', () => window ?? show(shell));
    await answered;
  };

  if (app.requestSingleInstanceLock()) {
    registerAppScheme();
    setFirstMenu();
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
