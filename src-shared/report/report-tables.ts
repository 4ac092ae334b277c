/** The tables of a report: results of a device, and where a run comes from. */
import { describeArgument } from '../domain/argument-values';
import { propertyValue } from '../domain/device';
import { deviceRows, type ResultRow } from '../domain/rows';
import type { DeviceState, Run } from '../domain/run-types';
import { localLabel } from '../domain/sizes';
import {
  chooseUnit,
  formatBytes,
  formatCount,
  formatDuration,
  formatDurationValue,
  formatGiga,
  formatPercent,
  formatRatio,
  noValue,
  outcomeText,
  phaseLabels,
  timerText,
  type DurationUnit,
  type TextLocale,
} from '../text';
import { markup, type Markup } from './markup';
import { reportWords, type ReportWords } from './report-words';

const sizeText = ({ configuration, chosen }: ResultRow): string => {
  const label = localLabel(configuration.local);
  if (configuration.local !== null || chosen === null) return label;
  return `${label} (${chosen.slice(0, configuration.asked.length).join('×')})`;
};

const outcomeCell = (row: ResultRow, words: ReportWords, locale: TextLocale): string =>
  [
    outcomeText(row.outcome, locale),
    row.recommended ? words.recommended : row.inTieSet ? words.tied : '',
  ]
    .filter((part) => part !== '')
    .join(' · ');

/** Which rates the sweep states the work for. */
interface Rates {
  readonly flops: boolean;
  readonly bytes: boolean;
}

const resultRow = (
  row: ResultRow,
  unit: DurationUnit,
  rates: Rates,
  words: ReportWords,
  locale: TextLocale,
): Markup => {
  const { summary } = row;
  const { ciLow, ciHigh } = summary;
  const interval =
    ciLow === null || ciHigh === null
      ? noValue
      : `${formatDurationValue(ciLow, unit)} … ${formatDurationValue(ciHigh, unit)}`;
  const flops = rates.flops ? markup`<td>${formatGiga(summary.flopsRate)}</td>` : null;
  const bytes = rates.bytes ? markup`<td>${formatGiga(summary.bytesRate)}</td>` : null;
  const kind = row.recommended ? 'use' : (row.outcome?.kind ?? 'waiting');
  return markup`<tr class="${kind}"><th scope="row">${sizeText(row)}</th><td>${formatDurationValue(summary.median, unit)}</td><td>${formatDurationValue(summary.min, unit)}</td><td>${interval}</td><td>${formatRatio(row.relative)}</td>${flops}${bytes}<td>${formatCount(summary.n)}</td><td class="words">${outcomeCell(row, words, locale)}</td></tr>`;
};

/** One row per size in plan order, skipped and failed ones included. */
export const resultsTable = (run: Run, state: DeviceState, locale: TextLocale): Markup => {
  const words = reportWords[locale];
  const rows = deviceRows(run, state);
  const medians = rows.flatMap(({ summary }) => summary.median ?? []);
  const unit = chooseUnit(medians.length === 0 ? null : Math.min(...medians));
  const rates: Rates = {
    flops: rows.some(({ summary }) => summary.flopsRate !== null),
    bytes: rows.some(({ summary }) => summary.bytesRate !== null),
  };
  const flops = rates.flops ? markup`<th scope="col">GFLOP/s</th>` : null;
  const bytes = rates.bytes ? markup`<th scope="col">GB/s</th>` : null;
  return markup`<table class="results"><thead><tr><th scope="col">${words.localSize}</th><th scope="col">${words.median} ${unit}</th><th scope="col">${words.min} ${unit}</th><th scope="col">${words.interval} ${unit}</th><th scope="col">${words.relative}</th>${flops}${bytes}<th scope="col">${words.samples}</th><th scope="col" class="words">${words.outcome}</th></tr></thead><tbody>${rows.map((row) => resultRow(row, unit, rates, words, locale))}</tbody></table>`;
};

type Facts = readonly (readonly [name: string, value: string])[];

const factsTable = (facts: Facts): Markup =>
  markup`<table class="facts"><tbody>${facts.map(([name, value]) => markup`<tr><th scope="row">${name}</th><td>${value}</td></tr>`)}</tbody></table>`;

const restoredText = ({ header: { options } }: Run, words: ReportWords): string => {
  if (!options.restore) return words.no;
  return options.noRestore.length === 0 ? words.yes : words.allBut(options.noRestore.join(', '));
};

/** What was measured, with what, how and when: enough to measure it again. */
export const runFacts = (run: Run, locale: TextLocale): Markup => {
  const words = reportWords[locale];
  const { header } = run;
  const { spec, options } = header;
  const fixed = options.samples ?? spec.samples;
  const sampling =
    fixed === null
      ? words.adaptive(
          formatPercent(options.target).replace('.0', ''),
          options.maxSamples,
          options.maxSeconds,
        )
      : words.fixed(fixed);
  return factsTable([
    [words.run, header.run],
    [words.started, header.startedAt],
    [words.state, phaseLabels[locale][run.phase]],
    [words.duration, formatDuration(run.wallNs)],
    [words.program, `NDRange Workbench ${header.appVersion}`],
    [
      words.machine,
      [header.host.processor, header.host.system].filter(Boolean).join(', ') || noValue,
    ],
    [words.kernel, spec.kernel],
    [words.file, spec.source],
    [words.sourceHash, header.sourceSha256],
    [words.specHash, header.specSha256],
    [words.buildOptions, spec.buildOptions || words.none],
    [words.globalSize, spec.global.map((side) => formatCount(side)).join(' × ')],
    [
      words.args,
      spec.args.map((arg) => `${arg.name} (${arg.type}): ${describeArgument(arg)}`).join('\n'),
    ],
    [words.sampling, `${sampling}; ${words.order(options.seed)}`],
    [words.caches, options.cold ? words.cold : words.warm],
    [words.restored, restoredText(run, words)],
    [words.compared, options.verify ? words.yes : words.no],
  ]);
};

/** A device with its driver, its clock, and the limits that bound a local size. */
export const deviceFacts = (
  { device, timer, buildNs }: DeviceState,
  locale: TextLocale,
): Markup => {
  const words = reportWords[locale];
  const { limits } = device;
  const facts: Facts = [
    [words.device, device.name],
    [words.platform, `${device.platform.name} (${device.platform.version})`],
    [words.driver, device.driver],
    [words.openCl, `${device.version}; ${device.openclC}`],
    [words.clock, timer ? timerText(timer, locale) : noValue],
    [words.units, formatCount(propertyValue(limits.maxComputeUnits) ?? null)],
    [
      words.largestGroup,
      `${formatCount(propertyValue(limits.maxWorkGroupSize) ?? null)} (${propertyValue(limits.maxWorkItemSizes)?.join(' × ') ?? noValue})`,
    ],
    [words.localMemory, formatBytes(propertyValue(limits.localMemory) ?? null)],
    [words.build, formatDuration(buildNs)],
  ];
  return factsTable(facts);
};
