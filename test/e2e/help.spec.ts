/** The guide inside the app: it opens offline, in the window's language, and can do nothing. */
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
