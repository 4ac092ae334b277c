/**
 * What strangers send, in the real window: names that look like markup, files that are none, requests that
 * no page of ours would make.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunEvent, RunHeader } from '../../src-shared/domain/run-event';
import { commandNames } from '../../src-shared/ipc/contract';
import { buildEvents } from '../support/run-builder';
import { answerSaveDialog, byId, expect, test } from './app';

declare global {
  interface Window {
    planted?: boolean;
  }
}

const markup = '<img src=x onerror="window.planted=true"><b>bold</b>';
const rightToLeft = '\u202Eevil\u0007\u001B[31m';
const formula = '=HYPERLINK("http://x","y")';

const lineOf = (event: RunEvent): string =>
  JSON.stringify(event.type === 'run-started' ? event.header : event);

/** A run whose every name is hostile. */
const hostileRun = (): string => {
  const text = `
    device A platform=P
    16: 200 201 199 202 200 201
    64: 100 101 99 102 100 101
    128: failed crashed
  `;
  return buildEvents(text)
    .map((event) => {
      if (event.type === 'run-started') {
        const header: RunHeader = {
          ...event.header,
          sourceText: `// ${markup}\n__kernel void k(void) {}`,
          spec: { ...event.header.spec, title: { en: markup }, teaches: { en: markup } },
          devices: event.header.devices.map((device) => ({
            ...device,
            name: markup,
            vendor: formula,
            driver: formula,
            platform: { name: `${rightToLeft}${markup}`, vendor: markup, version: markup },
          })),
        };
        return lineOf({ ...event, header });
      }
      if (event.type === 'configuration-ended' && event.outcome.kind === 'failed') {
        const outcome = { ...event.outcome, message: markup, detail: { device: markup } };
        return lineOf({ ...event, outcome });
      }
      return lineOf(event);
    })
    .map((line) => `${line}\n`)
    .join('');
};

