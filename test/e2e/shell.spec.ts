/** What surrounds the work: palette, menu bar, keys, dropped files, zoom, and the editor's own panels. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { byId, expect, resize, showIn, test, type StartedApp } from './app';

const ready = async (app: StartedApp): Promise<void> => {
  await byId(app, 'device-toggle-0').waitFor();
  await app.page.locator('.cm-content').waitFor();
};

/** Labels of the menu bar, and of the items of its first menu. */
const menuBar = (app: StartedApp): Promise<readonly (readonly string[])[]> =>
  app.electron.evaluate(({ Menu }) => {
    const items = Menu.getApplicationMenu()?.items ?? [];
    return [
      items.map(({ label }) => label),
      (items[0]?.submenu?.items ?? []).map(({ label }) => label),
    ];
  });

test('the palette does what is typed, by keyboard alone', async ({ app }) => {
  await ready(app);
  await app.page.keyboard.press('Control+K');
  await expect(byId(app, 'palette-search')).toBeFocused();
  await app.page.keyboard.type('hist');
  await app.page.keyboard.press('Escape');
  await expect(byId(app, 'palette')).toHaveCount(0);

  await app.page.keyboard.press('Control+K');
  await app.page.keyboard.type('dark');
  await app.page.keyboard.press('Enter');
  await expect(byId(app, 'palette')).toHaveCount(0);
  await expect(app.page.locator('html')).toHaveAttribute('data-theme', 'dark');

  // What was used last comes first.
  await app.page.keyboard.press('Control+K');
  await expect(byId(app, 'palette').getByRole('option').first()).toHaveAttribute(
    'data-testid',
    'command-theme:dark',
  );
  await app.page.keyboard.press('Escape');
});

test('the menu bar speaks the language of the window and does what it says', async ({ app }) => {
  await ready(app);
  await expect.poll(async () => (await menuBar(app))[0]).toContain('Sweep');
  await byId(app, 'locale-toggle').click();
  await expect.poll(async () => (await menuBar(app))[0]).toContain('扫描');
  expect((await menuBar(app))[1]).toContain('保存内核');
  await app.electron.evaluate(({ Menu }) => {
    const view = Menu.getApplicationMenu()?.items.find(({ label }) => label === '视图');
    view?.submenu?.items.find(({ label }) => label === '设备')?.click();
  });
  await expect(byId(app, 'device-table')).toBeVisible();
});

test('keys change views and zoom, and the zoom is remembered', async ({ app }) => {
  await ready(app);
  await app.page.keyboard.press('Control+3');
  await expect(byId(app, 'nav-runs')).toHaveAttribute('aria-current', 'page');
  const zoom = () =>
    app.electron.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.webContents.getZoomFactor(),
    );
  await app.page.keyboard.press('Control+Equal');
  await expect.poll(zoom).toBeCloseTo(1.1);
  await app.page.keyboard.press('Control+Digit0');
  await expect.poll(zoom).toBeCloseTo(1);
});

test('the smallest window names its devices, and an empty comparison says where to go', async ({
  app,
}) => {
  await ready(app);
  await resize(app, 1024, 700);
  for (const name of await app.page.locator('[data-testid^="device-toggle-"] .name').all()) {
    expect(await name.evaluate((box) => box.scrollWidth - box.clientWidth)).toBeLessThanOrEqual(0);
  }
  await app.page.keyboard.press('Control+2');
  await byId(app, 'compare-choose').click();
  await expect(byId(app, 'nav-runs')).toHaveAttribute('aria-current', 'page');
});

test('what is typed stays in sight when the list of diagnostics grows below it', async ({
  app,
}) => {
  await ready(app);
  await resize(app, 1280, 800);
  await app.page.locator('.cm-content').click();
  await app.page.keyboard.press('Control+End');
  await app.page.keyboard.type('\n__kernel void broken(__global float *q) { q[0] = nowhere; }');
  await app.page.locator('.cm-lint-marker-error').waitFor({ timeout: 60_000 });
  await expect(async () => {
    const editor = await byId(app, 'editor').boundingBox();
    const cursor = await app.page.locator('.cm-cursor-primary').boundingBox();
    if (editor === null || cursor === null) throw new Error('nothing is shown');
    expect(cursor.y + cursor.height).toBeLessThanOrEqual(editor.y + editor.height);
  }).toPass({ timeout: 10_000 });
});

