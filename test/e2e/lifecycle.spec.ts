/** Starting without OpenCL, quitting in the middle of a run, and starting again. */
import { rmSync } from 'node:fs';
import { byId, expect, newFolder, resize, startApp, test, type StartedApp } from './app';
import { hasEnded, readLog, runsIn } from './reading-runs';

let folder = '';
test.beforeEach(() => {
  folder = newFolder();
});
test.afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Processes of device workers under this app. */
const workerPids = (app: StartedApp): Promise<readonly number[]> =>
  app.electron.evaluate(({ app: electronApp }) =>
    electronApp
      .getAppMetrics()
      .filter(
        ({ type, serviceName }) => type === 'Utility' && serviceName === 'node.mojom.NodeService',
      )
      .map(({ pid }) => pid),
  );

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

test('without any OpenCL driver the window says what to install', async () => {
  const app = await startApp(folder, { OCL_ICD_VENDORS: '/nonexistent' });
  try {
    await expect(byId(app, 'no-opencl')).toBeVisible();
    await app.page.screenshot({ path: 'artifacts/screens/no-opencl.png' });
  } finally {
    await app.electron.close();
  }
});

test('quitting in the middle of a run ends it, keeps its log, and leaves no worker', async () => {
  const app = await startApp(folder);
  await byId(app, 'device-toggle-0').waitFor();
  await byId(app, 'run-button').click();
  await expect.poll(() => runsIn(app.runsDir).length).toBe(1);
  const [run = ''] = runsIn(app.runsDir);
  await expect(byId(app, 'chart')).toHaveAttribute('data-points', /medianNs/, { timeout: 60_000 });
  const workers = await workerPids(app);
  expect(workers.length).toBeGreaterThan(0);

  await app.electron.close();

  await expect.poll(() => workers.filter(isAlive)).toEqual([]);
  expect(hasEnded(app.runsDir, run)).toBe(true);
  const log = readLog(app.runsDir, run);
  expect(log.events.some(({ type }) => type === 'visit')).toBe(true);
  expect(log.events.at(-1)).toMatchObject({ type: 'run-ended', phase: 'cancelled' });

  const again = await startApp(folder);
  try {
    await byId(again, 'nav-runs').click();
    await byId(again, `run-item-${run}`).getByRole('button').first().click();
    await expect(byId(again, 'chart')).toHaveAttribute('data-points', /medianNs/);
  } finally {
    await again.electron.close();
  }
});

test('an app that is killed leaves no worker, and its run is listed as interrupted', async () => {
  const app = await startApp(folder);
  await byId(app, 'device-toggle-0').waitFor();
  await byId(app, 'run-button').click();
  await expect(byId(app, 'chart')).toHaveAttribute('data-points', /medianNs/, { timeout: 60_000 });
  const [run = ''] = runsIn(app.runsDir);
  const workers = await workerPids(app);
  expect(workers.length).toBeGreaterThan(0);

  const main = app.electron.process();
  const gone = new Promise((resolve) => main.once('exit', resolve));
  main.kill('SIGKILL');
  await gone;

  await expect.poll(() => workers.filter(isAlive)).toEqual([]);
  const again = await startApp(folder);
  try {
    const phase = await again.page.evaluate(async () => {
      const { workbench } = globalThis as unknown as {
        workbench: { call(name: string, request: object): Promise<{ rows: string }> };
      };
      const { rows } = await workbench.call('runs.list', { newest: null });
      const runs = JSON.parse(rows) as readonly {
        run: string;
        phase: string;
        recorded?: boolean;
      }[];
      return runs
        .filter(({ recorded }) => recorded === undefined)
        .map((entry) => [entry.run, entry.phase]);
    });
    expect(phase).toEqual([[run, 'interrupted']]);
  } finally {
    await again.electron.close();
  }
});

test('the window comes back at the size that it had', async () => {
  const first = await startApp(folder);
  await resize(first, 1300, 820);
  await first.electron.close();

  const second = await startApp(folder);
  try {
    const size = () =>
      second.electron.evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows()[0]?.getContentSize(),
      );
    await expect.poll(size).toEqual([1300, 820]);
  } finally {
    await second.electron.close();
  }
});
