/**
 * How long main process and page are held up. On a machine with fewer free processors than programs that want
 * one, the time by the clock says how busy the others are, and processor time alone misses what merely waits: a
 * file read at once, a lock, a call into another process. So what is bounded is the time by the clock less the
 * waits in line for a processor (watching-threads.ts); on a quiet machine, and where the system does not tell of
 * waits, that is all of it. By the clock and by processor time are told beside it.
 */
import type { StartedApp } from './app';
import { prepareThreadLooks, withoutWaits, type ThreadLook } from './watching-threads';

/** The longest of each kind, ms. */
export interface Block {
  readonly ownMs: number;
  readonly cpuMs: number;
  readonly wallMs: number;
}

export interface Blocks {
  /** In which the main process answered nothing. */
  readonly main: Block;
  /** A task of the page; all 0: there was none of 50 ms and more. */
  readonly page: Block;
}

declare global {
  interface Window {
    longTasks?: Span[];
  }
  var blocks: { spans: Span[]; looks: ThreadLook[] } | undefined;
}

/** In ms since 1970. */
interface Span {
  readonly at: number;
  readonly ms: number;
}

const everyMs = 10;

/** Starts both watches afresh. */
export const watchBlocks = async (app: StartedApp): Promise<void> => {
  await prepareThreadLooks(app);
  await app.electron.evaluate((_, period) => {
    const isFirst = globalThis.blocks === undefined;
    globalThis.blocks = { spans: [], looks: [] };
    if (!isFirst) return;
    let last = performance.timeOrigin + performance.now();
    setInterval(() => {
      const now = performance.timeOrigin + performance.now();
      const late = now - last - period;
      const look = globalThis.lookAtThreads?.() ?? null;
      if (look !== null) globalThis.blocks?.looks.push(look);
      if (late >= 2 * period) globalThis.blocks?.spans.push({ at: now - late, ms: late });
      last = performance.timeOrigin + performance.now();
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
  const { spans, looks } = await app.electron.evaluate(
    () => globalThis.blocks ?? { spans: [], looks: [] },
  );
  const tasks = await app.page.evaluate(() => window.longTasks ?? []);
  const longest = (who: 'main' | 'page', all: readonly Span[]): Block => {
    const used = all.map((span) => withoutWaits(looks, who, span));
    return {
      ownMs: Math.max(0, ...used.map(({ ownMs }) => ownMs)),
      cpuMs: Math.max(0, ...used.map(({ cpuMs }) => cpuMs)),
      wallMs: Math.max(0, ...all.map(({ ms }) => ms)),
    };
  };
  return { main: longest('main', spans), page: longest('page', tasks) };
};

/** For the report of a test. */
export const inWords = ({ main, page }: Blocks): string => {
  const side = ({ ownMs, cpuMs, wallMs }: Block): string =>
    `${ownMs.toFixed(0)} ms (${cpuMs.toFixed(0)} of processor time, ${wallMs.toFixed(0)} by the clock)`;
  return `longest block: main process ${side(main)}, page ${side(page)}`;
};
