/** `ndrange sweep`: everything that can be wrong is found before the first launch. */
import { fileReadingOptions } from '@shared/domain/build-options';
import { selectDevices } from '@shared/domain/device-select';
import type { Engine } from '@main/profiling/engine-types';
import { report, type Console } from './console';
import type { ExitCode } from './exit-codes';
import { parseSweepFlags } from './options';
import { runSweep, unwritable } from './run-sweep';
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
  const blocked = await unwritable(flags.value);
  if (blocked !== null) return report(io, blocked);
  const reading = fileReadingOptions(loaded.value.spec.buildOptions);
  if (reading.length > 0) io.err(`The build options read files: ${reading.join(' ')}\n`);

  const engine = makeEngine(flags.value.runsDir);
  try {
    const listing = await engine.listDevices(false);
    const devices = selectDevices(listing, flags.value.devices);
    if (!devices.ok) return report(io, devices.error);
    const deviceKeys = devices.value.map(({ key }) => key);
    const request = { ...loaded.value, deviceKeys, options: flags.value.measure };
    return await runSweep(engine, () => engine.start(request), flags.value, io);
  } finally {
    await engine.close();
  }
};
