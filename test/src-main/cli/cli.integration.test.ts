import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Papa from 'papaparse';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DeviceListing } from '@shared/domain/device';
import type { RunComparison } from '@shared/domain/compare';
import { pooledSamples } from '@shared/domain/pooled';
import { foldEvents } from '@shared/domain/run';
import type { RunEvent } from '@shared/domain/run-event';
import type { Run } from '@shared/domain/run-types';
import { summarize } from '@shared/domain/statistics';
import { readRunFile } from '@main/store/read-run';
import { runCli, startCli, type CliResult } from '../../support/cli-process';

let dir: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'ndrange-cli-'));
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const runs = (): readonly string[] => ['--runs-dir', join(dir, 'runs')];
const sweep = (...args: readonly string[]): Promise<CliResult> =>
  runCli(['sweep', ...args, ...runs()]);
const eventsOf = (stdout: string): readonly RunEvent[] =>
  stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as RunEvent);
const runOf = (stdout: string): Run => {
  const run = foldEvents(eventsOf(stdout));
  if (run === null) throw new Error('no run');
  return run;
};
const outcomes = (run: Run, device: number): readonly string[] =>
  (run.devices[device]?.configurations ?? []).map(({ configuration, outcome }) =>
    outcome === null || outcome.kind === 'measured'
      ? `${configuration.id} ${outcome?.kind ?? 'open'}`
      : `${configuration.id} ${outcome.kind} ${outcome.reason}`,
  );
const rowsOf = (path: string): readonly Record<string, string>[] =>
  Papa.parse<Record<string, string>>(readFileSync(path, 'utf8'), {
    header: true,
    skipEmptyLines: true,
  }).data;
