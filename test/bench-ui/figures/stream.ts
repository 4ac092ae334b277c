/**
 * The flood: 20 000 samples a second from two simulated devices into the open results view, while somebody
 * types in the editor. How long the page's tasks are, how soon a key is seen, how much memory is held.
 */
import { rmSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { figure, reportOf } from '../../bench/figure';
import { newFolder, startApp, type StartedApp } from '../../e2e/app';
import { settingsVariable } from '../../support/simulated-app/settings';
import { quantile, type UiContext, type UiGroup } from '../context';
import { heldMemory } from '../memory';
import { pageSaw, unwatched, watchPage } from '../page-watch';
import { streamRequest } from '../request';
import { endTrace, startTrace, type Task } from '../tracing';

const samplesPerSecond = 20_000;
const sizes = 500;
const devices = 2;
const tracedSeconds = 8;
const keyEveryMs = 150;

/** Only tasks that do something count: the page has thousands of empty ones, which would make any median small. */
const leastWorkMs = 1;

/** Types until `end`; the number of keys. */
const type = async (app: StartedApp, end: number): Promise<number> => {
  await app.page.locator('.cm-content').click();
  let keys = 0;
  while (performance.now() < end) {
    await app.page.keyboard.press(keys % 20 === 19 ? 'Enter' : 'x');
    keys += 1;
    await wait(keyEveryMs);
  }
  return keys;
};

const samplesShown = (app: StartedApp): Promise<number> =>
  app.page.evaluate(() =>
    (
      JSON.parse(
        document.querySelector('[data-testid="chart"]')?.getAttribute('data-points') ?? '[]',
      ) as { n: number }[]
    ).reduce((sum, { n }) => sum + n, 0),
  );

const flood = async (context: UiContext, app: StartedApp) => {
  await app.page.getByTestId('run-button').waitFor();
  await wait(1500);
  const before = await heldMemory(app);
  await watchPage(app.page);
  const request = streamRequest(
    devices,
    sizes,
    Math.ceil((samplesPerSecond * (context.seconds + 20)) / sizes / devices),
  );
  const began = performance.now();
  const reply = await app.page.evaluate(async (sweep) => {
    const { workbench } = globalThis as unknown as {
      workbench: { call(name: string, request: unknown): Promise<{ ok: boolean }> };
    };
    return workbench.call('sweep.start', sweep);
  }, request);
  if (!reply.ok) throw new Error(JSON.stringify(reply));
  const end = began + context.seconds * 1000;
  const typing = type(app, end);
  const tasks: Task[] = [];
  let peakMb = 0;
  // Three windows of the minute are traced: a trace of all of it would itself be a load.
  for (let at = 0; at < 3 && performance.now() + tracedSeconds * 1000 < end; at += 1) {
    await unwatched(app.page, () => startTrace(app));
    await wait(tracedSeconds * 1000);
    tasks.push(...(await unwatched(app.page, () => endTrace(app))));
    const metrics = await app.electron.evaluate(({ app: electron }) =>
      electron.getAppMetrics().filter(({ type: kind }) => kind === 'Tab'),
    );
    peakMb = Math.max(peakMb, ...metrics.map(({ memory }) => memory.workingSetSize / 1024));
  }
  const keys = await typing;
  const seen = await pageSaw(app.page);
  const shown = await samplesShown(app);
  const expected = (samplesPerSecond * (performance.now() - began)) / 1000;
  const after = await heldMemory(app);
  return { before, after, tasks, keys, seen, shown, expected, peakMb };
};

export const stream: UiGroup = {
  name: 'stream',
  figures: ['stream-longest-task', 'stream-median-task', 'stream-key-p95', 'stream-memory'],
  run: async (context) => {
    const folder = newFolder();
    const settings = JSON.stringify({ devices, samplesPerSecond });
    const app = await startApp(folder, { [settingsVariable]: settings }, context.simulated);
    try {
      const { before, after, tasks, keys, seen, shown, expected, peakMb } = await flood(
        context,
        app,
      );
      const work = tasks.filter(({ ms }) => ms >= leastWorkMs);
      const longest = Math.max(0, ...seen.longTasks, ...tasks.map(({ ms }) => ms));
      const longestCpu = Math.max(0, ...tasks.map(({ cpuMs }) => cpuMs ?? 0));
      const medianCpu = quantile(
        tasks.flatMap(({ cpuMs }) => (cpuMs !== null && cpuMs >= leastWorkMs ? [cpuMs] : [])),
        0.5,
      );
      const quickKeys = Math.max(0, keys - seen.keys.length);
      const keyTimes = [...Array.from({ length: quickKeys }, () => 16), ...seen.keys];
      const heldMb = after.pageHeapMb - before.pageHeapMb;
      const share = expected > 0 ? (100 * shown) / expected : 0;
      return reportOf(
        figure(
          'stream-longest-task',
          longest,
          'ms',
          { atMost: 100 },
          `over ${context.seconds} s; by processor time ${longestCpu.toFixed(1)} ms in ${tasks.length} traced tasks; ${seen.longTasks.length} over 50 ms; ${share.toFixed(0)} % of the samples were on screen at the end`,
          share > 80,
        ),
        figure(
          'stream-median-task',
          quantile(
            work.map(({ ms }) => ms),
            0.5,
          ),
          'ms',
          { atMost: 8 },
          `of ${work.length} tasks of ${leastWorkMs} ms and more; by processor time ${medianCpu?.toFixed(1) ?? '–'} ms`,
        ),
        figure(
          'stream-key-p95',
          quantile(keyTimes, 0.95),
          'ms',
          { atMost: 100 },
          `${keys} keys, from the key to the frame that shows it`,
        ),
        figure(
          'stream-memory',
          (heldMb * 1024 * 1024) / Math.max(1, shown),
          'bytes/sample',
          { atMost: 100 },
          `page: ${before.pageHeapMb.toFixed(0)} → ${after.pageHeapMb.toFixed(0)} MiB of heap, ${peakMb.toFixed(0)} MiB resident at most; main: ${before.mainHeapMb.toFixed(0)} → ${after.mainHeapMb.toFixed(0)} MiB of heap`,
        ),
      );
    } finally {
      await app.electron.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
