/** What a search came to as text: the verdict, what was measured, and why each other candidate was not. */
import { shortDeviceName } from '@shared/domain/device-select';
import { reportSearch, type CandidateReport } from '@shared/domain/search/search-report';
import type { DeviceState, Run } from '@shared/domain/run-types';
import { localLabel } from '@shared/domain/sizes';
import {
  chooseUnit,
  formatCount,
  formatDurationValue,
  formatRatio,
  outcomeText,
  searchCostText,
  searchStepText,
  standingText,
  verdictText,
} from '@shared/text';
import { formatTable } from './table';

export const searchText = (run: Run): string =>
  run.devices.map((device) => deviceText(run, device)).join('\n');

const deviceText = (run: Run, device: DeviceState): string => {
  const report = reportSearch(run, device);
  if (report === null) return '';
  const { spec } = run.header;
  const all = run.devices.map((state) => state.device);
  const warnings = run.warnings
    .filter((warning) => warning.deviceKey === device.device.key)
    .map((warning) => `! ${warning.message}\n`);
  const measured = report.candidates.filter(({ launches }) => launches > 0);
  const failed = measured.flatMap(({ row }) =>
    row.outcome?.kind === 'failed' ? [`! ${row.outcome.message}\n`] : [],
  );
  return [
    `${shortDeviceName(device.device, all)}\n${spec.kernel}, global size ${spec.global.join('×')}\n`,
    `${verdictText(report.verdict)}\n`,
    `${searchCostText(report)}\n\n`,
    ...(measured.length === 0 ? [] : [measuredTable(measured)]),
    ...notMeasured(report.candidates),
    ...new Set([...failed, ...warnings]),
    ...(device.problem === null ? [] : [`! ${device.problem}\n`]),
  ].join('');
};

/** By median; what has none comes last. */
const measuredTable = (candidates: readonly CandidateReport[]): string => {
  const time = ({ row }: CandidateReport): number => row.summary.median ?? Infinity;
  const sorted = [...candidates].sort((a, b) => time(a) - time(b));
  const [fastest] = sorted;
  const unit = chooseUnit(fastest?.row.summary.median ?? null);
  return formatTable(
    [
      { head: 'local size', align: 'right' },
      { head: `median/${unit}`, align: 'right' },
      { head: '× best', align: 'right' },
      { head: 'n', align: 'right' },
      { head: 'tried', align: 'left' },
      { head: 'standing', align: 'left' },
    ],
    sorted.map((candidate) => [
      localLabel(candidate.row.configuration.local),
      formatDurationValue(candidate.row.summary.median, unit),
      formatRatio(candidate.row.relative),
      formatCount(candidate.launches),
      candidate.step === null ? '' : searchStepText(candidate.step),
      standingText(candidate),
    ]),
  );
};

/** One line for each reason, with the sizes that it kept out. */
const notMeasured = (candidates: readonly CandidateReport[]): readonly string[] => {
  const byReason = new Map<string, string[]>();
  for (const { row, launches } of candidates) {
    if (launches > 0) continue;
    const reason = outcomeText(row.outcome);
    const sizes = byReason.get(reason) ?? [];
    sizes.push(localLabel(row.configuration.local));
    byReason.set(reason, sizes);
  }
  return [...byReason].map(([reason, sizes]) => `${reason}: ${sizes.join(', ')}\n`);
};
