/** Every view with a real run in it, in both themes, against the WCAG A and AA rules that a machine can check. */
import { AxeBuilder } from '@axe-core/playwright';
import { byId, expect, test, type StartedApp } from './app';
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

test('no view breaks a rule, in either theme', async ({ app }) => {
  await sweepShapes(app);
  const shown = () => app.page.evaluate(() => document.documentElement.dataset['theme']);
  for (const theme of ['light', 'dark']) {
    if ((await shown()) !== theme) await byId(app, 'theme-toggle').click();
    await expect.poll(shown).toBe(theme);

    await byId(app, 'nav-workbench').click();
    await byId(app, 'sweep-more').locator('summary').click();
    for (const mode of ['heatmap', 'curve', 'table']) {
      await byId(app, `mode-${mode}`).click();
      await checkPage(app, `workbench, ${mode}, ${theme}`);
    }
    for (const view of ['compare', 'runs', 'devices']) {
      await byId(app, `nav-${view}`).click();
      await expect(app.page.getByRole('heading', { level: 1 })).toHaveCount(1);
      if (view === 'compare') await expect(byId(app, 'compare-differs')).toBeVisible();
      await checkPage(app, `${view}, ${theme}`);
    }
  }
});
