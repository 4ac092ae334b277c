/**
 * Says that a run's log is being written, and by which process: a small file beside the log. Without
 * it nobody could tell a run that another process is still measuring from one that a power cut ended.
 */
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { uptime } from 'node:os';

const markOf = (logPath: string): string => `${logPath}.writing`;

export const setWriteMark = async (logPath: string): Promise<void> => {
  await writeFile(markOf(logPath), `${process.pid}\n`).catch(() => undefined);
};

export const clearWriteMark = async (logPath: string): Promise<void> => {
  await rm(markOf(logPath), { force: true }).catch(() => undefined);
};

/** True while the process that set the mark lives. A mark from before the last boot says nothing. */
export const isBeingWritten = async (logPath: string): Promise<boolean> => {
  try {
    const mark = markOf(logPath);
    const pid = Number.parseInt(await readFile(mark, 'utf8'), 10);
    if (!Number.isInteger(pid) || pid <= 0) return false;
    const bootedAt = Date.now() - uptime() * 1000;
    if ((await stat(mark)).mtimeMs < bootedAt - 60_000) return false;
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return isNotOurs(error);
  }
};

/** A process of another user exists although we may not signal it. */
const isNotOurs = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'EPERM';
