/**
 * The folder of runs: list, read, import, delete and put back, notes. It refuses ids that are not plain
 * names, so that nothing outside the folder can be changed through it; a path is accepted for reading only.
 */
import { constants, statSync } from 'node:fs';
import { copyFile, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { problem, type Problem } from '@shared/domain/problem';
import { err, ok, type Result } from '@shared/domain/result';
import type { RunEvent } from '@shared/domain/run-event';
import { isEmptyNotes, noNotes, type RunNotes } from '@shared/domain/run-notes';
import type { RunSummary } from '@shared/domain/run-types';
import type { RunStore } from '@main/profiling/engine-types';
import { errorCode, fileProblem } from './file-problem';
import { makeFolder } from './make-folder';
import { notesExtension, notesFile, readNotes, writeNotes } from './notes-file';
import { readRunFile, readRunPart } from './read-run';
import { isRunId, runFile, runFileExtension, runIdOfFile } from './run-path';
import { summarizeRunFile } from './summarize-file';
import { emptyTrash, isTrashPlace, moveToTrash, restoreFromTrash } from './trash';
import { isBeingWritten, markExtension } from './write-mark';

/** How many files are read at one go when a folder is listed. */
const listingWidth = 32;

export const createRunStore = (dir: string, isRunning: (run: string) => boolean): RunStore => {
  const known = new Map<string, { readonly stamp: string; readonly summary: RunSummary }>();
  const notesOf = notesReader(dir);

  const summarize = async (name: string, hasMark: boolean): Promise<RunSummary | null> => {
    const path = join(dir, name);
    try {
      // Thousands of looks one after the other: asking for each and waiting takes far longer than the look.
      const { size, mtimeMs } = statSync(path);
      const writing = isRunning(runIdOfFile(path)) || (hasMark && (await isBeingWritten(path)));
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
    list: async (newest) => {
      const { logs: all, noted, marked } = await namesIn(dir);
      const logs = all.slice(0, newest);
      const look = async (name: string): Promise<RunSummary | null> => {
        const row = await summarize(name, marked.has(name));
        const notes = row !== null && noted.has(row.run) ? await notesOf(row.run) : null;
        return row === null || notes === null ? row : { ...row, notes };
      };
      const rows: (RunSummary | null)[] = [];
      for (let at = 0; at < logs.length; at += listingWidth) {
        rows.push(...(await Promise.all(logs.slice(at, at + listingWidth).map(look))));
        // What else is asked for meanwhile need not wait for thousands of files.
        await nextTurn();
      }
      return rows.filter((row) => row !== null);
    },
    read: async (run) => {
      const path = runFile(dir, run);
      const read = await readRunFile(path);
      if (!read.ok) return (await exists(path)) ? read : err(unknownRun(run, dir));
      return ok(read.value.events);
    },
    readPart: async (run, from) => {
      const path = runFile(dir, run);
      const read = await readRunPart(path, from);
      return read.ok || (await exists(path)) ? read : err(unknownRun(run, dir));
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
        const undo = await moveToTrash(dir, path, new Date());
        known.delete(`${run}${runFileExtension}`);
        return ok({ undo });
      } catch (error) {
        return err(
          errorCode(error) === 'ENOENT'
            ? unknownRun(run, dir)
            : fileProblem('file-unwritable', 'run file', path, error),
        );
      }
    },
    restore: async (undo) => {
      if (!isTrashPlace(undo)) return err(notInTrash());
      try {
        const restored = await restoreFromTrash(dir, undo);
        if (restored.kind === 'gone') return err(notInTrash());
        if (restored.kind === 'restored') return ok({ run: restored.run });
        const { run } = restored;
        return err(
          problem(
            'file-unwritable',
            `There is another run ${run} by now.`,
            'Delete that one first, or copy the deleted file out of .trash in the runs folder.',
            { run },
            'run-exists',
          ),
        );
      } catch (error) {
        return err(fileProblem('file-unwritable', 'runs folder', dir, error));
      }
    },
    notes: async (run) => (await readNotes(notesFile(runFile(dir, run)))) ?? noNotes,
    setNotes: async (run, notes) => {
      const path = runFile(dir, run);
      if (!isRunId(run) || !(await exists(path))) return err(unknownRun(run, dir));
      return writeNotes(notesFile(path), notes);
    },
    emptyTrash: () => emptyTrash(dir, new Date()),
  };
};

/** Reads notes once per state of their file. */
const notesReader = (dir: string): ((run: string) => Promise<RunNotes | null>) => {
  const known = new Map<string, { readonly stamp: string; readonly notes: RunNotes | null }>();
  return async (run) => {
    const path = notesFile(runFile(dir, run));
    const { size, mtimeMs } = await stat(path).catch(() => ({ size: -1, mtimeMs: 0 }));
    const stamp = `${size}/${mtimeMs}`;
    const cached = known.get(run);
    if (cached?.stamp === stamp) return cached.notes;
    const read = await readNotes(path);
    const notes = read === null || isEmptyNotes(read) ? null : read;
    known.set(run, { stamp, notes });
    return notes;
  };
};

/** Run files, newest first (ids begin with their time), and the ids that have notes. A missing folder holds none. */
const namesIn = async (
  dir: string,
): Promise<{
  readonly logs: readonly string[];
  readonly noted: ReadonlySet<string>;
  /** Logs with a mark beside them: somebody may be writing them. */
  readonly marked: ReadonlySet<string>;
}> => {
  const names = await readdir(dir).catch((): string[] => []);
  return {
    logs: names
      .filter((name) => name.endsWith(runFileExtension))
      .toSorted()
      .toReversed(),
    noted: new Set(
      names
        .filter((name) => name.endsWith(notesExtension))
        .map((name) => name.slice(0, -notesExtension.length)),
    ),
    marked: new Set(
      names
        .filter((name) => name.endsWith(markExtension))
        .map((name) => name.slice(0, -markExtension.length)),
    ),
  };
};

const notInTrash = (): Problem =>
  problem(
    'unknown-run',
    'The deleted run is not in the trash any more.',
    'Import its file again where there is a copy.',
    {},
    'run-not-in-trash',
  );

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
      problem(
        'file-unwritable',
        `There are too many runs named ${base}.`,
        'Rename the file.',
        { run: base },
        'run-names-used-up',
      ),
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
