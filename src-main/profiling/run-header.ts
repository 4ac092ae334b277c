/** The header of a run: what another machine needs to understand and repeat it. */
import { createHash } from 'node:crypto';
import { cpus, arch, platform } from 'node:os';
import type { DeviceInfo } from '@shared/domain/device';
import type { RunHeader } from '@shared/domain/run-event';
import type { SweepRequest } from '@shared/domain/sweep';
import { makeRunId } from '@main/store/run-path';

export const makeHeader = (
  request: SweepRequest,
  devices: readonly DeviceInfo[],
  appVersion: string,
): RunHeader => {
  const now = new Date();
  return {
    format: 'ndrange-run',
    version: 1,
    run: makeRunId(now, request.spec.kernel),
    startedAt: now.toISOString(),
    appVersion,
    spec: request.spec,
    sourceText: request.sourceText,
    sourceSha256: sha256(request.sourceText),
    specSha256: sha256(JSON.stringify(request.spec)),
    options: request.options,
    devices,
    host: { system: `${platform()} ${arch()}`, processor: cpus()[0]?.model.trim() ?? 'unknown' },
  };
};

const sha256 = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');
