/** Whether a run answers to a search: every word must occur somewhere in what the row says. Pure. */
import type { RunSummary } from '@shared/domain/run-types';

export const matchesRun = (run: RunSummary, search: string, startedText: string): boolean => {
  const all = [
    run.run,
    run.kernel,
    run.title,
    ...run.devices,
    run.startedAt,
    startedText,
    run.phase,
  ]
    .join('\n')
    .toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word));
};
