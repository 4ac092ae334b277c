/**
 * One writer per run: a small file beside the log says which process writes it. It keeps two programs on one
 * folder (a window and a command line) from writing the same log, and tells a run that is still being
 * measured from one that a power cut ended. A mark whose process is gone is taken over; no clock is asked.
 */
import { randomBytes } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorCode } from './file-problem';
import { identityOf } from './process-identity';

/** Ends the name of a mark; before it stands the name of the log. */
export const markExtension = '.writing';

const markOf = (logPath: string): string => `${logPath}${markExtension}`;
const mostAttempts = 20;
const retryMs = 5;
/** Marks of takeovers that were themselves cut off. */
const deepest = 3;

/**
 * Makes this process the writer of a log. false: another one is, or this one already. True also where no
 * mark can be made: then the log itself cannot be written there, and says why.
 */
export const claimWriting = async (logPath: string): Promise<boolean> => {
  try {
    return await claim(markOf(logPath), deepest);
  } catch {
    return true;
  }
};

export const clearWriteMark = async (logPath: string): Promise<void> => {
  await rm(markOf(logPath), { force: true }).catch(() => undefined);
};

/** True while the process that set the mark lives. */
export const isBeingWritten = async (logPath: string): Promise<boolean> => {
  const found = await readFile(markOf(logPath), 'utf8').catch(() => null);
  return found !== null && isAlive(found);
};

const claim = async (mark: string, depth: number): Promise<boolean> => {
  const own = `${mark}.${randomBytes(6).toString('hex')}`;
  const identity = (await identityOf(process.pid)) ?? '-';
  try {
    // A full disk makes the file and then has no room for what it says.
    await writeFile(own, `${process.pid} ${identity}\n`, { flag: 'wx' });
    for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
      if (await appears(own, mark)) return true;
      const found = await readFile(mark, 'utf8').catch(() => null);
      if (found === null) continue;
      if ((await isAlive(found)) || depth === 0) return false;
      if (await replaceStale(own, mark, found, depth)) return true;
      await sleep(retryMs);
    }
    return false;
  } finally {
    await rm(own, { force: true });
  }
};

/** Puts the file there, with its content, unless there is one. */
const appears = async (own: string, mark: string): Promise<boolean> => {
  try {
    await link(own, mark);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    // A file system without links.
    return writeFile(mark, await readFile(own), { flag: 'wx' }).then(
      () => true,
      (again: unknown) => {
        if (errorCode(again) === 'EEXIST') return false;
        throw again;
      },
    );
  }
};

/**
 * Of several that find the same stale mark, one may replace it: the one that holds a second mark. Under it
 * the first is read again, because it may have been replaced since.
 */
const replaceStale = async (
  own: string,
  mark: string,
  stale: string,
  depth: number,
): Promise<boolean> => {
  const guard = `${mark}-takeover`;
  if (!(await claim(guard, depth - 1))) return false;
  try {
    if ((await readFile(mark, 'utf8').catch(() => null)) !== stale) return false;
    await rename(own, mark);
    return true;
  } finally {
    await rm(guard, { force: true });
  }
};

const isAlive = async (content: string): Promise<boolean> => {
  const [number = '', identity = '-'] = content.trim().split(' ');
  const pid = Number(number);
  if (!Number.isInteger(pid) || pid <= 0) return false;
  const now = await identityOf(pid);
  return now !== null && (identity === '-' || now === '-' || now === identity);
};
