/**
 * Several runs as one Markdown document: what each device should use for each kernel, what NULL costs there, how near
 * the best comes to the device's peak, which rules of thumb held and which did not, and a picture per run. Decides the order and the
 * tables; judging is done elsewhere. Pure; names are escaped, so that none becomes markup.
 */
import { advise, type Advice } from '../domain/advisor/advise';
import { rules } from '../domain/advisor/rules-of-thumb';
import { shortDeviceName } from '../domain/device-select';
import { peakOf, shareOfPeak, type DevicePeak } from '../domain/peak';
import { judge } from '../domain/ranking';
import type { RankedConfiguration, Verdict } from '../domain/verdict';
import { deviceRows, type ResultRow } from '../domain/rows';
import type { DeviceState, Run } from '../domain/run-types';
import {
  formatDuration,
  formatGiga,
  formatPercent,
  formatRatio,
  noValue,
  verdictText,
} from '../text';
import { labText, predictionsText } from '../text/advice';
import { sizeText } from '../text/measured';
import { ruleFigureText, ruleLabels } from '../text/rules-of-thumb';
import { markdownTable, plainMarkdown } from './markdown-table';

export interface LabInput {
  readonly runs: readonly Run[];
  /** What the devices do at best, where a run does not say it itself. */
  readonly peaks: readonly DevicePeak[];
  /** Path of a run's picture, relative to the document; null: it has none. */
  readonly pictureOf: (run: string) => string | null;
}

interface Judged {
  readonly run: Run;
  readonly state: DeviceState;
  readonly verdict: Verdict;
  readonly rows: readonly ResultRow[];
}

const globalText = (run: Run): string => run.header.spec.global.join('×');
const nameIn = (run: Run, state: DeviceState): string =>
  shortDeviceName(
    state.device,
    run.devices.map(({ device }) => device),
  );

const sizes = (ids: readonly string[]): string =>
  ids.length === 0 ? noValue : ids.map(sizeText).join(', ');

/** NULL ÷ best of the ranked, paired by rounds where they say it, with the interval; `tie` where they cannot be told apart. */
const nullText = ({ ranked }: Verdict): string => {
  const found = ranked.find(({ configuration }) => configuration === 'auto');
  if (found === undefined) return noValue;
  if (found === ranked[0]) return 'is the best';
  return found.inTieSet ? `tie (${formatRatio(found.relative)})` : ratioText(found);
};

const ratioText = ({ relative, interval }: RankedConfiguration): string =>
  interval === null
    ? formatRatio(relative)
    : `${formatRatio(interval.ratio)} (${formatRatio(interval.low)} … ${formatRatio(interval.high)})`;

const use = ({ kind, recommended }: Verdict): string =>
  recommended === null
    ? noValue
    : kind === 'more-samples-needed'
      ? `not certain yet (${sizeText(recommended)})`
      : kind === 'does-not-matter'
        ? `does not matter (${sizeText(recommended)})`
        : `**${sizeText(recommended)}**`;

const bestRow = ({ rows, verdict }: Judged): ResultRow | undefined =>
  rows.find(({ configuration }) => configuration.id === verdict.best);

const rateText = (rate: number | null, share: number | null): string =>
  rate === null
    ? noValue
    : `${formatGiga(rate)}${share === null ? '' : ` (${formatPercent(share)})`}`;

const summaryTable = (judged: readonly Judged[], peaks: readonly DevicePeak[]): string =>
  markdownTable(
    [
      'kernel',
      'global size',
      'device',
      'use',
      'tie with the lowest',
      'within 5 %',
      'lowest median',
      'NULL ÷ lowest',
      'GFLOP/s (of peak)',
      'GB/s (of peak)',
    ],
    judged.map((one) => {
      const { run, state, verdict } = one;
      const row = bestRow(one);
      const peak = peakOf(run.header.peaks ?? peaks, state.device);
      const { flopsRate = null, bytesRate = null } = row?.summary ?? {};
      return [
        `\`${run.header.spec.kernel}\``,
        globalText(run),
        plainMarkdown(nameIn(run, state)),
        use(verdict),
        sizes(verdict.tieSet),
        sizes(verdict.plateau),
        formatDuration(row?.summary.median ?? null),
        nullText(verdict),
        rateText(flopsRate, shareOfPeak(flopsRate, peak?.compute ?? null)),
        rateText(bytesRate, shareOfPeak(bytesRate, peak?.bandwidth ?? null)),
      ];
    }),
  );

/** One row per rule, and under the table every place where it did not hold, with the figure that says so. */
const rulesSection = (advised: readonly (readonly [Run, Advice])[]): string => {
  const results = advised.flatMap(([run, { devices }]) =>
    devices.flatMap((device) =>
      device.rules.map((result) => ({
        result,
        where: `\`${run.header.spec.kernel}\` ${globalText(run)}, ${plainMarkdown(device.device)}`,
      })),
    ),
  );
  const of = (rule: string, status: string) =>
    results.filter(({ result }) => result.rule === rule && result.status === status);
  const table = markdownTable(
    ['rule of thumb', 'held', 'did not hold', 'not decided or not tested'],
    rules.map((rule) => [
      ruleLabels.en[rule],
      String(of(rule, 'holds').length),
      String(of(rule, 'does-not-hold').length),
      String(of(rule, 'not-tested').length),
    ]),
  );
  const broken = rules.flatMap((rule) => {
    const places = of(rule, 'does-not-hold');
    if (places.length === 0) return [];
    const lines = places.map(({ result, where }) => `- ${where}: ${ruleFigureText(result)}`);
    return [`**${ruleLabels.en[rule]}** did not hold on:\n\n${lines.join('\n')}`];
  });
  return [table, ...broken].join('\n\n');
};

const runSection = (run: Run, advice: Advice, picture: string | null): string => {
  const { spec, startedAt } = run.header;
  const lines = run.devices.map(
    (state) =>
      `- **${plainMarkdown(nameIn(run, state))}**: ${plainMarkdown(verdictText(judge(run, state.device.key)))}`,
  );
  return [
    `### \`${spec.kernel}\`, ${globalText(run)}`,
    plainMarkdown(
      `${spec.teaches?.en ?? spec.title.en} (${run.header.run}, ${startedAt.slice(0, 16).replace('T', ' ')} UTC)`,
    ),
    ...(picture === null ? [] : [`![${spec.kernel}, ${globalText(run)}](${picture})`]),
    lines.join('\n'),
    ...(run.devices.length > 1 ? [plainMarkdown(labText(advice.lab))] : []),
    predictionsText(advice.predictions),
  ].join('\n\n');
};

/** Sections from `## What to use` on; a title and what belongs to one lab alone are the caller's. */
export const labMarkdown = ({ runs, peaks, pictureOf }: LabInput): string => {
  const judged = runs.flatMap((run) =>
    run.devices.map((state) => ({
      run,
      state,
      verdict: judge(run, state.device.key),
      rows: deviceRows(run, state),
    })),
  );
  const advised = runs.map((run) => [run, advise(run)] as const);
  return `${[
    '## What to use',
    summaryTable(judged, peaks),
    '## Rules of thumb',
    rulesSection(advised),
    '## Run by run',
    ...advised.map(([run, advice]) => runSection(run, advice, pictureOf(run.header.run))),
  ].join('\n\n')}\n`;
};
