/**
 * What an answer of a worker means for a configuration: the class follows from the status code and from
 * what happened to the process, never from the text of a message. The sentence says what happened, to
 * which device and size, and what to do.
 */
import type { BuildReport } from '@shared/domain/kernel';
import {
  failReasons,
  skipReasons,
  type FailReason,
  type Outcome,
  type OutcomeDetail,
  type SkipReason,
  type Stage,
} from '@shared/domain/outcome';
import { localLabel, type LocalSize } from '@shared/domain/sizes';
import type { Verification, VisitReply } from './protocol';
import type { Answer } from './worker-link';

export type Failed = Extract<Outcome, { kind: 'failed' }>;
export type Skipped = Extract<Outcome, { kind: 'skipped' }>;
/** Every way in which a request can end without its reply, except that we stopped it ourselves. */
export type Misfortune = Exclude<Answer<never>, { kind: 'reply' } | { kind: 'stopped' }>;

const during: Readonly<Record<Stage, string>> = {
  open: 'while the device was being opened',
  build: 'while the kernel was being built',
  create: 'while the kernel was being created',
  prepare: 'while its buffers were being made',
  'first-launch': 'in the first launch',
  launch: 'in a launch',
  verify: 'while its results were being compared',
};

/** `local` undefined: it happened before any size was launched. */
export const outcomeOfMisfortune = (
  answer: Misfortune,
  device: string,
  local: LocalSize | undefined,
): Failed => {
  const where = local === undefined ? device : `${device} with local size ${localLabel(local)}`;
  switch (answer.kind) {
    case 'died': {
      if (answer.outgrownBytes !== undefined) {
        const mebibytes = Math.round(answer.outgrownBytes / 1024 / 1024);
        return {
          kind: 'failed',
          reason: 'out-of-memory',
          stage: answer.stage,
          message:
            `The worker process of ${where} had grown to ${mebibytes} MiB ${during[answer.stage]} and was stopped before the machine ran out of memory. ` +
            'Choose a smaller global size or fewer buffers; a compiler that unrolls a large loop is possible too.',
          detail: { device, bytes: answer.outgrownBytes },
        };
      }
      const how =
        answer.exit.signal ??
        (answer.exit.code === null ? 'unknown' : `exit code ${answer.exit.code}`);
      const said = lastLine(answer.output);
      return {
        kind: 'failed',
        reason: 'crashed',
        stage: answer.stage,
        message:
          `The worker process of ${where} died (${how}) ${during[answer.stage]}` +
          `${said === '' ? '' : `, saying "${said}"`}. ` +
          adviceOnDeath(answer.stage),
        detail: { device, how },
      };
    }
    case 'timed-out': {
      const seconds = Math.round(answer.afterMs / 100) / 10;
      const compiling =
        answer.stage === 'build' || answer.stage === 'create' || answer.compiling === true;
      return {
        kind: 'failed',
        reason: 'timed-out',
        stage: answer.stage,
        message:
          `Nothing was heard from ${where} for ${seconds} s ${during[answer.stage]}, so its worker was stopped. ` +
          (compiling
            ? 'The compiler was still at work: simplify the kernel, or allow more time with --build-timeout.'
            : 'Look for an endless loop, or allow more time with --timeout.'),
        detail: { device, seconds },
      };
    }
    case 'failure': {
      const { failure } = answer;
      const what = [failure.call, failure.status].filter((part) => part !== null).join(': ');
      return {
        kind: 'failed',
        reason: failure.reason,
        message: `${where}: ${failure.message}${what === '' ? '' : ` (${what})`}`,
        detail: { device, status: failure.status ?? '', call: failure.call ?? '' },
      };
    }
  }
};

const adviceOnDeath = (stage: Stage): string => {
  switch (stage) {
    case 'open':
      return 'The driver itself failed: look for its update, and run the sweep again.';
    case 'build':
    case 'create':
      return "The driver's compiler failed: simplify the kernel, or look for an update of the driver.";
    default:
      return 'Look for an index out of bounds in the kernel; a driver fault is possible too.';
  }
};

