/**
 * What exactly happened, where a code stands for several things that are said in sentences of their own. The
 * list is closed, so that a language with a reason left out does not compile. A reason, once given, keeps its
 * name and its values: run logs hold some of them.
 */

const fileReasons = [
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
  'unusable',
  'not-plain',
  'too-large',
  'would-replace',
  'companion-taken',
  'forgotten',
] as const;

const runReasons = [
  'run-disk-full',
  'run-unwritable',
  'run-deleted',
  'run-line-damaged',
  'run-no-header',
  'run-no-line',
  'run-too-large',
  'run-too-many-lines',
  'run-empty',
  'run-exists',
  'run-names-used-up',
  'run-not-in-trash',
  'run-nothing-drawn',
  'device-elsewhere',
  'driver-changed',
] as const;

const expressionReasons = [
  'expression-character',
  'expression-trailing',
  'expression-lacks',
  'expression-nested',
  'expression-cut',
  'expression-misplaced',
  'expression-function',
  'expression-operands',
  'expression-empty',
  'expression-long',
  'expression-zero-divisor',
  'expression-huge',
  'expression-name',
  'expression-no-names',
  'expression-not-finite',
  'expression-fraction',
  'expression-negative',
] as const;

const argumentReasons = [
  'value-empty',
  'value-range',
  'value-not-a-number',
  'value-too-large',
  'value-long',
  'value-components',
  'value-expression',
  'data-unknown',
  'data-order',
  'data-number-large',
  'data-seed-large',
  'count-expression',
  'count-zero',
  'count-huge',
  'argument-unknown',
  'argument-none',
] as const;

const specReasons = [
  'spec-not-object',
  'spec-lacks',
  'spec-field',
  'spec-version',
  'spec-items',
  'spec-long',
  'spec-empty',
  'spec-nested',
  'spec-not-json',
  'spec-outside',
  'spec-shape',
  'spec-name-twice',
  'spec-wrong',
  'spec-depends-on-local',
  'spec-negative-work',
  'reference-itself',
  'reference-not-written',
  'reference-not-compared',
  'reference-parameters',
  'reference-elements',
  'reference-missing',
] as const;

const kernelReasons = [
  'source-long',
  'source-binary',
  'source-empty',
  'source-includes',
  'include-deep',
  'include-outside',
  'include-large',
  'option-reads-files',
  'option-brace',
  'option-expression',
  'compile-stopped',
  'compile-died',
  'compile-timed-out',
  'compile-memory',
  'compile-refused',
] as const;

const sweepReasons = [
  'samples-number',
  'samples-of-search',
  'samples-bound',
  'samples-contradict',
  'target',
  'plateau',
  'time-bound',
  'time-out',
  'restore-unknown',
  'sizes-long',
  'global-long',
  'global-dimensions',
] as const;

const importReasons = [
  'import-many',
  'import-invalid',
  'import-unknown-form',
  'import-no-local-size',
  'import-no-parameter',
  'import-no-time',
  'json-long',
  'json-nested',
  'json-no-object',
  'json-none',
  't4-none',
  't4-version',
  'cache-none',
  'csv-long',
  'csv-broken',
  'csv-empty',
  'csv-rows',
  'csv-columns',
  'csv-lacks',
  'csv-twice',
  'csv-cells',
  'csv-number',
  'csv-whole',
  'csv-boolean',
  'csv-runs',
  'csv-no-launches',
] as const;

const programReasons = [
  'closing',
  'request-refused',
  'command-failed',
  'print-failed',
  'update-not-asked',
  'update-not-got',
] as const;

export const problemReasons = [
  ...fileReasons,
  ...runReasons,
  ...expressionReasons,
  ...argumentReasons,
  ...specReasons,
  ...kernelReasons,
  ...sweepReasons,
  ...importReasons,
  ...programReasons,
] as const;

export type FileReason = (typeof fileReasons)[number];
export type RunReason = (typeof runReasons)[number];
export type ExpressionReason = (typeof expressionReasons)[number];
export type ArgumentReason = (typeof argumentReasons)[number];
export type SpecReason = (typeof specReasons)[number];
export type KernelReason = (typeof kernelReasons)[number];
export type SweepReason = (typeof sweepReasons)[number];
export type ImportReason = (typeof importReasons)[number];
export type ProgramReason = (typeof programReasons)[number];
export type ProblemReason = (typeof problemReasons)[number];
