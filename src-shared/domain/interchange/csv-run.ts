/**
 * Our two CSV files together as a run again: the table of sizes says what was measured, the table of launches
 * holds the times. One alone is refused: a summary has no launches to judge, launches have no device. Files of
 * several runs are refused too; one run and all its devices are read.
 */
import type { ConfigurationCsvRow, LaunchCsvRow } from '../csv-import';
import { parseConfigurationsCsv, parseLaunchesCsv, refuseCsv } from '../csv-import';
import type { Problem } from '../problem';
import { ok, type Result } from '../result';
import type { RunEvent } from '../run-event';
import { parseRunEvent, parseRunHeader } from '../run-schema';
import { localKey } from '../sizes';
import { defaultMeasureOptions } from '../sweep';
import { fieldOf, type ImportSurroundings } from './imported-run';

const exportAgain = 'Export the run again as CSV.';

const sizeOf = (cells: readonly (number | null)[], dimensions: number): readonly number[] =>
  cells.slice(0, dimensions).map((cell) => cell ?? 1);

/** Dimensions that the range uses: trailing ones are 1 in every row. */
const dimensionsOf = (rows: readonly ConfigurationCsvRow[]): number => {
  const used = (pick: (row: ConfigurationCsvRow) => readonly (number | null)[]): boolean =>
    rows.some((row) => pick(row).some((cell) => (cell ?? 1) > 1));
  if (used((row) => [row.global_z, row.local_z])) return 3;
  return used((row) => [row.global_y, row.local_y]) ? 2 : 1;
};

const localOf = (
  row: ConfigurationCsvRow | LaunchCsvRow,
  dimensions: number,
): readonly number[] | null =>
  row.local_is_null === true ? null : sizeOf([row.local_x, row.local_y, row.local_z], dimensions);

const idOf = (row: ConfigurationCsvRow | LaunchCsvRow, dimensions: number): string =>
  `${row.device_key ?? ''}|${localKey(localOf(row, dimensions))}`;

const jsonOf = (text: string | null): unknown => {
  try {
    return JSON.parse(text ?? '[]');
  } catch {
    return [];
  }
};

const outcomeOf = (row: ConfigurationCsvRow): unknown => {
  const message = `The CSV says no more than ${row.reason ?? 'nothing'}.`;
  return row.outcome === 'measured'
    ? { kind: 'measured' }
    : { kind: row.outcome, reason: row.reason, message };
};

const deviceOf = (row: ConfigurationCsvRow, index: number): unknown => ({
  key: row.device_key,
  index,
  ordinal: 0,
  platform: { name: row.platform, vendor: '', version: '' },
  name: row.device,
  vendor: '',
  driver: row.driver,
  version: '',
  versionNumber: [0, 0],
  openclC: '',
  types: [],
  limits: {},
  extensions: [],
  uuid: null,
  pci: null,
  resource: row.device_key,
  sameHardwareAs: [],
});

/** The visits of one size: its launches by round, in their order. */
const visitsOf = (launches: readonly LaunchCsvRow[]): readonly object[] => {
  const rounds = new Map<number, LaunchCsvRow[]>();
  for (const launch of launches) {
    const round = launch.round ?? 0;
    rounds.set(round, [...(rounds.get(round) ?? []), launch]);
  }
  return [...rounds].flatMap(([round, rows]) => {
    const sorted = rows.toSorted((a, b) => (a.index ?? 0) - (b.index ?? 0));
    const [first] = sorted;
    return first === undefined
      ? []
      : [
          {
            type: 'visit',
            deviceKey: first.device_key,
            round,
            samples: {
              timeSource: first.time_source,
              batchK: first.batch_k,
              queueNs: sorted.map((row) => row.queue_ns),
              submitNs: sorted.map((row) => row.submit_ns),
              runNs: sorted.map((row) => row.run_ns),
              wallNs: sorted.map((row) => row.wall_ns ?? row.run_ns),
            },
          },
        ];
  });
};

/**
 * @param sizes text of `--csv`
 * @param launches text of `--samples-csv`
 */
