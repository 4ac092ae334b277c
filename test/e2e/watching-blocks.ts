/**
 * How long main process and page are held up. Both are watched by their own clocks; time that other programs
 * took from the main process (it used no processor meanwhile) is counted apart, as stolen, because on a busy
 * machine nobody can keep a bound in it.
 */
import type { StartedApp } from './app';

export interface Blocks {
  /** Longest time in which the main process was busy and answered nothing, ms. */
  readonly mainMs: number;
  /** Longest task of the page, ms; 0: none over 50 ms. */
  readonly pageMs: number;
  /** Longest time that the main process waited for a processor, ms. */
  readonly stolenMs: number;
}

declare global {
  interface Window {
    longestTaskMs?: number;
  }
  var blocks: { mainMs: number; stolenMs: number } | undefined;
}

const everyMs = 10;

/** Starts both watches afresh. */
export const watchBlocks = async (app: StartedApp): Promise<void> => {
  await app.electron.evaluate((_, period) => {
    const found = { mainMs: 0, stolenMs: 0 };
    const isFirst = globalThis.blocks === undefined;
    globalThis.blocks = found;
    if (!isFirst) return;
    let last = performance.now();
    let used = process.cpuUsage();
    setInterval(() => {
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
    const isFirst = window.longestTaskMs === undefined;
    window.longestTaskMs = 0;
    if (!isFirst) return;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) {
        window.longestTaskMs = Math.max(window.longestTaskMs ?? 0, duration);
      }
    }).observe({ type: 'longtask' });
  });
};

export const blocksSoFar = async (app: StartedApp): Promise<Blocks> => {
  const main = await app.electron.evaluate(() => globalThis.blocks);
  const pageMs = await app.page.evaluate(() => window.longestTaskMs ?? 0);
  return { mainMs: main?.mainMs ?? NaN, stolenMs: main?.stolenMs ?? NaN, pageMs };
};
