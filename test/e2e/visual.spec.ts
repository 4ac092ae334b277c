/**
 * The main views as pictures, held against stored ones. All figures come from recorded runs and all type
 * ships with the app, so that another machine draws the same; the tolerance lets fonts be smoothed
 * otherwise and no panel be missing, moved or empty. `-- visual --update-snapshots` takes them anew.
 */
import { join } from 'node:path';
import { byId, expect, newFolder, resize, startApp, test, type StartedApp } from './app';
import { putFailed, putRun } from './stored-runs';

const setTheme = async (app: StartedApp, wanted: string): Promise<void> => {
  await byId(app, 'theme-toggle').waitFor();
  const shown = () => app.page.evaluate(() => document.documentElement.dataset['theme']);
  if ((await shown()) !== wanted) await byId(app, 'theme-toggle').click();
  await expect.poll(shown).toBe(wanted);
};

const open = async (app: StartedApp, run: string, mode: string): Promise<void> => {
  await byId(app, 'nav-runs').click();
  await byId(app, `run-item-${run}`).getByRole('button').first().click();
  await byId(app, `mode-${mode}`).click();
};

test('the main views look as they did', async () => {
  const folder = newFolder();
  const runsDir = join(folder, 'runs');
  const saxpy = putRun(runsDir, 'saxpy');
  const transpose = putRun(runsDir, 'transpose');
  const failed = putFailed(runsDir);
  const app = await startApp(folder, { TZ: 'UTC', LANGUAGE: 'en', LANG: 'C.UTF-8' });
  await resize(app, 1440, 900);
  /** The results at a size of their own: what lies above them depends on the devices of the machine. */
  const takeOut = (): Promise<void> =>
    byId(app, 'results').evaluate((element) => {
      Object.assign((element as HTMLElement).style, {
        position: 'fixed',
        zIndex: '60',
        inset: '48px auto auto 0',
        width: '760px',
        height: '660px',
      });
    });
  const looksAs = async (id: string, name: string): Promise<void> => {
    await app.page.mouse.move(0, 0);
    await expect.soft(byId(app, id)).toHaveScreenshot(`${name}.png`);
  };
  const views: readonly (readonly [name: string, run: string, mode: string])[] = [
    ['curve', saxpy, 'curve'],
    ['over-time', saxpy, 'time'],
    ['launch-split', saxpy, 'split'],
    ['heat-map', transpose, 'heatmap'],
    ['failed', failed, 'curve'],
    ['table', failed, 'table'],
  ];
  /** What the dark theme can spoil on its own: charts, tones and tables. */
  const both = new Set(['curve', 'heat-map']);
  for (const theme of ['light', 'dark']) {
    await setTheme(app, theme);
    for (const [name, run, mode] of views) {
      if (theme === 'dark' && !both.has(name)) continue;
      await open(app, run, mode);
      await takeOut();
      await looksAs('results', `${name}-${theme}`);
    }
    await open(app, failed, 'curve');
    await byId(app, 'nav-compare').click();
    await looksAs('compare-view', `compare-${theme}`);
  }
  await app.electron.close();
});
