/**
 * Tells the parent which step is about to begin, so that its clock can bound each step by itself. Before
 * launches it speaks only when it has been silent for a while: a message per launch would disturb the times.
 */
import type { Stage } from '@shared/domain/outcome';
import type { Held } from './launcher';

/** `canWait`: it is held until the launch that it announces is under way. */
export type OnStage = (stage: Stage, detail: string, canWait: boolean) => void;

export interface StageReporter {
  /** What may wait, told by whoever knows that a long launch is under way. */
  readonly held: Held;
  /** Always tells; `canWait`: the launch is a long one, which releases what is held. */
  report(stage: Stage, detail: string, canWait?: boolean): void;
  /** Tells when the last message is older than 200 ms, or the request if that came later. */
  keepAlive(stage: Stage, detail: string, canWait?: boolean): void;
  /** A request has come: the parent's clock begins anew. */
  begin(): void;
}

const longestSilenceNs = 200_000_000n;

export const createStageReporter = (onStage: OnStage, held: Held): StageReporter => {
  let last = 0n;
  const report: StageReporter['report'] = (stage, detail, canWait = false) => {
    last = process.hrtime.bigint();
    onStage(stage, detail, canWait);
  };
  return {
    held,
    report,
    begin: () => {
      last = process.hrtime.bigint();
    },
    keepAlive(stage, detail, canWait) {
      if (process.hrtime.bigint() - last > longestSilenceNs) report(stage, detail, canWait);
    },
  };
};