const childrenOf = (pid: number): readonly number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);
/** An ended process that nobody has collected yet is not alive. */
const isAlive = (pid: number): boolean => {
  try {
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
};
const hostile = (name: string): string => join('test/fixtures/kernels', `${name}.cl`);

describe('ndrange devices', () => {
  it('lists PoCL and rusticl with their limits', async () => {
    const { code, stdout } = await runCli(['devices']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/pthread|basic|cpu/i);
    expect(stdout).toContain('llvmpipe');
    const json = await runCli(['devices', '--json']);
    const listing = JSON.parse(json.stdout) as DeviceListing;
    expect(listing.devices).toHaveLength(2);
    expect(new Set(listing.devices.map(({ resource }) => resource))).toEqual(new Set(['cpu']));
  });

  it('without OpenCL says so and what to do, with exit code 3', async () => {
    const { code, stderr } = await runCli(['devices'], {
      OCL_ICD_VENDORS: join(dir, 'nowhere'),
      OPENCL_VENDOR_PATH: join(dir, 'nowhere'),
    });
    expect(code).toBe(3);
    expect(stderr.split('\n').filter((line) => line !== '').length).toBeGreaterThanOrEqual(2);
    expect(stderr).not.toMatch(/ {4}at /);
  });
});

describe('ndrange sweep', () => {
  it('measures SAXPY on both devices, and CSV, log and events hold the same numbers', async () => {
    const csv = join(dir, 'saxpy.csv');
    const samplesCsv = join(dir, 'saxpy-launches.csv');
    const { code, stdout } = await sweep(
      'kernels/saxpy.sweep.json',
      ...['--samples', '6', '--arg', 'iter_count=2', '--json'],
      ...['--csv', csv, '--samples-csv', samplesCsv],
    );
    expect(code).toBe(0);
    const run = runOf(stdout);
    expect(run.phase).toBe('finished');
    for (const device of [0, 1]) {
      expect(outcomes(run, device)).toEqual(
        ['16', '32', '64', '128', '256', '512', '1024', 'auto'].map((id) => `${id} measured`),
      );
    }
    const log = await readRunFile(join(dir, 'runs', `${run.header.run}.ndrun`));
    expect(log.ok && log.value.events).toEqual(eventsOf(stdout));

    const rows = rowsOf(csv);
    const states = run.devices.flatMap((device) => device.configurations);
    expect(rows).toHaveLength(16);
    rows.forEach((row, at) => {
      const state = states[at];
      if (state === undefined) throw new Error('more rows than configurations');
      const samples = pooledSamples(state);
      expect(samples).toHaveLength(6);
      expect(Number(row['median_ns'])).toBe(summarize(samples).median);
      expect(Number(row['min_ns'])).toBe(Math.min(...samples));
      expect(row['outcome']).toBe('measured');
    });
    expect(new Set(rows.map((row) => row['time_source']))).toEqual(new Set(['event', 'wall']));
    const launches = rowsOf(samplesCsv);
    expect(launches.map((row) => Number(row['run_ns']))).toEqual(states.flatMap(pooledSamples));

    const self = await runCli(['compare', run.header.run, run.header.run, '--json', ...runs()]);
    expect(self.code).toBe(0);
    const pairs = (JSON.parse(self.stdout) as RunComparison).pairs;
    expect(pairs.flatMap(({ sizes }) => sizes.map(({ word }) => word))).toHaveLength(16);
    expect(pairs.flatMap(({ sizes }) => sizes.map(({ word }) => word))).not.toContain('faster');

    const again = join(dir, 'again.csv');
    const exported = await runCli(['export', run.header.run, '--csv', again, ...runs()]);
    expect(exported.code).toBe(0);
    expect(readFileSync(again, 'utf8')).toBe(readFileSync(csv, 'utf8'));
  });

  it('measures the 2-D transpose with shapes and shows a table with a verdict', async () => {
    const { code, stdout } = await sweep(
      'kernels/transpose-naive.sweep.json',
      ...['--local', '8x8,16x16,32x8,auto', '--global', '512x512', '--samples', '6'],
      ...['--device', 'Portable'],
    );
    expect(code).toBe(0);
    expect(stdout).toMatch(/8×8 .*measured[\s\S]*16×16 .*measured[\s\S]*32×8 .*measured/);
    expect(stdout).toMatch(/lowest median/);
  });

  it('loses only the size that crashes', async () => {
    const { code, stdout } = await sweep(
      hostile('oob-at-size-128'),
      ...['--global', '65536', '--samples', '4', '--local', '64,128,256,auto', '--json'],
    );
    expect(code).toBe(1);
    const run = runOf(stdout);
    for (const device of [0, 1]) {
      expect(outcomes(run, device)).toEqual([
        '64 measured',
        '128 failed crashed',
        '256 measured',
        'auto measured',
      ]);
    }
  });

  it('stops a size that never ends after --timeout, and measures the others', async () => {
    const { code, stdout } = await sweep(
      hostile('endless-at-size-512'),
      ...['--global', '65536', '--samples', '4', '--local', '64,512,auto', '--timeout', '2'],
      ...['--device', 'portable', '--json'],
    );
    expect(code).toBe(1);
    const run = runOf(stdout);
    expect(outcomes(run, 0)).toEqual(['64 measured', '512 failed timed-out', 'auto measured']);
    const seconds = (run.wallNs ?? 0) / 1e9;
    expect(seconds).toBeLessThan(20);
  });

  it.each(['SIGINT', 'SIGTERM'] as const)(
    'is cancelled by %s: exit code 130, the log whole, no worker left',
    async (signal) => {
      const own = mkdtempSync(join(dir, 'cancel-'));
      const cli = startCli([
        'sweep',
        'kernels/saxpy.sweep.json',
        ...['--device', '0', '--json', '--runs-dir', own],
      ]);
      await cli.saw('"type":"visit"');
      cli.signalGroup(signal);
      const { code, stdout } = await cli.result;
      expect(code).toBe(130);
      const run = runOf(stdout);
      expect(run.phase).toBe('cancelled');
      expect(run.devices[0]?.configurations.every(({ outcome }) => outcome !== null)).toBe(true);
      expect(readdirSync(own).filter((name) => name.endsWith('.writing'))).toEqual([]);
      const log = await readRunFile(join(own, `${run.header.run}.ndrun`));
      expect(log.ok && log.value.events).toEqual(eventsOf(stdout));
    },
  );

  it('ends at once at the second Ctrl-C, workers included', async () => {
    const own = mkdtempSync(join(dir, 'twice-'));
    const cli = startCli([
      'sweep',
      hostile('endless'),
      ...['--device', '0', '--runs-dir', own, '--global', '65536', '--local', '16'],
    ]);
    await cli.saw('built in');
    const workers = childrenOf(cli.process.pid ?? 0);
    expect(workers.length).toBeGreaterThan(0);
    cli.signalGroup('SIGINT');
    await cli.saw('Cancelling');
    cli.signalGroup('SIGINT');
    expect((await cli.result).code).toBe(130);
    await expect.poll(() => workers.filter(isAlive)).toEqual([]);
  });

  it('leaves a readable, interrupted run when it is killed, and resume goes on with it', async () => {
    const own = mkdtempSync(join(dir, 'killed-'));
    const cli = startCli([
      'sweep',
      'kernels/saxpy.sweep.json',
      ...['--device', '0', '--json', '--runs-dir', own],
    ]);
    await cli.saw('"type":"visit"');
    cli.process.kill('SIGKILL');
    const { stdout } = await cli.result;
    const told = stdout.slice(0, stdout.lastIndexOf('\n') + 1);
    const [file = ''] = readdirSync(own).filter((name) => name.endsWith('.ndrun'));
    const log = await readRunFile(join(own, file));
    if (!log.ok) throw new Error(log.error.message);
    // Everything that was told is in the log.
    expect(log.value.events.slice(0, eventsOf(told).length)).toEqual(eventsOf(told));
    const listed = await runCli(['runs', '--json', '--runs-dir', own]);
    expect(JSON.parse(listed.stdout)).toMatchObject([{ phase: 'interrupted', problem: null }]);

    const resumed = startCli(['resume', file.replace('.ndrun', ''), '--json', '--runs-dir', own]);
    await resumed.saw('"type":"visit"');
    resumed.signalGroup('SIGINT');
    const went = await resumed.result;
    expect(went.code).toBe(130);
    const whole = await readRunFile(join(own, file));
    if (!whole.ok) throw new Error(whole.error.message);
    const { events } = whole.value;
    expect(events.slice(0, log.value.events.length)).toEqual(log.value.events);
    expect(events.slice(log.value.events.length)).toEqual(eventsOf(went.stdout));
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, at) => at));
  });
});

