/** Pictures of the results in every view and state, on stored runs: both themes, languages and sizes. */
import { join } from 'node:path';
import { byId, expect, newFolder, resize, startApp, test as base, type StartedApp } from '../app';
import { putCancelled, putFailed, putInterrupted, putRun } from '../stored-runs';

const test = base;
const sizes = [
  [1280, 800],
  [1920, 1080],
] as const;

const setLook = async (app: StartedApp, theme: string, locale: string): Promise<void> => {
  const { page } = app;
  await expect(async () => {
    const shown = await page.evaluate(() => document.documentElement.dataset['theme']);
    if (shown !== theme) await byId(app, 'theme-toggle').click();
    expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBe(theme);
  }).toPass();
  if ((await page.evaluate(() => document.documentElement.lang)) !== locale)
    await byId(app, 'locale-toggle').click();
  await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe(locale);
};

const openRun = async (app: StartedApp, run: string): Promise<void> => {
  await byId(app, 'nav-runs').click();
  await byId(app, `run-item-${run}`).getByRole('button').first().click();
  await byId(app, 'verdict').waitFor();
};

test('the results', async () => {
  const folder = newFolder();
  const runsDir = join(folder, 'runs');
  const saxpy = putRun(runsDir, 'saxpy');
  const transpose = putRun(runsDir, 'transpose');
  const states = {
    interrupted: putInterrupted(runsDir),
    cancelled: putCancelled(runsDir),
    failed: putFailed(runsDir),
  };
  const app = await startApp(folder, { TZ: 'UTC' });
  const wanted = (process.env['LOOKS'] ?? 'light-en,dark-zh-CN,light-zh-CN,dark-en').split(',');
  await byId(app, `nav-runs`).waitFor();
  for (const look of wanted) {
    const [theme = 'light', ...rest] = look.split('-');
    await setLook(app, theme, rest.join('-'));
    for (const [width, height] of sizes) {
      await resize(app, width, height);
      const shot = (view: string): Promise<Buffer> =>
        app.page.screenshot({
          path: join('artifacts/screens', `results-${view}-${look}-${width}x${height}.png`),
        });
      await openRun(app, saxpy);
      await byId(app, 'mode-curve').click();
      await expect(byId(app, 'chart')).toBeVisible();
      await shot('curve');
      await byId(app, 'launches-toggle').click();
      await byId(app, 'chart-zoom').focus();
      await app.page.keyboard.press('End');
      await app.page.keyboard.press('+');
      await shot('launches-zoomed');
      await app.page.keyboard.press('0');
      await byId(app, 'launches-toggle').click();
      for (const metric of ['peak', 'occupancy']) {
        await byId(app, `metric-${metric}`).click();
        await shot(metric);
      }
      await byId(app, 'metric-time').click();
      for (const mode of ['time', 'split', 'table']) {
        await byId(app, `mode-${mode}`).click();
        await shot(mode);
      }
      await byId(app, 'columns-menu').click();
      await app.page.getByRole('menu').waitFor();
      await shot('columns');
      await app.page.keyboard.press('Escape');
      await byId(app, 'table-device-all').click();
      await shot('side');
      await byId(app, 'table-device-0').click();
      await openRun(app, transpose);
      await shot('heatmap');
      await byId(app, 'mode-split').click();
      await shot('split-shapes');
      for (const [state, run] of Object.entries(states)) {
        await openRun(app, run);
        await shot(state);
      }
      await byId(app, 'nav-compare').click();
      await shot('compare');
      await byId(app, 'nav-workbench').click();
    }
  }
  await app.electron.close();
});
