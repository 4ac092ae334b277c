/**
 * Pictures of states that pass or need a machine of their own: errors of compilers, a sweep that goes, more
 * rows than the window holds, a machine without OpenCL, an empty comparison. Nothing is compared.
 */
import { join } from 'node:path';
import { byId, expect, newFolder, resize, showIn, startApp, test, type StartedApp } from '../app';
import { looks } from './looks';

const shot = async (app: StartedApp, name: string): Promise<void> => {
  await app.page.screenshot({ path: join('artifacts/screens', `state-${name}.png`) });
};

test('compilers that object, a sweep that goes, an empty comparison', async ({ app }) => {
  await byId(app, 'device-toggle-1').waitFor();
  for (const [theme, locale, width, height] of looks) {
    await resize(app, width, height);
    await showIn(app, theme, locale);
    const look = `${theme}-${locale}-${width}`;
    await byId(app, 'nav-compare').click();
    await byId(app, 'compare-choose').or(byId(app, 'compare-differs')).waitFor();
    await shot(app, `compare-${look}`);
    await byId(app, 'nav-workbench').click();

    await app.page.locator('.cm-content').click();
    await app.page.keyboard.press('Control+End');
    await app.page.keyboard.type('\n__kernel void broken(__global float *q) { q[0] = nowhere; }');
    await app.page.locator('.cm-lint-marker-error').waitFor({ timeout: 60_000 });
    await shot(app, `diagnostics-${look}`);
    await byId(app, 'kernel-picker').click();
    await byId(app, 'example-saxpy').click();
    await byId(app, 'load-accept').click();

    await byId(app, 'run-button').click();
    await expect(byId(app, 'chart')).toHaveAttribute('data-points', /medianNs/, {
      timeout: 100_000,
    });
    await shot(app, `running-${look}`);
    await byId(app, 'cancel-button').click();
    await byId(app, 'stopped-line').waitFor({ timeout: 60_000 });
    await shot(app, `cancelled-${look}`);
  }
});

test('no OpenCL', async () => {
  const app = await startApp(newFolder(), { OCL_ICD_VENDORS: '/nowhere' });
  await byId(app, 'no-opencl').waitFor({ timeout: 60_000 });
  for (const [theme, locale, width, height] of looks) {
    await resize(app, width, height);
    await showIn(app, theme, locale);
    await shot(app, `no-opencl-${theme}-${locale}-${width}`);
  }
  await app.electron.close();
});
