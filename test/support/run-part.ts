/** Answers of the main process about stored runs, as the text that they are. */
import { ok } from '@shared/domain/result';
import type { RunEvent } from '@shared/domain/run-event';
import type { RunSummary } from '@shared/domain/run-types';
import type { Commands } from '@shared/ipc/contract';

/** To `runs.open`, of a log that fits into one part. */
export const wholeRun = (events: readonly RunEvent[]): Commands['runs.open']['reply'] =>
  ok({ events: JSON.stringify(events), next: null });

/** To `runs.list`. */
export const rowsOf = (runs: readonly RunSummary[]): Commands['runs.list']['reply'] => ({
  rows: JSON.stringify(runs),
});
