/**
 * The recorded runs that ship with the product: real results of real devices, read where they lie and listed
 * behind the user's own. They are never copied into the runs folder, written or deleted; a run of the
 * same name in the user's folder stands in the place of one of these.
 */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { problem, type Problem } from '@shared/domain/problem';
import { err } from '@shared/domain/result';
import type { RunSummary } from '@shared/domain/run-types';
import type { RunStore } from '@main/profiling/engine-types';
import { isRunId, runFile, runFileExtension } from './run-path';
import { readRunFileHeader, summarizeRunFile } from './summarize-file';

const isFile = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isFile(),
    () => false,
  );

/** A row of the list, with the driver of each of its devices. */
const summarize = async (path: string): Promise<RunSummary | null> => {
  const [summary, header] = [await summarizeRunFile(path, false), readRunFileHeader(path)];
  if (summary.problem !== null || header === null) return null;
  const drivers = header.devices.map(({ driver }) => driver);
  return { ...summary, recorded: { drivers } };
};

/** Newest first; a file that cannot be read is left out: it is not the user's. A missing folder holds none. */
const listFolder = async (dir: string): Promise<readonly RunSummary[]> => {
  const names = await readdir(dir).catch((): string[] => []);
  const logs = names.filter((name) => name.endsWith(runFileExtension)).toSorted();
  const rows = await Promise.all(logs.toReversed().map((name) => summarize(join(dir, name))));
  return rows.filter((row) => row !== null);
};

const readOnly = (run: string): Problem =>
  problem(
    'recorded-run',
    `The run ${run} is a recorded example of the product: it can be neither changed nor deleted.`,
    'Hide the examples in the list of runs, or duplicate this one as a sweep of your own.',
    { run },
  );

/**
 * `own` with the recorded runs of `dir` behind its own. What is asked of a recorded run is answered from
 * `dir`; what would change it is refused with `recorded-run`.
 */
export const withRecordedRuns = (own: RunStore, dir: string): RunStore => {
  let listed: Promise<readonly RunSummary[]> | null = null;

  const recordedPath = async (run: string): Promise<string | null> => {
    if (!isRunId(run)) return null;
    const path = runFile(dir, run);
    return (await isFile(path)) && !(await isFile(runFile(own.dir, run))) ? path : null;
  };

  return {
    ...own,
    list: async (newest) => {
      const rows = await own.list(newest);
      const taken = new Set(rows.map(({ run }) => run));
      const recorded = await (listed ??= listFolder(dir));
      return [...rows, ...recorded.filter(({ run }) => !taken.has(run))];
    },
    read: async (run) => own.read((await recordedPath(run)) ?? run),
    readPart: async (run, from) => own.readPart((await recordedPath(run)) ?? run, from),
    delete: async (run) =>
      (await recordedPath(run)) === null ? own.delete(run) : err(readOnly(run)),
    setNotes: async (run, notes) =>
      (await recordedPath(run)) === null ? own.setNotes(run, notes) : err(readOnly(run)),
  };
};
