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
  readonly recordedDevice: (of: RecordedDevice) => string;
  /** Where a recorded run comes from, as one sentence. */
  readonly recorded: (of: { readonly devices: string; readonly date: string }) => string;
}

/** A device with the driver that it was recorded with. */
export interface RecordedDevice {
  readonly device: string;
  readonly driver: string;
}

/** The devices of a recorded run, each with its driver, once; null: the run is the user's own. */
export const recordedDevices = (
  run: RunSummary,
  one: (of: RecordedDevice) => string,
): string | null => {
  const { recorded } = run;
  if (recorded === undefined) return null;
  const named = run.devices.map((device, at) =>
    one({ device, driver: recorded.drivers[at] ?? '' }),
  );
  return devicesText(named);
};

export const runRow = (run: RunSummary, texts: RowTexts): RunRowModel => {
  const date = new Date(run.startedAt);
  const origin = recordedDevices(run, texts.recordedDevice);
  const sweepTitle = texts.locale === 'zh-CN' ? (run.titleZh ?? run.title) : run.title;
  return {
    run,
    started: Number.isNaN(date.getTime()) ? run.startedAt : texts.date(date),
    phase: texts.phase(run.phase),
    title: run.notes === undefined || run.notes.title === '' ? sweepTitle : run.notes.title,
    devices: origin ?? devicesText(run.devices),
    isResumable: run.problem === null && origin === null && resumable.has(run.phase),
    recorded: origin === null ? '' : texts.recorded({ devices: origin, date: texts.date(date) }),
  };
};

/** What a run is called where a sentence names it. */
export const runName = ({ run, started, title }: RunRowModel): string =>
  run.problem === null ? `${title || run.kernel} · ${started}` : run.run;
