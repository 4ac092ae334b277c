/**
 * The one window: sandboxed, isolated, without Node, at its remembered place, and shown only once it has
 * something to show. What its page may do is in electron/lock-down.ts.
 */
import { join } from 'node:path';
import { app, BrowserWindow, nativeTheme, screen } from 'electron';
import {
  defaultSize,
  fitToScreens,
  minimumSize,
  readWindowState,
  writeWindowState,
} from './electron/window-state';

/** The window's ground in each theme (`--bg` of the renderer), so that it never flashes white. */
const ground = { light: '#F3F4F6', dark: '#0E1013' } as const;

/** A window on a screen that was unplugged would be out of reach: it goes to the nearest one that is left. */
const bringBackWhenItsScreenGoes = (window: BrowserWindow): void => {
  const check = (): void => {
    const bounds = window.getBounds();
    const workAreas = screen.getAllDisplays().map((display) => display.workArea);
    if (fitToScreens({ ...bounds, maximized: false }, workAreas) !== null) return;
    const area = screen.getDisplayMatching(bounds).workArea;
    const width = Math.min(bounds.width, area.width);
    const height = Math.min(bounds.height, area.height);
    window.setBounds({ x: area.x, y: area.y, width, height });
  };
  screen.on('display-removed', check);
  window.once('closed', () => screen.off('display-removed', check));
};

/** @param url where the page is. The window appears when its first frame is ready. */
export const openWindow = (url: string): BrowserWindow => {
  const stateFile = join(app.getPath('userData'), 'window-state.json');
  const remembered = readWindowState(stateFile);
  const place =
    remembered === null
      ? null
      : fitToScreens(
          remembered,
          screen.getAllDisplays().map((display) => display.workArea),
        );

  const window = new BrowserWindow({
    ...(place === null
      ? defaultSize
      : { x: place.x, y: place.y, width: place.width, height: place.height }),
    minWidth: minimumSize.width,
    minHeight: minimumSize.height,
    title: app.name,
    show: false,
    autoHideMenuBar: true,
    backgroundColor: nativeTheme.shouldUseDarkColors ? ground.dark : ground.light,
    webPreferences: {
      preload: join(app.getAppPath(), 'out/preload/preload.cjs'),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      spellcheck: false,
      // The second start on finds its code compiled, functions that the first did not call included.
      v8CacheOptions: 'bypassHeatCheckAndEagerCompile',
      // The curve goes on growing while another window covers this one.
      backgroundThrottling: false,
    },
  });
  window.once('ready-to-show', () => {
    if (place?.maximized === true) window.maximize();
    window.show();
  });
  window.on('page-title-updated', (event) => event.preventDefault());
  window.webContents.on('did-finish-load', () => {
    window.webContents.setZoomFactor(remembered?.zoom ?? 1);
  });
  window.on('close', () =>
    writeWindowState(stateFile, {
      ...window.getNormalBounds(),
      maximized: window.isMaximized(),
      zoom: window.webContents.getZoomFactor(),
    }),
  );
  bringBackWhenItsScreenGoes(window);
  void window.loadURL(url);
  return window;
};
