/** `ndrange resume RUN`: goes on with a run that was cut off or cancelled. */
import { problem } from '@shared/domain/problem';
import { foldEvents } from '@shared/domain/run';
import type { MakeEngine } from './command-sweep';
import { report, type Console } from './console';
import type { ExitCode } from './exit-codes';
import { onePositional, parseFlags, string } from './options';
import { runSweep, unwritable } from './run-sweep';

export const commandResume = async (
  argv: readonly string[],
  io: Console,
  makeEngine: MakeEngine,
): Promise<ExitCode> => {
  const parsed = parseFlags(argv, {
    csv: { type: 'string' },
    'samples-csv': { type: 'string' },
    json: { type: 'boolean' },
    'runs-dir': { type: 'string' },
  });
  if (!parsed.ok) return report(io, parsed.error);
  const id = onePositional(parsed.value, 'A run (its id or the path of its file)');
  if (!id.ok) return report(io, id.error);
  const { values } = parsed.value;
  const flags = {
    csv: string(values['csv']),
    samplesCsv: string(values['samples-csv']),
    json: values['json'] === true,
  };
  const blocked = await unwritable(flags);
  if (blocked !== null) return report(io, blocked);
  const engine = makeEngine(string(values['runs-dir']));
  try {
    const events = await engine.runs.read(id.value);
    if (!events.ok) return report(io, events.error);
    const before = foldEvents(events.value);
    if (before === null) return report(io, problem('run-unreadable', `${id.value} holds no run.`));
    return await runSweep(engine, () => engine.resume(id.value), flags, io, before);
  } finally {
    await engine.close();
  }
};
