/** `ndrange advise RUN`: why the sizes of a run differ, as sentences or as JSON. Needs no OpenCL. */
import { advise, type Advice, type DeviceAdvice } from '@shared/domain/advisor/advise';
import { problem } from '@shared/domain/problem';
import { judge } from '@shared/domain/ranking';
import { foldEvents } from '@shared/domain/run';
import type { Run } from '@shared/domain/run-types';
import { localLabel } from '@shared/domain/sizes';
import { formatPercent, formatRatio, noValue, verdictText } from '@shared/text';
import {
  findingText,
  labText,
  noVerdictText,
  predictionsText,
  sourceGapsText,
} from '@shared/text/advice';
import { ruleLabels, ruleText } from '@shared/text/rules-of-thumb';
import type { MakeEngine } from './command-sweep';
import { report, type Console } from './console';
import { exitCodes, type ExitCode } from './exit-codes';
import { onePositional, parseFlags, string } from './options';
import { formatTable } from './table';

export const commandAdvise = async (
  argv: readonly string[],
  io: Console,
  makeEngine: MakeEngine,
): Promise<ExitCode> => {
  const parsed = parseFlags(argv, { json: { type: 'boolean' }, 'runs-dir': { type: 'string' } });
  if (!parsed.ok) return report(io, parsed.error);
  const id = onePositional(parsed.value, 'A run (its id or the path of its file)');
  if (!id.ok) return report(io, id.error);
  const { runs } = makeEngine(string(parsed.value.values['runs-dir']));
  const events = await runs.read(id.value);
  if (!events.ok) return report(io, events.error);
  const run = foldEvents(events.value);
  if (run === null) return report(io, problem('run-unreadable', `${id.value} holds no run.`));
  const advice = advise(run);
  if (parsed.value.values['json'] === true) {
    io.out(`${JSON.stringify(advice, null, 2)}\n`);
    return exitCodes.ok;
  }
  io.out(adviceText(run, advice));
  return exitCodes.ok;
};

const adviceText = (run: Run, advice: Advice): string =>
  [
    ...advice.devices.map((device) => deviceText(run, device)),
    `${labText(advice.lab)}\n`,
    `${predictionsText(advice.predictions)}\n`,
  ].join('\n');

const deviceText = (run: Run, device: DeviceAdvice): string => {
  const verdict = judge(run, device.deviceKey);
  const gaps = sourceGapsText(device.source);
  const lines = [
    device.device,
    device.noVerdict === null || device.noVerdict === 'too-few-rounds'
      ? verdictText(verdict)
      : noVerdictText(device.noVerdict),
    '',
    ...device.findings.map((finding) => `- ${findingText(finding)}`),
    ...(gaps === '' ? [] : [`- ${gaps}`]),
    '',
    ...device.rules.map((result) => `${ruleLabels.en[result.rule]}: ${ruleText(result)}`),
    '',
  ];
  return `${lines.join('\n')}\n${sizesTable(device)}`;
};

const sizesTable = (device: DeviceAdvice): string =>
  formatTable(
    [
      { head: 'local size', align: 'right' },
      { head: 'lanes used', align: 'right' },
      { head: 'occupancy', align: 'right' },
      { head: 'sectors per item', align: 'right' },
      { head: 'barriers', align: 'right' },
      { head: 'last wave', align: 'right' },
    ],
    device.sizes.map((size) => [
      size.configuration === 'auto'
        ? `NULL${size.shape === null ? '' : ` (${localLabel(size.shape)})`}`
        : size.configuration.replaceAll('x', '×'),
      size.alignment === null ? noValue : formatPercent(size.alignment.used),
      size.occupancy.kind === 'resident'
        ? `${size.occupancy.missing.length > 0 ? '≤ ' : ''}${formatPercent(size.occupancy.occupancy)}`
        : noValue,
      size.sectorsPerItem === null ? noValue : formatRatio(size.sectorsPerItem).replace('×', ''),
      size.barriers === null ? noValue : String(size.barriers),
      size.tail === null ? noValue : formatPercent(size.tail.lastWaveFill),
    ]),
  );
