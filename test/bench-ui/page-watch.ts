/**
 * What the page can tell of itself: its long tasks, and how long it takes from a key to the frame that shows
 * it, both by the browser's own clocks. Decides nothing.
 */
import type { Page } from '@playwright/test';

declare global {
  interface Window {
    pageWatch?: { longTasks: number[]; keys: number[] };
  }
}

/** Starts anew; the first call installs the observers. */
export const watchPage = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const isFirst = window.pageWatch === undefined;
    const watch = { longTasks: [] as number[], keys: [] as number[] };
    window.pageWatch = watch;
    if (!isFirst) return;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) window.pageWatch?.longTasks.push(duration);
    }).observe({ type: 'longtask' });
    new PerformanceObserver((list) => {
      for (const { name, duration } of list.getEntries()) {
        if (name === 'keydown') window.pageWatch?.keys.push(duration);
      }
      // The browser reports in steps of 8 ms and nothing below 16.
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  });

/** Longest tasks (over 50 ms) and keys (16 ms and more), ms. */
export const pageSaw = (
  page: Page,
): Promise<{ readonly longTasks: readonly number[]; readonly keys: readonly number[] }> =>
  page.evaluate(() => window.pageWatch ?? { longTasks: [], keys: [] });
