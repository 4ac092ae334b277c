/** `ndrange runs` and `ndrange export`: what was measured before. Neither needs OpenCL. */
import { configurationsCsv, launchesCsv } from '@shared/domain/csv';
import { problem } from '@shared/domain/problem';
import { foldEvents } from '@shared/domain/run';
import { phaseLabels } from '@shared/text';
import { writeWholeFile } from '@main/export/write-file';
import type { MakeEngine } from './command-sweep';
import { report, type Console } from './console';
import { exitCodes, type ExitCode } from './exit-codes';
import { onePositional, parseFlags, string } from './options';
import { unwritable } from './run-sweep';
import { formatTable } from './table';

const runsDirFlag = { 'runs-dir': { type: 'string' } } as const;

export const commandRuns = async (
  argv: readonly string[],
  io: Console,
  makeEngine: MakeEngine,
): Promise<ExitCode> => {
  const parsed = parseFlags(argv, { ...runsDirFlag, json: { type: 'boolean' } });
  if (!parsed.ok) return report(io, parsed.error);
  const { runs } = makeEngine(string(parsed.value.values['runs-dir']));
  const rows = await runs.list();
  if (parsed.value.values['json'] === true) {
    io.out(`${JSON.stringify(rows, null, 2)}\n`);
    return exitCodes.ok;
  }
  if (rows.length === 0) io.err(`There are no runs in ${runs.dir} yet.\n`);
  else {
    io.out(
      formatTable(
        [
          { head: 'run', align: 'left' },
          { head: 'started', align: 'left' },
          { head: 'kernel', align: 'left' },
          { head: 'state', align: 'left' },
          { head: 'sizes', align: 'right' },
          { head: 'measured', align: 'right' },
          { head: 'failed', align: 'right' },
          { head: 'devices', align: 'left' },
        ],
        rows.map((row) => [
          row.run,
          row.startedAt.slice(0, 19).replace('T', ' '),
          row.kernel,
          row.problem === null ? phaseLabels.en[row.phase] : 'unreadable',
          String(row.configurations),
          String(row.measured),
          String(row.failed),
          row.problem ?? row.devices.join(', '),
        ]),
      ),
    );
  }
  return exitCodes.ok;
};

export const commandExport = async (
  argv: readonly string[],
  io: Console,
  makeEngine: MakeEngine,
): Promise<ExitCode> => {
  const parsed = parseFlags(argv, {
    ...runsDirFlag,
    csv: { type: 'string' },
    'samples-csv': { type: 'string' },
  });
  if (!parsed.ok) return report(io, parsed.error);
  const id = onePositional(parsed.value, 'A run (its id or the path of its file)');
  if (!id.ok) return report(io, id.error);
  const csv = string(parsed.value.values['csv']);
  const samplesCsv = string(parsed.value.values['samples-csv']);
  const targets = [
    [csv, configurationsCsv],
    [samplesCsv, launchesCsv],
  ] as const;
  if (csv === undefined && samplesCsv === undefined) {
    return report(
      io,
      problem('invalid-option', 'Where to is missing.', 'Give --csv FILE or --samples-csv FILE.'),
    );
  }
  const blocked = await unwritable({ csv, samplesCsv });
  if (blocked !== null) return report(io, blocked);
  const { runs } = makeEngine(string(parsed.value.values['runs-dir']));
  const events = await runs.read(id.value);
  if (!events.ok) return report(io, events.error);
  const run = foldEvents(events.value);
  if (run === null) {
    return report(io, problem('run-unreadable', `${id.value} holds no run.`));
  }
  for (const [path, csvOf] of targets) {
    if (path === undefined) continue;
    const written = await writeWholeFile(path, csvOf([run]));
    if (!written.ok) return report(io, written.error);
    io.err(`wrote ${path}\n`);
  }
  return exitCodes.ok;
};
