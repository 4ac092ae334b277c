/**
 * What the page's main thread did, from the browser's own trace: every task with its length. Decides which
 * tasks count as work; refuses nothing.
 */
import { readFileSync, rmSync } from 'node:fs';
import type { StartedApp } from '../e2e/app';

interface TraceEvent {
  readonly ph: string;
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

export interface Task {
  /** Time from its begin to its end, and the processor time that it used, ms. */
  readonly ms: number;
  readonly cpuMs: number | null;
}

/** What promises go on with runs after the task that settled them, and is told apart from it. */
const isTask = (name: string): boolean =>
  name.endsWith('RunTask') || name === 'BlinkScheduler_PerformMicrotaskCheckpoint';

const categories = ['toplevel', '__metadata'];

export const startTrace = (app: StartedApp): Promise<void> =>
  app.electron.evaluate(
    ({ contentTracing }, included) =>
      contentTracing.startRecording({
        included_categories: included,
        excluded_categories: ['*'],
        recording_mode: 'record-until-full',
        trace_buffer_size_in_kb: 400_000,
      }),
    categories,
  );

/** Ends the trace and gives the tasks of the page's main thread, in order. */
export const endTrace = async (app: StartedApp): Promise<readonly Task[]> => {
  const file = await app.electron.evaluate(({ contentTracing }) => contentTracing.stopRecording());
  const { traceEvents } = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly traceEvents: readonly TraceEvent[];
  };
  rmSync(file);
  const pagePid = await app.electron.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId(),
  );
  const main = traceEvents.find(
    ({ name, pid, args }) =>
      name === 'thread_name' && pid === pagePid && args?.name === 'CrRendererMain',
  );
  const spans = traceEvents
    .filter(
      ({ ph, name, pid, tid }) =>
        ph === 'X' && isTask(name) && pid === main?.pid && tid === main.tid,
    )
    .toSorted((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0));
  let until = -Infinity;
  return spans.flatMap(({ ts, dur = 0, tdur }) => {
    // Inside of the one before: counted with it.
    if (ts + dur <= until) return [];
    until = ts + dur;
    return [{ ms: dur / 1000, cpuMs: tdur === undefined ? null : tdur / 1000 }];
  });
};