test('names that are markup are shown as text, everywhere and in tooltips', async ({
  app,
}, info) => {
  mkdirSync(app.runsDir, { recursive: true });
  const run = '20260101-000000-hostile-0001';
  writeFileSync(join(app.runsDir, `${run}.ndrun`), hostileRun());
  await byId(app, 'nav-runs').click();
  await expect(byId(app, `run-item-${run}`)).toContainText('<img src=x');
  await byId(app, `run-item-${run}`).getByRole('button').first().click();
  await expect(byId(app, 'chart')).toHaveAttribute('data-points', /medianNs/);
  const chart = await byId(app, 'chart').boundingBox();
  for (const share of [0.2, 0.4, 0.6, 0.8]) {
    await app.page.mouse.move(
      (chart?.x ?? 0) + (chart?.width ?? 0) * share,
      (chart?.y ?? 0) + (chart?.height ?? 0) / 2,
    );
    await app.page.waitForTimeout(100);
  }
  await expect(app.page.locator('.chart-tip')).toContainText('<img src=x');
  await app.page.screenshot({ path: 'artifacts/screens/hostile-names.png' });
  const made = await app.page.evaluate(() => ({
    planted: window.planted ?? false,
    images: document.querySelectorAll('img').length,
    bold: [...document.querySelectorAll('b')].filter((b) => b.textContent === 'bold').length,
  }));
  expect(made).toEqual({ planted: false, images: 0, bold: 0 });

  const file = info.outputPath('hostile.csv');
  await answerSaveDialog(app, file);
  await byId(app, 'export-csv').click();
  const text = (): string => {
    try {
      return readFileSync(file, 'utf8');
    } catch {
      return '';
    }
  };
  await expect.poll(text).not.toBe('');
  expect(text()).toContain(`'=HYPERLINK`);
  expect(text()).not.toMatch(/(^|,)"?[=+@]/m);
});

test('files that are no runs are listed or refused with a sentence', async ({ app }) => {
  mkdirSync(app.runsDir, { recursive: true });
  const bad: Record<string, string> = {
    'not-json': 'hello\n',
    deep: `${'['.repeat(100_000)}\n`,
    newer: '{"format":"ndrange-run","version":99}\n',
    empty: '',
  };
  for (const [name, content] of Object.entries(bad)) {
    writeFileSync(join(app.runsDir, `${name}.ndrun`), content);
  }
  await byId(app, 'nav-runs').click();
  for (const name of Object.keys(bad)) await expect(byId(app, `run-item-${name}`)).toBeVisible();
  await expect(byId(app, 'run-item-newer')).toContainText(/newer/i);
  const replies = await app.page.evaluate(
    (names) =>
      Promise.all(
        names.map((run) =>
          (
            globalThis as unknown as {
              workbench: { call(name: string, request: unknown): Promise<{ ok: boolean }> };
            }
          ).workbench.call('runs.open', { run, from: null }),
        ),
      ),
    Object.keys(bad),
  );
  expect(replies.map(({ ok }) => ok)).toEqual(Object.keys(bad).map(() => false));
});

test('no request, however wrong, throws in the main process or passes its schema', async ({
  app,
}) => {
  await app.electron.evaluate(({ dialog }) => {
    // A dialog would wait for ever: whatever asks for one is answered as cancelled.
    dialog.showOpenDialog = () => Promise.resolve({ canceled: true, filePaths: [] });
    dialog.showSaveDialog = () => Promise.resolve({ canceled: true, filePath: '' });
    const found: string[] = [];
    (globalThis as unknown as { bugs: string[] }).bugs = found;
    process.on('uncaughtException', (error) => found.push(error.message));
    process.on('unhandledRejection', (error) => found.push(String(error)));
    const write = process.stderr.write.bind(process.stderr);
    // Exceptions of handlers are bugs, and are written there.
    process.stderr.write = (text: string | Uint8Array) => {
      const line = String(text);
      if (/^[a-z]+\.[a-z-]+: /.test(line)) found.push(line);
      return write(text);
    };
  });
  const passed = await app.page.evaluate(
    async (names) => {
      const { workbench } = globalThis as unknown as {
        workbench: { call(name: string, request: unknown): Promise<unknown> };
      };
      const own: Record<string, unknown> = {};
      Object.defineProperty(own, '__proto__', { value: { run: 'x' }, enumerable: true });
      let deep: unknown = 1;
      for (let level = 0; level < 500; level += 1) deep = [deep];
      const strange: unknown[] = [
        undefined,
        true,
        -1,
        NaN,
        Infinity,
        10n,
        '',
        'x'.repeat(5_000_000),
        '../../../../etc/passwd',
        [],
        [null],
        {},
        own,
        deep,
        new Date(),
        /x/,
        new Map([['run', 'x']]),
        new Uint8Array(1000),
        { run: '../../etc/passwd' },
        { run: '/etc/passwd' },
        { run: '..' },
        { run: 'a\u0000b' },
        { run: ['a'] },
        { run: { toString: 'x' } },
        { runs: Array.from({ length: 20_000 }, () => 'a'), form: 'launches' },
        { runs: 'a', form: 'configurations' },
        { token: 'x', suggestedName: '../../x', sourceText: 5 },
        { sourceText: 'x', buildOptions: NaN, deviceKeys: [1] },
        { sourceText: 'x', buildOptions: '', deviceKeys: {}, spec: {}, options: {} },
        { refresh: 'yes' },
      ];
      const wrong: string[] = [];
      for (const name of names) {
        for (const [at, request] of strange.entries()) {
          const reply = await workbench
            .call(name, request)
            .then((value) => value as { ok?: unknown; error?: { code?: unknown } } | null)
            .catch(() => 'rejected' as const);
          const isRefused =
            reply === 'rejected' || (reply?.ok === false && typeof reply.error?.code === 'string');
          if (!isRefused) wrong.push(`${name} ${at}`);
        }
      }
      return wrong;
    },
    [...commandNames],
  );
  expect(passed).toEqual([]);
  const bugs = await app.electron.evaluate(
    () => (globalThis as unknown as { bugs: string[] }).bugs,
  );
  expect(bugs).toEqual([]);
  // And it still answers.
  await expect(byId(app, 'run-button')).toBeVisible();
});

test('a kernel that includes a file is refused by name, and nothing is measured', async ({
  app,
}) => {
  const reply = await app.page.evaluate(async () => {
    const { workbench } = globalThis as unknown as {
      workbench: { call(name: string, request: unknown): Promise<unknown> };
    };
    const examples = (await workbench.call('examples.list', null)) as { spec: unknown }[];
    const { devices } = (await workbench.call('devices.list', { refresh: false })) as {
      devices: { key: string }[];
    };
    const sourceText = '#include "/etc/passwd"\n__kernel void saxpy(__global float *x) {}';
    const deviceKeys = devices.slice(0, 1).map(({ key }) => key);
    return {
      compiled: await workbench.call('kernel.compile', {
        sourceText,
        buildOptions: '',
        deviceKeys,
      }),
      spec: examples.length,
    };
  });
  const text = JSON.stringify(reply);
  expect(text).toContain('/etc/passwd');
  expect(text).toContain('invalid-source');
  expect(text).not.toContain('root:');
});
