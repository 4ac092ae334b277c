/**
 * What a user is told when something they asked for cannot be done. `code` is closed and is what
 * programs and translations look at; `message` is one plain English sentence that names the thing
 * (file, argument, device, size); `advice` says what to do about it.
 */
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

/** What exactly happened, where a code stands for several things that are said in sentences of their own. */
export const problemReasons = [
  'missing',
  'no-folder',
  'no-permission',
  'read-only',
  'disk-full',
  'quota',
  'is-folder',
  'not-a-folder',
  'too-many-open',
  'name-too-long',
  'disk-error',
  'run-disk-full',
  'run-unwritable',
  'run-deleted',
] as const;

export type ProblemReason = (typeof problemReasons)[number];

export interface Problem {
  readonly code: ProblemCode;
  readonly message: string;
  readonly advice?: string | undefined;
  /** The values that the message names, for translations: `{file}`, `{device}`, `{size}` … */
  readonly params?: Readonly<Record<string, string | number>> | undefined;
  readonly reason?: ProblemReason | undefined;
}

export const problem = (
  code: ProblemCode,
  message: string,
  advice?: string,
  params?: Readonly<Record<string, string | number>>,
  reason?: ProblemReason,
): Problem => ({
  code,
  message,
  advice,
  params,
  ...(reason === undefined ? {} : { reason }),
});
