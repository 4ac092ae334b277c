/** Pictures of what surrounds the work: first start, palette, editor panels, narrow and wide windows. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { byId, expect, resize, test, type StartedApp } from '../app';
import { looks } from './looks';

const shot = async (app: StartedApp, name: string): Promise<void> => {
  await app.page.screenshot({ path: join('artifacts/screens', `shell-${name}.png`) });
};

/** As the window itself shows it: the page alone does not know its zoom. */
const picture = async (app: StartedApp, name: string): Promise<void> => {
  const png = await app.electron.evaluate(async ({ BrowserWindow }) => {
    const image = await BrowserWindow.getAllWindows()[0]?.webContents.capturePage();
    return image?.toPNG().toString('base64') ?? '';
  });
  writeFileSync(join('artifacts/screens', `shell-${name}.png`), Buffer.from(png, 'base64'));
};

/** Theme and language by the settings themselves: the page is asked what it shows. */
const show = async (app: StartedApp, theme: string, locale: string): Promise<void> => {
  const dataset = () => app.page.evaluate(() => document.documentElement.dataset['theme']);
  const lang = () => app.page.evaluate(() => document.documentElement.lang);
  if ((await dataset()) !== theme) await byId(app, 'theme-toggle').click();
  if ((await lang()) !== locale) await byId(app, 'locale-toggle').click();
  await expect.poll(dataset).toBe(theme);
  await expect.poll(lang).toBe(locale);
};

test('the frame and the editor', async ({ app }) => {
  await byId(app, 'device-toggle-1').waitFor();
  await app.page.locator('.cm-content').waitFor();
  for (const [theme, locale, width, height] of looks) {
    await resize(app, width, height);
    await show(app, theme, locale);
    const name = (what: string) => `${what}-${theme}-${locale}-${width}`;
    await shot(app, name('first'));
    await app.page.keyboard.press('Control+K');
    await byId(app, 'palette-search').waitFor();
    await shot(app, name('palette'));
    await app.page.keyboard.type(locale === 'en' ? 'exp' : '缩');
    await shot(app, name('palette-search'));
    await app.page.keyboard.press('Escape');
    await app.page.keyboard.press('Control+H');
    await app.page.locator('.cm-search').waitFor();
    await app.page.keyboard.type('acc');
    await shot(app, name('find'));
    await app.page.keyboard.press('Escape');
    await app.page.locator('.cm-content').click();
    await app.page.keyboard.press('Control+End');
    await app.page.keyboard.type(`\nfloat4 v = ${locale === 'en' ? 'vloa' : 'native_s'}`);
    await app.page.locator('.cm-completionInfo').waitFor();
    await shot(app, name('completion'));
    await app.page.keyboard.press('Escape');
    await app.page.locator('.cm-completionInfo').waitFor({ state: 'detached' });
    // The kernel again as it was, for the next look.
    await app.page.keyboard.press('Shift+Home');
    await app.page.keyboard.press('Backspace');
    await byId(app, 'build-options').fill('-cl-mad-enable -cl-f');
    await shot(app, name('options'));
    await byId(app, 'build-options').fill('');
    await byId(app, 'nav-devices').click();
    await shot(app, name('devices'));
    await byId(app, 'nav-workbench').click();
  }
});

test('narrow, wide and zoomed', async ({ app }) => {
  await byId(app, 'device-toggle-1').waitFor();
  await byId(app, 'samples-input').fill('5');
  await byId(app, 'samples-input').press('Enter');
  await byId(app, 'run-button').click();
  await expect(byId(app, 'cancel-button')).toHaveCount(0, { timeout: 100_000 });
  await expect(byId(app, 'chart')).toBeVisible();
  for (const [width, height, zoom] of [
    [1024, 700, 1],
    [1200, 800, 1],
    [1920, 1080, 1.5],
    [1920, 1080, 2],
    [2560, 1440, 1],
    [3840, 2160, 2],
  ] as const) {
    await resize(app, width, height);
    await app.electron.evaluate(({ BrowserWindow }, factor) => {
      BrowserWindow.getAllWindows()[0]?.webContents.setZoomFactor(factor);
    }, zoom);
    await app.page.waitForFunction(
      (wanted) => Math.abs(window.innerWidth - wanted) < 4,
      Math.round(width / zoom),
    );
    // A chart that did not follow would be blurred.
    await app.page.waitForFunction(() => {
      const canvas = document.querySelector<HTMLCanvasElement>('[data-testid="chart"] canvas');
      return (
        canvas === null || Math.abs(canvas.width - canvas.clientWidth * window.devicePixelRatio) < 3
      );
    });
    await picture(app, `size-${width}x${height}-${zoom * 100}`);
  }
});
