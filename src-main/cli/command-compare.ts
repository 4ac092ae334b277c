/** `ndrange compare A B`: two runs, device by device, with the words of the verdict. Needs no OpenCL. */
import {
  compareRuns,
  type Comparison,
  type Difference,
  type SizeComparison,
} from '@shared/domain/compare';
import { selectDevices } from '@shared/domain/device-select';
import { problem, type Problem } from '@shared/domain/problem';
import { err, ok, type Result } from '@shared/domain/result';
import { foldEvents } from '@shared/domain/run';
import type { Run } from '@shared/domain/run-types';
import { labelOfKey, localLabel } from '@shared/domain/sizes';
import { formatDuration, formatRatio, noValue } from '@shared/text';
import type { RunStore } from '@main/profiling/engine-types';
import type { MakeEngine } from './command-sweep';
import { report, type Console } from './console';
import { exitCodes, type ExitCode } from './exit-codes';
import { parseFlags, string, strings } from './options';
import { formatTable } from './table';

export const commandCompare = async (
  argv: readonly string[],
  io: Console,
  makeEngine: MakeEngine,
): Promise<ExitCode> => {
  const parsed = parseFlags(argv, {
    json: { type: 'boolean' },
    device: { type: 'string', multiple: true },
    'runs-dir': { type: 'string' },
  });
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
  const [deviceA, deviceB = deviceA, tooMany] = strings(parsed.value.values['device']);
  if (tooMany !== undefined) {
    return report(
      io,
      problem('invalid-option', 'At most two devices are compared, one of each run.'),
    );
  }
  const partA = devicesOf(a.value, deviceA);
  if (!partA.ok) return report(io, partA.error);
  const partB = devicesOf(b.value, deviceB);
  if (!partB.ok) return report(io, partB.error);
  const comparison = compareRuns(partA.value, partB.value);
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

/** The run as if it had been of the named devices alone; a single one is a pair with any other single one. */
const devicesOf = (run: Run, which: string | undefined): Result<Run, Problem> => {
  if (which === undefined) return ok(run);
  const devices = run.devices.map(({ device }) => device);
  const listing = { devices, problems: [], loader: null, searched: [] };
  const chosen = selectDevices(listing, [which]);
  if (!chosen.ok) {
    const names = devices.map(({ index, name }) => `${index} ${name}`).join(', ');
    return err(
      problem(
        'invalid-option',
        `The run ${run.header.run} has no device that matches "${which}".`,
        `It has ${names}.`,
      ),
    );
  }
  const keys = new Set(chosen.value.map(({ key }) => key));
  return ok({ ...run, devices: run.devices.filter(({ device }) => keys.has(device.key)) });
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
    pair.onlyA.length === 0 ? '' : `Only in A: ${pair.onlyA.map(labelOfKey).join(', ')}\n`,
    pair.onlyB.length === 0 ? '' : `Only in B: ${pair.onlyB.map(labelOfKey).join(', ')}\n`,
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
