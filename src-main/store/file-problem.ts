/** Turns a failed file operation into the sentence that the user reads; the code decides, not the text. */
import { problem, type Problem, type ProblemCode } from '@shared/domain/problem';
import type { ProblemReason } from '@shared/domain/problem-reasons';

interface Sentence {
  readonly reason: ProblemReason;
  readonly what: string;
  readonly advice: string;
}

const denied: Sentence = {
  reason: 'no-permission',
  what: 'may not be accessed (permission denied)',
  advice: 'Choose another place or change its rights.',
};

const sentences: Readonly<Record<string, Sentence>> = {
  ENOENT: { reason: 'missing', what: 'does not exist', advice: 'Check the path.' },
  EACCES: denied,
  EPERM: denied,
  EROFS: {
    reason: 'read-only',
    what: 'lies on a read-only file system',
    advice: 'Choose another place.',
  },
  ENOSPC: {
    reason: 'disk-full',
    what: 'cannot be written: the disk is full',
    advice: 'Free some space and try again.',
  },
  EDQUOT: {
    reason: 'quota',
    what: 'cannot be written: your disk quota is used up',
    advice: 'Free some space and try again.',
  },
  EISDIR: {
    reason: 'is-folder',
    what: 'is a folder, not a file',
    advice: 'Give the path of a file.',
  },
  ENOTDIR: {
    reason: 'not-a-folder',
    what: 'has a file where a folder should be in its path',
    advice: 'Check the path.',
  },
  EMFILE: {
    reason: 'too-many-open',
    what: 'cannot be opened: too many files are open',
    advice: 'Close other programs and try again.',
  },
  ENAMETOOLONG: {
    reason: 'name-too-long',
    what: 'has too long a name',
    advice: 'Choose a shorter one.',
  },
  EIO: {
    reason: 'disk-error',
    what: 'cannot be read or written: the disk reports an error',
    advice: 'Check the disk.',
  },
};

const noFolder: Sentence = {
  reason: 'no-folder',
  what: 'cannot be written: its folder does not exist',
  advice: 'Make the folder first.',
};

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
    ? problem(
        code,
        `The ${what} ${path} cannot be used (${errno}).`,
        'Choose another place.',
        { file: path, errno },
        'unusable',
      )
    : problem(
        code,
        `The ${what} ${path} ${known.what}.`,
        known.advice,
        { file: path },
        known.reason,
      );
};
