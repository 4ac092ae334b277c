/**
 * The app as end-to-end tests see it: freshly started, with settings and runs of its own that are removed
 * afterwards. Which runtime is started says ELECTRON_OVERRIDE_DIST_PATH (build/scripts/e2e.mjs sets it).
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  _electron,
  expect,
  test as base,
  type ElectronApplication,
  type Locator,
  type Page,
} from '@playwright/test';

export interface StartedApp {
  readonly electron: ElectronApplication;
  readonly page: Page;
  /** Where this app keeps its runs. */
  readonly runsDir: string;
  /** A folder for whatever the test writes. */
  readonly scratch: string;
  /** Lines that the page wrote to its console as warnings or errors. */
  readonly complaints: readonly string[];
}

const root = join(import.meta.dirname, '../..');

/** The environment without what belongs to another Electron or to the test runner. */
const cleanEnvironment = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value === undefined || name === 'ELECTRON_RUN_AS_NODE' || name === 'NODE_OPTIONS'
        ? []
        : [[name, value]],
    ),
  );

/** Starts the app with its data in `folder`, and waits for its window. `program`: another app than the product. */
export const startApp = async (
  folder: string,
  more: Readonly<Record<string, string>> = {},
  program = root,
): Promise<StartedApp> => {
  const runsDir = join(folder, 'runs');
  const electron = await _electron.launch({
    args: [program],
    chromiumSandbox: process.env['NDRANGE_E2E_SANDBOX'] === '1',
    env: {
      ...cleanEnvironment(),
      NDRANGE_USER_DATA: join(folder, 'settings'),
      NDRANGE_RUNS_DIR: runsDir,
      ...more,
    },
  });
  const page = await electron.firstWindow();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  return { electron, page, runsDir, scratch: folder, complaints };
};

export const newFolder = (): string => mkdtempSync(join(tmpdir(), 'ndrange-e2e-'));

export const test = base.extend<{ app: StartedApp }>({
  app: async ({}, use) => {
    const folder = newFolder();
    const app = await startApp(folder);
    await use(app);
    await app.electron.close();
    rmSync(folder, { recursive: true, force: true });
  },
});

export { expect };

/** Answers the next save dialogs with `path`, as a user would. */
export const answerSaveDialog = (app: StartedApp, path: string): Promise<void> =>
  app.electron.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath });
  }, path);

/** Makes the page as large as asked, whatever the screen. */
export const resize = (app: StartedApp, width: number, height: number): Promise<void> =>
  app.electron.evaluate(
    ({ BrowserWindow }, size) => {
      BrowserWindow.getAllWindows()[0]?.setContentSize(size.width, size.height);
    },
    { width, height },
  );

export const byId = (app: StartedApp, id: string): Locator => app.page.getByTestId(id);

/** Shows the window in a theme and a language, whichever it is in. */
export const showIn = async (app: StartedApp, theme: string, locale: string): Promise<void> => {
  const shown = () =>
    app.page.evaluate(() => {
      const { dataset, lang } = document.documentElement;
      return [dataset['theme'], lang];
    });
  const [before, language] = await shown();
  if (before !== theme) await byId(app, 'theme-toggle').click();
  if (language !== locale) await byId(app, 'locale-toggle').click();
  await expect.poll(shown).toEqual([theme, locale]);
};
