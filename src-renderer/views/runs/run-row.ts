/** What a row of the history says, in the user's language: made once per list, not per redraw. */
import type { RunPhase, RunSummary } from '@shared/domain/run-types';

export interface RunRowModel {
  readonly run: RunSummary;
  readonly started: string;
  readonly phase: string;
  /** What somebody called it, else what the sweep is called. */
  readonly title: string;
  /** `2 × NVIDIA H200, PoCL`: each name once. */
  readonly devices: string;
  readonly isResumable: boolean;
  /** It ships with the product: to be read, not changed. `recorded` says on what and when; empty: the user's own. */
  readonly recorded: string;
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

const devicesText = (names: readonly string[]): string => {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, count]) => (count > 1 ? `${count} × ${name}` : name)).join(', ');
};

export interface RowTexts {
  readonly locale: 'en' | 'zh-CN';
  readonly date: (date: Date) => string;
  readonly phase: (phase: RunPhase) => string;
  /** Where a recorded run comes from, as one sentence. */
  readonly recorded: (of: RecordedOn) => string;
}

export interface RecordedOn {
  readonly devices: string;
  readonly drivers: string;
  readonly date: string;
}

/** What a recorded run is marked with; null: it is the user's own. @param date of a day, without the time */
export const recordedOn = (run: RunSummary, date: (date: Date) => string): RecordedOn | null =>
  run.recorded === undefined
    ? null
    : {
        devices: devicesText(run.devices),
        drivers: run.recorded.drivers.join(', '),
        date: date(new Date(run.startedAt)),
      };

export const runRow = (run: RunSummary, texts: RowTexts): RunRowModel => {
  const date = new Date(run.startedAt);
  const origin = recordedOn(run, texts.date);
  const sweepTitle = texts.locale === 'zh-CN' ? (run.titleZh ?? run.title) : run.title;
  return {
    run,
    started: Number.isNaN(date.getTime()) ? run.startedAt : texts.date(date),
    phase: texts.phase(run.phase),
    title: run.notes === undefined || run.notes.title === '' ? sweepTitle : run.notes.title,
    devices: devicesText(run.devices),
    isResumable: run.problem === null && origin === null && resumable.has(run.phase),
    recorded: origin === null ? '' : texts.recorded(origin),
  };
};

/** What a run is called where a sentence names it. */
export const runName = ({ run, started, title }: RunRowModel): string =>
  run.problem === null ? `${title || run.kernel} · ${started}` : run.run;
