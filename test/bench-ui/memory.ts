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

const residentMb = (pid: number | undefined): number | null => {
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

/** Collects garbage in both and looks. */
export const heldMemory = async (app: StartedApp): Promise<Held> => {
  const main = await app.electron.evaluate(() => {
    // Node's own modules, without an import: this text runs in the other process.
    const { setFlagsFromString } = process.getBuiltinModule('node:v8');
    const { runInNewContext } = process.getBuiltinModule('node:vm');
    setFlagsFromString('--expose-gc');
    (runInNewContext('gc') as () => void)();
    return process.memoryUsage().heapUsed;
  });
  const session = await app.page.context().newCDPSession(app.page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  const { main: mainPid, page } = await pids(app);
  return {
    mainHeapMb: main / mb,
    pageHeapMb: usedSize / mb,
    mainResidentMb: residentMb(mainPid),
    pageResidentMb: residentMb(page),
  };
};
