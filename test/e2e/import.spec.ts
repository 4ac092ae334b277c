/**
 * Results from elsewhere in the real window: T4 that must be asked for its size, a cache of Kernel Tuner with what
 * was left out of it, our own CSV dropped as two files, and files that are nothing of the kind.
 */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { configurationsCsv, launchesCsv } from '@shared/domain/csv';
import { buildRun } from '../support/run-builder';
import { byId, expect, test, type StartedApp } from './app';

const t4 = JSON.stringify({
  schema_version: '1.0.0',
  results: [64, 128, 256].map((size) => ({
    configuration: { block_size_x: size },
    times: { runtimes: [size / 64, size / 64 + 0.01] },
    invalidity: 'correct',
    correctness: 1,
  })),
});
const cache = JSON.stringify({
  schema_version: '1.1.0',
  device_name: 'A GPU',
  kernel_name: 'convolve',
  problem_size: [4096],
  tune_params_keys: ['block_size_x', 'tile'],
  tune_params: { block_size_x: [32, 64], tile: [1, 2] },
  objective: 'time',
  cache: {
    '32,1': { block_size_x: 32, tile: 1, time: 2, times: [2, 2.1] },
    '64,1': { block_size_x: 64, tile: 1, time: 1, times: [1, 1.1] },
    '64,2': { block_size_x: 64, tile: 2, time: 5, times: [5, 5.1] },
  },
});

const put = (app: StartedApp, name: string, text: string): string => {
  mkdirSync(app.scratch, { recursive: true });
  writeFileSync(join(app.scratch, name), text);
  return join(app.scratch, name);
};

const answerOpenDialog = (app: StartedApp, path: string): Promise<void> =>
  app.electron.evaluate(({ dialog }, file) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [file] });
  }, path);

/** A file input gives the page Files with a path, as a drop does. */
const drop = async (app: StartedApp, paths: readonly string[]): Promise<void> => {
  await app.page.evaluate(() => {
    document.querySelector('#dropped')?.remove();
    const input = document.createElement('input');
    Object.assign(input, { type: 'file', id: 'dropped', multiple: true });
    document.body.append(input);
  });
  await app.page.locator('#dropped').setInputFiles([...paths]);
  await app.page.evaluate(() => {
    const data = new DataTransfer();
    const files = document.querySelector<HTMLInputElement>('#dropped')?.files ?? [];
    for (const file of files) data.items.add(file);
    const event = { dataTransfer: data, bubbles: true, cancelable: true };
    for (const type of ['dragover', 'drop'])
      document.body.dispatchEvent(new DragEvent(type, event));
  });
};

const runsIn = (app: StartedApp): number =>
  readdirSync(app.runsDir).filter((name) => name.endsWith('.ndrun')).length;

test('results of other tools are imported, and what they do not say is asked or told', async ({
  app,
}) => {
  await byId(app, 'device-toggle-0').waitFor();
  await byId(app, 'nav-runs').click();
  await answerOpenDialog(app, put(app, 'results.json', t4));
  await byId(app, 'runs-import').click();
  await byId(app, 'import-global').fill('64x64');
  await byId(app, 'import-go').click();
  await expect(byId(app, 'import-problem')).toContainText('dimensions');
  await app.page.screenshot({ path: 'artifacts/screens/import-ask.png' });
  await byId(app, 'import-global').fill('1048576');
  await app.page.keyboard.press('Enter');
  await expect(byId(app, 'result-row-0-64')).toBeVisible();

  await answerOpenDialog(app, put(app, 'cache.json', cache));
  await byId(app, 'nav-runs').click();
  await byId(app, 'runs-import').click();
  await expect(byId(app, 'import-notes')).toContainText('1 configurations with other parameters');
  await expect(byId(app, 'verdict')).toContainText('64');
  expect(runsIn(app)).toBe(2);
  expect(app.complaints).toEqual([]);
});

test('the two CSV files of a run are dropped together, and one alone says what is missing', async ({
  app,
}) => {
  await byId(app, 'device-toggle-0').waitFor();
  const run = buildRun('16: 200 201 199\n32: 100 101 99');
  const sizes = put(app, 'sizes.csv', configurationsCsv([run]));
  const launches = put(app, 'launches.csv', launchesCsv([run]));
  await drop(app, [launches]);
  await expect(app.page.getByRole('alert')).toContainText('not its sizes');
  await drop(app, [launches, sizes]);
  await expect(byId(app, 'result-row-0-16')).toBeVisible();
  expect(runsIn(app)).toBe(1);
  expect(app.complaints).toEqual([]);
});

test('a file that is nothing of the kind is refused with a sentence', async ({ app }) => {
  await byId(app, 'device-toggle-0').waitFor();
  await byId(app, 'nav-runs').click();
  for (const [name, text] of [
    ['package.json', '{"name":"x"}'],
    ['deep.json', '['.repeat(100_000)],
    ['run.ndrun', 'hello'],
  ] as const) {
    await answerOpenDialog(app, put(app, name, text));
    await byId(app, 'runs-import').click();
    await expect(byId(app, 'runs-problem')).toContainText(name);
  }
  expect(app.complaints).toEqual([]);
});
