/**
 * Why a run's log cannot go on, once something of the run is in it. Decides what to do about it: what was
 * measured is kept, so the run can be resumed, unless its file was deleted.
 */
import { problem, type Problem } from '@shared/domain/problem';
import { errorCode, fileProblem } from './file-problem';
import { runIdOfFile } from './run-path';

/** A write or sync of the log of `path` failed. */
export const runUnwritable = (path: string, error: unknown): Problem => {
  const run = runIdOfFile(path);
  const isFull = ['ENOSPC', 'EDQUOT'].includes(errorCode(error));
  const { message } = fileProblem('file-unwritable', 'run file', path, error);
  return problem(
    'file-unwritable',
    `${message} What was measured before is kept.`,
    `${isFull ? 'Free some space' : 'Make the file writable again'}, then go on with \`ndrange resume ${run}\`, or with Resume in the window.`,
    { file: path, run },
    isFull ? 'run-disk-full' : 'run-unwritable',
  );
};

/** The file has no name any more. */
export const runDeleted = (path: string): Problem =>
  problem(
    'file-unwritable',
    `The run file ${path} was deleted while the run was being written.`,
    'Start the sweep again; keep the runs folder while a sweep runs.',
    { file: path },
    'run-deleted',
  );