test('a dropped kernel is opened and can be saved where it came from', async ({ app }) => {
  await ready(app);
  mkdirSync(app.scratch, { recursive: true });
  const path = join(app.scratch, 'dropped.cl');
  writeFileSync(
    path,
    '__kernel void dropped(__global float *x) { x[get_global_id(0)] += 1.0f; }\n',
  );
  // A file input gives the page a File with a path, as a drop does.
  await app.page.evaluate(() => {
    const input = document.createElement('input');
    input.type = 'file';
    input.id = 'dropped';
    document.body.append(input);
  });
  await app.page.locator('#dropped').setInputFiles(path);
  await app.page.evaluate(() => {
    const file = document.querySelector<HTMLInputElement>('#dropped')?.files?.[0];
    const data = new DataTransfer();
    if (file !== undefined) data.items.add(file);
    for (const type of ['dragover', 'drop']) {
      document.body.dispatchEvent(
        new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }),
      );
    }
  });
  await expect(byId(app, 'kernel-picker')).toContainText('dropped');
  await expect(app.page.locator('body')).not.toContainText(app.scratch);

  await app.page.locator('.cm-content').click();
  await app.page.keyboard.press('Control+End');
  await app.page.keyboard.type('// mine');
  await expect(byId(app, 'kernel-picker').getByRole('img')).toBeVisible();
  await app.page.keyboard.press('Control+S');
  await expect(byId(app, 'kernel-picker').getByRole('img')).toHaveCount(0);
});

test('a File that the page makes up names no file', async ({ app }) => {
  await ready(app);
  const reply = await app.page.evaluate(() => {
    const { workbench } = globalThis as unknown as {
      workbench: { drop(file: object): Promise<unknown> };
    };
    return workbench.drop(new File(['x'], '/etc/passwd'));
  });
  expect(reply).toMatchObject({ ok: false, error: { code: 'invalid-option' } });
});

test('the editor completes, finds and replaces, and undoes across views', async ({ app }) => {
  await ready(app);
  const editor = app.page.locator('.cm-content');
  await editor.click();
  await app.page.keyboard.press('Control+End');
  await app.page.keyboard.type('\nint g = get_glo');
  await expect(app.page.locator('.cm-tooltip-autocomplete')).toContainText('get_global_id');
  await expect(app.page.locator('.cm-completionInfo')).toContainText('NDRange');
  await app.page.keyboard.press('Escape');

  await app.page.keyboard.press('Control+F');
  await expect(app.page.locator('.cm-search [name="search"]')).toBeFocused();
  await app.page.keyboard.press('Escape');
  await expect(app.page.locator('.cm-search')).toHaveCount(0);

  await byId(app, 'nav-runs').click();
  await byId(app, 'nav-workbench').click();
  await editor.click();
  await expect(editor).toContainText('int g = get_glo');
  await app.page.keyboard.press('Control+Z');
  await expect(editor).not.toContainText('int g = get_glo');
});

test('the first start points at Run, until something was measured', async ({ app }) => {
  await ready(app);
  await expect(byId(app, 'run-pointer')).toContainText('saxpy');
  await byId(app, 'samples-input').fill('3');
  await byId(app, 'samples-input').press('Enter');
  await app.page.keyboard.press('F5');
  await expect(byId(app, 'run-pointer')).toHaveCount(0);
});

