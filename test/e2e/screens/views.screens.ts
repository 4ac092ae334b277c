/**
 * Pictures of the main views on real data: both themes, both languages, two sizes of window. Nothing is
 * compared: people look at them.
 */
import { join } from 'node:path';
import { byId, expect, resize, test, type StartedApp } from '../app';
import { hasEnded, runsIn } from '../reading-runs';

const sizes = [
  [1280, 800],
  [1920, 1080],
] as const;

const sweep = async (app: StartedApp, example: string, samples: string): Promise<void> => {
  const before = runsIn(app.runsDir).length;
  await byId(app, 'kernel-picker').click();
  await byId(app, `example-${example}`).click();
  await byId(app, 'samples-input').fill(samples);
  await byId(app, 'samples-input').press('Enter');
  await byId(app, 'run-button').click();
  await expect.poll(() => runsIn(app.runsDir).length).toBe(before + 1);
  const run = runsIn(app.runsDir).at(-1) ?? '';
  await expect.poll(() => hasEnded(app.runsDir, run), { timeout: 200_000 }).toBe(true);
  await expect(byId(app, 'cancel-button')).toHaveCount(0);
};

/** Opens a stored run, by its place in the list: 0 is the newest. */
const openRun = async (app: StartedApp, at: number): Promise<void> => {
  await byId(app, 'nav-runs').click();
  await app.page.locator('[data-testid^="run-item-"]').nth(at).getByRole('button').first().click();
};

test('the main views', async ({ app }) => {
  await byId(app, 'device-toggle-1').waitFor();
  await sweep(app, 'saxpy', '8');
  await sweep(app, 'transpose-naive', '8');

  for (const theme of ['light', 'dark']) {
    await expect(async () => {
      const shown = await app.page.evaluate(() => document.documentElement.dataset['theme']);
      if (shown !== theme) await byId(app, 'theme-toggle').click();
      expect(await app.page.evaluate(() => document.documentElement.dataset['theme'])).toBe(theme);
    }).toPass();
    for (const locale of ['en', 'zh-CN']) {
      const lang = () => app.page.evaluate(() => document.documentElement.lang);
      if ((await lang()) !== locale) await byId(app, 'locale-toggle').click();
      await expect.poll(lang).toBe(locale);
      for (const [width, height] of sizes) {
        await resize(app, width, height);
        const shot = async (view: string): Promise<void> => {
          await app.page.screenshot({
            path: join('artifacts/screens', `${view}-${theme}-${locale}-${width}x${height}.png`),
          });
        };
        await openRun(app, 1);
        await expect(byId(app, 'chart')).toBeVisible();
        await shot('curve');
        await openRun(app, 0);
        await expect(byId(app, 'heatmap').first()).toBeVisible();
        await shot('heatmap');
        for (const view of ['compare', 'runs', 'devices']) {
          await byId(app, `nav-${view}`).click();
          await app.page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' });
          await shot(view);
        }
      }
    }
  }
});
