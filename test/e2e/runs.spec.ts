/**
 * The history in the real window: runs of other machines, notes and tags, search, delete and undo, exports,
 * reports and pictures as files, source differences, and a run as the beginning of a new sweep.
 */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { answerSaveDialog, byId, expect, resize, test, type StartedApp } from './app';

const fixtures = join(import.meta.dirname, '../fixtures/h200/examples');
const names = readdirSync(fixtures).map((name) => name.replace('.ndrun', ''));
const named = (part: string): string => names.find((name) => name.includes(part)) ?? '';
const saxpy = named('saxpy');
const transpose = named('transpose_naive');

/** Recorded runs, one that was changed, and one that cannot be read. */
const fill = (app: StartedApp): void => {
  mkdirSync(app.runsDir, { recursive: true });
  for (const name of names) {
    copyFileSync(join(fixtures, `${name}.ndrun`), join(app.runsDir, `${name}.ndrun`));
  }
  const text = readFileSync(join(fixtures, `${saxpy}.ndrun`), 'utf8');
  const end = text.indexOf('\n');
  const header = JSON.parse(text.slice(0, end)) as { sourceText: string; sourceSha256: string };
  header.sourceText = header.sourceText.replace('__kernel', '// changed\n__kernel');
  header.sourceSha256 = '0'.repeat(64);
  writeFileSync(
    join(app.runsDir, '20261130-000000-saxpy-0001.ndrun'),
    `${JSON.stringify(header)}${text.slice(end)}`,
  );
  writeFileSync(join(app.runsDir, '20261130-000001-broken-0001.ndrun'), 'hello\n');
};

const show = async (app: StartedApp): Promise<void> => {
  fill(app);
  await byId(app, 'device-toggle-0').waitFor();
  await byId(app, 'nav-runs').click();
  await expect(byId(app, `run-item-${saxpy}`)).toBeVisible();
};

const inMenu = async (app: StartedApp, run: string, item: string): Promise<void> => {
  await byId(app, `run-menu-${run}`).click();
  await byId(app, item).click();
};

const setNotes = async (
  app: StartedApp,
  run: string,
  notes: { readonly title: string; readonly tags: string; readonly note: string },
): Promise<void> => {
  await inMenu(app, run, 'run-notes');
  await byId(app, 'notes-title').fill(notes.title);
  await byId(app, 'notes-tags').fill(notes.tags);
  await byId(app, 'notes-note').fill(notes.note);
  await byId(app, 'notes-save').click();
  await expect(byId(app, 'notes-title')).toHaveCount(0);
};

test('a run gets a title, tags and a note, is found by them, deleted and had back', async ({
  app,
}) => {
  await show(app);
  const all = names.length + 2;
  await expect(byId(app, 'runs-count')).toHaveText(`${all} runs`);
  await setNotes(app, saxpy, { title: 'Night sweep', tags: 'lab, h200', note: 'fans at 100 %' });
  await expect(byId(app, `run-item-${saxpy}`)).toContainText('Night sweep');
  await byId(app, 'runs-search').fill('tag:lab night');
  await expect(app.page.locator('[data-testid^="run-item-"]')).toHaveCount(1);
  await byId(app, 'runs-search').fill('');
  await byId(app, 'tag-h200').click();
  await expect(app.page.locator('[data-testid^="run-item-"]')).toHaveCount(1);

  await inMenu(app, saxpy, 'run-delete');
  await expect(byId(app, `run-item-${saxpy}`)).toHaveCount(0);
  expect(existsSync(join(app.runsDir, `${saxpy}.ndrun`))).toBe(false);
  await expect(byId(app, 'runs-undo-line')).toContainText('Night sweep');
  await byId(app, 'runs-undo').click();
  await expect(byId(app, `run-item-${saxpy}`)).toContainText('Night sweep');
  expect(existsSync(join(app.runsDir, `${saxpy}.meta.json`))).toBe(true);
  expect(app.complaints).toEqual([]);
});

