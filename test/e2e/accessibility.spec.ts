/** Every view with a real run in it and all that opens over it, in both themes and languages, against the WCAG A and AA rules that a machine can check. */
import { AxeBuilder } from '@axe-core/playwright';
import { byId, expect, resize, showIn, test, type StartedApp } from './app';
import { hasEnded, runsIn } from './reading-runs';

/** 2-D shapes on every device, so that there are a curve, heat maps and differences to look at. */
const sweepShapes = async (app: StartedApp): Promise<void> => {
  await byId(app, 'device-toggle-0').waitFor();
  await byId(app, 'kernel-picker').click();
  await byId(app, 'example-transpose-naive').click();
  await byId(app, 'samples-input').fill('3');
  await byId(app, 'samples-input').press('Enter');
  await byId(app, 'run-button').click();
  await expect.poll(() => runsIn(app.runsDir).length, { timeout: 60_000 }).toBe(1);
  const run = runsIn(app.runsDir)[0] ?? '';
  await expect.poll(() => hasEnded(app.runsDir, run), { timeout: 120_000 }).toBe(true);
  await expect(byId(app, 'heatmap').first()).toBeVisible();
};

const checkPage = async (app: StartedApp, what: string): Promise<void> => {
  const { violations, passes } = await new AxeBuilder({ page: app.page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'])
    // Electron opens no second page, which the default mode would collect its results in.
    .setLegacyMode()
    .analyze();
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  );
  expect.soft(passes.length, `rules that applied to ${what}`).toBeGreaterThan(5);
  expect.soft(found, what).toEqual([]);
};

const looks = [
  ['light', 'en'],
  ['dark', 'en'],
  ['dark', 'zh-CN'],
  ['light', 'zh-CN'],
] as const;

test('no view breaks a rule, in either theme and language', async ({ app }) => {
  test.setTimeout(420_000);
  await sweepShapes(app);
  await byId(app, 'sweep-more').locator('summary').click();
  for (const [theme, locale] of looks) {
    await showIn(app, theme, locale);
    const look = `${theme}, ${locale}`;
    await byId(app, 'nav-workbench').click();
    for (const mode of ['heatmap', 'curve', 'time', 'split', 'table']) {
      await byId(app, `mode-${mode}`).click();
      await checkPage(app, `workbench, ${mode}, ${look}`);
    }
    for (const view of ['compare', 'runs', 'devices']) {
      await byId(app, `nav-${view}`).click();
      await expect(app.page.getByRole('heading', { level: 1 })).toHaveCount(1);
      if (view === 'compare') await expect(byId(app, 'compare-differs')).toBeVisible();
      await checkPage(app, `${view}, ${look}`);
    }
  }
});

test('nothing that opens over the views breaks a rule', async ({ app }) => {
  test.setTimeout(420_000);
  const { page } = app;
  const editor = page.locator('.cm-content');
  await byId(app, 'device-toggle-0').waitFor();
  await editor.waitFor();
  for (const [theme, locale] of looks) {
    await showIn(app, theme, locale);
    const look = `${theme}, ${locale}`;
    await page.keyboard.press('Control+K');
    await byId(app, 'palette-search').waitFor();
    await checkPage(app, `palette, ${look}`);
    await page.keyboard.press('Escape');

    await page.keyboard.press('Control+F');
    await page.locator('.cm-search').waitFor();
    await checkPage(app, `find, ${look}`);
    await page.keyboard.press('Escape');

    await editor.click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' native_s');
    await page.locator('.cm-tooltip-autocomplete').waitFor();
    await checkPage(app, `completion, ${look}`);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+Z');

    await byId(app, 'build-options').click();
    await page.getByRole('listbox').waitFor();
    await checkPage(app, `build options, ${look}`);
    await page.keyboard.press('Escape');

    await byId(app, 'device-toggle-0').click({ button: 'right' });
    await byId(app, 'context-only').waitFor();
    await checkPage(app, `context menu, ${look}`);
    await page.keyboard.press('Escape');
  }
  await resize(app, 1024, 700);
  for (const panel of ['kernel', 'devices']) {
    await byId(app, `rail-${panel}`).click();
    await checkPage(app, `open ${panel} at 1024 × 700`);
    await byId(app, `rail-${panel}`).click();
  }
});
