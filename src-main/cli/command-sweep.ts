/** `ndrange sweep` and `ndrange find`: everything that can be wrong is found before the first launch. */
import { fileReadingOptions } from '@shared/domain/build-options';
import { selectDevices } from '@shared/domain/device-select';
import type { MeasureOptions } from '@shared/domain/sweep';
import type { Engine } from '@main/profiling/engine-types';
import { report, type Console } from './console';
import type { ExitCode } from './exit-codes';
import { parseFindFlags, parseSweepFlags, type SweepFlags } from './options';
import { runSweep, unwritable } from './run-sweep';
import { loadSweep, searchOptions, type LoadedSweep } from './sweep-request';

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
  return measure(flags.value, loaded.value, flags.value.measure, io, makeEngine);
};

/** The sizes of a spec are not asked for: a search has candidates of its own. */
export const commandFind = async (
  argv: readonly string[],
  io: Console,
  makeEngine: MakeEngine,
): Promise<ExitCode> => {
  const flags = parseFindFlags(argv);
  if (!flags.ok) return report(io, flags.error);
  const loaded = await loadSweep(flags.value);
  if (!loaded.ok) return report(io, loaded.error);
  const search = searchOptions(flags.value, loaded.value.spec.global);
  if (!search.ok) return report(io, search.error);
  const options = { ...flags.value.measure, search: search.value };
  return measure(flags.value, loaded.value, options, io, makeEngine);
};

const measure = async (
  flags: SweepFlags,
  loaded: LoadedSweep,
  options: MeasureOptions,
  io: Console,
  makeEngine: MakeEngine,
): Promise<ExitCode> => {
  const blocked = await unwritable(flags);
  if (blocked !== null) return report(io, blocked);
  const reading = fileReadingOptions(loaded.spec.buildOptions);
  if (reading.length > 0) io.err(`The build options read files: ${reading.join(' ')}\n`);

  const engine = makeEngine(flags.runsDir);
  try {
    const listing = await engine.listDevices(false);
    const devices = selectDevices(listing, flags.devices);
    if (!devices.ok) return report(io, devices.error);
    const deviceKeys = devices.value.map(({ key }) => key);
    const request = { ...loaded, deviceKeys, options };
    return await runSweep(engine, () => engine.start(request), flags, io);
  } finally {
    await engine.close();
  }
};
