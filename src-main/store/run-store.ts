/**
 * The folder of runs: list, read, import, delete. It refuses ids that are not plain names, so that
 * nothing outside the folder can be deleted through it; a path is accepted for reading only.
 */
import { constants } from 'node:fs';
import { copyFile, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { problem, type Problem } from '@shared/domain/problem';
import { err, ok, type Result } from '@shared/domain/result';
import type { RunEvent } from '@shared/domain/run-event';
import type { RunSummary } from '@shared/domain/run-types';
import type { RunStore } from '@main/profiling/engine-types';
import { errorCode, fileProblem } from './file-problem';
import { makeFolder } from './make-folder';
import { readRunFile } from './read-run';
import { isRunId, runFile, runFileExtension, runIdOfFile } from './run-path';
import { summarizeRunFile } from './summarize-file';
import { isBeingWritten } from './write-mark';

/** How many files are read at the same time when a folder is listed. */
const listingWidth = 16;

export const createRunStore = (dir: string, isRunning: (run: string) => boolean): RunStore => {
  const known = new Map<string, { readonly stamp: string; readonly summary: RunSummary }>();

  const summarize = async (name: string): Promise<RunSummary | null> => {
    const path = join(dir, name);
    try {
      const { size, mtimeMs } = await stat(path);
      const writing = isRunning(runIdOfFile(path)) || (await isBeingWritten(path));
      const stamp = `${size}/${mtimeMs}/${writing}`;
      const cached = known.get(name);
      if (cached?.stamp === stamp) return cached.summary;
      const summary = await summarizeRunFile(path, writing);
      known.set(name, { stamp, summary });
      return summary;
    } catch {
      return null; // Deleted between the listing and the look.
    }
  };

  return {
    dir,
    list: async () => {
      const names = await runFileNames(dir);
      const rows: (RunSummary | null)[] = [];
      for (let at = 0; at < names.length; at += listingWidth) {
        rows.push(...(await Promise.all(names.slice(at, at + listingWidth).map(summarize))));
      }
      return rows.filter((row) => row !== null);
    },
    read: async (run) => {
      const path = runFile(dir, run);
      const read = await readRunFile(path);
      if (!read.ok) return (await exists(path)) ? read : err(unknownRun(run, dir));
      return ok(read.value.events);
    },
    import: (path) => importRun(dir, path),
    delete: async (run) => {
      if (!isRunId(run)) return err(unknownRun(run, dir));
      if (isRunning(run) || (await isBeingWritten(runFile(dir, run)))) {
        return err(
          problem('busy', `The run ${run} is still being measured.`, 'Cancel it first.', { run }),
        );
      }
      const path = runFile(dir, run);
      try {
        await rm(path);
        known.delete(`${run}${runFileExtension}`);
        return ok(null);
      } catch (error) {
        return err(
          errorCode(error) === 'ENOENT'
            ? unknownRun(run, dir)
            : fileProblem('file-unwritable', 'run file', path, error),
        );
      }
    },
  };
};

/** Names of run files, newest first (ids begin with their time). A missing folder holds no runs. */
const runFileNames = async (dir: string): Promise<readonly string[]> => {
  try {
    const names = await readdir(dir);
    return names
      .filter((name) => name.endsWith(runFileExtension))
      .toSorted()
      .toReversed();
  } catch {
    return [];
  }
};

const importRun = async (
  dir: string,
  path: string,
): Promise<Result<{ readonly run: string }, Problem>> => {
  const read: Result<{ readonly events: readonly RunEvent[] }, Problem> = await readRunFile(path);
  if (!read.ok) return read;
  const wanted = runIdOfFile(path).replace(/[^A-Za-z0-9._-]+/g, '-');
  const base = isRunId(wanted) ? wanted : 'imported';
  try {
    await makeFolder(dir);
    for (let attempt = 1; attempt < 1000; attempt += 1) {
      const run = attempt === 1 ? base : `${base}-${attempt}`;
      try {
        await copyFile(path, runFile(dir, run), constants.COPYFILE_EXCL);
        return ok({ run });
      } catch (error) {
        if (errorCode(error) !== 'EEXIST') throw error;
      }
    }
    return err(
      problem('file-unwritable', `There are too many runs named ${base}.`, 'Rename the file.'),
    );
  } catch (error) {
    return err(fileProblem('file-unwritable', 'runs folder', dir, error));
  }
};

const exists = async (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    (error: unknown) => errorCode(error) !== 'ENOENT',
  );

const unknownRun = (run: string, dir: string): Problem =>
  problem(
    'unknown-run',
    `There is no run ${run} (looked in ${dir}).`,
    'List the runs with `ndrange runs`, or give the path of an .ndrun file.',
    { run },
  );