test('results, pictures and reports are written as what they are', async ({ app }, info) => {
  await show(app);
  const write = async (item: string, name: string): Promise<Buffer> => {
    const file = info.outputPath(name);
    await answerSaveDialog(app, file);
    await inMenu(app, transpose, item);
    await expect(byId(app, 'runs-written')).toContainText(name, { timeout: 60_000 });
    return readFileSync(file);
  };
  const json = JSON.parse((await write('run-export-json', 'x.json')).toString()) as {
    results: { run: string }[];
  };
  expect(json.results[0]?.run).toBe(transpose);
  expect((await write('run-export-svg', 'x.svg')).toString()).toMatch(/^<svg /);
  const png = await write('run-export-png', 'x.png');
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  // Width and height stand at 16 and 20: twice the drawing's, and no blank of a kilobyte.
  expect(png.readUInt32BE(16)).toBeGreaterThan(600);
  expect(png.length).toBeGreaterThan(20_000);
  const html = (await write('run-export-html', 'x.html')).toString();
  expect(html).toContain('Use 8×32.');
  expect(html).not.toMatch(/<script|<img/i);
  const pdf = await write('run-export-pdf', 'x.pdf');
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  expect(pdf.length).toBeGreaterThan(20_000);
  expect(app.electron.windows()).toHaveLength(1);
  expect(app.complaints).toEqual([]);
});

test('two sources are shown side by side, from the history and from the comparison', async ({
  app,
}) => {
  await show(app);
  const changed = '20261130-000000-saxpy-0001';
  await byId(app, `run-choose-${saxpy}`).check();
  await byId(app, `run-choose-${changed}`).check();
  await expect(byId(app, 'runs-chosen')).toHaveText('2 runs chosen');
  await byId(app, 'chosen-diff').click();
  await expect(byId(app, 'source-diff')).toContainText('// changed');
  await expect(byId(app, 'source-diff')).toContainText('unchanged lines');
  await app.page.screenshot({ path: 'artifacts/screens/source-diff.png' });
  await app.page.keyboard.press('Escape');
  await expect(byId(app, 'source-diff')).toHaveCount(0);
  await byId(app, 'chosen-compare').click();
  await byId(app, 'source-diff-open').click();
  await expect(byId(app, 'source-diff')).toContainText('// changed');
  expect(app.complaints).toEqual([]);
});

