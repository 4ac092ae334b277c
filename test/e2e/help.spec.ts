/** The guide inside the app: it opens offline, in the window's language, and can do nothing. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test, type StartedApp } from './app';

const openHelp = async (app: StartedApp): Promise<Page> => {
  const opened = app.electron.waitForEvent('window');
  await app.page.keyboard.press('F1');
  return opened;
};

test('F1 opens the guide, and its links stay among the documents', async ({ app }) => {
  await expect(app.page.getByTestId('run-button')).toBeVisible();
  const help = await openHelp(app);
  await expect(help).toHaveURL('app://workbench/help/guide.html');
  await expect(help.getByRole('heading', { level: 1 })).toContainText('which size do I ship');
  await help.screenshot({ path: 'artifacts/screens/help-en.png' });

  await help.getByRole('link', { name: 'Chinese' }).click();
  await expect(help.getByRole('heading', { level: 1 })).toContainText('该用哪个大小');
  await help.screenshot({ path: 'artifacts/screens/help-zh.png' });
  await help.getByRole('link', { name: '命令行' }).click();
  await expect(help).toHaveURL('app://workbench/help/cli.html');

  const links = await help.evaluate(() =>
    [...document.querySelectorAll('a')].map((link) => link.getAttribute('href') ?? ''),
  );
  expect(links.filter((link) => /^[a-z]+:/.test(link))).toEqual([]);
  expect(await help.evaluate(() => 'workbench' in globalThis)).toBe(false);
});

test('the guide goes with the window', async ({ app }) => {
  await expect(app.page.getByTestId('run-button')).toBeVisible();
  const help = await openHelp(app);
  const closed = help.waitForEvent('close');
  await app.electron.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()
      .find((window) => window.getParentWindow() === null)
      ?.close();
  });
  await closed;
});

test('a page that crashes comes back, and leaves a report on this machine', async ({ app }) => {
  await expect(app.page.getByTestId('run-button')).toBeVisible();
  await app.electron.evaluate(({ BrowserWindow, dialog }) => {
    dialog.showMessageBox = () => Promise.resolve({ response: 0, checkboxChecked: false });
    BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer();
  });
  const reports = join(app.scratch, 'settings', 'crash-reports');
  await expect.poll(() => (existsSync(reports) ? readdirSync(reports).length : 0)).toBe(1);
  const [name = ''] = readdirSync(reports);
  expect(readFileSync(join(reports, name), 'utf8')).toMatch(
    /part: +page\nreason: +(crashed|killed)/,
  );
  await expect
    .poll(() =>
      app.electron.evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(
          'document.querySelector("[data-testid=run-button]") !== null',
        ),
      ),
    )
    .toBe(true);
});

test('a run that the system gives the app to open is shown', async ({ app }) => {
  await expect(app.page.getByTestId('run-button')).toBeVisible();
  const run = '20261129-231844-saxpy-7731';
  const file = join(import.meta.dirname, '../fixtures/h200/examples', `${run}.ndrun`);
  await app.electron.evaluate(({ app: electronApp }, path) => {
    electronApp.emit('second-instance', {}, ['app', path], '/');
  }, file);
  await expect(app.page.getByText('H200').first()).toBeVisible();
  expect(readdirSync(app.runsDir)).toContain(`${run}.ndrun`);
});
