/**
 * Pictures of the history in each of its states, on recorded runs: full, empty, nothing found, chosen, menu,
 * notes, undo, source differences; both themes, both languages, two sizes of window.
 */
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { byId, expect, resize, test, type StartedApp } from '../app';
import { looks } from './looks';

const fixtures = join(import.meta.dirname, '../../fixtures/h200/examples');
const names = readdirSync(fixtures).map((name) => name.replace('.ndrun', ''));
const saxpy = names.find((name) => name.includes('saxpy')) ?? '';

/** Recorded runs, and beside them one that failed, was cancelled, was cut off, is no run. */
const fill = (app: StartedApp): void => {
  mkdirSync(app.runsDir, { recursive: true });
  const write = (name: string, text: string): void => writeFileSync(join(app.runsDir, name), text);
  for (const name of names) {
    copyFileSync(join(fixtures, `${name}.ndrun`), join(app.runsDir, `${name}.ndrun`));
  }
  const text = readFileSync(join(fixtures, `${saxpy}.ndrun`), 'utf8');
  const lines = text.trimEnd().split('\n');
  const [head = ''] = lines;
  const end = lines.at(-1) ?? '';
  const rest = lines.slice(1, -1);
  const changed = head.replace('__kernel void', '// twice as much\\n__kernel void');
  write('20261130-080000-saxpy-0001.ndrun', `${[changed, ...rest, end].join('\n')}\n`);
  write(
    '20261130-080100-saxpy-0002.ndrun',
    `${[head, ...rest, end.replace('finished', 'cancelled')].join('\n')}\n`,
  );
  write(
    '20261130-080200-saxpy-0003.ndrun',
    `${[head, ...rest, end.replace('"finished"', '"failed"').replace('"failed":0', '"failed":2')].join('\n')}\n`,
  );
  write('20261130-080300-saxpy-0004.ndrun', `${[head, ...rest.slice(0, 40)].join('\n')}\n`);
  write('20261130-080400-broken-0005.ndrun', 'hello\n');
  const notes = { format: 'ndrange-meta', version: 1 };
  write(
    '20261130-080000-saxpy-0001.meta.json',
    JSON.stringify({
      ...notes,
      title: 'Night sweep, fans at 100 %',
      note: 'n',
      tags: ['lab', 'h200'],
    }),
  );
  write(`${saxpy}.meta.json`, JSON.stringify({ ...notes, title: '', note: '', tags: ['lab'] }));
};

const shows = async (app: StartedApp, prefix: string): Promise<void> => {
  const shot = async (name: string): Promise<void> => {
    await app.page.screenshot({ path: join('artifacts/screens', `runs-${name}-${prefix}.png`) });
  };
  await shot('list');
  await byId(app, 'runs-search').fill('tag:none');
  await shot('nothing-found');
  await byId(app, 'runs-show-all').click();
  await byId(app, `run-choose-${saxpy}`).check();
  await byId(app, 'run-choose-20261130-080000-saxpy-0001').check();
  await byId(app, `run-menu-${saxpy}`).click();
  await shot('menu');
  await byId(app, 'run-notes').click();
  await byId(app, 'notes-title').fill('SAXPY');
  await shot('notes');
  await app.page.keyboard.press('Escape');
  await byId(app, 'chosen-diff').click();
  await expect(byId(app, 'source-diff')).toContainText('twice');
  await shot('diff');
  await app.page.keyboard.press('Escape');
  await byId(app, 'chosen-clear').click();
  await byId(app, `run-menu-20261130-080400-broken-0005`).click();
  await byId(app, 'run-delete').click();
  await byId(app, 'runs-undo-line').waitFor();
  await shot('undo');
  await byId(app, 'runs-undo').click();
  await byId(app, 'runs-undo-line').waitFor({ state: 'detached' });
};

test('the history', async ({ app }) => {
  await byId(app, 'device-toggle-0').waitFor();
  await byId(app, 'nav-runs').click();
  await resize(app, 1280, 800);
  await app.page.screenshot({ path: 'artifacts/screens/runs-empty.png' });
  fill(app);
  await byId(app, 'nav-workbench').click();
  await byId(app, 'nav-runs').click();
  await expect(byId(app, `run-item-${saxpy}`)).toBeVisible();
  const theme = () => app.page.evaluate(() => document.documentElement.dataset['theme']);
  const language = () => app.page.evaluate(() => document.documentElement.lang);
  for (const [wanted, locale, width, height] of [...looks, ['dark', 'en', 1024, 700] as const]) {
    if ((await theme()) !== wanted) await byId(app, 'theme-toggle').click();
    await expect.poll(theme).toBe(wanted);
    if ((await language()) !== locale) await byId(app, 'locale-toggle').click();
    await expect.poll(language).toBe(locale);
    await resize(app, width, height);
    await shows(app, `${wanted}-${locale}-${width}`);
  }
});
