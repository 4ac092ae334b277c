/**
 * What the death of a worker means for the sweep: the configuration in flight has failed, the others go on in
 * a fresh worker, and after too many deaths (death-count.ts) the device is given up. Refuses to try a
 * configuration again that has lost its worker, and to announce a worker that will not come.
 */
import type { DeviceInfo } from '@shared/domain/device';
import type { ConfigurationProgress } from './configuration-progress';
import { countDeaths } from './death-count';
import type { DeviceWorker } from './device-worker';
import { outcomeOfMisfortune, type Failed, type Misfortune } from './outcome-of';
import type { SweepLedger } from './sweep-ledger';
import type { SweepStatus } from './sweep-status';

export interface WorkerLivesOptions {
  readonly device: DeviceInfo;
  /** How many the plan has. */
  readonly configurations: number;
  readonly signal: AbortSignal;
  readonly ledger: SweepLedger;
  readonly status: SweepStatus;
  readonly worker: DeviceWorker;
}

export interface WorkerLives {
  /** Nothing more is to be launched: the run is to stop, or the device was given up. */
  stopped(): boolean;
  /** Why the device was given up: one sentence; null: it was not. */
  readonly givenUp: string | null;
  giveUp(because: string): void;
  /** A visit went well: the deaths in a row are counted from 0 again. */
  livedThrough(): void;
  /** A worker died, with `cause` in flight: says so, unless it was the last that this device gets. */
  countDeath(cause: ConfigurationProgress | null): void;
  /** A fresh worker follows, without counting the end of the old one as a death. */
  sayRestarted(cause: ConfigurationProgress | null): void;
  /** Ends a configuration that has lost its worker. */
  lose(item: ConfigurationProgress, outcome: Failed): Promise<void>;
  misfortune(item: ConfigurationProgress, answer: Misfortune): Failed;
}

export const createWorkerLives = (options: WorkerLivesOptions): WorkerLives => {
  const { device, signal, ledger, status, worker } = options;
  const deaths = countDeaths(device.name, options.configurations);
  let givenUp = null as string | null;

  const stopped = (): boolean => signal.aborted || givenUp !== null;
  const sayRestarted = (cause: ConfigurationProgress | null): void => {
    if (stopped() || ledger.live().length === 0) return;
    status.show('restarting');
    ledger.warn({
      code: 'worker-restarted',
      configuration: cause?.configuration.id ?? null,
      message: `The worker of ${device.name} was started again; the other sizes go on.`,
    });
  };
  const countDeath = (cause: ConfigurationProgress | null): void => {
    deaths.died();
    givenUp ??= deaths.verdict;
    sayRestarted(cause);
  };

  return {
    stopped,
    get givenUp() {
      return givenUp;
    },
    giveUp: (because) => {
      givenUp = because;
    },
    livedThrough: () => deaths.livedThrough(),
    countDeath,
    sayRestarted,
    lose: async (item, outcome) => {
      ledger.end(item, outcome);
      await worker.discard();
      countDeath(item);
    },
    misfortune: (item, answer) =>
      outcomeOfMisfortune(answer, device.name, item.configuration.local),
  };
};
