/** Pictures of what somebody without a GPU finds at the first start: the list of recorded runs, and one of them. */
import { readdirSync } from 'node:fs';
import { byId, expect, resize, test } from '../app';

const saxpy =
  readdirSync('kernels/recorded')
    .find((name) => name.endsWith('.ndrun') && name.includes('-saxpy-'))
    ?.replace('.ndrun', '') ?? '';

test('recorded examples', async ({ app }) => {
  await byId(app, 'device-toggle-0').waitFor();
  const theme = () => app.page.evaluate(() => document.documentElement.dataset['theme']);
  const language = () => app.page.evaluate(() => document.documentElement.lang);
  for (const [wanted, locale, width, height] of [
    ['light', 'en', 1280, 800],
    ['dark', 'zh-CN', 1280, 800],
    ['light', 'zh-CN', 1920, 1080],
    ['dark', 'en', 1920, 1080],
  ] as const) {
    if ((await theme()) !== wanted) await byId(app, 'theme-toggle').click();
    await expect.poll(theme).toBe(wanted);
    if ((await language()) !== locale) await byId(app, 'locale-toggle').click();
    await expect.poll(language).toBe(locale);
    await resize(app, width, height);
    const name = `${wanted}-${locale}-${width}`;
    await byId(app, 'nav-runs').click();
    await byId(app, `run-item-${saxpy}`).waitFor();
    await app.page.screenshot({ path: `artifacts/screens/recorded-list-${name}.png` });
    await byId(app, `run-item-${saxpy}`).getByRole('button').first().click();
    await byId(app, 'recorded-line').waitFor();
    await app.page.screenshot({ path: `artifacts/screens/recorded-open-${name}.png` });
  }
});