export const csvRun = (
  sizes: string,
  launches: string,
  at: ImportSurroundings,
): Result<readonly RunEvent[], Problem> => {
  const table = parseConfigurationsCsv(sizes);
  if (!table.ok) return table;
  const times = parseLaunchesCsv(launches);
  if (!times.ok) return times;
  const rows = table.value;
  const [head] = rows;
  if (head === undefined)
    return refuseCsv('csv-empty', 'The CSV has no row.', 'Export the run again.');
  const one = new Set([...rows, ...times.value].map(({ run }) => run));
  if (one.size > 1) {
    return refuseCsv(
      'csv-runs',
      `The CSV files hold ${one.size} runs.`,
      'Export one run into each pair of files.',
      { runs: one.size },
    );
  }
  const dimensions = dimensionsOf(rows);
  const global = sizeOf([head.global_x, head.global_y, head.global_z], dimensions);
  const devices = [...new Map(rows.map((row) => [row.device_key, row])).values()];
  const locals = new Map(
    rows.map((row) => [localKey(localOf(row, dimensions)), localOf(row, dimensions)]),
  );
  const header = parseRunHeader({
    format: 'ndrange-run',
    version: 1,
    run: at.run,
    startedAt: head.started_at ?? at.startedAt,
    appVersion: head.app_version ?? at.appVersion,
    spec: {
      format: 'ndrange-sweep',
      version: 1,
      title: {
        en: `${head.kernel ?? 'kernel'} (from CSV)`,
        'zh-CN': `${head.kernel ?? 'kernel'}（来自 CSV）`,
      },
      source: 'imported.cl',
      kernel: head.kernel ?? 'kernel',
      buildOptions: head.build_options ?? '',
      global,
      local: [...locals.values()],
      args: jsonOf(head.args_json),
      indivisible: 'pad',
      kernelLimit: 'try',
      samples: null,
    },
    sourceText: '',
    sourceSha256: head.source_sha256 ?? '',
    specSha256: head.spec_sha256 ?? '',
    options: {
      ...defaultMeasureOptions,
      cold: head.cache_mode === 'cold',
      restore: head.restore !== 'false',
    },
    devices: devices.map(deviceOf),
    host: { system: 'imported from CSV', processor: '' },
    origin: { format: 'csv', file: at.file, text: sizes },
  });
  const invalid = (why: string): Result<never, Problem> => {
    const params = { file: at.file, field: fieldOf(why) };
    return refuseCsv('import-invalid', `${at.file}: ${why}.`, exportAgain, params);
  };
  if (!header.ok) return invalid(header.error);

  const launchesOf = new Map<string, LaunchCsvRow[]>();
  for (const row of times.value) {
    const id = idOf(row, dimensions);
    const known = launchesOf.get(id);
    if (known === undefined) launchesOf.set(id, [row]);
    else known.push(row);
  }
  const events: object[] = devices.map((device) => ({
    type: 'device-planned',
    deviceKey: device.device_key,
    configurations: rows
      .filter((row) => row.device_key === device.device_key)
      .map((row) => {
        const local = localOf(row, dimensions);
        return {
          id: localKey(local),
          local,
          asked: global,
          launched: sizeOf([row.launched_x, row.launched_y, row.launched_z], dimensions),
          rejected: null,
        };
      }),
  }));
  for (const row of rows) {
    const configuration = localKey(localOf(row, dimensions));
    const chosen =
      row.chosen_x === null ? null : sizeOf([row.chosen_x, row.chosen_y, row.chosen_z], dimensions);
    const visits = visitsOf(launchesOf.get(idOf(row, dimensions)) ?? []);
    const counted = visits.length === 0 ? 0 : (row.n ?? 0);
    if (row.n !== null && row.n > 0 && counted === 0) {
      return refuseCsv(
        'csv-no-launches',
        `The launches of local size ${configuration} are missing.`,
        'Give the --samples-csv file of the same run.',
        { size: configuration },
      );
    }
    events.push(
      ...visits.map((visit, place) => ({
        ...visit,
        configuration,
        ...(place === 0 && row.first_launch_ns !== null
          ? { firstLaunchNs: row.first_launch_ns }
          : {}),
        ...(place === 0 && chosen !== null ? { chosen } : {}),
      })),
    );
    if (row.outcome === null) continue;
    events.push({
      type: 'configuration-ended',
      deviceKey: row.device_key,
      configuration,
      outcome: outcomeOf(row),
      stopReason: row.stop_reason,
      verified: row.verified,
    });
  }
  events.push(
    ...devices.map((device) => ({
      type: 'device-ended',
      deviceKey: device.device_key,
      problem: null,
    })),
    { type: 'run-ended', phase: 'finished', wallNs: 0 },
  );
  const checked: RunEvent[] = [{ type: 'run-started', header: header.value, seq: 0, at: 0 }];
  for (const [place, event] of events.entries()) {
    const parsed = parseRunEvent({ ...event, seq: place + 1, at: 0 });
    if (!parsed.ok) return invalid(parsed.error);
    checked.push(parsed.value);
  }
  return ok(checked);
};
