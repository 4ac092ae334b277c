/** How much memory main process and page hold, after what is garbage has been collected. Linux counts resident memory. */
import { readFileSync } from 'node:fs';
import type { StartedApp } from '../e2e/app';

export interface Held {
  readonly mainHeapMb: number;
  readonly pageHeapMb: number;
  /** Resident memory; null where the system does not tell. */
  readonly mainResidentMb: number | null;
  readonly pageResidentMb: number | null;
}

const mb = 1024 * 1024;

export const residentMb = (pid: number | undefined): number | null => {
  try {
    const found = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
    return found === null ? null : Number(found[1]) / 1024;
  } catch {
    return null;
  }
};

export const pids = (app: StartedApp): Promise<{ main: number; page: number | undefined }> =>
  app.electron.evaluate(({ BrowserWindow }) => ({
    main: process.pid,
    page: BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId(),
  }));

/** What a collection frees can free more in the next: values behind weak references and finalizers go one step later. */
const mostCollections = 8;
const settledShare = 0.002;

/** Asks for the heap after a collection, until another one changes nothing. */
const settled = async (collect: () => Promise<number>): Promise<number> => {
  let held = await collect();
  for (let times = 1; times < mostCollections; times += 1) {
    const next = await collect();
    if (held - next < settledShare * held) return Math.min(held, next);
    held = next;
  }
  return held;
};

/** Collects garbage in both until nothing more goes, and looks. */
export const heldMemory = async (app: StartedApp): Promise<Held> => {
  const main = await settled(() =>
    app.electron.evaluate(() => {
      // Node's own modules, without an import: this text runs in the other process.
      const { setFlagsFromString } = process.getBuiltinModule('node:v8');
      const { runInNewContext } = process.getBuiltinModule('node:vm');
      setFlagsFromString('--expose-gc');
      (globalThis as { collect?: () => void }).collect ??= runInNewContext('gc') as () => void;
      (globalThis as { collect?: () => void }).collect?.();
      return process.memoryUsage().heapUsed;
    }),
  );
  const session = await app.page.context().newCDPSession(app.page);
  const page = await settled(async () => {
    await session.send('HeapProfiler.collectGarbage');
    return (await session.send('Runtime.getHeapUsage')).usedSize;
  });
  await session.detach();
  const { main: mainPid, page: pagePid } = await pids(app);
  return {
    mainHeapMb: main / mb,
    pageHeapMb: page / mb,
    mainResidentMb: residentMb(mainPid),
    pageResidentMb: residentMb(pagePid),
  };
};
