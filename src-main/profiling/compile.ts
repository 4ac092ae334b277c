/**
 * Builds a source on one device in a disposable worker, to show its errors: a compiler that crashes or
 * never ends costs that process and is said to have done so.
 */
import type { DeviceInfo } from '@shared/domain/device';
import { fileAccessProblem } from '@shared/domain/file-access';
import type { BuildReport } from '@shared/domain/kernel';
import { problem, type Problem } from '@shared/domain/problem';
import type { KernelReason } from '@shared/domain/problem-reasons';
import { err, ok, type Result } from '@shared/domain/result';
import { outcomeOfMisfortune, type Misfortune } from './outcome-of';
import type { WorkerHost } from './worker-host';
import { startWorkerLink, type Answer } from './worker-link';

export const compileOn = async (
  host: WorkerHost,
  device: DeviceInfo,
  source: string,
  options: string,
): Promise<Result<BuildReport, Problem>> => {
  const reading = fileAccessProblem(source, options);
  if (reading !== null) return err(reading);
  const link = startWorkerLink(host, `compile-${device.index}`);
  try {
    const opened = await link.request<'open'>(
      { type: 'open', deviceKey: device.key },
      { stage: 'open', timeoutSeconds: null },
    );
    if (opened.kind !== 'reply') return err(problemOf(opened, device));
    const built = await link.request<'build'>(
      { type: 'build', source, options },
      { stage: 'build', timeoutSeconds: null },
    );
    return built.kind === 'reply' ? ok(built.value) : err(problemOf(built, device));
  } finally {
    await link.stop(0);
  }
};

const problemOf = (
  answer: Exclude<Answer<never>, { kind: 'reply' }>,
  device: DeviceInfo,
): Problem =>
  answer.kind === 'stopped'
    ? problem(
        'worker-died',
        `Building for ${device.name} was interrupted.`,
        undefined,
        { device: device.name },
        'compile-stopped',
      )
    : problemOfMisfortune(answer, device.name);

const problemOfMisfortune = (answer: Misfortune, device: string): Problem => {
  const { message, detail = {}, reason: outcome } = outcomeOfMisfortune(answer, device, undefined);
  const reason: KernelReason =
    answer.kind === 'timed-out'
      ? 'compile-timed-out'
      : answer.kind === 'failure'
        ? 'compile-refused'
        : outcome === 'out-of-memory'
          ? 'compile-memory'
          : 'compile-died';
  return problem('worker-died', message, undefined, { ...detail, device }, reason);
};
