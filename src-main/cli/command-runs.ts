/** `ndrange runs` and `ndrange export`: what was measured before. Neither needs OpenCL. */
import { selectDevices } from '@shared/domain/device-select';
import { t4Text } from '@shared/domain/interchange/t4-export';
import { runJson } from '@shared/domain/run-json';
import { problem, type Problem } from '@shared/domain/problem';
import { err, ok, type Result } from '@shared/domain/result';
import { foldEvents } from '@shared/domain/run';
import { phaseLabels } from '@shared/text';
import type { Run } from '@shared/domain/run-types';
import { checkWritable, writeWholeFile } from '@main/export/write-file';
import type { MakeEngine } from './command-sweep';
import { report, type Console } from './console';
import { exitCodes, type ExitCode } from './exit-codes';
import { onePositional, parseFlags, string } from './options';
import { unwritable } from './run-sweep';
import { formatTable } from './table';
import { writeTables } from './write-tables';

const runsDirFlag = { 'runs-dir': { type: 'string' } } as const;

export const commandRuns = async (
  argv: readonly string[],
  io: Console,
  makeEngine: MakeEngine,
): Promise<ExitCode> => {
  const parsed = parseFlags(argv, {
    ...runsDirFlag,
    json: { type: 'boolean' },
    examples: { type: 'boolean' },
  });
  if (!parsed.ok) return report(io, parsed.error);
  const { runs } = makeEngine(string(parsed.value.values['runs-dir']));
  const wantsExamples = parsed.value.values['examples'] === true;
  const rows = (await runs.list()).filter(
    ({ recorded }) => (recorded !== undefined) === wantsExamples,
  );
  if (parsed.value.values['json'] === true) {
    io.out(`${JSON.stringify(rows, null, 2)}\n`);
    return exitCodes.ok;
  }
  if (rows.length === 0) {
    io.err(
      wantsExamples
        ? 'This installation has no recorded runs.\n'
        : `There are no runs in ${runs.dir} yet. Recorded ones of other devices: ndrange runs --examples\n`,
    );
  } else {
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
    t4: { type: 'string' },
    json: { type: 'string' },
    device: { type: 'string' },
  });
  if (!parsed.ok) return report(io, parsed.error);
  const id = onePositional(parsed.value, 'A run (its id or the path of its file)');
  if (!id.ok) return report(io, id.error);
  const csv = string(parsed.value.values['csv']);
  const samplesCsv = string(parsed.value.values['samples-csv']);
  const t4 = string(parsed.value.values['t4']);
  const json = string(parsed.value.values['json']);
  if ([csv, samplesCsv, t4, json].every((path) => path === undefined)) {
    return report(
      io,
      problem(
        'invalid-option',
        'Where to is missing.',
        'Give --csv FILE, --samples-csv FILE, --json FILE or --t4 FILE.',
      ),
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
  const unwritten = await writeTables(run, { csv, samplesCsv }, io);
  if (unwritten !== null) return report(io, unwritten);
  if (json !== undefined) {
    const notes = new Map([[run.header.run, await runs.notes(id.value)]]);
    const failed = await writeResults(json, runJson([run], notes), 'JSON file', io);
    if (failed !== null) return report(io, failed);
  }
  if (t4 !== undefined) {
    const text = t4Of(run, string(parsed.value.values['device']));
    if (!text.ok) return report(io, text.error);
    const failed = await writeResults(t4, text.value, 'T4 file', io);
    if (failed !== null) return report(io, failed);
  }
  return exitCodes.ok;
};

/** null: written, and said so. */
const writeResults = async (
  path: string,
  text: string,
  what: string,
  io: Console,
): Promise<Problem | null> => {
  const writable = await checkWritable(path, what);
  const written = writable.ok ? await writeWholeFile(path, text, what) : writable;
  if (!written.ok) return written.error;
  io.err(`wrote ${path}\n`);
  return null;
};

/** T4 has one device; which one of several has to be said. */
const t4Of = (run: Run, which: string | undefined): Result<string, Problem> => {
  const listing = { devices: run.header.devices, problems: [], loader: null, searched: [] };
  const chosen = selectDevices(listing, which === undefined ? [] : [which]);
  if (!chosen.ok) return chosen;
  const [device, another] = chosen.value;
  const state = run.devices.find((entry) => entry.device.key === device?.key);
  if (another === undefined && state !== undefined) return ok(t4Text(run, state));
  const names = run.header.devices.map(({ name }, at) => `${at} ${name}`).join(', ');
  return err(
    problem(
      'invalid-option',
      `T4 holds one device, and this run has ${run.header.devices.length}: ${names}.`,
      'Choose one with --device.',
    ),
  );
};
