import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { configurationsCsv, launchesCsv, launchesCsvParts } from '@shared/domain/csv';
import {
  configurationColumns,
  guardText,
  launchColumns,
  unguardText,
} from '@shared/domain/csv-format';
import { csvLimits, parseConfigurationsCsv, parseLaunchesCsv } from '@shared/domain/csv-import';
import type { PeakFigure } from '@shared/domain/peak';
import { resultRows } from '@shared/domain/rows';
import { buildRun } from '../../support/run-builder';

const text = `
  device A
  64: 100 101 | 103 107 | 99 | 102 101 | 100 | 104 350
  2048: skipped exceeds-device-limit
  8: failed wrong-result 5 5 5
  auto: 101 102 100 @wall -> 256
  32: running 400 401 @batch:16
`;
const run = buildRun(text, {
  spec: { flopsPerItem: '3', bytesPerItem: '12', buildOptions: '-DX="a,b"' },
  options: { cold: true, noRestore: ['y'] },
});

const configurations = () => {
  const read = parseConfigurationsCsv(configurationsCsv([run]));
  if (!read.ok) throw new Error(read.error.message);
  return read.value;
};

describe('configurationsCsv', () => {
  test('begins with the columns of the contract in their order and ends lines with CRLF', () => {
    const csv = configurationsCsv([run]);
    expect(csv.split('\r\n')[0]).toBe(configurationColumns.join(','));
    expect(csv.endsWith('\r\n')).toBe(true);
    expect(csv.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    expect(csv.split('\r\n')).toHaveLength(1 + 5 + 1);
  });

  test('the first columns are those that the contract fixes', () => {
    expect(configurationColumns.slice(0, 31).join(', ')).toBe(
      'run, started_at, device, device_key, driver, platform, kernel, source_sha256, build_options, ' +
        'global_x, global_y, global_z, launched_x, launched_y, launched_z, local_x, local_y, local_z, ' +
        'local_is_null, outcome, reason, time_source, n, median_ns, min_ns, mean_ns, sd_ns, q1_ns, q3_ns, ' +
        'gflops, gbps',
    );
  });

  test('reads back to exactly the figures of the result rows', () => {
    const rows = resultRows(run);
    configurations().forEach((cells, index) => {
      const row = rows[index];
      expect(cells).toMatchObject({
        run: run.header.run,
        device_key: row?.device.key,
        n: row?.summary.n,
        median_ns: row?.summary.median,
        mean_ns: row?.summary.mean,
        sd_ns: row?.summary.sd,
        q1_ns: row?.summary.q1,
        ci_low_ns: row?.summary.ciLow,
        mad_ns: row?.summary.mad,
        build_ns: row?.buildNs,
        first_launch_ns: row?.firstLaunchNs,
      });
      const rate = row?.summary.flopsRate ?? null;
      expect(cells.gflops).toBe(rate === null ? null : rate / 1e9);
    });
  });

  test('writes NULL as empty local cells and true, and what the driver chose', () => {
    expect(configurations()[3]).toMatchObject({
      local_x: null,
      local_y: null,
      local_z: null,
      local_is_null: true,
      chosen_x: 256,
      chosen_y: 1,
      chosen_z: 1,
      time_source: 'wall',
    });
  });

  test('fills unused dimensions with 1', () => {
    expect(configurations()[0]).toMatchObject({
      local_x: 64,
      local_y: 1,
      local_z: 1,
      local_is_null: false,
      global_x: 1048576,
      global_y: 1,
      chosen_x: null,
    });
  });

  test('leaves empty what is undefined, and keeps outcome and reason of every row', () => {
    const rows = configurations();
    expect(rows[1]).toMatchObject({
      outcome: 'skipped',
      reason: 'exceeds-device-limit',
      n: 0,
      median_ns: null,
      in_tie_set: null,
      verified: null,
    });
    expect(rows[2]).toMatchObject({ outcome: 'failed', reason: 'wrong-result', median_ns: 5 });
    expect(rows[4]).toMatchObject({ outcome: null, time_source: 'batch', batch_k: 16 });
  });

  test('says how it was measured', () => {
    expect(configurations()[0]).toMatchObject({
      restore: 'partial',
      cache_mode: 'cold',
      lane_shared: false,
      stop_reason: 'fixed',
      verified: true,
      build_options: '-DX="a,b"',
      app_version: '0.1.0',
      args_json: '[]',
    });
  });

  test('puts the runs one after the other', () => {
    const other = buildRun('64: 7 8 9', { header: { run: 'other' } });
    const read = parseConfigurationsCsv(configurationsCsv([run, other]));
    expect(read.ok && read.value.map((row) => row.run).at(-1)).toBe('other');
    expect(configurationsCsv([])).toBe(`${configurationColumns.join(',')}\r\n`);
  });
});

describe('shares of the measured peak', () => {
  const figure = (rate: number): PeakFigure => ({
    rate,
    width: 4,
    local: [64],
    work: 1,
    medianNs: 1,
    timeSource: 'event',
  });
  const [device] = run.devices;
  const peak = {
    deviceKey: device?.device.key ?? '',
    device: 'A',
    driver: device?.device.driver ?? '',
    measuredAt: '2026-11-29T21:30:16.000Z',
    appVersion: '0.1.0',
    bandwidth: figure(200e12),
    compute: null,
  };
  const withPeaks = { ...run, header: { ...run.header, peaks: [peak] } };

  test('stand in the last columns and read back to the same numbers', () => {
    const csv = configurationsCsv([{ ...withPeaks, devices: structuredClone(run.devices) }]);
    expect(csv.split('\r\n')[0]?.endsWith('app_version,peak_gflops_share,peak_gbps_share')).toBe(
      true,
    );
    const read = parseConfigurationsCsv(csv);
    const [first] = read.ok ? read.value : [];
    expect(first?.peak_gbps_share).toBe(((first?.gbps ?? 0) * 1e9) / 200e12);
    expect(first?.peak_gbps_share).toBeGreaterThan(0.1);
    expect(first?.peak_gflops_share).toBeNull();
  });

  test('are empty where no peak is known, and null in files from before the columns', () => {
    expect(configurations()[0]?.peak_gbps_share).toBeNull();
    const older = configurationsCsv([run]).replaceAll(/,[^,]*,[^,]*\r\n/g, '\r\n');
    const read = parseConfigurationsCsv(older);
    expect(read.ok && read.value[0]?.peak_gbps_share).toBeNull();
  });
});

describe('launchesCsv', () => {
  const launches = () => {
    const read = parseLaunchesCsv(launchesCsv([run]));
    if (!read.ok) throw new Error(read.error.message);
    return read.value;
  };

  test('has one row per sample with its round and its place in the round', () => {
    const rows = launches().filter((row) => row.local_x === 64);
    expect(rows.map((row) => [row.round, row.index, row.run_ns])).toEqual([
      [0, 0, 100],
      [0, 1, 101],
      [1, 0, 103],
      [1, 1, 107],
      [2, 0, 99],
      [3, 0, 102],
      [3, 1, 101],
      [4, 0, 100],
      [5, 0, 104],
      [5, 1, 350],
    ]);
    expect(rows.filter((row) => row.outlier).map((row) => row.run_ns)).toEqual([350]);
    expect(rows[0]).toMatchObject({ queue_ns: 1500, submit_ns: 2500, wall_ns: 9100, batch_k: 1 });
  });

  test('leaves empty the times that the driver could not give', () => {
    expect(launches().find((row) => row.local_is_null)).toMatchObject({
      queue_ns: null,
      submit_ns: null,
      time_source: 'wall',
    });
  });

  test('carries the columns of the contract', () => {
    expect(launchesCsv([run]).split('\r\n')[0]).toBe(launchColumns.join(','));
    expect(launchColumns.join(', ')).toBe(
      'run, device_key, kernel, local_x, local_y, local_z, local_is_null, round, index, queue_ns, ' +
        'submit_ns, run_ns, wall_ns, time_source, batch_k, outlier',
    );
  });
});

describe('cells that a spreadsheet could run', () => {
  const hostile = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '＝1', "'=1", "''@x"];

  test.each(hostile)('%j is guarded and comes back as it was', (cell) => {
    expect(guardText(cell)).toBe(`'${cell}`);
    expect(unguardText(guardText(cell))).toBe(cell);
  });

  test('names from drivers and specs are guarded in the file', () => {
    const csv = configurationsCsv([
      buildRun('device =cmd()\n64: 1 2 3', {
        spec: { buildOptions: '-DN=1\n"x",y', kernel: '@k' },
      }),
    ]);
    expect(csv).toContain("'=cmd()");
    expect(csv).not.toMatch(/(^|,)"?[=+@\t]/m);
    const read = parseConfigurationsCsv(csv);
    expect(read.ok && read.value[0]).toMatchObject({
      device: '=cmd()',
      build_options: '-DN=1\n"x",y',
      kernel: '@k',
    });
  });

  test('negative numbers stay numbers', () => {
    const odd = buildRun('64: -5 -6 -7');
    expect(launchesCsv([odd])).toContain(',-5,');
    const read = parseLaunchesCsv(launchesCsv([odd]));
    expect(read.ok && read.value[0]?.run_ns).toBe(-5);
  });

  test('any text and any number come back as they were', () => {
    const anyText = fc.oneof(
      fc.string({ minLength: 1 }),
      fc.constantFrom(...hostile, ' a ', '"', ',\r\n'),
    );
    fc.assert(
      fc.property(
        anyText,
        anyText,
        fc
          .double({ noNaN: true, noDefaultInfinity: true })
          .filter((value) => !Object.is(value, -0)),
        (kernel, driver, wallNs) => {
          const base = buildRun('64: 1 2 3', { spec: { kernel } });
          const device = base.devices[0];
          if (device === undefined) throw new Error('no device');
          const named = {
            ...base,
            devices: [{ ...device, buildNs: wallNs, device: { ...device.device, driver } }],
          };
          const read = parseConfigurationsCsv(configurationsCsv([named]));
          if (!read.ok) throw new Error(read.error.message);
          expect(read.value[0]).toMatchObject({ kernel, driver, build_ns: wallNs });
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe('reading CSV', () => {
  const good = configurationsCsv([run]);
  const message = (csv: string): string => {
    const read = parseConfigurationsCsv(csv);
    return read.ok ? '' : `${read.error.code}: ${read.error.message}`;
  };

  test('accepts a byte order mark, bare line feeds, other column orders and unknown columns', () => {
    expect(parseConfigurationsCsv(`\uFEFF${good.replaceAll('\r\n', '\n')}`).ok).toBe(true);
    const lines = good.trimEnd().split('\r\n');
    const swapped = lines.map((line, at) => `${at === 0 ? 'later' : 'x'},${line}`).join('\r\n');
    const read = parseConfigurationsCsv(swapped);
    expect(read.ok && read.value[0]?.median_ns).toBe(101.5);
  });

  test('accepts a file without the columns that came later', () => {
    const cut = configurationColumns.indexOf('ci_low_ns');
    const csv = `${configurationColumns.slice(0, cut).join(',')}\r\n${Array(cut).fill('').join(',')}\r\n`;
    const read = parseConfigurationsCsv(csv);
    expect(read.ok && read.value[0]).toMatchObject({ median_ns: null, ci_low_ns: null });
  });

  test('names what is missing, broken or of the wrong kind, and where', () => {
    expect(message('')).toContain('run-unreadable: The CSV is empty');
    expect(message('a,b\r\n1,2\r\n')).toContain('lacks the column run');
    expect(message(good.replace(/\r\n[^\r]*/, '\r\nshort,row'))).toContain(
      'Row 2 of the CSV has 2 cells',
    );
    expect(message(`${good}"open`)).toContain('broken near row');
    const [head = '', first = ''] = configurationsCsv([buildRun('64: 1 2 3')]).split('\r\n');
    const place = configurationColumns.indexOf('median_ns');
    const withMedian = (cell: string) =>
      `${head}\r\n${first.split(',').with(place, cell).join(',')}\r\n`;
    expect(message(withMedian('12'))).toBe('');
    for (const cell of ['twelve', '0x10', 'Infinity', 'NaN', '1e999', '1,5', ' 12']) {
      expect(message(withMedian(cell.includes(',') ? `"${cell}"` : cell))).toContain(
        'Row 2, column median_ns of the CSV is',
      );
    }
  });

  test('refuses a column that comes twice', () => {
    const [head = '', first = ''] = good.split('\r\n');
    expect(message(`${head},run\r\n${first},x\r\n`)).toContain('column run twice');
  });

  test('refuses too many columns and does not read beyond its bounds', () => {
    const wide = Array.from({ length: csvLimits.columns + 1 }, (_, i) => `c${i}`).join(',');
    expect(message(`${wide}\r\n`)).toContain('columns; at most');
  });

  test('is not fooled by names of object members', () => {
    expect(message('__proto__,constructor\r\n1,2\r\n')).toContain('lacks the column');
  });

  test('never throws', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), fc.nat(good.length), (junk, at) => {
        parseConfigurationsCsv(junk);
        parseLaunchesCsv(`${good.slice(0, at)}${junk}${good.slice(at)}`);
        parseConfigurationsCsv(`${good.slice(0, at)}${junk}${good.slice(at)}`);
      }),
      { numRuns: 200 },
    );
  });
});

test('a table is made in parts of some thousand rows, which together are the table', () => {
  const times = Array.from({ length: 2500 }, (_, at) => 100 + (at % 7));
  const long = buildRun(`16: ${times.join(' ')}\n32: 5 | 6`, {});
  const parts = [...launchesCsvParts([long, run])];
  const rows = parts.map((part) => part.trimEnd().split('\r\n').length);
  expect(rows[0]).toBe(1);
  expect(Math.max(...rows)).toBe(2000);
  expect(parts.every((part) => part.endsWith('\r\n'))).toBe(true);
  const read = parseLaunchesCsv(parts.join(''));
  expect(read.ok && read.value.slice(0, 2500).map(({ run_ns }) => run_ns)).toEqual(times);
  expect(parts.join('')).toBe(launchesCsv([long, run]));
});
