/**
 * How long main process and page are held up. Both are watched by their own clocks; time in which they had no
 * processor, because other programs did or they waited for one that had none, is counted apart: on a busy
 * machine nobody can keep a bound in it. What the page's main thread used is Linux's own account of it
 * (schedstat); elsewhere all of a task counts.
 */
import type { StartedApp } from './app';

export interface Blocks {
  /** Longest time in which the main process was busy and answered nothing, ms. */
  readonly mainMs: number;
  /** Most processor time that the page used within one of its tasks of 50 ms and more, ms; 0: there was none. */
  readonly pageMs: number;
  /** Longest time that the main process waited for a processor, ms. */
  readonly stolenMs: number;
  /** The longest task of the page as it was, waits included, ms. */
  readonly pageWallMs: number;
}

declare global {
  interface Window {
    longTasks?: LongTask[];
  }
  var blocks: { mainMs: number; stolenMs: number; used: Used[] } | undefined;
}

/** In ms since 1970. */
interface LongTask {
  readonly at: number;
  readonly ms: number;
}

/** How much processor time the page's main thread had used, in all, at a time. */
interface Used {
  readonly at: number;
  readonly ms: number;
}

/** The total at a time, between two looks in proportion. */
const usedAt = (looks: readonly Used[], at: number): number => {
  const next = looks.findIndex((look) => look.at >= at);
  const [before, after] = [looks[next - 1], looks[next]];
  if (after === undefined) return looks.at(-1)?.ms ?? 0;
  if (before === undefined) return after.ms;
  return before.ms + ((after.ms - before.ms) * (at - before.at)) / (after.at - before.at);
};

const everyMs = 10;

/** Starts both watches afresh. */
export const watchBlocks = async (app: StartedApp): Promise<void> => {
  await app.electron.evaluate(({ BrowserWindow }, period) => {
    const found = { mainMs: 0, stolenMs: 0, used: [] as Used[] };
    const isFirst = globalThis.blocks === undefined;
    globalThis.blocks = found;
    if (!isFirst) return;
    let last = performance.now();
    let used = process.cpuUsage();
    const { readFileSync } = process.getBuiltinModule('node:fs');
    const page = BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId();
    const lookAtPage = (): void => {
      try {
        const [ran = '0'] = readFileSync(`/proc/${page}/schedstat`, 'utf8').split(' ');
        const at = performance.timeOrigin + performance.now();
        globalThis.blocks?.used.push({ at, ms: Number(ran) / 1e6 });
      } catch {
        // Not a system that tells.
      }
    };
    setInterval(() => {
      lookAtPage();
      const now = performance.now();
      const late = now - last - period;
      const spent = process.cpuUsage(used);
      const busy = Math.min(late, (spent.user + spent.system) / 1000);
      const watch = globalThis.blocks;
      if (watch !== undefined) {
        watch.mainMs = Math.max(watch.mainMs, busy);
        watch.stolenMs = Math.max(watch.stolenMs, late - busy);
      }
      last = now;
      used = process.cpuUsage();
    }, period);
  }, everyMs);
  await app.page.evaluate(() => {
    const isFirst = window.longTasks === undefined;
    window.longTasks = [];
    if (!isFirst) return;
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries()) {
        window.longTasks?.push({ at: performance.timeOrigin + startTime, ms: duration });
      }
    }).observe({ type: 'longtask' });
  });
};

export const blocksSoFar = async (app: StartedApp): Promise<Blocks> => {
  const main = await app.electron.evaluate(() => globalThis.blocks);
  const tasks = await app.page.evaluate(() => window.longTasks ?? []);
  const looks = main?.used ?? [];
  const own = tasks.map(({ at, ms }) =>
    looks.length === 0 ? ms : Math.min(ms, usedAt(looks, at + ms) - usedAt(looks, at)),
  );
  return {
    mainMs: main?.mainMs ?? NaN,
    stolenMs: main?.stolenMs ?? NaN,
    pageMs: Math.max(0, ...own),
    pageWallMs: Math.max(0, ...tasks.map(({ ms }) => ms)),
  };
};
