/** Chooses the command. Knows nothing of processes: cli.ts gives it the streams and the engine. */
import { problem } from '@shared/domain/problem';
import { commandAdvise } from './command-advise';
import { commandCompare } from './command-compare';
import { commandDevices } from './command-devices';
import { commandImport } from './command-import';
import { commandResume } from './command-resume';
import { commandPeak } from './command-peak';
import { commandReport } from './command-report';
import { commandExport, commandRuns } from './command-runs';
import { commandFind, commandSweep, type MakeEngine } from './command-sweep';
import { report, withoutControls, type Console } from './console';
import { exitCodes, type ExitCode } from './exit-codes';
import { commandHelp, mainHelp } from './help';

type Command = (
  argv: readonly string[],
  io: Console,
  make: MakeEngine,
  version: string,
) => Promise<ExitCode>;

const commands = new Map<string, Command>([
  ['devices', commandDevices],
  ['sweep', commandSweep],
  ['find', commandFind],
  ['runs', commandRuns],
  ['export', commandExport],
  ['import', commandImport],
  ['resume', commandResume],
  ['compare', commandCompare],
  ['advise', commandAdvise],
  ['peak', commandPeak],
  ['report', commandReport],
]);

/** `argv` without the program's name. Returns the exit code. */
export const runCli = async (
  argv: readonly string[],
  terminal: Console,
  makeEngine: MakeEngine,
  version: string,
): Promise<ExitCode> => {
  const io = withoutControls(terminal);
  const [name, ...rest] = argv;
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    const about = rest[0] === undefined ? undefined : commandHelp[rest[0]];
    (name === undefined ? io.err : io.out)(about ?? mainHelp);
    return name === undefined ? exitCodes.unusable : exitCodes.ok;
  }
  if (name === '--version') {
    io.out(`${version}\n`);
    return exitCodes.ok;
  }
  const command = commands.get(name);
  if (command === undefined) {
    return report(
      io,
      problem(
        'invalid-option',
        `There is no command ${name}.`,
        `The commands are ${[...commands.keys()].join(', ')}.`,
      ),
    );
  }
  const end = rest.indexOf('--');
  const flags = end < 0 ? rest : rest.slice(0, end);
  if (flags.includes('--help') || flags.includes('-h')) {
    io.out(commandHelp[name] ?? mainHelp);
    return exitCodes.ok;
  }
  return command(rest, io, makeEngine, version);
};