/** What to do about a driver's verdict where there is one thing to do; empty otherwise. */
const adviceOnRefusal = (call: string, status: string): string => {
  const isArgument = call === 'clSetKernelArg' || status === 'CL_INVALID_KERNEL_ARGS';
  return isArgument
    ? " Give the spec's arguments the kinds and types of the kernel's parameters, in their order, and all of them."
    : '';
};

/** The driver (or the worker's own check) said no to one launch. */
export const outcomeOfRefusal = (
  refused: NonNullable<VisitReply['refused']>,
  device: string,
  local: LocalSize,
): Failed | Skipped => {
  const size = localLabel(local);
  // An empty status is a check of our own: the driver was not asked.
  const message =
    refused.status === ''
      ? `Local size ${size} cannot be launched on ${device}${numbersOf(refused.detail)}.`
      : `${device} refused local size ${size}: ${refused.call} gave ${refused.status}.${adviceOnRefusal(refused.call, refused.status)}`;
  const detail = { ...refused.detail, device, status: refused.status, call: refused.call };
  if (refused.kind === 'skipped' && isSkipReason(refused.reason)) {
    return { kind: 'skipped', reason: refused.reason, message, detail };
  }
  return {
    kind: 'failed',
    reason: isFailReason(refused.reason) ? refused.reason : 'launch-failed',
    stage: 'launch',
    message,
    detail,
  };
};

export const outcomeOfBuildFailure = (report: BuildReport, device: string): Failed => {
  const error = report.diagnostics.find((diagnostic) => diagnostic.severity === 'error');
  const line = error?.line ?? null;
  const at = line === null ? '' : ` in line ${line}`;
  const said = error?.message ?? (lastLine(report.log) || (report.status ?? 'no reason given'));
  return {
    kind: 'failed',
    reason: 'build-failed',
    stage: 'build',
    message: `The kernel does not build for ${device}${at}: ${said}`,
    detail: { device, status: report.status ?? '', line: line ?? 0 },
  };
};

/** A write around the part of a buffer that the launch may use. */
export const outcomeOfOverrun = (
  { argument, bytes, where }: Extract<Verification, { kind: 'out-of-bounds' }>,
  kernel: string,
  device: string,
  local: LocalSize,
): Failed => ({
  kind: 'failed',
  reason: 'wrong-result',
  stage: 'verify',
  message:
    `${kernel} wrote ${where === 'before' ? 'before the start' : 'behind the end'} of ${argument} with local size ${localLabel(local)} on ${device} ` +
    `(${bytes} bytes differ there). ${where === 'before' ? 'Look for an index below 0.' : 'Guard the index, or give the argument more elements.'}`,
  detail: { device, argument, bytes },
});

export const outcomeOfMisfit = (misfit: string, device: string): Failed => ({
  kind: 'failed',
  reason: 'launch-failed',
  stage: 'create',
  message: `${misfit} Nothing was launched on ${device}.`,
  detail: { device },
});

export const outcomeOfMissingKernel = (
  kernel: string,
  report: BuildReport,
  device: string,
): Failed => {
  const names = report.kernels.map(({ name }) => name).join(', ');
  return {
    kind: 'failed',
    reason: 'build-failed',
    stage: 'build',
    message:
      `The program built for ${device} has no kernel named ${kernel}; ` +
      `it has ${names === '' ? 'none' : names}.`,
    detail: { device, kernel },
  };
};

/** `: needed 40000, limit 32768`; names and numbers as the worker gave them. */
const numbersOf = (detail: OutcomeDetail | undefined): string => {
  const pairs = Object.entries(detail ?? {}).map(([name, value]) => `${name} ${value}`);
  return pairs.length === 0 ? '' : `: ${pairs.join(', ')}`;
};

const lastLine = (text: string): string =>
  (text.trimEnd().split('\n').at(-1) ?? '').trim().slice(0, 200);

const isSkipReason = (reason: string): reason is SkipReason =>
  (skipReasons as readonly string[]).includes(reason);
const isFailReason = (reason: string): reason is FailReason =>
  (failReasons as readonly string[]).includes(reason);
