/**
 * `node window-screenshot.mjs RUN FILE.png`: starts the real app on the screen that is there, opens a stored
 * run in it, waits until its curve is drawn, and writes a picture of the window.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root, runScript, StepFailure } from './project.mjs';

await runScript(async () => {
  const [run, file] = process.argv.slice(2);
  if (file === undefined) throw new StepFailure('Usage: window-screenshot.mjs RUN FILE.png');
  const { _electron } = await import('@playwright/test');
  const userData = mkdtempSync(join(tmpdir(), 'ndrange-'));
  const app = await _electron.launch({
    args: [root],
    env: { ...process.env, NDRANGE_USER_DATA: userData },
  });
  try {
    const page = await app.firstWindow();
    await page.getByTestId('nav-runs').click();
    await page.getByTestId(`run-item-${run}`).getByRole('button').first().click();
    await page.waitForFunction(() => {
      const points = document.querySelector('[data-testid="chart"]')?.getAttribute('data-points');
      return typeof points === 'string' && JSON.parse(points).length > 0;
    });
    await page.screenshot({ path: file });
  } finally {
    await app.close();
    rmSync(userData, { recursive: true, force: true });
  }
});
