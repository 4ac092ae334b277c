/**
 * Tells the parent which step is about to begin, so that its clock can bound each step by itself. Before
 * launches it speaks only when it has been silent for a while: a message per launch would disturb the times.
 */
import type { Stage } from '@shared/domain/outcome';

export type OnStage = (stage: Stage, detail: string) => void;

export interface StageReporter {
  /** Always sends. */
  report(stage: Stage, detail: string): void;
  /** Sends when the last message is older than 500 ms, or the request if that came later. */
  keepAlive(stage: Stage, detail: string): void;
  /** A request has come: the parent's clock begins anew. */
  begin(): void;
}

const longestSilenceNs = 500_000_000n;

export const createStageReporter = (onStage: OnStage): StageReporter => {
  let last = 0n;
  const report = (stage: Stage, detail: string): void => {
    last = process.hrtime.bigint();
    onStage(stage, detail);
  };
  return {
    report,
    begin: () => {
      last = process.hrtime.bigint();
    },
    keepAlive(stage, detail) {
      if (process.hrtime.bigint() - last > longestSilenceNs) report(stage, detail);
    },
  };
};
