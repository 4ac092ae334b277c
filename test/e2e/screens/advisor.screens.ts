/**
 * Pictures of the advice on runs that an H200 gave: both themes, both languages, two sizes of window. Nothing
 * is compared: people look at them.
 */
import { join } from 'node:path';
import { byId, expect, resize, type StartedApp } from '../app';
import { openRecorded, test } from '../recorded-runs';

const sizes = [
  [1280, 800],
  [1920, 1080],
] as const;

const inTheme = async (app: StartedApp, theme: string): Promise<void> => {
  const shown = () => app.page.evaluate(() => document.documentElement.dataset['theme']);
  await expect(async () => {
    if ((await shown()) !== theme) await byId(app, 'theme-toggle').click();
    expect(await shown()).toBe(theme);
  }).toPass();
};

const inLanguage = async (app: StartedApp, locale: string): Promise<void> => {
  const lang = () => app.page.evaluate(() => document.documentElement.lang);
  if ((await lang()) !== locale) await byId(app, 'locale-toggle').click();
  await expect.poll(lang).toBe(locale);
};

test('the advice', async ({ app }) => {
  for (const theme of ['light', 'dark']) {
    await inTheme(app, theme);
    for (const locale of ['en', 'zh-CN']) {
      await inLanguage(app, locale);
      for (const [width, height] of sizes) {
        await resize(app, width, height);
        const shot = async (view: string): Promise<void> => {
          await app.page.screenshot({
            path: join('artifacts/screens', `${view}-${theme}-${locale}-${width}x${height}.png`),
          });
        };
        await openRecorded(app, 'transpose_naive');
        await byId(app, 'mode-advice').click();
        await expect(byId(app, 'advice-findings')).toBeVisible();
        await shot('advice-findings');
        for (const part of ['sides', 'rules', 'facts']) {
          await byId(app, `advice-${part}-tab`).click();
          await expect(byId(app, `advice-${part}`)).toBeVisible();
          await shot(`advice-${part}`);
        }
        await byId(app, 'advice-findings-tab').click();
        await byId(app, 'nav-compare').click();
        await expect(byId(app, 'lab-size')).toBeVisible();
        await shot('lab-size');
        await openRecorded(app, 'saxpy');
        await expect(byId(app, 'chart')).toBeVisible();
        // What stands below the curve comes with the advice.
        await expect(byId(app, 'advice-section')).toBeVisible();
        await shot('occupancy');
        await byId(app, 'search-candidates-toggle').click();
        await expect(byId(app, 'search-candidates')).toBeVisible();
        await shot('search-candidates');
        await byId(app, 'search-candidates-toggle').click();
      }
    }
  }
});
