/** The answer to `runs.open` of a log that fits into one part. */
import { ok } from '@shared/domain/result';
import type { RunEvent } from '@shared/domain/run-event';
import type { Commands } from '@shared/ipc/contract';

export const wholeRun = (events: readonly RunEvent[]): Commands['runs.open']['reply'] =>
  ok({ events: JSON.stringify(events), next: null });
