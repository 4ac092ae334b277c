/**
 * Deleted runs wait in `.trash` under the runs folder, each in a folder that is named by the time of its
 * deletion, and can be put back as long as they are there. What has waited for a week is deleted for good.
 * Decides what is moved (the log and its notes) and when it goes; refuses names that it did not give itself.
 */
import { randomBytes } from 'node:crypto';
import { readdir, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { makeFolder } from './make-folder';
import { errorCode } from './file-problem';
import { notesFile } from './notes-file';
import { isRunId, runFileExtension, runIdOfFile } from './run-path';

export const trashDays = 7;
const dayMs = 86_400_000;

export const trashDir = (dir: string): string => join(dir, '.trash');

const places = /^(\d{4})(\d{2})(\d{2})-(\d{2})(\d{2})(\d{2})-[0-9a-f]{8}$/;

/** Whether a name is that of a place in the trash: nothing else is looked for there. */
export const isTrashPlace = (name: string): boolean => places.test(name);

const placeFor = (now: Date): string => {
  const digits = now.toISOString().replace(/[-:]/g, '').replace('T', '-').slice(0, 15);
  return `${digits}-${randomBytes(4).toString('hex')}`;
};

/** ms since 1970 of the deletion; null for what is none of ours. */
const deletedAt = (name: string): number | null => {
  const [, year, month, day, hour, minute, second] = places.exec(name) ?? [];
  if (year === undefined) return null;
  const [y = 0, mo = 1, d = 1, h = 0, mi = 0, s = 0] = [year, month, day, hour, minute, second].map(
    Number,
  );
  return Date.UTC(y, mo - 1, d, h, mi, s);
};

/** Moves a file that may not be there. */
const moveIfThere = async (from: string, to: string): Promise<void> => {
  try {
    await rename(from, to);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
};

/** Moves a log and its notes. Rejects with the error of the file system when the log cannot be moved. */
export const moveToTrash = async (dir: string, logPath: string, now: Date): Promise<string> => {
  const place = placeFor(now);
  const folder = join(trashDir(dir), place);
  await makeFolder(folder);
  try {
    await rename(logPath, join(folder, basename(logPath)));
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
  await moveIfThere(notesFile(logPath), join(folder, basename(notesFile(logPath))));
  return place;
};

/** The run in a place of the trash; null: it is empty, or gone. */
const runInPlace = async (folder: string): Promise<string | null> => {
  const names = await readdir(folder).catch((): string[] => []);
  const log = names.find((name) => name.endsWith(runFileExtension));
  const run = log === undefined ? null : runIdOfFile(log);
  return run !== null && isRunId(run) ? run : null;
};

export type Restored =
  | { readonly kind: 'restored'; readonly run: string }
  | { readonly kind: 'gone' }
  /** Another run has its name by now. */
  | { readonly kind: 'taken'; readonly run: string };

/** Puts a run back where it was, with its notes. Rejects when the file system refuses. */
export const restoreFromTrash = async (dir: string, place: string): Promise<Restored> => {
  const folder = join(trashDir(dir), place);
  const run = await runInPlace(folder);
  if (run === null) return { kind: 'gone' };
  const names = await readdir(dir).catch((): string[] => []);
  const log = `${run}${runFileExtension}`;
  if (names.includes(log)) return { kind: 'taken', run };
  await rename(join(folder, log), join(dir, log));
  await moveIfThere(notesFile(join(folder, log)), notesFile(join(dir, log)));
  await rm(folder, { recursive: true, force: true });
  return { kind: 'restored', run };
};

/** Deletes what has waited its time. Never rejects: what cannot be deleted waits for the next start. */
export const emptyTrash = async (dir: string, now: Date): Promise<void> => {
  const names = await readdir(trashDir(dir)).catch((): string[] => []);
  for (const name of names) {
    const at = deletedAt(name);
    if (at === null || now.getTime() - at < trashDays * dayMs) continue;
    await rm(join(trashDir(dir), name), { recursive: true, force: true }).catch(() => undefined);
  }
};
