/** Every view, in both themes, against the WCAG A and AA rules that a machine can check. */
import { AxeBuilder } from '@axe-core/playwright';
import { byId, expect, test } from './app';

for (const theme of ['light', 'dark']) {
  test(`no view breaks a rule in the ${theme} theme`, async ({ app }) => {
    await byId(app, 'device-toggle-0').waitFor();
    const shown = () => app.page.evaluate(() => document.documentElement.dataset['theme']);
    if ((await shown()) !== theme) await byId(app, 'theme-toggle').click();
    await expect.poll(shown).toBe(theme);

    for (const view of ['workbench', 'compare', 'runs', 'devices']) {
      await byId(app, `nav-${view}`).click();
      const { violations, passes } = await new AxeBuilder({ page: app.page })
        .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'])
        // Electron opens no second page, which the default mode would collect its results in.
        .setLegacyMode()
        .analyze();
      const found = violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
      );
      expect.soft(passes.length, `rules that applied to ${view}`).toBeGreaterThan(5);
      expect.soft(found, view).toEqual([]);
    }
  });
}
