/** A run as text: one table per device, with its verdict and what is odd about it. */
import { shortDeviceName } from '@shared/domain/device-select';
import { figuresAbovePeak, impossibleFrom } from '@shared/domain/peak';
import { judge } from '@shared/domain/ranking';
import { deviceRows, type ResultRow } from '@shared/domain/rows';
import type { DeviceState, Run } from '@shared/domain/run-types';
import { localLabel } from '@shared/domain/sizes';
import {
  chooseUnit,
  formatCount,
  formatDuration,
  formatDurationValue,
  formatGiga,
  formatPercent,
  formatRatio,
  noValue,
  outcomeText,
  timeSourceLabels,
  timerText,
  verdictText,
  type DurationUnit,
} from '@shared/text';
import { formatTable, type Column } from './table';

export const runText = (run: Run): string => {
  const parts = run.devices.map((device) => deviceText(run, device));
  return parts.join('\n');
};

const deviceText = (run: Run, device: DeviceState): string => {
  const rows = deviceRows(run, device);
  const all = run.devices.map((state) => state.device);
  const built = device.buildNs === null ? '' : `, built in ${formatDuration(device.buildNs)}`;
  const head =
    `${shortDeviceName(device.device, all)} (${device.device.platform.name}, driver ${device.device.driver}${clockText(device, rows)})\n` +
    `${run.header.spec.kernel}, global size ${run.header.spec.global.join('×')}, caches ${run.header.options.cold ? 'cold' : 'warm'}${built}\n`;
  const warnings = run.warnings
    .filter((warning) => warning.deviceKey === device.device.key)
    .map((warning) => `! ${warning.message}\n`);
  const notes = rows.flatMap(noteOf);
  return [
    head,
    table(rows),
    `${verdictText(judge(run, device.device.key))}\n`,
    ...peakTexts(rows),
    ...new Set([...notes, ...warnings]),
    ...(device.problem === null ? [] : [`! ${device.problem}\n`]),
  ].join('');
};

/** Which clock, in which steps, and why not the other. */
const clockText = (device: DeviceState, rows: readonly ResultRow[]): string => {
  if (device.timer) return `, ${timerText(device.timer)}`;
  const source = rows.find((row) => row.summary.timeSource !== null)?.summary.timeSource ?? null;
  return source === null ? '' : `, ${timeSourceLabels.en[source].toLowerCase()}`;
};

const peakNames = { bandwidth: 'GB/s', compute: 'GFLOP/s' } as const;

/** The best size's share of what the device does, and figures that are above that. */
const peakTexts = (rows: readonly ResultRow[]): readonly string[] => {
  const best = rows.find((row) => row.isBest);
  const shares = (['bandwidth', 'compute'] as const).flatMap((what) => {
    const share = best?.shares[what] ?? null;
    return share === null || share >= impossibleFrom
      ? []
      : [`${formatPercent(share)} of the measured peak ${peakNames[what]}`];
  });
  const sizes = rows.map(({ configuration, shares: of }) => ({
    configuration: localLabel(configuration.local),
    shares: of,
  }));
  const above = figuresAbovePeak(sizes).map(
    ({ what, configuration, share }) =>
      `! ${configuration} shows ${formatRatio(share)} the ${peakNames[what]} that this device was measured to reach: ` +
      (what === 'bandwidth'
        ? 'its data come from caches, or bytesPerItem counts too much.\n'
        : 'flopsPerItem counts too much, or the compiler left work out.\n'),
  );
  return [
    ...(shares.length === 0 ? [] : [`The best reaches ${shares.join(' and ')}.\n`]),
    ...above,
  ];
};

const table = (rows: readonly ResultRow[]): string => {
  const medians = rows.flatMap((row) => row.summary.median ?? []);
  const unit = chooseUnit(medians.length === 0 ? null : Math.min(...medians));
  const columns: readonly Column[] = [
    { head: 'local size', align: 'right' },
    { head: `median/${unit}`, align: 'right' },
    { head: `95 % interval/${unit}`, align: 'right' },
    { head: '× best', align: 'right' },
    { head: 'spread', align: 'right' },
    { head: 'GFLOP/s', align: 'right' },
    { head: 'GB/s', align: 'right' },
    { head: 'n', align: 'right' },
    { head: 'first launch', align: 'right' },
    { head: '', align: 'left' },
    { head: 'outcome', align: 'left' },
  ];
  return formatTable(
    columns,
    rows.map((row) => cells(row, unit)),
  );
};

const cells = (row: ResultRow, unit: DurationUnit): readonly string[] => {
  const { summary } = row;
  const { ciLow, ciHigh } = summary;
  return [
    sizeLabel(row),
    formatDurationValue(summary.median, unit),
    ciLow === null || ciHigh === null
      ? noValue
      : `${formatDurationValue(ciLow, unit)} … ${formatDurationValue(ciHigh, unit)}`,
    formatRatio(row.relative),
    spread(row),
    formatGiga(summary.flopsRate),
    formatGiga(summary.bytesRate),
    countText(row),
    formatDuration(row.firstLaunchNs),
    `${row.nearTimer ? '~' : ''}${row.recommended ? '◀' : row.inTieSet ? '=' : ''}`,
    outcomeText(row.outcome),
  ];
};

/** Launches; batches as samples × launches each. */
const countText = ({ summary: { n, batchK } }: ResultRow): string =>
  batchK === null || batchK === 1 ? formatCount(n) : `${formatCount(n)}×${formatCount(batchK)}`;

/** NULL with what the driver chose, where it is known. */
const sizeLabel = (row: ResultRow): string => {
  const label = localLabel(row.configuration.local);
  return row.chosen === null || row.configuration.local !== null
    ? label
    : `${label} (${row.chosen.slice(0, row.configuration.asked.length).join('×')})`;
};

/** Interquartile range as a share of the median. */
const spread = ({ summary: { q1, q3, median } }: ResultRow): string =>
  q1 === null || q3 === null || median === null || median <= 0
    ? noValue
    : formatPercent((q3 - q1) / median);

/** The sentence of a row that has no time to show for itself, or not an honest one. */
const noteOf = (row: ResultRow): readonly string[] =>
  row.outcome === null || row.outcome.kind === 'measured' || row.outcome.reason === 'cancelled'
    ? []
    : [`! ${row.outcome.message}\n`];
