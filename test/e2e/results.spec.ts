/** Looking at results on stored runs: zoom and keys, filter, columns, copying, and the modes for one device. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { byId, expect, newFolder, resize, startApp, test, type StartedApp } from './app';
import type { ChartPoint } from './reading-runs';
import { putFailed, putRun } from './stored-runs';

const open = async (app: StartedApp, run: string): Promise<void> => {
  await byId(app, 'nav-runs').click();
  await byId(app, `run-item-${run}`).getByRole('button').first().click();
  await byId(app, 'mode-curve').click();
  await expect(byId(app, 'chart')).toBeVisible();
};

const rows = (app: StartedApp) => app.page.locator('[data-testid^="result-row-0-"]');
const pointsOf = async (app: StartedApp, id: string): Promise<readonly ChartPoint[]> =>
  JSON.parse((await byId(app, id).getAttribute('data-points')) ?? '[]') as readonly ChartPoint[];
const clipboard = (app: StartedApp): Promise<string> =>
  app.electron.evaluate(({ clipboard: system }) => system.readText());

test('results can be zoomed, filtered, chosen from and copied', async () => {
  const folder = newFolder();
  const runsDir = join(folder, 'runs');
  const saxpy = putRun(runsDir, 'saxpy');
  const failed = putFailed(runsDir);
  const app = await startApp(folder);
  const { page } = app;
  await resize(app, 1920, 1080);
  await open(app, saxpy);

  // Drawn with the mouse, taken back with a key; the data stay the same.
  const chart = byId(app, 'chart-zoom');
  const box = await chart.boundingBox();
  if (box === null) throw new Error('the chart has no box');
  const reset = byId(app, 'chart-zoom-reset');
  await page.mouse.move(box.x + box.width * 0.5, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.8, box.y + box.height / 2, { steps: 4 });
  await page.mouse.up();
  await expect(reset).toBeVisible();
  await chart.focus();
  await page.keyboard.press('0');
  await expect(reset).toHaveCount(0);
  await page.keyboard.press('+');
  await expect(reset).toBeVisible();
  await page.keyboard.press('-');
  await expect(reset).toHaveCount(0);

  // From place to place by keys: all devices are named.
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await expect(chart.locator('..').locator('[aria-live]')).toContainText(
    /^16, H200 · 0 .*, H200 · 1 /,
  );
  await expect(page.locator('.chart-tip-title')).toHaveText('16');

  // The charts of one device.
  for (const [mode, chartId] of [
    ['time', 'timeline'],
    ['split', 'split'],
  ] as const) {
    await byId(app, `mode-${mode}`).click();
    await expect(byId(app, chartId)).toBeVisible();
    const drawn = new Set((await pointsOf(app, chartId)).map((point) => point.device));
    expect(drawn.size).toBe(1);
  }

  // Filter, columns that are remembered, and rows as text.
  await open(app, failed);
  await byId(app, 'mode-table').click();
  await byId(app, 'table-device-1').click();
  const all = page.locator('[data-testid^="result-row-1-"]');
  await expect(all).toHaveCount(8);
  await byId(app, 'filter-text').fill('crash');
  await expect(all).toHaveCount(1);
  await byId(app, 'filter-text').fill('');
  await expect(all).toHaveCount(8);
  await byId(app, 'columns-menu').click();
  await byId(app, 'column-mean').click();
  await page.keyboard.press('Escape');
  await expect(page.locator('thead .mean')).toBeVisible();
  await page.getByRole('row', { name: /^16 / }).click();
  await page.getByRole('row', { name: /^32 / }).click({ modifiers: ['ControlOrMeta'] });
  await page.getByRole('button', { name: 'Copy 2 rows' }).click();
  await expect.poll(() => clipboard(app)).toMatch(/^Local size\tMedian ns\t.*\tMean ns\t/);
  expect((await clipboard(app)).split('\n')).toHaveLength(3);
  await page.reload();
  await open(app, saxpy);
  await byId(app, 'mode-table').click();
  await expect(rows(app)).toHaveCount(8);
  await expect(page.locator('thead .mean')).toBeVisible();

  expect(app.complaints).toEqual([]);
  await app.electron.close();
});

test('the menu of columns says which ones a narrow table hides, and one click shows them', async () => {
  const folder = newFolder();
  const saxpy = putRun(join(folder, 'runs'), 'saxpy');
  const app = await startApp(folder);
  await open(app, saxpy);
  await byId(app, 'mode-table').click();
  const head = app.page.locator('thead .interval');
  const item = byId(app, 'column-interval');
  await resize(app, 1920, 1000);
  await expect(head).toBeVisible();
  await byId(app, 'columns-menu').click();
  await expect(item).toHaveAttribute('aria-checked', 'true');
  await expect(item).not.toContainText('too narrow');
  await app.page.keyboard.press('Escape');

  await resize(app, 1440, 900);
  await expect(head).toHaveCount(0);
  await byId(app, 'columns-menu').click();
  await expect(item).toHaveAttribute('aria-checked', 'false');
  await expect(item).toContainText('hidden: too narrow');
  await expect(byId(app, 'column-cv')).not.toContainText('too narrow');
  await app.page.screenshot({ path: 'artifacts/screens/columns-narrow.png' });
  await item.click();
  await expect(head).toBeVisible();
  await expect(item).toHaveAttribute('aria-checked', 'true');
  await expect(item).not.toContainText('too narrow');
  expect(app.complaints).toEqual([]);
  await app.electron.close();
});

test('a missing peak is measured from the curve, and kept', async ({ app }) => {
  test.setTimeout(300_000);
  await byId(app, 'device-toggle-1').click();
  await byId(app, 'samples-input').fill('3');
  await byId(app, 'samples-input').press('Enter');
  await byId(app, 'run-button').click();
  await expect(byId(app, 'cancel-button')).toHaveCount(0, { timeout: 120_000 });
  await byId(app, 'metric-peak').click();
  await byId(app, 'peak-measure').click();
  await expect(byId(app, 'peak-missing')).toHaveCount(0, { timeout: 180_000 });
  const kept = JSON.parse(readFileSync(join(app.scratch, 'peaks.json'), 'utf8')) as {
    readonly peaks: readonly { readonly bandwidth: { readonly rate: number } | null }[];
  };
  expect(kept.peaks).toHaveLength(1);
  expect(kept.peaks[0]?.bandwidth?.rate).toBeGreaterThan(1e8);
  await byId(app, 'mode-table').click();
  await expect(app.page.locator('thead .peakGbps')).toBeVisible();
});