test('a right click offers what can be done with a device and with a size', async ({ app }) => {
  await ready(app);
  await byId(app, 'device-toggle-1').click({ button: 'right' });
  await byId(app, 'context-only').click();
  await expect(byId(app, 'device-toggle-0')).toHaveAttribute('aria-pressed', 'false');
  await expect(byId(app, 'device-toggle-1')).toHaveAttribute('aria-pressed', 'true');
  await byId(app, 'device-toggle-0').click({ button: 'right' });
  await byId(app, 'context-copy').click();
  await expect
    .poll(() => app.electron.evaluate(({ clipboard }) => clipboard.readText()))
    .not.toBe('');

  await byId(app, 'size-chip-64').click({ button: 'right' });
  await byId(app, 'context-only').click();
  await expect(byId(app, 'size-chip-64')).toHaveAttribute('aria-pressed', 'true');
  await expect(byId(app, 'size-chip-128')).toHaveAttribute('aria-pressed', 'false');
});

test('the height of the arguments is kept over a restart', async ({ app }) => {
  await ready(app);
  const part = app.page.locator('section.arguments');
  const height = async () => (await part.boundingBox())?.height ?? 0;
  const splitter = app.page.locator('[role="separator"][aria-orientation="horizontal"]');
  await splitter.focus();
  const before = await height();
  for (let step = 0; step < 4; step += 1) await app.page.keyboard.press('ArrowUp');
  await expect.poll(height).toBeGreaterThan(before + 40);
  const set = await height();
  await app.page.reload();
  await ready(app);
  await expect.poll(height).toBeCloseTo(set, 0);
  await splitter.dblclick();
  await expect.poll(height).toBeLessThan(set - 20);
});

test('what a sweep comes to stands on one line, whole, at every width and in both languages', async ({
  app,
}) => {
  await byId(app, 'device-toggle-1').waitFor();
  for (const [width, locale] of [
    [1024, 'en'],
    [1280, 'en'],
    [1280, 'zh-CN'],
    [1440, 'en'],
  ] as const) {
    await showIn(app, 'light', locale);
    await resize(app, width, 800);
    const totals = byId(app, 'sweep-totals');
    await expect(totals).toContainText(locale === 'en' ? 'at most' : '最多');
    await expect(totals).toHaveAttribute('title', /3\u2009?200/);
    await app.page.screenshot({ path: `artifacts/screens/totals-${width}-${locale}.png` });
    // What is on the line is not cut on its left.
    const [outer, inner] = await Promise.all(
      [totals, totals.locator('span').first()].map((one) => one.boundingBox()),
    );
    expect.soft(outer?.height, `${width} ${locale}`).toBe(16);
    expect.soft(inner?.height).toBe(16);
    expect.soft((inner?.x ?? -1) - (outer?.x ?? 0)).toBeGreaterThanOrEqual(0);
  }
});

test('file dialogs speak the language of the window', async ({ app }) => {
  await byId(app, 'device-toggle-0').waitFor();
  await app.electron.evaluate(({ dialog }) => {
    const asked: string[] = [];
    const note = (given: readonly unknown[]): void => {
      const { title, buttonLabel, filters } = given.at(-1) as Electron.SaveDialogOptions;
      const kinds = (filters ?? []).map(({ name }) => name).join(', ');
      asked.push(`${title ?? ''} [${buttonLabel ?? ''}] ${kinds}`);
    };
    Object.assign(globalThis, { askedDialogs: asked });
    dialog.showOpenDialog = (...given: readonly unknown[]) => {
      note(given);
      return Promise.resolve({ canceled: true, filePaths: [] });
    };
    dialog.showSaveDialog = (...given: readonly unknown[]) => {
      note(given);
      return Promise.resolve({ canceled: true, filePath: '' });
    };
  });
  const last = (): Promise<string | undefined> =>
    app.electron.evaluate(() =>
      (globalThis as unknown as { askedDialogs: readonly string[] }).askedDialogs.at(-1),
    );
  for (const [locale, open, save] of [
    ['en', 'Open kernel [Open] OpenCL C, Sweep', 'Save kernel [Save] OpenCL C, Sweep'],
    ['zh-CN', '打开内核 [打开] OpenCL C, 扫描', '保存内核 [保存] OpenCL C, 扫描'],
  ] as const) {
    await showIn(app, 'light', locale);
    await app.page.keyboard.press('ControlOrMeta+o');
    await expect.poll(last).toBe(open);
    await app.page.keyboard.press('ControlOrMeta+s');
    await expect.poll(last).toBe(save);
  }
});
