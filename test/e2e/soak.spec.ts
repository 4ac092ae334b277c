/**
 * The window through a long day: thousands of sizes on simulated devices of which one in a hundred fails, with
 * every run followed on screen. Memory, file descriptors and processes stay flat. 500 sizes with every test
 * run, 10 000 with `npm run test:long` (NDRANGE_LONG=1).
 */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { mainHeap, pageHeap, type HeapBytes } from '../bench-ui/heap-data';
import { pids, residentMb } from '../bench-ui/memory';
import { streamRequest } from '../bench-ui/request';
import { buildSimulatedApp } from '../support/simulated-app/build';
import { settingsVariable } from '../support/simulated-app/settings';
import { byId, expect, newFolder, startApp, test, type StartedApp } from './app';
import { hasEnded, readLog, runsIn } from './reading-runs';

const isLong = process.env['NDRANGE_LONG'] === '1';
const configurations = isLong ? 10_000 : 500;
/** A run has this many sizes; window and main process live through all of them. */
const perRun = isLong ? 500 : 50;
/** A run of this many sizes comes last. */
const shownSizes = 4 * perRun;
/** What is loaded and compiled once is not growth. */
const settledAfter = isLong ? 1000 : 200;
const faultShare = 0.01;

test.describe.configure({ timeout: isLong ? 3_600_000 : 280_000 });

interface Reading {
  readonly done: number;
  readonly main: HeapBytes;
  readonly page: HeapBytes;
  readonly mainResidentMb: number | null;
  readonly pageResidentMb: number | null;
  readonly mainFiles: number;
  readonly pageFiles: number;
  readonly processes: number;
}

const openFiles = (pid: number | undefined): number => {
  try {
    return readdirSync(`/proc/${pid}/fd`).length;
  } catch {
    return 0; // Not a system that tells.
  }
};

const read = async (app: StartedApp, done: number): Promise<Reading> => {
  const [main, page] = [await mainHeap(app), await pageHeap(app)];
  const { main: mainPid, page: pagePid } = await pids(app);
  const processes = await app.electron.evaluate(
    ({ app: electron }) => electron.getAppMetrics().length,
  );
  return {
    done,
    main,
    page,
    mainResidentMb: residentMb(mainPid),
    pageResidentMb: residentMb(pagePid),
    mainFiles: openFiles(mainPid),
    pageFiles: openFiles(pagePid),
    processes,
  };
};

/** Runs `sizes` sizes from `from` on as the window would, and waits until it shows the end. */
const sweep = async (app: StartedApp, from: number, sizes = perRun): Promise<string> => {
  const before = new Set(runsIn(app.runsDir));
  const reply = await app.page.evaluate(
    async (request) => {
      const { workbench } = globalThis as unknown as {
        workbench: { call(name: string, request: unknown): Promise<{ ok: boolean }> };
      };
      return workbench.call('sweep.start', request);
    },
    streamRequest(1, sizes, 3, from),
  );
  expect(reply).toMatchObject({ ok: true });
  await expect.poll(() => runsIn(app.runsDir).length).toBe(before.size + 1);
  const run = runsIn(app.runsDir).find((id) => !before.has(id)) ?? '';
  await expect
    .poll(() => hasEnded(app.runsDir, run), { timeout: 240_000, intervals: [200] })
    .toBe(true);
  await expect(byId(app, 'cancel-button')).toHaveCount(0);
  // The chart shows this run and no other: the window has followed.
  await expect
    .poll(
      async () =>
        (
          JSON.parse((await byId(app, 'chart').getAttribute('data-points')) ?? '[]') as {
            key: string;
          }[]
        ).some(({ key }) => Number(key) >= from && Number(key) < from + sizes),
      { timeout: 60_000 },
    )
    .toBe(true);
  return run;
};

const mib = (bytes: number): string => (bytes / 1024 / 1024).toFixed(2);

const tableOf = (readings: readonly Reading[]): string => {
  const side = (heap: HeapBytes, resident: number | null, files: number): string =>
    `${mib(heap.data)} MiB held + ${mib(heap.code)} code, ${resident?.toFixed(0) ?? '–'} resident, ${files} files`;
  return readings
    .map(
      (one) =>
        `${String(one.done).padStart(6)}  main ${side(one.main, one.mainResidentMb, one.mainFiles)}` +
        `   page ${side(one.page, one.pageResidentMb, one.pageFiles)}   ${one.processes} processes`,
    )
    .join('\n');
};

test(`${configurations} sizes with 1 % faults leave memory, files and processes as they were`, async () => {
  const program = await buildSimulatedApp();
  const folder = newFolder();
  const settings = JSON.stringify({ devices: 1, faultShare, seed: 11 });
  const app = await startApp(folder, { [settingsVariable]: settings }, program);
  try {
    await byId(app, 'run-button').waitFor();
    const readings: Reading[] = [];
    const ends = new Map<string, number>();
    for (let from = 1; from <= configurations; from += perRun) {
      const run = await sweep(app, from);
      for (const event of readLog(app.runsDir, run).events) {
        if (event.type !== 'configuration-ended') continue;
        ends.set(event.outcome.kind, (ends.get(event.outcome.kind) ?? 0) + 1);
      }
      readings.push(await read(app, from + perRun - 1));
    }
    const settled = readings.filter(({ done }) => done >= settledAfter);
    const [first, last] = [settled[0], settled.at(-1)];
    if (first === undefined || last === undefined) throw new Error('nothing was read');
    const perSize = (side: 'main' | 'page', from: Reading, to: Reading, sizes: number): number =>
      (to[side].data - from[side].data) / sizes;

    // One run that is much larger, in the view: what each of its sizes costs as long as it is shown.
    await sweep(app, 1, shownSizes);
    const shown = await read(app, configurations + shownSizes);
    const more = shownSizes - perRun;
    const table = [
      tableOf([...settled, shown]),
      [...ends].map(([kind, n]) => `${kind} ${n}`).join(', '),
      ...(['main', 'page'] as const).map(
        (side) =>
          `${side}: ${perSize(side, first, last, last.done - first.done).toFixed(0)} bytes for each size that is over, ` +
          `${perSize(side, last, shown, more).toFixed(0)} for each one more in the run that is shown`,
      ),
    ].join('\n');
    console.log(table);
    mkdirSync('artifacts/reports', { recursive: true });
    writeFileSync(`artifacts/reports/window-soak${isLong ? '-long' : ''}.txt`, `${table}\n`);

    expect([...ends.values()].reduce((sum, n) => sum + n, 0)).toBe(configurations);
    const failed = ends.get('failed') ?? 0;
    expect(failed).toBeGreaterThan(0);
    expect(failed).toBeLessThan(3 * faultShare * configurations);
    for (const side of ['main', 'page'] as const) {
      expect(last[side].data / first[side].data, `${side}: what is held`).toBeLessThan(1.1);
      expect(perSize(side, last, shown, more), `${side}: a size shown`).toBeLessThan(8192);
    }
    for (const what of ['mainResidentMb', 'pageResidentMb'] as const) {
      expect((last[what] ?? 0) / (first[what] ?? 1), what).toBeLessThan(1.1);
    }
    expect(Math.abs(last.mainFiles - first.mainFiles)).toBeLessThanOrEqual(4);
    expect(Math.abs(last.pageFiles - first.pageFiles)).toBeLessThanOrEqual(4);
    expect(last.processes).toBe(first.processes);
  } finally {
    await app.electron.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
