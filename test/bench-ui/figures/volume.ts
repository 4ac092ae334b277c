/**
 * Much data: a run with a million samples, and a history of 5 000 runs that nobody has read before. How long
 * it takes until each can be used, and whether scrolling fast shows rows or gaps.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { figure, reportOf } from '../../bench/figure';
import { newFolder, startApp, type StartedApp } from '../../e2e/app';
import { writeBigRun, writeManyRuns } from '../big-runs';
import { median, type UiGroup } from '../context';
import { pageSaw, unwatched, watchPage } from '../page-watch';
import { endTrace, startTrace } from '../tracing';

const big = { devices: 2, sizes: 500, rounds: 10, samplesPerVisit: 100 };
const history = 5000;
const bigRun = '20270101-000000-big';

/** Clicks the history open and waits until its rows are painted, ms; the files are cold: nobody listed them. */
const openHistory = async (app: StartedApp): Promise<number> =>
  app.page.evaluate(
    (wanted) =>
      new Promise<number>((resolve) => {
        const began = performance.now();
        document.querySelector<HTMLElement>('[data-testid="nav-runs"]')?.click();
        const look = (): void => {
          if (document.querySelector(`[data-testid="run-item-${wanted}"]`) === null) {
            requestAnimationFrame(look);
          } else {
            requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - began)));
          }
        };
        look();
      }),
    bigRun,
  );

/** Scrolls through the list, a screen and more per frame; the share of frames with a gap where rows belong. */
const scrollHistory = async (app: StartedApp): Promise<{ frames: number; gaps: number }> =>
  app.page.evaluate(
    () =>
      new Promise((resolve) => {
        const list = document.querySelector('[data-testid="runs-list"]');
        if (list === null) throw new Error('there is no list');
        const box = list.getBoundingClientRect();
        let [frames, gaps] = [0, 0];
        const step = (): void => {
          const heights = [0.05, 0.35, 0.65, 0.95].map((share) => box.top + share * box.height);
          const isRow = (y: number): boolean =>
            document
              .elementFromPoint(box.left + 40, y)
              ?.closest('[data-testid^="run-item-"]')
              ?.textContent.includes('a') === true;
          frames += 1;
          if (!heights.every(isRow)) gaps += 1;
          if (frames === 200) resolve({ frames, gaps });
          else {
            list.scrollTop += frames < 120 ? box.height * 1.3 : -box.height * 1.7;
            // The rows for this place are there when the next frame is made, or it is a gap.
            requestAnimationFrame(() => setTimeout(step));
          }
        };
        step();
      }),
  );

/** Opens the run and waits until chart, verdict and table of all sizes are painted, ms. */
const openBigRun = async (app: StartedApp, samples: number): Promise<number> =>
  app.page.evaluate(
    ({ run, wanted }) =>
      new Promise<number>((resolve) => {
        const began = performance.now();
        document.querySelector<HTMLElement>(`[data-testid="run-item-${run}"] button`)?.click();
        const shown = (): number => {
          const text = document.querySelector('[data-testid="chart"]')?.getAttribute('data-points');
          if (text === null || text === undefined) return 0;
          return (JSON.parse(text) as { n: number }[]).reduce((sum, { n }) => sum + n, 0);
        };
        const look = (): void => {
          if (shown() < wanted) setTimeout(look, 20);
          else requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - began)));
        };
        look();
      }),
    { run: bigRun, wanted: samples },
  );

export const volume: UiGroup = {
  name: 'volume',
  figures: ['volume-open', 'volume-open-longest-task', 'volume-list', 'volume-scroll-gaps'],
  run: async ({ root, rounds, say }) => {
    const lists: number[] = [];
    const opens: number[] = [];
    const longest: number[] = [];
    const longestCpu: number[] = [];
    const busyCpu: number[] = [];
    let [frames, gaps] = [0, 0];
    let samples = 0;
    for (let round = 0; round < rounds; round += 1) {
      const folder = newFolder();
      try {
        const app = await startApp(folder, {}, root);
        try {
          await app.page.getByTestId('run-button').waitFor();
          await app.page.waitForTimeout(2000);
          // After the start, so that the app has not read them yet.
          writeManyRuns(app.runsDir, history);
          samples = writeBigRun(app.runsDir, bigRun, big);
          lists.push(await openHistory(app));
          const scrolled = await scrollHistory(app);
          frames += scrolled.frames;
          gaps += scrolled.gaps;
          await app.page.evaluate(() => {
            const list = document.querySelector('[data-testid="runs-list"]');
            if (list !== null) list.scrollTop = 0;
          });
          await app.page.getByTestId(`run-item-${bigRun}`).waitFor();
          await watchPage(app.page);
          await unwatched(app.page, () => startTrace(app));
          opens.push(await openBigRun(app, samples));
          await app.page.waitForTimeout(1000);
          const tasks = await unwatched(app.page, () => endTrace(app));
          longest.push(
            Math.max(0, ...(await pageSaw(app.page)).longTasks, ...tasks.map(({ ms }) => ms)),
          );
          longestCpu.push(Math.max(0, ...tasks.map(({ cpuMs }) => cpuMs ?? 0)));
          busyCpu.push(tasks.reduce((sum, { cpuMs }) => sum + (cpuMs ?? 0), 0));
          await app.page.screenshot({ path: join(root, 'artifacts/screens/bench-big-run.png') });
          say(`  list ${lists.at(-1)?.toFixed(0)} ms, open ${opens.at(-1)?.toFixed(0)} ms`);
        } finally {
          await app.electron.close();
        }
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    }
    const all = (values: readonly number[]): string =>
      `each of ${values.length}: ${values.map((value) => value.toFixed(0)).join(', ')}`;
    return reportOf(
      figure(
        'volume-open',
        median(opens),
        'ms',
        { atMost: 2000 },
        `${samples} samples; ${all(opens)}; by processor time the page is busy for ${median(busyCpu)?.toFixed(0) ?? '–'} ms`,
      ),
      figure(
        'volume-open-longest-task',
        median(longest),
        'ms',
        { atMost: 100 },
        `${all(longest)}; by processor time ${median(longestCpu)?.toFixed(0) ?? '–'} ms`,
      ),
      figure('volume-list', median(lists), 'ms', { atMost: 500 }, `${history} runs; ${all(lists)}`),
      figure(
        'volume-scroll-gaps',
        frames === 0 ? null : gaps / frames,
        'share',
        { atMost: 0 },
        `${frames} frames`,
      ),
    );
  },
};
