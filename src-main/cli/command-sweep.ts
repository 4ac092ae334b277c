/** `ndrange sweep`: measures, shows, exports. Everything that can be wrong is found before the first launch. */
import { configurationsCsv, launchesCsv } from '@shared/domain/csv';
import { fileReadingOptions } from '@shared/domain/build-options';
import { selectDevices } from '@shared/domain/device-select';
import type { Problem } from '@shared/domain/problem';
import { foldRun } from '@shared/domain/run';
import type { Run } from '@shared/domain/run-types';
import { checkWritable, writeWholeFile } from '@main/export/write-file';
import type { Engine } from '@main/profiling/engine-types';
import { report, type Console } from './console';
import { exitCodes, type ExitCode } from './exit-codes';
import { parseSweepFlags, type SweepFlags } from './options';
import { createProgress } from './progress';
import { runText } from './result-table';
import { loadSweep } from './sweep-request';

export type MakeEngine = (runsDir: string | undefined) => Engine;

export const commandSweep = async (
  argv: readonly string[],
  io: Console,
  makeEngine: MakeEngine,
): Promise<ExitCode> => {
  const flags = parseSweepFlags(argv);
  if (!flags.ok) return report(io, flags.error);
  const loaded = await loadSweep(flags.value);
  if (!loaded.ok) return report(io, loaded.error);
  for (const path of csvPaths(flags.value)) {
    const writable = await checkWritable(path);
    if (!writable.ok) return report(io, writable.error);
  }
  const reading = fileReadingOptions(loaded.value.spec.buildOptions);
  if (reading.length > 0) io.err(`The build options read files: ${reading.join(' ')}\n`);

  const engine = makeEngine(flags.value.runsDir);
  try {
    const listing = await engine.listDevices(false);
    const devices = selectDevices(listing, flags.value.devices);
    if (!devices.ok) return report(io, devices.error);
    const deviceKeys = devices.value.map(({ key }) => key);
    const request = { ...loaded.value, deviceKeys, options: flags.value.measure };
    const run = await measure(engine, request, flags.value.json, io);
    if ('code' in run) return report(io, run);
    return await finish(run.run, run.problem, flags.value, io);
  } finally {
    await engine.close();
  }
};

interface Finished {
  readonly run: Run;
  /** Why the run could not go on to its end. */
  readonly problem: string | null;
}

const measure = async (
  engine: Engine,
  request: Parameters<Engine['start']>[0],
  json: boolean,
  io: Console,
): Promise<Finished | Problem> => {
  const progress = createProgress(io);
  const seen: { run: Run | null; problem: string | null } = { run: null, problem: null };
  let id: string | null = null;
  let interrupts = 0;
  engine.onEvents((_, events) => {
    for (const event of events) {
      seen.run = foldRun(seen.run, event);
      if (json) io.out(`${JSON.stringify(event)}\n`);
      progress.event(event);
      if (event.type === 'run-ended') seen.problem = event.problem ?? null;
    }
  });
  engine.onLaneStatus((statuses) => progress.status(statuses));
  const stopListening = io.onInterrupt(() => {
    interrupts += 1;
    if (interrupts === 1 && id !== null) {
      progress.done();
      io.err('Cancelling; what is measured is kept. Press Ctrl-C again to stop at once.\n');
      engine.cancel(id);
    }
  });
  try {
    const started = await engine.start(request);
    if (!started.ok) return started.error;
    id = started.value.run;
    if (interrupts > 0) engine.cancel(id);
    await engine.finished(id);
    progress.done();
    if (seen.run === null) throw new Error('a run ended without having begun');
    return { run: seen.run, problem: seen.problem };
  } finally {
    stopListening();
  }
};

const finish = async (
  run: Run,
  problem: string | null,
  flags: SweepFlags,
  io: Console,
): Promise<ExitCode> => {
  if (!flags.json) io.out(runText(run));
  if (problem !== null) io.err(`ndrange: ${problem}\n`);
  const exports: readonly (readonly [string | undefined, () => string])[] = [
    [flags.csv, () => configurationsCsv([run])],
    [flags.samplesCsv, () => launchesCsv([run])],
  ];
  for (const [path, text] of exports) {
    if (path === undefined) continue;
    const written = await writeWholeFile(path, text());
    if (!written.ok) return report(io, written.error);
    io.err(`wrote ${path}\n`);
  }
  if (run.phase === 'cancelled') return exitCodes.cancelled;
  const failed = run.devices.some(({ configurations }) =>
    configurations.some(({ outcome }) => outcome?.kind === 'failed'),
  );
  return failed || run.phase !== 'finished' ? exitCodes.someFailed : exitCodes.ok;
};

const csvPaths = (flags: SweepFlags): readonly string[] =>
  [flags.csv, flags.samplesCsv].filter((path) => path !== undefined);
