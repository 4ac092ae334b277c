/** Turns a failed file operation into the sentence that the user reads; the code decides, not the text. */
import { problem, type Problem, type ProblemCode } from '@shared/domain/problem';

const sentences: Readonly<Record<string, readonly [what: string, advice: string]>> = {
  ENOENT: ['does not exist', 'Check the path.'],
  EACCES: ['may not be accessed (permission denied)', 'Choose another place or change its rights.'],
  EPERM: ['may not be accessed (permission denied)', 'Choose another place or change its rights.'],
  EROFS: ['lies on a read-only file system', 'Choose another place.'],
  ENOSPC: ['cannot be written: the disk is full', 'Free some space and try again.'],
  EDQUOT: ['cannot be written: your disk quota is used up', 'Free some space and try again.'],
  EISDIR: ['is a folder, not a file', 'Give the path of a file.'],
  ENOTDIR: ['has a file where a folder should be in its path', 'Check the path.'],
  EMFILE: ['cannot be opened: too many files are open', 'Close other programs and try again.'],
  ENAMETOOLONG: ['has too long a name', 'Choose a shorter one.'],
  EIO: ['cannot be read or written: the disk reports an error', 'Check the disk.'],
};

const noFolder = [
  'cannot be written: its folder does not exist',
  'Make the folder first.',
] as const;

export const errorCode = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : 'UNKNOWN';

/** `what` names the thing: `CSV file`, `runs folder`. */
export const fileProblem = (
  code: ProblemCode,
  what: string,
  path: string,
  error: unknown,
): Problem => {
  const errno = errorCode(error);
  // What is to be made is never there yet: the folder is what is missing.
  const known = code === 'file-unwritable' && errno === 'ENOENT' ? noFolder : sentences[errno];
  return known === undefined
    ? problem(code, `The ${what} ${path} cannot be used (${errno}).`, 'Choose another place.', {
        file: path,
      })
    : problem(code, `The ${what} ${path} ${known[0]}.`, known[1], { file: path });
};
