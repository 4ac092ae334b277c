/**
 * A run as T4 results (schema 1.0.0), one device per file, because T4 has no place for more. Times are in ms
 * there; a whole number of ns comes back as itself. Sizes that were never tried (cancelled, device given up)
 * are left out; sizes that a limit forbids are `constraints`. A run that was imported from T4 is given back as
 * the file that it was, with all that this program did not understand.
 */
import type { Outcome } from '../outcome';
import type { ResultRow } from '../rows';
import { deviceRows } from '../rows';
import type { DeviceState, Run } from '../run-types';
import { pooledSamples } from '../pooled';

export const t4Version = '1.0.0';

type Invalidity = 'timeout' | 'compile' | 'runtime' | 'correctness' | 'constraints' | 'correct';

/** null: not tried, so no result. */
const invalidityOf = (outcome: Outcome | null): Invalidity | null => {
  if (outcome === null) return null;
  if (outcome.kind === 'measured') return 'correct';
  if (outcome.kind === 'skipped') {
    return outcome.reason === 'cancelled' || outcome.reason === 'lane-stopped'
      ? null
      : 'constraints';
  }
  switch (outcome.reason) {
    case 'build-failed':
      return 'compile';
    case 'timed-out':
      return 'timeout';
    case 'wrong-result':
      return 'correctness';
    case 'launch-failed':
    case 'out-of-memory':
    case 'crashed':
    case 'device-lost':
      return 'runtime';
  }
};

const names = ['block_size_x', 'block_size_y', 'block_size_z'];
const ms = (ns: number): number => ns / 1e6;

const resultOf = (run: Run, device: DeviceState, row: ResultRow): object | null => {
  const { configuration, summary, outcome } = row;
  const invalidity = invalidityOf(outcome);
  if (invalidity === null) return null;
  const state = device.configurations.find((entry) => entry.configuration.id === configuration.id);
  const runtimes = state === undefined ? [] : pooledSamples(state).map(ms);
  const figures: readonly (readonly [string, number | null, string])[] = [
    ['time', summary.median === null ? null : ms(summary.median), 'ms'],
    ['time_min', summary.min === null ? null : ms(summary.min), 'ms'],
    ['GFLOP/s', summary.flopsRate === null ? null : summary.flopsRate / 1e9, 'GFLOP/s'],
    ['GB/s', summary.bytesRate === null ? null : summary.bytesRate / 1e9, 'GB/s'],
  ];
  const buildNs = row.buildNs ?? device.buildNs;
  return {
    timestamp: run.header.startedAt,
    // NULL, the driver's choice, is a size that is not given.
    configuration: Object.fromEntries(
      configuration.asked.map((_, at) => [names[at] ?? '', configuration.local?.[at] ?? null]),
    ),
    times: {
      ...(buildNs === null ? {} : { compilation: ms(buildNs), compilation_time: ms(buildNs) }),
      runtimes,
    },
    invalidity,
    correctness: invalidity === 'correctness' ? 0 : 1,
    measurements: figures.flatMap(([name, value, unit]) =>
      value === null ? [] : [{ name, value, unit }],
    ),
    objectives: ['time'],
    ndrange: {
      outcome: outcome?.kind ?? null,
      reason: outcome === null || outcome.kind === 'measured' ? null : outcome.reason,
      time_source: summary.timeSource,
      verified: row.verified,
    },
  };
};

/** The text of the file. @param device one of the run's */
export const t4Text = (run: Run, device: DeviceState): string => {
  const { header } = run;
  if (header.origin?.format === 't4') return header.origin.text;
  const results = deviceRows(run, device).flatMap((row) => resultOf(run, device, row) ?? []);
  const ndrange = {
    run: header.run,
    kernel: header.spec.kernel,
    device: device.device.name,
    device_key: device.device.key,
    driver: device.device.driver,
    global: header.spec.global,
    build_options: header.spec.buildOptions,
    source_sha256: header.sourceSha256,
    app_version: header.appVersion,
  };
  return `${JSON.stringify({ schema_version: t4Version, results, ndrange }, null, 2)}\n`;
};
