/** A run from its start to its exit code, for `sweep` and `resume`: events, progress, interrupts, CSV. */
import { resolve } from 'node:path';
import { problem, type Problem } from '@shared/domain/problem';
import type { Result } from '@shared/domain/result';
import { foldRun } from '@shared/domain/run';
import type { Run } from '@shared/domain/run-types';
import { adviceFileOf, checkAdvicePlace } from '@main/export/advice-file';
import { checkWritable } from '@main/export/write-file';
import type { Engine } from '@main/profiling/engine-types';
import { report, type Console } from './console';
import { exitCodes, type ExitCode } from './exit-codes';
import { createProgress } from './progress';
import { runText } from './result-table';
import { searchText } from './search-text';
import { writeTables, type TablePlaces } from './write-tables';

export interface OutputFlags extends TablePlaces {
  /** The events instead of the table. */
  readonly json: boolean;
}

/** What cannot be written is found before anything is measured; null: all can. */
export const unwritable = async (flags: TablePlaces): Promise<Problem | null> => {
  if (flags.csv !== undefined && flags.samplesCsv !== undefined) {
    if (resolve(flags.csv) === resolve(flags.samplesCsv)) {
      return problem(
        'invalid-option',
        `--csv and --samples-csv both name ${flags.csv}: one table would replace the other.`,
        'Give each a file of its own.',
      );
    }
    if (resolve(adviceFileOf(flags.csv)) === resolve(flags.samplesCsv)) {
      return problem(
        'invalid-option',
        `--samples-csv names ${flags.samplesCsv}, where the advice beside ${flags.csv} belongs.`,
        'Choose another name for one of them.',
      );
    }
  }
  for (const path of [flags.csv, flags.samplesCsv]) {
    const writable = path === undefined ? null : await checkWritable(path);
    if (writable?.ok === false) return writable.error;
  }
  const advice = flags.csv === undefined ? null : await checkAdvicePlace(flags.csv);
  return advice?.ok === false ? advice.error : null;
};

/** `before`: the run as it was, when it is resumed. A run that searched tells how it went instead of every row. */
export const runSweep = async (
  engine: Engine,
  start: () => Promise<Result<{ readonly run: string }, Problem>>,
  flags: OutputFlags,
  io: Console,
  before: Run | null = null,
): Promise<ExitCode> => {
  const progress = createProgress(io, before?.header ?? null);
  const seen: { run: Run | null; failure: Problem | null } = { run: before, failure: null };
  let id: string | null = null;
  let interrupts = 0;
  engine.onEvents((_, events) => {
    for (const event of events) {
      seen.run = foldRun(seen.run, event);
      if (flags.json) io.out(`${JSON.stringify(event)}\n`);
      progress.event(event);
      if (event.type === 'run-ended') seen.failure = event.failure ?? null;
    }
  });
  engine.onLaneStatus((statuses) => progress.status(statuses));
  const stopListening = io.onInterrupt(() => {
    interrupts += 1;
    if (interrupts > 1 || id === null) return;
    progress.done();
    io.err('Cancelling; what is measured is kept. Press Ctrl-C again to stop at once.\n');
    engine.cancel(id);
  });
  try {
    const started = await start();
    if (!started.ok) return report(io, started.error);
    id = started.value.run;
    if (interrupts > 0) engine.cancel(id);
    await engine.finished(id);
    progress.done();
  } finally {
    stopListening();
  }
  if (seen.run === null) throw new Error('a run ended without having begun');
  return finish(seen.run, seen.failure, flags, io);
};

const finish = async (
  run: Run,
  failure: Problem | null,
  flags: OutputFlags,
  io: Console,
): Promise<ExitCode> => {
  if (!flags.json) io.out(run.header.options.search ? searchText(run) : runText(run));
  if (failure !== null) report(io, failure);
  const unwritten = await writeTables(run, flags, io);
  if (unwritten !== null) return report(io, unwritten);
  if (run.phase === 'cancelled') return exitCodes.cancelled;
  const failed = run.devices.some(({ configurations }) =>
    configurations.some(({ outcome }) => outcome?.kind === 'failed'),
  );
  return failed || run.phase !== 'finished' ? exitCodes.someFailed : exitCodes.ok;
};
