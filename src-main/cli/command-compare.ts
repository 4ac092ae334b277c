/** `ndrange compare A B`: two runs, device by device, with the words of the verdict. Needs no OpenCL. */
import {
  compareDevices,
  compareRuns,
  type Comparison,
  type Difference,
  type RunComparison,
  type SizeComparison,
} from '@shared/domain/compare';
import { problem, type Problem } from '@shared/domain/problem';
import { err, ok, type Result } from '@shared/domain/result';
import { foldEvents } from '@shared/domain/run';
import type { Run } from '@shared/domain/run-types';
import { localLabel } from '@shared/domain/sizes';
import { formatDuration, formatRatio, noValue } from '@shared/text';
import type { RunStore } from '@main/profiling/engine-types';
import type { MakeEngine } from './command-sweep';
import { report, type Console } from './console';
import { exitCodes, type ExitCode } from './exit-codes';
import { parseFlags, string } from './options';
import { formatTable } from './table';

export const commandCompare = async (
  argv: readonly string[],
  io: Console,
  makeEngine: MakeEngine,
): Promise<ExitCode> => {
  const parsed = parseFlags(argv, { json: { type: 'boolean' }, 'runs-dir': { type: 'string' } });
  if (!parsed.ok) return report(io, parsed.error);
  const [first, second, third] = parsed.value.positionals;
  if (first === undefined || second === undefined || third !== undefined) {
    return report(
      io,
      problem(
        'invalid-option',
        'Two runs are compared.',
        'Give two ids or paths: ndrange compare A B.',
      ),
    );
  }
  const { runs } = makeEngine(string(parsed.value.values['runs-dir']));
  const a = await readRun(runs, first);
  if (!a.ok) return report(io, a.error);
  const b = await readRun(runs, second);
  if (!b.ok) return report(io, b.error);
  // A run against itself can only mean its devices against each other.
  const isOneRun = a.value.header.run === b.value.header.run && a.value.devices.length > 1;
  const comparison = isOneRun ? compareOwnDevices(a.value) : compareRuns(a.value, b.value);
  if (parsed.value.values['json'] === true) {
    io.out(`${JSON.stringify(comparison, null, 2)}\n`);
    return exitCodes.ok;
  }
  if (comparison.pairs.length === 0) {
    return report(
      io,
      problem('nothing-to-measure', `${first} and ${second} have no device in common.`),
    );
  }
  io.out(comparison.pairs.map(pairText).join('\n'));
  return exitCodes.ok;
};

/** The first device against each of the others. */
const compareOwnDevices = (run: Run): RunComparison => {
  const [first, ...others] = run.devices;
  const pairs =
    first === undefined ? [] : others.map((other) => compareDevices(run, first, run, other));
  return { pairs, onlyA: [], onlyB: [] };
};

const readRun = async (runs: RunStore, run: string): Promise<Result<Run, Problem>> => {
  const events = await runs.read(run);
  if (!events.ok) return events;
  const folded = foldEvents(events.value);
  return folded === null ? err(problem('run-unreadable', `${run} holds no run.`)) : ok(folded);
};

const pairText = (pair: Comparison): string => {
  const differences = pair.differences.map(differenceText);
  const alone = [
    pair.onlyA.length === 0 ? '' : `Only in A: ${pair.onlyA.join(', ')}\n`,
    pair.onlyB.length === 0 ? '' : `Only in B: ${pair.onlyB.join(', ')}\n`,
  ];
  return [
    `A ${pair.a.run}, ${pair.a.device}\nB ${pair.b.run}, ${pair.b.device}\n`,
    formatTable(
      [
        { head: 'local size', align: 'right' },
        { head: 'A', align: 'right' },
        { head: 'B', align: 'right' },
        { head: 'B ÷ A', align: 'right' },
        { head: '95 % interval', align: 'right' },
        { head: 'B is', align: 'left' },
      ],
      pair.sizes.map(cells),
    ),
    bestsText(pair),
    ...alone,
    ...differences,
  ].join('');
};

/** Each side's own best size against the other's, where the sizes differ: the common sizes do not show it. */
const bestsText = ({ bests }: Comparison): string => {
  if (bests === null || bests.configuration === bests.configurationB) return '';
  const [localA, medianA, , ratio, interval, word] = cells(bests);
  return `Own bests: A ${localA ?? ''} ${medianA ?? ''}, B ${bests.configurationB} ${formatDuration(bests.medianB)}; B ÷ A ${ratio ?? ''} (${interval ?? ''}), B is ${word ?? ''}\n`;
};

const differenceText = ({ what, a, b }: Difference): string => {
  const name = what.replace('-', ' ');
  // Values nobody can compare by eye are only said to differ.
  if (what === 'arguments' || what === 'source') return `! different ${name}\n`;
  return `! different ${name}: ${a || noValue} and ${b || noValue}\n`;
};

const cells = (size: SizeComparison): readonly string[] => [
  localLabel(size.local),
  formatDuration(size.medianA),
  formatDuration(size.medianB),
  formatRatio(size.medianB / size.medianA),
  size.interval === null
    ? noValue
    : `${formatRatio(size.interval.low)} … ${formatRatio(size.interval.high)}`,
  size.reason === null ? size.word : `${size.word} (${size.reason.replaceAll('-', ' ')})`,
];