describe('what cannot be used', () => {
  const bad: readonly (readonly [string, readonly string[], string, number])[] = [
    ['an empty source', [hostile('empty')], 'empty.cl', 2],
    ['a source without a kernel', [hostile('no-kernel')], 'no-kernel.cl', 2],
    ['several kernels and none named', [hostile('two-kernels')], 'two-kernels.cl', 2],
    ['an unknown kernel', ['kernels/saxpy.cl', '--kernel', 'nope'], 'nope', 2],
    ['a missing file', ['none.cl'], 'none.cl', 2],
    ['size 0', ['kernels/saxpy.cl', '--local', '0'], '0', 2],
    ['a negative size', ['kernels/saxpy.cl', '--local=-16'], '-16', 2],
    ['a size that is no number', ['kernels/saxpy.cl', '--local', 'NaN'], 'NaN', 2],
    ['a huge size', ['kernels/saxpy.cl', '--local', '99999999999'], '99999999999', 2],
    ['a shape of other dimensions', ['kernels/saxpy.cl', '--local', '8x8'], '8x8', 2],
    [
      'a global size that overflows',
      ['kernels/saxpy.cl', '--global', '2147483647x2147483647'],
      '2147483647',
      2,
    ],
    ['an unknown argument', ['kernels/saxpy.cl', '--arg', 'zz=1'], 'zz', 2],
    ['a value that does not fit', ['kernels/saxpy.cl', '--arg', 'n=much'], 'much', 2],
    ['an unwritable CSV', ['kernels/saxpy.cl', '--csv', '/proc/none/a.csv'], '/proc/none/a.csv', 2],
    [
      'a runs folder that cannot be made',
      ['kernels/saxpy.cl', '--runs-dir', '/proc/none'],
      '/proc/none',
      2,
    ],
    ['an unknown device', ['kernels/saxpy.cl', '--device', 'nowhere'], 'nowhere', 3],
  ];
  it.each(bad)('%s is named, without a stack trace and before the first launch', async (...row) => {
    const [, args, named, expected] = row;
    const own = args.includes('--runs-dir') ? [] : ['--runs-dir', join(dir, 'none')];
    const { code, stdout, stderr } = await runCli(['sweep', ...args, ...own]);
    expect(stderr).toContain(named);
    expect(code).toBe(expected);
    expect(stdout).toBe('');
    expect(stderr).not.toMatch(/ {4}at /);
  });

  it.each([
    [['frobnicate'], 'frobnicate'],
    [['export', 'nothing', '--csv', join(tmpdir(), 'x.csv')], 'nothing'],
    [['export', 'nothing'], '--csv'],
  ])('%j is named', async (args, named) => {
    const { code, stderr } = await runCli(args, { NDRANGE_RUNS_DIR: join(dir, 'empty') });
    expect(code).toBe(2);
    expect(stderr).toContain(named);
  });

  it('takes a BOM, CRLF, non-ASCII comments and duplicate sizes as they are meant', async () => {
    const path = join(dir, 'odd.cl');
    writeFileSync(
      path,
      '\uFEFF// Größe 测试\r\n__kernel void a(__global float *x) {\r\n  x[get_global_id(0)] = 1.0f;\r\n}\r\n',
    );
    const { code, stdout } = await sweep(
      path,
      ...['--global', '4096', '--local', '16,16,32', '--samples', '2', '--device', '0', '--json'],
    );
    expect(code).toBe(0);
    expect(outcomes(runOf(stdout), 0)).toEqual(['16 measured', '32 measured']);
  });
});
