/**
 * Runs as CSV, for spreadsheets and scripts: RFC 4180, CRLF, `.` as decimal sign, nothing rounded, an empty
 * cell for what is not defined. Decides which figure stands in which column; refuses to write a text cell
 * that a spreadsheet would run. Numbers are never guarded: a negative number stays one.
 */
import Papa from 'papaparse';
import type { ConfigurationColumn, LaunchColumn } from './csv-format';
import { configurationColumns, guardText, launchColumns } from './csv-format';
import type { ResultRow } from './rows';
import { deviceRows } from './rows';
import { pooledSamples } from './pooled';
import type { ConfigurationState, DeviceState, Run } from './run-types';
import type { LocalSize } from './sizes';
import { threeDimensions } from './sizes';
import { summarize } from './statistics';

export type Cell = string | number | boolean | null;

const cellText = (cell: Cell): string => {
  if (cell === null) return '';
  return typeof cell === 'string' ? guardText(cell) : String(cell);
};

/** How many rows are made into text at one go: a run of a million launches is never held as rows. */
const rowsAtOnce = 2000;

const lines = (rows: readonly (readonly string[])[]): string =>
  `${Papa.unparse(rows as string[][], { newline: '\r\n', header: false })}\r\n`;

/** The heading, then the rows as they come, some thousand at a time. */
function* csvParts<Column extends string>(
  columns: readonly Column[],
  rows: Iterable<Readonly<Record<Column, Cell>>>,
): Generator<string, void, undefined> {
  yield lines([columns]);
  let waiting: string[][] = [];
  for (const row of rows) {
    waiting.push(columns.map((column) => cellText(row[column])));
    if (waiting.length < rowsAtOnce) continue;
    yield lines(waiting);
    waiting = [];
  }
  if (waiting.length > 0) yield lines(waiting);
}

const localCells = (
  local: LocalSize,
): Record<'local_x' | 'local_y' | 'local_z' | 'local_is_null', Cell> => {
  const [x, y, z] = local === null ? [null, null, null] : threeDimensions(local);
  return { local_x: x, local_y: y, local_z: z, local_is_null: local === null };
};

/** `true`, `false`, or `partial` when some arguments are not restored. */
const restoreCell = (run: Run): Cell => {
  const { restore, noRestore } = run.header.options;
  return restore && noRestore.length > 0 ? 'partial' : restore;
};

const giga = (rate: number | null): number | null => (rate === null ? null : rate / 1e9);

const configurationCells = (
  run: Run,
  device: DeviceState,
  row: ResultRow,
): Record<ConfigurationColumn, Cell> => {
  const { header } = run;
  const { configuration, summary, outcome } = row;
  const [globalX, globalY, globalZ] = threeDimensions(configuration.asked);
  const [launchedX, launchedY, launchedZ] = threeDimensions(configuration.launched);
  const [chosenX, chosenY, chosenZ] =
    row.chosen === null ? [null, null, null] : threeDimensions(row.chosen);
  const hasSamples = summary.n > 0;
  return {
    run: header.run,
    started_at: header.startedAt,
    device: device.device.name,
    device_key: device.device.key,
    driver: device.device.driver,
    platform: device.device.platform.name,
    kernel: header.spec.kernel,
    source_sha256: header.sourceSha256,
    build_options: header.spec.buildOptions,
    global_x: globalX,
    global_y: globalY,
    global_z: globalZ,
    launched_x: launchedX,
    launched_y: launchedY,
    launched_z: launchedZ,
    ...localCells(configuration.local),
    outcome: outcome?.kind ?? null,
    reason: outcome === null || outcome.kind === 'measured' ? null : outcome.reason,
    time_source: summary.timeSource,
    n: summary.n,
    median_ns: summary.median,
    min_ns: summary.min,
    mean_ns: summary.mean,
    sd_ns: summary.sd,
    q1_ns: summary.q1,
    q3_ns: summary.q3,
    gflops: giga(summary.flopsRate),
    gbps: giga(summary.bytesRate),
    ci_low_ns: summary.ciLow,
    ci_high_ns: summary.ciHigh,
    mad_ns: summary.mad,
    batch_k: summary.batchK,
    restore: restoreCell(run),
    cache_mode: header.options.cold ? 'cold' : 'warm',
    lane_shared: row.laneShared,
    stop_reason: row.stopReason,
    build_ns: row.buildNs,
    first_launch_ns: row.firstLaunchNs,
    chosen_x: chosenX,
    chosen_y: chosenY,
    chosen_z: chosenZ,
    in_tie_set: hasSamples ? row.inTieSet : null,
    in_plateau: hasSamples ? row.inPlateau : null,
    verified: row.verified,
    args_json: JSON.stringify(header.spec.args),
    spec_sha256: header.specSha256,
    app_version: header.appVersion,
    peak_gflops_share: row.shares.compute,
    peak_gbps_share: row.shares.bandwidth,
  };
};

/** The rows of the table of configurations as values: what CSV and JSON share. */
export const configurationRecords = (run: Run): readonly Record<ConfigurationColumn, Cell>[] =>
  run.devices.flatMap((device) =>
    deviceRows(run, device).map((row) => configurationCells(run, device, row)),
  );

function* configurationRows(
  runs: readonly Run[],
): Generator<Record<ConfigurationColumn, Cell>, void, undefined> {
  for (const run of runs) yield* configurationRecords(run);
}

/** `configurationsCsv` in parts, to be written one after the other. */
export const configurationsCsvParts = (runs: readonly Run[]): Iterable<string> =>
  csvParts(configurationColumns, configurationRows(runs));

/** One row per configuration and device, in plan order, skipped and failed ones included. */
export const configurationsCsv = (runs: readonly Run[]): string =>
  [...configurationsCsvParts(runs)].join('');

function* launchRows(
  run: Run,
  device: DeviceState,
  state: ConfigurationState,
): Generator<Record<LaunchColumn, Cell>, void, undefined> {
  const outliers = new Set(summarize(pooledSamples(state)).outliers);
  const nextIndex = new Map<number, number>();
  let place = 0;
  for (const { round, samples } of state.visits) {
    const replaced = new Set(samples.wallAt);
    for (const [at, runNs] of samples.runNs.entries()) {
      const index = nextIndex.get(round) ?? 0;
      nextIndex.set(round, index + 1);
      const outlier = outliers.has(place);
      place += 1;
      yield {
        run: run.header.run,
        device_key: device.device.key,
        kernel: run.header.spec.kernel,
        ...localCells(state.configuration.local),
        round,
        index,
        queue_ns: samples.queueNs[at] ?? null,
        submit_ns: samples.submitNs[at] ?? null,
        run_ns: runNs,
        wall_ns: samples.wallNs[at] ?? null,
        time_source: replaced.has(at) ? 'wall' : samples.timeSource,
        batch_k: samples.batchK,
        outlier,
      };
    }
  }
}

function* launchRowsOf(
  runs: readonly Run[],
): Generator<Record<LaunchColumn, Cell>, void, undefined> {
  for (const run of runs) {
    for (const device of run.devices) {
      for (const state of device.configurations) yield* launchRows(run, device, state);
    }
  }
}

/** `launchesCsv` in parts, to be written one after the other: of a million launches no text is made at one go. */
export const launchesCsvParts = (runs: readonly Run[]): Iterable<string> =>
  csvParts(launchColumns, launchRowsOf(runs));

/**
 * One row per sample (a launch, or a batch of `batch_k`), by device, configuration and time. `index` counts
 * from 0 within the round.
 */
export const launchesCsv = (runs: readonly Run[]): string => [...launchesCsvParts(runs)].join('');
