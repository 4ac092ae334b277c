/**
 * Reads a stored run part by part and folds each as it comes, the next one being on its way meanwhile: a log
 * of many megabytes is opened without a long task on either side. Decides nothing.
 */
import type { Problem } from '@shared/domain/problem';
import { ok, type Result } from '@shared/domain/result';
import { foldEvents } from '@shared/domain/run';
import type { RunEvent, RunHeader } from '@shared/domain/run-event';
import type { Run } from '@shared/domain/run-types';
import type { RunPart, RunPlace } from '@shared/ipc/contract';
import { workbench } from '@renderer/client';

type Reply = Result<RunPart, Problem>;

const ask = (run: string, from: RunPlace | null): Promise<Reply> =>
  workbench.call('runs.open', { run, from });

// The main process has checked every event; here they only take their form again.
const eventsOf = ({ events }: RunPart): readonly RunEvent[] =>
  JSON.parse(events) as readonly RunEvent[];

/** How a stored run was measured, from the head of its log; null: it holds no start. */
export const readHeader = async (run: string): Promise<Result<RunHeader | null, Problem>> => {
  const part = await ask(run, null);
  if (!part.ok) return part;
  const [first] = eventsOf(part.value);
  return ok(first?.type === 'run-started' ? first.header : null);
};

/** The run as it is stored now; null: its log holds no start. */
export const readRun = async (run: string): Promise<Result<Run | null, Problem>> => {
  let folded: Run | null = null;
  let coming: Promise<Reply> | null = ask(run, null);
  while (coming !== null) {
    const part: Reply = await coming;
    if (!part.ok) return part;
    const { next }: RunPart = part.value;
    coming = next === null ? null : ask(run, next);
    folded = foldEvents(eventsOf(part.value), folded);
  }
  return ok(folded);
};
