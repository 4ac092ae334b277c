/**
 * The run log and the chart as the tests compare them. The figures are worked out here from the raw log,
 * in a few plain lines, and not with the product's statistics, so that the two can disagree.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { RunEvent, RunHeader } from '../../src-shared/domain/run-event';

export interface RunLog {
  readonly header: RunHeader;
  readonly events: readonly RunEvent[];
}

/** One point as the chart says that it has drawn it. */
export interface ChartPoint {
  /** Position of the device among those shown. */
  readonly device: number;
  readonly key: string;
  readonly medianNs: number;
  readonly n: number;
}

/** Ids of the runs in a folder, oldest first. */
export const runsIn = (runsDir: string): readonly string[] =>
  existsSync(runsDir)
    ? readdirSync(runsDir)
        .filter((name) => name.endsWith('.ndrun'))
        .map((name) => name.slice(0, -'.ndrun'.length))
        .sort()
    : [];

/** Whether the log of a run has its end; a line that is still being written does not count. */
export const hasEnded = (runsDir: string, run: string): boolean => {
  const whole = readFileSync(join(runsDir, `${run}.ndrun`), 'utf8')
    .split('\n')
    .slice(0, -1);
  const last = whole.at(-1);
  return last !== undefined && (JSON.parse(last) as { type?: string }).type === 'run-ended';
};

/** A log that has ended. */
export const readLog = (runsDir: string, run: string): RunLog => {
  const [head = '', ...lines] = readFileSync(join(runsDir, `${run}.ndrun`), 'utf8')
    .split('\n')
    .filter((line) => line !== '');
  return {
    header: JSON.parse(head) as RunHeader,
    events: lines.map((line) => JSON.parse(line) as RunEvent),
  };
};

/** Times of one configuration, ns, in the order in which they were measured. */
export const timesOf = (log: RunLog, deviceKey: string, key: string): readonly number[] =>
  log.events.flatMap((event) =>
    event.type === 'visit' && event.deviceKey === deviceKey && event.configuration === key
      ? event.samples.runNs
      : [],
  );

export const medianOf = (times: readonly number[]): number => {
  const sorted = [...times].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const at = (index: number): number => sorted[index] ?? NaN;
  return sorted.length % 2 === 1 ? at(Math.floor(middle)) : (at(middle - 1) + at(middle)) / 2;
};

declare global {
  interface Window {
    /** Every distinct text that the chart's `data-points` has had since `watchChart`. */
    chartStates?: string[];
  }
}

/** Records each state of the chart's data from now on, as it changes. */
export const watchChart = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const states: string[] = [];
    window.chartStates = states;
    const look = (): void => {
      const points = document.querySelector('[data-testid="chart"]')?.getAttribute('data-points');
      if (points === undefined || points === null || points === '[]') return;
      if (points !== states.at(-1)) states.push(points);
    };
    new MutationObserver(look).observe(document.body, {
      subtree: true,
      childList: true,
      attributes: true,
      attributeFilter: ['data-points'],
    });
  });

export const chartStates = async (page: Page): Promise<readonly (readonly ChartPoint[])[]> =>
  (await page.evaluate(() => window.chartStates ?? [])).map(
    (text) => JSON.parse(text) as ChartPoint[],
  );
