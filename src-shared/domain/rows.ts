/**
 * The result table: one row per configuration and device, in plan order, with all that a table, a chart or
 * a CSV needs. Decides nothing by itself; refuses to leave out what was skipped or failed.
 */
import type { DeviceInfo } from './device';
import type { Outcome } from './outcome';
import type { DevicePeak, PeakShares } from './peak';
import { noShares, peakOf, shareOfPeak } from './peak';
import type { Configuration } from './plan-types';
import type { RankedConfiguration, Verdict } from './verdict';
import { judgeInSteps } from './ranking';
import type { ConfigurationState, DeviceState, Run } from './run-types';
import type { StopReason } from './run-event';
import type { Steps } from './steps';
import { finishSteps } from './steps';
import type { ConfigurationSummary, WorkPerItem } from './summary';
import { noWork, summarizeConfiguration } from './summary';
import type { SweepSpec } from './sweep';
import { workPerItem } from './work';

export interface ResultRow {
  readonly run: string;
  readonly device: DeviceInfo;
  readonly configuration: Configuration;
  /** null: not dealt with to the end. */
  readonly outcome: Outcome | null;
  /** Nobody deals with it any more: its run stopped before. */
  readonly left?: true;
  readonly stopReason: StopReason | null;
  readonly verified: boolean | null;
  readonly firstLaunchNs: number | null;
  /** Its own build, or the device's one build. */
  readonly buildNs: number | null;
  /** What the driver chose for NULL. */
  readonly chosen: readonly number[] | null;
  readonly laneShared: boolean;
  readonly summary: ConfigurationSummary;
  /** Shorter than 20 steps of the device's clock and not measured in batches: the clock shows. */
  readonly nearTimer: boolean;
  /** Rates ÷ what the device does at best; null where that was not measured. */
  readonly shares: PeakShares;
  /** Median ÷ the device's lowest; null for what is not ranked (no samples, failed, other clock). */
  readonly relative: number | null;
  readonly ranked: RankedConfiguration | null;
  readonly isBest: boolean;
  readonly inTieSet: boolean;
  readonly inPlateau: boolean;
  /** The size to use. No size is, as long as more samples are needed. */
  readonly recommended: boolean;
}

const works = new WeakMap<SweepSpec, WorkPerItem>();

/** FLOP and bytes per asked item of a spec; an expression that cannot be worked out counts as not stated. */
export const workOf = (spec: SweepSpec): WorkPerItem => {
  const before = works.get(spec);
  if (before !== undefined) return before;
  const stated = workPerItem(spec);
  const work = stated.ok ? stated.value : noWork;
  works.set(spec, work);
  return work;
};

/** The same bounds as for choosing batches (docs/measurement.md). */
const fewestTicks = 20;
const fineTickNs = 10;

const isNearTimer = ({ median, batchK }: ConfigurationSummary, { timer }: DeviceState): boolean => {
  const tick = timer?.source === 'event' ? (timer.tickNs ?? 0) : 0;
  return tick > fineTickNs && batchK === 1 && median !== null && median < fewestTicks * tick;
};

const sharesOf = (summary: ConfigurationSummary, peak: DevicePeak | null): PeakShares =>
  peak === null
    ? noShares
    : {
        bandwidth: shareOfPeak(summary.bytesRate, peak.bandwidth),
        compute: shareOfPeak(summary.flopsRate, peak.compute),
      };

const rowOf = (
  run: Run,
  device: DeviceState,
  state: ConfigurationState,
  verdict: Verdict,
  ranked: RankedConfiguration | null,
): ResultRow => {
  const { configuration } = state;
  const summary = summarizeConfiguration(state, workOf(run.header.spec), configuration.asked);
  const peak = peakOf(run.header.peaks ?? [], device.device);
  return {
    run: run.header.run,
    device: device.device,
    configuration,
    outcome: state.outcome,
    stopReason: state.stopReason,
    verified: state.verified,
    firstLaunchNs: state.firstLaunchNs,
    buildNs: state.buildNs ?? device.buildNs,
    chosen: state.chosen,
    laneShared: device.laneShared,
    summary,
    nearTimer: isNearTimer(summary, device),
    shares: sharesOf(summary, peak),
    relative: ranked?.relative ?? null,
    ranked,
    isBest: verdict.best === configuration.id,
    inTieSet: ranked?.inTieSet ?? false,
    inPlateau: ranked?.inPlateau ?? false,
    recommended: verdict.recommended === configuration.id && verdict.kind !== 'more-samples-needed',
  };
};

/** Rows per step: each may have a summary to work out. */
const rowsPerStep = 25;

const rowsOfDevice = new WeakMap<DeviceState, readonly ResultRow[]>();

/**
 * Rows of one device in plan order; the same array as before while nothing of the device changed. In steps
 * like `judgeInSteps`.
 */
export const deviceRowsInSteps = function* (
  run: Run,
  device: DeviceState,
): Steps<readonly ResultRow[]> {
  const before = rowsOfDevice.get(device);
  if (before !== undefined && before[0]?.run === run.header.run) return before;
  const verdict = yield* judgeInSteps(run, device.device.key);
  const ranked = new Map(verdict.ranked.map((entry) => [entry.configuration, entry]));
  const rows: ResultRow[] = [];
  for (const state of device.configurations) {
    rows.push(rowOf(run, device, state, verdict, ranked.get(state.configuration.id) ?? null));
    if (rows.length % rowsPerStep === 0) yield;
  }
  rowsOfDevice.set(device, rows);
  return rows;
};

/** `deviceRowsInSteps` at one go. */
export const deviceRows = (run: Run, device: DeviceState): readonly ResultRow[] =>
  finishSteps(deviceRowsInSteps(run, device));

const rowsAgainst = new WeakMap<readonly ResultRow[], Map<DevicePeak, readonly ResultRow[]>>();

/**
 * The same rows with shares of this peak, which may have been measured after the run; null leaves them as
 * they are. The same array as before for the same rows and peak.
 */
export const withSharesOf = (
  rows: readonly ResultRow[],
  peak: DevicePeak | null,
): readonly ResultRow[] => {
  if (peak === null) return rows;
  const byPeak = rowsAgainst.get(rows) ?? new Map<DevicePeak, readonly ResultRow[]>();
  rowsAgainst.set(rows, byPeak);
  const before = byPeak.get(peak);
  if (before !== undefined) return before;
  const made = rows.map((row) => ({ ...row, shares: sharesOf(row.summary, peak) }));
  byPeak.set(peak, made);
  return made;
};

/** All rows of a run: by device as listed, then in plan order. */
export const resultRows = (run: Run): readonly ResultRow[] =>
  run.devices.flatMap((device) => deviceRows(run, device));

/** Rows of a run that stopped: what had not ended was left, it neither waits nor is being measured. */
export const asLeft = (rows: readonly ResultRow[]): readonly ResultRow[] =>
  rows.every((row) => row.outcome !== null)
    ? rows
    : rows.map((row) => (row.outcome === null ? { ...row, left: true } : row));
