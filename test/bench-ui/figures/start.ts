/**
 * From the start of the process to a window that can be used, against an empty window of the same Electron, in
 * turns. Usable: the kernel stands in the editor, the run button is there, and a frame has shown both.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { figure, reportOf } from '../../bench/figure';
import { newFolder } from '../../e2e/app';
import { median, type UiContext, type UiGroup } from '../context';

const word = 'WINDOW IS USABLE';
const limitMs = 60_000;

/** Runs in the main process before the app: the same watch for both windows. */
const hook = `
const { app } = require('electron');
const watch = (isEmpty) => new Promise((resolve) => {
  const isReady = () => isEmpty
    ? document.body !== null
    : document.querySelector('.cm-content')?.textContent.includes('kernel') === true &&
      document.querySelector('[data-testid="run-button"]') !== null;
  const look = () => isReady()
    ? requestAnimationFrame(() => setTimeout(resolve))
    : setTimeout(look, 2);
  look();
});
app.on('browser-window-created', (_event, window) => {
  window.webContents.once('dom-ready', () => {
    const isEmpty = process.env.NDRANGE_BENCH_EMPTY === '1';
    window.webContents
      .executeJavaScript('(' + watch + ')(' + isEmpty + ')')
      .then(() => process.stdout.write('${word}\\n'));
  });
});
`;
const emptyMain = `
import { app, BrowserWindow } from 'electron';
app.whenReady().then(() => {
  const window = new BrowserWindow({ show: false, width: 1440, height: 900 });
  window.once('ready-to-show', () => window.show());
  window.loadURL('data:text/html,<!doctype html><title>Empty</title>');
});
`;

/** Writes hook and empty app. @returns their paths */
const prepare = (root: string): { readonly hookFile: string; readonly emptyApp: string } => {
  const emptyApp = join(root, 'out/empty-window');
  mkdirSync(emptyApp, { recursive: true });
  const manifest = { name: 'empty', version: '0.0.0', type: 'module', main: 'main.js' };
  writeFileSync(join(emptyApp, 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(emptyApp, 'main.js'), emptyMain);
  const hookFile = join(emptyApp, 'hook.cjs');
  writeFileSync(hookFile, hook);
  return { hookFile, emptyApp };
};

/** ms from spawn to the word; the window is used for `usedMs` more. `folder` keeps the settings from start to start, as a user's does. */
const startOnce = (
  { electron }: UiContext,
  hookFile: string,
  program: string,
  folder: string,
  isEmpty: boolean,
  usedMs = 0,
): Promise<number> =>
  new Promise((resolve, reject) => {
    const sandbox = process.env['NDRANGE_E2E_SANDBOX'] === '1' ? [] : ['--no-sandbox'];
    const began = performance.now();
    const child = spawn(electron, [...sandbox, '-r', hookFile, program], {
      stdio: ['ignore', 'pipe', 'ignore'],
      env: {
        ...process.env,
        NDRANGE_BENCH_EMPTY: isEmpty ? '1' : '0',
        NDRANGE_USER_DATA: join(folder, 'settings'),
        NDRANGE_RUNS_DIR: join(folder, 'runs'),
      },
    });
    let tookMs: number | null = null;
    const late = setTimeout(() => child.kill('SIGKILL'), limitMs);
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line !== word) return;
      tookMs = performance.now() - began;
      setTimeout(() => {
        child.kill('SIGTERM');
        // A quit that waits for its workers is not part of the start.
        setTimeout(() => child.kill('SIGKILL'), 3000).unref();
      }, usedMs);
    });
    child.once('error', reject);
    child.once('exit', () => {
      clearTimeout(late);
      if (tookMs === null) reject(new Error(`${program} showed no window`));
      else resolve(tookMs);
    });
  });

export const start: UiGroup = {
  name: 'start',
  figures: ['start-ratio'],
  run: async (context) => {
    const { hookFile, emptyApp } = prepare(context.root);
    const rounds = Math.max(context.rounds, context.rounds >= 3 ? 10 : 1);
    const programs = [
      { program: context.root, isEmpty: false, folder: newFolder(), took: [] as number[] },
      { program: emptyApp, isEmpty: true, folder: newFolder(), took: [] as number[] },
    ] as const;
    const [ours, empty] = programs;
    const startOf = (
      { program, isEmpty, folder }: (typeof programs)[number],
      usedMs?: number,
    ): Promise<number> => startOnce(context, hookFile, program, folder, isEmpty, usedMs);
    try {
      // The first start reads everything from the disk; after the second the browser keeps compiled scripts.
      for (const program of programs) {
        for (let before = 0; before < 3; before += 1) await startOf(program, 3000);
      }
      for (let round = 0; round < rounds; round += 1) {
        const inTurn = round % 2 === 0 ? [empty, ours] : [ours, empty];
        for (const program of inTurn) program.took.push(await startOf(program));
      }
    } finally {
      for (const { folder } of programs) {
        rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
      }
    }
    const ratios = ours.took.map((value, at) => value / (empty.took[at] ?? NaN));
    return reportOf(
      figure(
        'start-ratio',
        median(ratios),
        '×',
        { atMost: 1.5 },
        `${median(ours.took)?.toFixed(0)} ms against ${median(empty.took)?.toFixed(0)} ms, medians of ${rounds}`,
      ),
    );
  },
};
