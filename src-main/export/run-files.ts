/**
 * Runs as files: reads the runs, has the domain make the text, and writes it whole or not at all. Decides what
 * lies beside a CSV. Knows no window: the app has it done on a thread of its own (export-thread.ts), because
 * a run of a million samples takes seconds.
 */
import { basename } from 'node:path';
import { configurationsCsvParts, launchesCsvParts } from '@shared/domain/csv';
import { problem, type Problem } from '@shared/domain/problem';
import { err, ok, type Result } from '@shared/domain/result';
import { foldEvents } from '@shared/domain/run';
import { runJson } from '@shared/domain/run-json';
import type { Run } from '@shared/domain/run-types';
import type { CsvForm, SaveReply } from '@shared/ipc/contract';
import { runPicture } from '@shared/report/report-charts';
import { reportHtml } from '@shared/report/report-html';
import type { TextLocale } from '@shared/text';
import type { RunStore } from '../profiling/engine-types';
import { checkAdvicePlace, writeAdviceFile } from './advice-file';
import { writeWholeFile } from './write-file';

/** Each refuses with the problem of the first run that cannot be read, or of a place that cannot be written. */
export interface RunFiles {
  readonly csv: (path: string, runs: readonly string[], form: CsvForm) => Promise<SaveReply>;
  readonly json: (path: string, runs: readonly string[]) => Promise<SaveReply>;
  readonly html: (path: string, report: ReportOf) => Promise<SaveReply>;
  /** The text of a report, for what prints it. */
  readonly reportText: (report: ReportOf) => Promise<Result<string, Problem>>;
  /** A run's charts as SVG; `nothing-to-measure`: there is nothing to draw. */
  readonly picture: (run: string, locale: TextLocale) => Promise<Result<string, Problem>>;
}

export interface ReportOf {
  readonly run: string;
  readonly locale: TextLocale;
  readonly appVersion: string;
}

type Reading = Pick<RunStore, 'read' | 'notes'>;

/** Folds stored runs; the first that cannot be read is the error. */
const readRuns = async (
  store: Reading,
  ids: readonly string[],
): Promise<Result<readonly Run[], Problem>> => {
  const folded: Run[] = [];
  for (const id of ids) {
    const run = await readRun(store, id);
    if (!run.ok) return run;
    folded.push(run.value);
  }
  return ok(folded);
};

const readRun = async (store: Reading, id: string): Promise<Result<Run, Problem>> => {
  const events = await store.read(id);
  if (!events.ok) return events;
  const run = foldEvents(events.value);
  return run === null
    ? err(
        problem(
          'run-unreadable',
          `The run ${id} holds no events yet.`,
          undefined,
          { run: id },
          'run-empty',
        ),
      )
    : ok(run);
};

/** The name of a file that was written, or why it was not. */
const named = (path: string, written: Result<null, Problem>): SaveReply =>
  written.ok ? ok({ name: basename(path) }) : written;

export const createRunFiles = (store: Reading): RunFiles => {
  const reportText = async (report: ReportOf): Promise<Result<string, Problem>> => {
    const { run: id, locale, appVersion } = report;
    const run = await readRun(store, id);
    if (!run.ok) return run;
    const notes = await store.notes(id);
    return ok(reportHtml({ run: run.value, locale, notes, madeAt: new Date(), appVersion }));
  };

  return {
    csv: async (path, ids, form) => {
      const runs = await readRuns(store, ids);
      if (!runs.ok) return runs;
      if (form === 'launches') {
        return named(path, await writeWholeFile(path, launchesCsvParts(runs.value)));
      }
      // The dialog asked about the CSV only: what lies where its companion belongs is found before either is written.
      const free = await checkAdvicePlace(path);
      if (!free.ok) return free;
      const written = await writeWholeFile(path, configurationsCsvParts(runs.value));
      if (!written.ok) return written;
      const advice = await writeAdviceFile(path, runs.value);
      if (!advice.ok) return advice;
      return ok({
        name: basename(path),
        ...(advice.value === null ? {} : { beside: advice.value.name }),
      });
    },
    json: async (path, ids) => {
      const runs = await readRuns(store, ids);
      if (!runs.ok) return runs;
      const notes = await Promise.all(ids.map(async (id) => [id, await store.notes(id)] as const));
      const text = runJson(runs.value, new Map(notes));
      return named(path, await writeWholeFile(path, text, 'JSON file'));
    },
    html: async (path, report) => {
      const text = await reportText(report);
      if (!text.ok) return text;
      return named(path, await writeWholeFile(path, text.value, 'report'));
    },
    reportText,
    picture: async (id, locale) => {
      const run = await readRun(store, id);
      if (!run.ok) return run;
      const picture = runPicture(run.value, locale);
      return picture !== null
        ? ok(picture.text)
        : err(
            problem(
              'nothing-to-measure',
              `The run ${id} has no measured size to draw.`,
              'Resume it, or run it again.',
              { drawn: id },
              'run-nothing-drawn',
            ),
          );
    },
  };
};
