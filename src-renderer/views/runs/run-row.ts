/** What a row of the history says, in the user's language: made once per list, not per redraw. */
import type { RunPhase, RunSummary } from '@shared/domain/run-types';

export interface RunRowModel {
  readonly run: RunSummary;
  readonly started: string;
  readonly phase: string;
  /** What somebody called it, else what the sweep is called. */
  readonly title: string;
  readonly isResumable: boolean;
}

export type RunAction =
  | 'open'
  | 'resume'
  | 'compare'
  | 'duplicate'
  | 'notes'
  | 'diff'
  | 'csv'
  | 'launches'
  | 'json'
  | 'svg'
  | 'png'
  | 'html'
  | 'pdf'
  | 'delete';

const resumable: ReadonlySet<RunPhase> = new Set(['interrupted', 'cancelled', 'failed']);

export const runRow = (
  run: RunSummary,
  dateText: (date: Date) => string,
  phaseText: (phase: RunPhase) => string,
): RunRowModel => {
  const date = new Date(run.startedAt);
  return {
    run,
    started: Number.isNaN(date.getTime()) ? run.startedAt : dateText(date),
    phase: phaseText(run.phase),
    title: run.notes === undefined || run.notes.title === '' ? run.title : run.notes.title,
    isResumable: run.problem === null && resumable.has(run.phase),
  };
};

/** What a run is called where a sentence names it. */
export const runName = ({ run, started, title }: RunRowModel): string =>
  run.problem === null ? `${title || run.kernel} · ${started}` : run.run;
