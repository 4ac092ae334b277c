/**
 * Asks a disposable worker for the devices of the machine: a driver that crashes while it is asked costs
 * a process, not the program. Never rejects; what failed stands in `problems`.
 */
import type { DeviceListing, ListingProblem } from '@shared/domain/device';
import type { WorkerHost } from './worker-host';
import { startWorkerLink } from './worker-link';

export const listDevices = async (host: WorkerHost): Promise<DeviceListing> => {
  const link = startWorkerLink(host, 'list-devices');
  const answer = await link.request<'list'>(
    { type: 'list' },
    { stage: 'open', timeoutSeconds: null },
  );
  await link.stop(0);
  switch (answer.kind) {
    case 'reply':
      return answer.value;
    case 'failure':
      return nothing(`The devices could not be listed: ${answer.failure.message}`);
    case 'died':
      return nothing(
        `An OpenCL driver crashed while it was asked for its devices (${answer.exit.signal ?? `exit code ${answer.exit.code ?? 'unknown'}`}). ${answer.output}`.trim(),
      );
    case 'timed-out':
      return nothing(
        `An OpenCL driver did not answer within ${Math.round(answer.afterMs / 1000)} s when it was asked for its devices.`,
      );
    case 'stopped':
      return nothing('Listing the devices was interrupted.');
  }
};

const nothing = (message: string): DeviceListing => {
  const failed: ListingProblem = {
    code: 'worker-died',
    subject: 'device listing',
    message,
    advice: 'Remove or repair the driver: /etc/OpenCL/vendors lists them on Linux.',
  };
  return { devices: [], problems: [failed], loader: null, searched: [] };
};
