/**
 * Builds a source on one device in a disposable worker, to show its errors: a compiler that crashes or
 * never ends costs that process and is said to have done so.
 */
import type { DeviceInfo } from '@shared/domain/device';
import { fileAccessProblem } from '@shared/domain/file-access';
import type { BuildReport } from '@shared/domain/kernel';
import { problem, type Problem } from '@shared/domain/problem';
import { err, ok, type Result } from '@shared/domain/result';
import { outcomeOfMisfortune } from './outcome-of';
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
    ? problem('worker-died', `Building for ${device.name} was interrupted.`)
    : problem(
        'worker-died',
        outcomeOfMisfortune(answer, device.name, undefined).message,
        undefined,
        {
          device: device.name,
        },
      );
