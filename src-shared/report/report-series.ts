/** What the charts of a report draw: the rows of each device as points and marks, without samples. */
import { shortDeviceName } from '../domain/device-select';
import { deviceRows, type ResultRow } from '../domain/rows';
import type { Run } from '../domain/run-types';
import { localLabel, type LocalSize } from '../domain/sizes';
import { assignSlots } from '../charts/slots';

export interface ReportPoint {
  readonly key: string;
  readonly local: LocalSize;
  readonly medianNs: number;
  readonly q1Ns: number;
  readonly q3Ns: number;
  /** Median ÷ the device's own lowest. */
  readonly relative: number;
}

export interface ReportMark {
  readonly key: string;
  readonly local: LocalSize;
  readonly kind: 'skipped' | 'failed';
}

export interface ReportSeries {
  readonly slot: number;
  readonly label: string;
  readonly points: readonly ReportPoint[];
  readonly marks: readonly ReportMark[];
  /** Key and label; null: no size is recommended. */
  readonly recommended: { readonly key: string; readonly label: string } | null;
}

const pointOf = ({ configuration, summary, outcome }: ResultRow, best: number): ReportPoint[] => {
  const { median } = summary;
  if (outcome?.kind === 'failed' || median === null || median <= 0) return [];
  return [
    {
      key: configuration.id,
      local: configuration.local,
      medianNs: median,
      q1Ns: summary.q1 ?? median,
      q3Ns: summary.q3 ?? median,
      relative: median / best,
    },
  ];
};

const isMeasured = ({ outcome, summary }: ResultRow): boolean =>
  outcome?.kind !== 'failed' && (summary.median ?? 0) > 0;

/** One series per device of the run, in its order. */
export const reportSeries = (run: Run): readonly ReportSeries[] => {
  const all = run.devices.map(({ device }) => device);
  const slots = assignSlots(all.map(({ index }) => index));
  return run.devices.map((state, at): ReportSeries => {
    const rows = deviceRows(run, state);
    const measured = rows.filter(isMeasured);
    const best = Math.min(...measured.map(({ summary }) => summary.median ?? Infinity));
    const use = rows.find(({ recommended }) => recommended)?.configuration;
    return {
      slot: slots[at] ?? at,
      label: shortDeviceName(state.device, all),
      points: measured.flatMap((row) => pointOf(row, best)),
      marks: rows.flatMap((row): ReportMark[] =>
        row.outcome === null || row.outcome.kind === 'measured' || isMeasured(row)
          ? []
          : [
              {
                key: row.configuration.id,
                local: row.configuration.local,
                kind: row.outcome.kind,
              },
            ],
      ),
      recommended: use === undefined ? null : { key: use.id, label: localLabel(use.local) },
    };
  });
};
