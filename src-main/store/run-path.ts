/**
 * Names of run files. A run is known by its id, which is the name of its file without `.ndrun`: the
 * folder is the index. Ids never contain a path, whatever a file from elsewhere says.
 */
import { randomBytes } from 'node:crypto';
import { basename, isAbsolute, join, sep } from 'node:path';

export const runFileExtension = '.ndrun';

const idPattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,119}$/;

export const isRunId = (text: string): boolean => idPattern.test(text) && !text.includes('..');

/** `20261129-213016-saxpy-4f2a`: sorts by time (UTC), says what it measured, and is unique. */
export const makeRunId = (startedAt: Date, kernel: string): string => {
  const digits = startedAt.toISOString().replace(/[-:]/g, '').replace('T', '-').slice(0, 15);
  const name = kernel.replace(/[^A-Za-z0-9_]+/g, '-').slice(0, 40) || 'kernel';
  return `${digits}-${name}-${randomBytes(2).toString('hex')}`;
};

/** The file of a run that is given by id or by path. */
export const runFile = (dir: string, run: string): string =>
  looksLikePath(run) ? run : join(dir, `${run}${runFileExtension}`);

/** The id that a file stands for: its name. */
export const runIdOfFile = (path: string): string =>
  basename(path).endsWith(runFileExtension)
    ? basename(path).slice(0, -runFileExtension.length)
    : basename(path);

const looksLikePath = (run: string): boolean =>
  isAbsolute(run) || run.includes('/') || run.includes(sep) || run.endsWith(runFileExtension);