test('heads sort the list, and Shift chooses from one run to another by mouse and keys', async ({
  app,
}) => {
  await show(app);
  await byId(app, 'recorded-toggle').click();
  const ids = (): Promise<readonly string[]> =>
    app.page
      .locator('[data-run]')
      .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-run') ?? ''));
  const head = byId(app, 'runs-sort-kernel');
  const before = await ids();
  await head.click();
  await expect(app.page.getByRole('columnheader', { name: 'Kernel' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  );
  const sorted = await ids();
  expect(sorted).not.toEqual(before);
  expect(sorted.toSorted()).toEqual(before.toSorted());
  // Heads stand over what they name.
  const lefts = await Promise.all(
    [head, app.page.locator('[data-run] .what').first()].map((one) => one.boundingBox()),
  );
  expect(Math.abs((lefts[0]?.x ?? 0) - (lefts[1]?.x ?? 99))).toBeLessThan(1);

  const box = (at: number) => byId(app, `run-choose-${sorted[at] ?? ''}`);
  await box(1).click();
  await box(4).click({ modifiers: ['Shift'] });
  await expect(byId(app, 'runs-chosen')).toHaveText('4 runs chosen');
  // Shift marks no text between the two.
  expect(await app.page.evaluate(() => document.getSelection()?.toString() ?? '')).toBe('');
  await box(4).press('ArrowUp');
  await expect(box(3)).toBeFocused();
  await app.page.keyboard.press('Shift+Space');
  await expect(byId(app, 'runs-chosen')).toHaveText('2 runs chosen');
  await expect(box(1)).toBeChecked();
  await expect(box(3)).not.toBeChecked();
});

test('a run is the beginning of a new sweep', async ({ app }) => {
  await show(app);
  await inMenu(app, transpose, 'run-duplicate');
  await expect(byId(app, 'editor')).toContainText('transpose_naive');
  await expect(byId(app, 'size-chip-8x32')).toHaveAttribute('aria-pressed', 'true');
  await expect(byId(app, 'chart')).toHaveCount(0);
});

test('the keyboard goes through the list, and a long list has no blanks', async ({ app }) => {
  mkdirSync(app.runsDir, { recursive: true });
  const source = readFileSync(join(fixtures, `${saxpy}.ndrun`));
  const count = 600;
  for (let at = 0; at < count; at += 1) {
    writeFileSync(join(app.runsDir, `run-${String(at).padStart(4, '0')}.ndrun`), source);
  }
  await resize(app, 1280, 800);
  await byId(app, 'device-toggle-0').waitFor();
  await byId(app, 'nav-runs').click();
  await expect(byId(app, 'runs-count')).toHaveText(`${count} runs`);
  // The recorded examples stand behind them.
  await byId(app, 'recorded-toggle').click();
  const rows = app.page.locator('[data-testid^="run-item-"]');
  expect(await rows.count()).toBeLessThan(120);
  await byId(app, 'run-item-run-0599').getByRole('button').first().focus();
  await app.page.keyboard.press('End');
  await expect(byId(app, 'run-item-run-0000').getByRole('button').first()).toBeFocused();
  await app.page.keyboard.press('ArrowUp');
  await expect(byId(app, 'run-item-run-0001').getByRole('button').first()).toBeFocused();
  await app.page.keyboard.press('Home');
  await expect(byId(app, 'run-item-run-0599').getByRole('button').first()).toBeFocused();
  // Wherever the list is scrolled to, what is seen is rows from top to bottom.
  const gaps = await byId(app, 'runs-list').evaluate(async (list) => {
    const wrong: number[] = [];
    for (const share of [0.13, 0.5, 0.77, 1]) {
      list.scrollTop = share * (list.scrollHeight - list.clientHeight);
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      const box = list.getBoundingClientRect();
      for (const y of [box.top + 4, box.top + box.height / 2, box.bottom - 4]) {
        const seen = document.elementFromPoint(box.left + 200, y)?.closest('[data-run]');
        if (seen === null || seen === undefined) wrong.push(share);
      }
    }
    return wrong;
  });
  expect(gaps).toEqual([]);
});

test('no part of the history breaks a rule that a machine can check, in either theme and language', async ({
  app,
}) => {
  await show(app);
  await setNotes(app, saxpy, { title: '', tags: 'lab', note: '' });
  const check = async (what: string): Promise<void> => {
    const { violations } = await new AxeBuilder({ page: app.page })
      .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'])
      .setLegacyMode()
      .analyze();
    const found = violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
    );
    expect.soft(found, what).toEqual([]);
  };
  const theme = () => app.page.evaluate(() => document.documentElement.dataset['theme']);
  const language = () => app.page.evaluate(() => document.documentElement.lang);
  for (const [wanted, locale] of [
    ['light', 'en'],
    ['dark', 'zh-CN'],
  ] as const) {
    if ((await theme()) !== wanted) await byId(app, 'theme-toggle').click();
    await expect.poll(theme).toBe(wanted);
    if ((await language()) !== locale) await byId(app, 'locale-toggle').click();
    await expect.poll(language).toBe(locale);
    await byId(app, `run-choose-${saxpy}`).check();
    await byId(app, 'run-choose-20261130-000000-saxpy-0001').check();
    await byId(app, 'tag-lab').click();
    await check(`list, ${wanted}`);
    await byId(app, 'tag-lab').click();
    await byId(app, 'chosen-diff').click();
    await byId(app, 'source-diff').waitFor();
    await check(`source differences, ${wanted}`);
    await app.page.keyboard.press('Escape');
    await inMenu(app, saxpy, 'run-notes');
    await check(`notes, ${wanted}`);
    await app.page.keyboard.press('Escape');
    await byId(app, 'chosen-clear').click();
    await inMenu(app, transpose, 'run-delete');
    await byId(app, 'runs-undo-line').waitFor();
    await check(`undo, ${wanted}`);
    await byId(app, 'runs-undo').click();
    await expect(byId(app, `run-item-${transpose}`)).toBeVisible();
  }
});
