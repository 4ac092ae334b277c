/**
 * The first start of somebody without a GPU: SAXPY ready to run and one sentence that points at Run; and in
 * the history real results of other devices, which can be opened, compared, advised on and measured again here,
 * and not changed.
 */
import { existsSync, readdirSync } from 'node:fs';
import { byId, expect, test } from './app';

const of = (kernel: string): string =>
  readdirSync('kernels/recorded')
    .find((name) => name.endsWith('.ndrun') && name.includes(`-${kernel}-`))
    ?.replace('.ndrun', '') ?? '';

test('the first start points at Run and at nothing else, examples or not', async ({ app }) => {
  await expect(byId(app, 'run-pointer')).toBeVisible({ timeout: 30_000 });
  await expect(byId(app, 'run-button')).toBeEnabled();
  await expect(byId(app, 'kernel-picker')).toContainText('saxpy', { ignoreCase: true });
  await expect(byId(app, 'recorded-line')).toHaveCount(0);
  expect(app.complaints).toEqual([]);
});

test('recorded examples can be read, compared and measured again, and not changed', async ({
  app,
}) => {
  const saxpy = of('saxpy');
  await byId(app, 'nav-runs').click();
  await expect(byId(app, 'runs-empty')).toBeVisible();
  const row = byId(app, `run-item-${saxpy}`);
  await expect(row).toContainText('Recorded');
  await byId(app, `run-menu-${saxpy}`).click();
  await expect(byId(app, 'run-delete')).toHaveAttribute('aria-disabled', 'true');
  await app.page.keyboard.press('Escape');

  await row.getByRole('button').first().click();
  await expect(byId(app, 'recorded-line')).toContainText('2 × NVIDIA H200 (driver 580');
  await byId(app, 'mode-advice').click();
  await expect(byId(app, 'results')).toContainText('predictions agree');

  await byId(app, 'nav-runs').click();
  await byId(app, `run-compare-${of('vector_add')}`).click();
  await byId(app, 'nav-compare').click();
  await expect(byId(app, 'compare-view')).toContainText('vector_add');

  await byId(app, 'nav-runs').click();
  await byId(app, `run-menu-${saxpy}`).click();
  await byId(app, 'run-duplicate').click();
  await byId(app, 'run-button').click();
  await expect(byId(app, 'cancel-button')).toBeVisible();
  await byId(app, 'cancel-button').click();
  await byId(app, 'nav-runs').click();
  await expect(byId(app, 'runs-count')).toHaveText('1 run');

  await byId(app, 'recorded-toggle').click();
  await expect(row).toHaveCount(0);
  expect(existsSync(app.runsDir)).toBe(true);
  const own = readdirSync(app.runsDir).filter((name) => name.endsWith('.ndrun'));
  expect(own).toHaveLength(1);
  expect(own).not.toContain(`${saxpy}.ndrun`);
  expect(app.complaints).toEqual([]);
});
