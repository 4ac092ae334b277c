/**
 * Asks a disposable worker for the devices of the machine: a driver that crashes while it is asked costs
 * a process, not the program. Never rejects; what failed stands in `problems`.
 */
import type { DeviceListing, ListingProblem } from '@shared/domain/device';
import type { WorkerEnvironment, WorkerHost } from './worker-host';
import { startWorkerLink } from './worker-link';

export interface ListingBounds {
  /** How long the drivers may take, milliseconds. */
  readonly boundMs?: number | undefined;
}

export interface ListingWish extends ListingBounds {
  readonly environment?: WorkerEnvironment | undefined;
}

export interface ListingAnswer {
  readonly how: 'answered' | 'broken';
  readonly listing: DeviceListing;
  /** What a broken driver did, for a sentence with the driver as its subject. */
  readonly what: string;
}

/** A host with eight GPUs whose driver has been asleep takes over ten seconds. */
const defaultBoundMs = 30_000;

export const listDevices = async (
  host: WorkerHost,
  wish: ListingWish = {},
): Promise<ListingAnswer> => {
  const link = startWorkerLink(host, 'list-devices', wish.environment);
  const answer = await link.request<'list'>(
    { type: 'list' },
    { stage: 'open', timeoutSeconds: null, boundMs: wish.boundMs ?? defaultBoundMs },
  );
  await link.stop(0);
  switch (answer.kind) {
    case 'reply':
      return { how: 'answered', listing: answer.value, what: '' };
    case 'failure':
      return broken('failed', answer.failure.message);
    case 'died': {
      const how = answer.exit.signal ?? `exit code ${answer.exit.code ?? 'unknown'}`;
      return broken(`crashed (${how})`, answer.output);
    }
    case 'timed-out':
      return broken(`did not answer within ${Math.round(answer.afterMs / 1000)} s`, '');
    case 'stopped':
      return broken('was interrupted', '');
  }
};

const broken = (what: string, said: string): ListingAnswer => {
  const failed: ListingProblem = {
    code: 'worker-died',
    subject: 'device listing',
    message: `An OpenCL driver ${what} when it was asked for its devices. ${said}`.trim(),
    advice: 'Remove or repair the driver: /etc/OpenCL/vendors lists them on Linux.',
  };
  return {
    how: 'broken',
    what,
    listing: { devices: [], problems: [failed], loader: null, searched: [] },
  };
};
