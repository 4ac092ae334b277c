/** A second start of the app, and the command line beside it, on the same folder while a run goes on. */
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { byId, expect, newFolder, startApp, test, type StartedApp } from './app';
import { hasEnded, readLog, runsIn } from './reading-runs';

const root = join(import.meta.dirname, '../..');
let folder = '';
let app: StartedApp;
test.beforeEach(async () => {
  folder = newFolder();
  app = await startApp(folder);
});
test.afterEach(async () => {
  await app.electron.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Ended {
  readonly code: number | null;
  readonly said: string;
}
const runProgram = (
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<Ended> =>
  new Promise((resolve) => {
    const child = spawn(program, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString('utf8')));
    child.once('close', (code) => resolve({ code, said }));
  });
const environment = (): NodeJS.ProcessEnv => ({
  ...process.env,
  NDRANGE_USER_DATA: join(folder, 'settings'),
  NDRANGE_RUNS_DIR: app.runsDir,
});
/** Samples of each size, over all devices of a run; every visit once. */
const samplesOf = (run: string): readonly number[] => {
  const taken = new Map<string, number>();
  const visits = new Set<string>();
  for (const event of readLog(app.runsDir, run).events) {
    if (event.type !== 'visit') continue;
    const size = `${event.deviceKey} ${event.configuration}`;
    const visit = `${size} ${event.round}`;
    expect(visits.has(visit), visit).toBe(false);
    visits.add(visit);
    taken.set(size, (taken.get(size) ?? 0) + event.samples.runNs.length);
  }
  return [...taken.values()];
};

const startSweep = async (samples: string): Promise<string> => {
  await byId(app, 'device-toggle-0').waitFor();
  await byId(app, 'samples-input').fill(samples);
  await byId(app, 'samples-input').press('Enter');
  await byId(app, 'run-button').click();
  await expect.poll(() => runsIn(app.runsDir).length, { timeout: 60_000 }).toBe(1);
  return runsIn(app.runsDir)[0] ?? '';
};

test('a second start goes again, brings the first to the front, and the run goes on', async () => {
  const run = await startSweep('4');
  await app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.minimize());
  const program = await app.electron.evaluate(() => process.execPath);
  const sandbox = process.env['NDRANGE_E2E_SANDBOX'] === '1' ? [] : ['--no-sandbox'];
  const second = await runProgram(program, [...sandbox, root], environment());
  expect(second.code).toBe(0);
  expect(second.said).toContain('runs already; its window comes to the front.');
  const isMinimized = () =>
    app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isMinimized());
  await expect.poll(isMinimized).toBe(false);
  expect(app.electron.windows()).toHaveLength(1);
  await expect.poll(() => hasEnded(app.runsDir, run), { timeout: 150_000 }).toBe(true);
  expect(readLog(app.runsDir, run).events.at(-1)).toMatchObject({ phase: 'finished' });
  expect(new Set(samplesOf(run))).toEqual(new Set([4]));
  expect(runsIn(app.runsDir)).toEqual([run]);
});

test('the command line beside it measures into the same folder, and each has its own run', async () => {
  const run = await startSweep('4');
  const cli = join(root, 'build/scripts/ndrange.mjs');
  const args = ['sweep', join(root, 'kernels/saxpy.sweep.json'), '--device', 'Portable'];
  const more = ['--local', '16,64', '--global', '65536', '--samples', '5'];
  const beside = await runProgram(process.execPath, [cli, ...args, ...more], environment());
  expect(beside.said).not.toMatch(/^ndrange: (?!building)/m);
  expect(beside.code).toBe(0);
  await expect.poll(() => hasEnded(app.runsDir, run), { timeout: 150_000 }).toBe(true);
  const runs = runsIn(app.runsDir);
  expect(runs).toHaveLength(2);
  const other = runs.find((id) => id !== run) ?? '';
  expect(samplesOf(other)).toEqual([5, 5]);
  expect(new Set(samplesOf(run))).toEqual(new Set([4]));
  expect(hasEnded(app.runsDir, other)).toBe(true);

  await byId(app, 'nav-runs').click();
  await expect(byId(app, `run-item-${other}`)).toBeVisible({ timeout: 30_000 });
  await expect(byId(app, `run-item-${run}`)).toBeVisible();
});
