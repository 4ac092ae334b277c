/**
 * From result rows of one device to what charts draw. Failed sizes keep no place on the y scale, skipped
 * ones only when they were cut short after samples had been taken.
 */
import { nearerPeak, type PeakShares } from '@shared/domain/peak';
import type { ResultRow } from '@shared/domain/rows';
import type { ChartMark, ChartPoint, ChartSeries } from '@renderer/charts/chart-types';
import { reasonText } from './outcome-model';
import type { ResultWords } from './result-text';

/** A device of a run with its rows, as the results panel and the comparison show it. */
export interface ShownRows {
  readonly slot: number;
  readonly label: string;
  readonly rows: readonly ResultRow[];
}

const pointOf = (row: ResultRow, peak: keyof PeakShares | null): ChartPoint | null => {
  const { summary, outcome, configuration } = row;
  if (outcome?.kind === 'failed' || summary.median === null || summary.median <= 0) return null;
  return {
    key: configuration.id,
    local: configuration.local,
    medianNs: summary.median,
    q1Ns: summary.q1,
    q3Ns: summary.q3,
    n: summary.n,
    flopsPerSecond: summary.flopsRate,
    bytesPerSecond: summary.bytesRate,
    relative: row.relative,
    peakShare: peak === null ? null : row.shares[peak],
    occupancy: null,
    timeSource: summary.timeSource,
    provisional: outcome === null,
  };
};

const markOf = (row: ResultRow, words: ResultWords): ChartMark | null => {
  const { outcome, configuration } = row;
  if (outcome === null || outcome.kind === 'measured' || pointOf(row, null) !== null) return null;
  return {
    key: configuration.id,
    local: configuration.local,
    kind: outcome.kind,
    text: reasonText(row, words),
  };
};

/** One device's series. */
export const chartSeries = (shown: ShownRows, words: ResultWords): ChartSeries => {
  const peak = nearerPeak(shown.rows.map((row) => row.shares));
  const points = shown.rows.flatMap((row) => pointOf(row, peak) ?? []);
  const ranked = points.length > 1;
  return {
    slot: shown.slot,
    label: shown.label,
    points,
    marks: shown.rows.flatMap((row) => markOf(row, words) ?? []),
    waiting: shown.rows
      .filter((row) => row.outcome === null && pointOf(row, null) === null)
      .map((row) => row.configuration.local),
    recommended: ranked
      ? shown.rows.find((row) => row.recommended)?.configuration.local
      : undefined,
    tied: ranked ? shown.rows.filter((row) => row.inTieSet).map((row) => row.configuration.id) : [],
  };
};
