/**
 * What the threads of main process, page and the process that puts pictures on the screen do with the
 * processors, out of Linux's account of each thread: how long it ran, how long it stood in line for one.
 */
import type { StartedApp } from './app';

/** Totals at a time (ms since 1970), in ms. */
export interface ThreadLook {
  readonly at: number;
  readonly main: ThreadUse;
  readonly page: ThreadUse;
}

/** The thread that answers, and those that it may have to wait for. */
export interface ThreadUse {
  readonly ran: number;
  readonly inLine: number;
  /** Time in line of each of the others, by the thread's number. */
  readonly others: Readonly<Record<string, number>>;
}

declare global {
  /** Looks at all threads now; null: not a system that tells. */
  var lookAtThreads: (() => ThreadLook | null) | undefined;
}

/** Gives the main process its `lookAtThreads`; about 0.2 ms a look. */
export const prepareThreadLooks = async (app: StartedApp): Promise<void> => {
  await app.electron.evaluate(({ app: electron, BrowserWindow }) => {
    if (globalThis.lookAtThreads !== undefined) return;
    const { openSync, readdirSync, readSync } = process.getBuiltinModule('node:fs');
    const page = BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId() ?? 0;
    const screen = electron.getAppMetrics().find(({ type }) => type === 'GPU')?.pid ?? 0;
    const files = new Map<number, Map<number, number>>([
      [process.pid, new Map()],
      [page, new Map()],
      [screen, new Map()],
    ]);
    const findThreads = (): void => {
      for (const [pid, threads] of files) {
        try {
          for (const name of readdirSync(`/proc/${pid}/task`)) {
            if (threads.has(Number(name))) continue;
            threads.set(Number(name), openSync(`/proc/${pid}/task/${name}/schedstat`, 'r'));
          }
        } catch {
          // Not a system that tells, or a thread that ended just now.
        }
      }
    };
    findThreads();
    setInterval(findThreads, 1000);
    const buffer = Buffer.alloc(96);
    const use = (answers: number, processes: readonly number[]): ThreadUse => {
      const others: Record<string, number> = {};
      let [ran, inLine] = [0, 0];
      for (const pid of processes) {
        for (const [thread, file] of files.get(pid) ?? []) {
          try {
            const bytes = readSync(file, buffer, 0, buffer.length, 0);
            const [ranNs, inLineNs] = buffer.toString('latin1', 0, bytes).split(' ').map(Number);
            if (thread === answers) [ran, inLine] = [(ranNs ?? 0) / 1e6, (inLineNs ?? 0) / 1e6];
            else others[thread] = (inLineNs ?? 0) / 1e6;
          } catch {
            // The thread has ended.
          }
        }
      }
      return { ran, inLine, others };
    };
    globalThis.lookAtThreads = () => {
      const at = performance.timeOrigin + performance.now();
      const [main, ofPage] = [use(process.pid, [process.pid]), use(page, [page, screen])];
      return ofPage.ran === 0 ? null : { at, main, page: ofPage };
    };
  });
};

/**
 * A time of `ms` by the clock, without what was spent in line for a processor: by the thread itself, and by the
 * one of the others that stood there longest. What the thread ran counts whatever others did.
 * @param looks in order; between two of them use is taken to be even
 */
export const withoutWaits = (
  looks: readonly ThreadLook[],
  who: 'main' | 'page',
  { at, ms }: { readonly at: number; readonly ms: number },
): { readonly ownMs: number; readonly cpuMs: number } => {
  const [first, last] = [
    looks.findLastIndex((look) => look.at <= at),
    looks.findIndex((look) => look.at >= at + ms),
  ];
  if (looks.length === 0) return { ownMs: ms, cpuMs: ms };
  const near = looks.slice(Math.max(0, first), last < 0 ? looks.length : last + 1);
  const between = (of: (use: ThreadUse) => number): number =>
    totalAt(near, at + ms, (look) => of(look[who])) - totalAt(near, at, (look) => of(look[who]));
  const threads = Object.keys(near.at(-1)?.[who].others ?? {});
  const cpuMs = Math.min(
    ms,
    between(({ ran }) => ran),
  );
  const inLine = between((use) => use.inLine);
  const longest = Math.max(
    0,
    ...threads.map((thread) => between(({ others }) => others[thread] ?? 0)),
  );
  return { ownMs: Math.min(ms, Math.max(cpuMs, ms - inLine - longest)), cpuMs };
};

const totalAt = (
  looks: readonly ThreadLook[],
  at: number,
  of: (look: ThreadLook) => number,
): number => {
  const next = looks.findIndex((look) => look.at >= at);
  const [before, after] = [looks[next - 1], looks[next] ?? looks.at(-1)];
  if (after === undefined) return 0;
  if (before === undefined || next < 0) return of(after);
  return of(before) + ((of(after) - of(before)) * (at - before.at)) / (after.at - before.at);
};
