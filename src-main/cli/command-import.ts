/** `ndrange import`: a file from elsewhere becomes a run. Needs no OpenCL. */
import { parseGlobalSize } from '@shared/domain/local-list';
import { importAny } from '@main/interchange/import-any';
import type { MakeEngine } from './command-sweep';
import { report, type Console } from './console';
import { exitCodes, type ExitCode } from './exit-codes';
import { onePositional, parseFlags, string } from './options';

export const commandImport = async (
  argv: readonly string[],
  io: Console,
  makeEngine: MakeEngine,
  version: string,
): Promise<ExitCode> => {
  const parsed = parseFlags(argv, {
    'runs-dir': { type: 'string' },
    global: { type: 'string' },
    'local-parameters': { type: 'string' },
    'samples-csv': { type: 'string' },
  });
  if (!parsed.ok) return report(io, parsed.error);
  const path = onePositional(parsed.value, 'A file (.ndrun, .csv or .json)');
  if (!path.ok) return report(io, path.error);
  const { values } = parsed.value;
  const givenGlobal = string(values['global']);
  const global = givenGlobal === undefined ? null : parseGlobalSize(givenGlobal);
  if (global?.ok === false) return report(io, global.error);
  const names = string(values['local-parameters']);

  const { runs } = makeEngine(string(values['runs-dir']));
  const samplesCsv = string(values['samples-csv']);
  const imported = await importAny(runs, {
    paths: samplesCsv === undefined ? [path.value] : [path.value, samplesCsv],
    global: global === null ? null : global.value,
    localParameters: names === undefined ? [] : names.split(',').map((name) => name.trim()),
    appVersion: version,
  });
  if (!imported.ok) {
    const isCsvAlone = imported.error.params?.['csvAlone'] !== undefined;
    const advice = isCsvAlone
      ? 'Give both files of the run: ndrange import SIZES.csv --samples-csv LAUNCHES.csv'
      : imported.error.advice;
    return report(io, { ...imported.error, advice });
  }
  for (const note of imported.value.notes) io.err(`${note.message}\n`);
  io.out(`${imported.value.run}\n`);
  return exitCodes.ok;
};
