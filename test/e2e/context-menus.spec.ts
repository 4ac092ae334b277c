/** The context menus of results and history, by mouse and by the menu key. */
import { join } from 'node:path';
import { byId, expect, newFolder, resize, startApp, test } from './app';
import { putRun } from './stored-runs';

test('sizes and runs have a menu where they stand', async () => {
  const folder = newFolder();
  const runsDir = join(folder, 'runs');
  const saxpy = putRun(runsDir, 'saxpy');
  const transpose = putRun(runsDir, 'transpose');
  const app = await startApp(folder);
  try {
    const { page } = app;
    await resize(app, 1920, 1080);

    // History: what the row's buttons do.
    await byId(app, 'nav-runs').click();
    await byId(app, `run-item-${saxpy}`).click({ button: 'right' });
    await expect(byId(app, 'context-resume')).toHaveAttribute('data-disabled', '');
    await byId(app, 'context-open').click();

    // A row of the table: copied as it stands, and chosen for the sweep.
    await byId(app, 'result-row-0-64').click({ button: 'right' });
    await byId(app, 'context-copy').click();
    const copied = await app.electron.evaluate(({ clipboard }) => clipboard.readText());
    expect(copied.trim().split('\n')).toHaveLength(2);
    await byId(app, 'result-row-0-64').click({ button: 'right' });
    await byId(app, 'context-only').click();
    await expect(page.locator('.sizes .chips [aria-pressed="true"]')).toHaveText(['64']);

    // The menu key means the row under the cursor of the keys.
    await page.getByTestId('result-table').locator('..').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ContextMenu');
    await expect(byId(app, 'context-only')).toBeVisible();
    await page.keyboard.press('Escape');

    // A cell of the heat map; the form keeps the sizes that were changed, of one dimension until now.
    await byId(app, 'nav-runs').click();
    await byId(app, `run-item-${transpose}`).getByRole('button').first().click();
    const cell = page.locator('[data-testid="heatmap"] [data-key="8x8"]');
    await cell.click({ button: 'right' });
    await byId(app, 'context-take').click();
    await expect(
      page.locator('.sizes .chips [aria-pressed="true"]', { hasText: '8×8' }),
    ).toBeVisible();
    await cell.click({ button: 'right' });
    await expect(byId(app, 'context-leave-out')).toBeVisible();
  } finally {
    await app.electron.close();
  }
});
