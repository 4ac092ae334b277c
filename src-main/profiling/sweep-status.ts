/** Where a device's sweep is, for whoever looks: made only when it is looked at. */
import type { LaneStatus } from '@shared/domain/run-event';
import { fixedRounds } from '@shared/domain/stopping';
import type { MeasureOptions } from '@shared/domain/sweep';
import type { SweepLedger } from './sweep-ledger';
import type { StageListener } from './worker-link';

/** Takes a function, because most statuses are never looked at. */
export type StatusListener = (status: () => Omit<LaneStatus, 'run' | 'deviceKey'>) => void;

export interface SweepStatus {
  readonly stage: StageListener;
  show(state: LaneStatus['state']): void;
  visiting(configuration: string, round: number): void;
  launched(count: number): void;
}

export const createSweepStatus = (sweep: {
  readonly ledger: SweepLedger;
  readonly options: MeasureOptions;
  readonly fixed: number | null;
  readonly onStatus: StatusListener;
}): SweepStatus => {
  const { ledger, fixed } = sweep;
  const startedAt = performance.now();
  let configuration: string | null = null;
  let round = 0;
  let launchesDone = 0;

  /** Time left if every live configuration needs its least number of samples at the pace so far. */
  const estimate = (): number | null => {
    if (launchesDone === 0) return null;
    const wanted = fixed ?? sweep.options.minSamples;
    const left = ledger.live().reduce((sum, item) => sum + Math.max(1, wanted - item.samples), 0);
    return Math.round(((performance.now() - startedAt) / launchesDone) * left);
  };
  const show = (state: LaneStatus['state']): void =>
    sweep.onStatus(() => ({
      state,
      configuration: state === 'done' ? null : configuration,
      round,
      rounds: fixed === null ? null : fixedRounds(fixed),
      launchesDone,
      launchesExpected: fixed === null ? null : ledger.all.length * fixed,
      etaMs: state === 'done' ? 0 : estimate(),
    }));

  return {
    show,
    stage: (stage, detail) => {
      switch (stage) {
        case 'open':
          show('opening');
          return;
        case 'build':
        case 'create':
        case 'prepare':
          show('building');
          return;
        case 'first-launch':
          show(detail === 'running' ? 'running' : 'compiling');
          return;
        case 'launch':
        case 'verify':
          show('running');
          return;
      }
    },
    visiting: (id, inRound) => {
      configuration = id;
      round = inRound;
    },
    launched: (count) => {
      launchesDone += count;
    },
  };
};
