/**
 * What the page can tell of itself: its long tasks, and how long it takes from a key to the frame that shows
 * it, both by the browser's own clocks. Decides only whose tasks they are: what the bench itself has the page do
 * (starting and emptying a trace takes a quarter of a second) is not the product's.
 */
import type { Page } from '@playwright/test';

declare global {
  interface Window {
    pageWatch?: {
      longTasks: number[];
      keys: number[];
      isPaused: boolean;
      /** Tasks that ended and were not told yet. */
      readonly late: () => PerformanceEntryList;
    };
  }
}

/** Starts anew; the first call installs the observers. */
export const watchPage = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const known = window.pageWatch;
    if (known !== undefined) {
      known.late();
      window.pageWatch = { ...known, longTasks: [], keys: [], isPaused: false };
      return;
    }
    const tasks = new PerformanceObserver((list) => {
      if (window.pageWatch?.isPaused === true) return;
      for (const { duration } of list.getEntries()) window.pageWatch?.longTasks.push(duration);
    });
    tasks.observe({ type: 'longtask' });
    new PerformanceObserver((list) => {
      for (const { name, duration } of list.getEntries()) {
        if (name === 'keydown') window.pageWatch?.keys.push(duration);
      }
      // The browser reports in steps of 8 ms and nothing below 16.
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
    window.pageWatch = {
      longTasks: [],
      keys: [],
      isPaused: false,
      late: () => tasks.takeRecords(),
    };
  });

/** Long tasks count no more: the bench has the page do something. */
const pause = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const watch = window.pageWatch;
    if (watch === undefined) return;
    watch.longTasks.push(...watch.late().map(({ duration }) => duration));
    watch.isPaused = true;
  });

const goOn = (page: Page): Promise<void> =>
  page.evaluate(() => {
    window.pageWatch?.late();
    if (window.pageWatch !== undefined) window.pageWatch.isPaused = false;
  });

/** Carries out what makes the page do something for the bench. */
export const unwatched = async <T>(page: Page, step: () => Promise<T>): Promise<T> => {
  await pause(page);
  try {
    return await step();
  } finally {
    await goOn(page);
  }
};

/** Longest tasks (over 50 ms) and keys (16 ms and more), ms. */
export const pageSaw = (
  page: Page,
): Promise<{ readonly longTasks: readonly number[]; readonly keys: readonly number[] }> =>
  page.evaluate(() => {
    const { longTasks, keys, late } = window.pageWatch ?? {
      longTasks: [],
      keys: [],
      late: (): PerformanceEntryList => [],
    };
    return { longTasks: [...longTasks, ...late().map(({ duration }) => duration)], keys };
  });
