/**
 * What a user is told when something they asked for cannot be done. `code` is closed and is what
 * programs and translations look at; `message` is one plain English sentence that names the thing
 * (file, argument, device, size); `advice` says what to do about it.
 */
import type { ProblemReason } from './problem-reasons';

export const problemCodes = [
  'no-opencl',
  'no-device',
  'unknown-device',
  'ambiguous-device',
  'invalid-spec',
  'invalid-source',
  'invalid-option',
  'invalid-expression',
  'no-kernel',
  'unknown-kernel',
  'ambiguous-kernel',
  'unsupported-argument',
  'invalid-argument-value',
  'nothing-to-measure',
  'build-failed',
  'file-unreadable',
  'file-unwritable',
  'file-too-large',
  'run-unreadable',
  'run-version',
  'unknown-run',
  'recorded-run',
  'worker-died',
  'busy',
  'update-failed',
  'internal',
] as const;

export type ProblemCode = (typeof problemCodes)[number];

export type ProblemParams = Readonly<Record<string, string | number>>;

export interface Problem {
  readonly code: ProblemCode;
  readonly message: string;
  readonly advice?: string | undefined;
  /** The values that the message names, for translations: `{file}`, `{device}`, `{size}` … */
  readonly params?: ProblemParams | undefined;
  readonly reason?: ProblemReason | undefined;
  /** What is wrong in a part of it, whose sentence stands within this one: `{cause}` of translations. */
  readonly cause?: Problem | undefined;
  /** The file in which it was found, where the message begins with it. */
  readonly file?: string | undefined;
}

export const problem = (
  code: ProblemCode,
  message: string,
  advice?: string,
  params?: ProblemParams,
  reason?: ProblemReason,
  cause?: Problem,
): Problem => ({
  code,
  message,
  advice,
  params,
  ...(reason === undefined ? {} : { reason }),
  ...(cause === undefined ? {} : { cause }),
});

/** The same problem, said of a file: several may have been read. `name` without its folder. */
export const inFile = (found: Problem, name: string): Problem =>
  found.message.includes(name)
    ? found
    : { ...found, message: `${name}: ${found.message}`, file: name };
