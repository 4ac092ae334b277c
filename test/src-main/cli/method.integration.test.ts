import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Papa from 'papaparse';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunComparison } from '@shared/domain/compare';
import type { DevicePeak } from '@shared/domain/peak';
import { foldEvents } from '@shared/domain/run';
import type { RunEvent } from '@shared/domain/run-event';
import type { Run } from '@shared/domain/run-types';
import { runCli, type CliResult } from '../../support/cli-process';

let dir: string;
const runs = (): readonly string[] => ['--runs-dir', join(dir, 'runs')];
const sweep = (...args: readonly string[]): Promise<CliResult> =>
  runCli(['sweep', ...args, ...runs()]);
const runOf = (stdout: string): Run => {
  const lines = stdout.trimEnd().split('\n');
  const run = foldEvents(lines.map((line) => JSON.parse(line) as RunEvent));
  if (run === null) throw new Error('no run');
  return run;
};
const pocl = ['--device', 'portable'];

const kernels = `
__kernel void fast(__global const float *x, __global float *y) {
  const size_t i = get_global_id(0);
  y[i] = 2.0f * x[i];
}
__kernel void plain(__global const float *x, __global float *y) {
  const size_t i = get_global_id(0);
  y[i] = x[i] + x[i];
}
__kernel void other(__global const float *x, __global float *y) {
  const size_t i = get_global_id(0);
  y[i] = 3.0f * x[i];
}`;
const specFile = (name: string, reference: object): string => {
  const path = join(dir, `${name}.sweep.json`);
  const buffer = { kind: 'buffer', type: 'float', count: 'gx', init: { index: true } };
  const spec = {
    format: 'ndrange-sweep',
    version: 1,
    source: 'kernels.cl',
    kernel: 'fast',
    global: [4096],
    local: [[32], [64]],
    args: [
      { ...buffer, name: 'x', write: false },
      { ...buffer, name: 'y' },
    ],
    bytesPerItem: '8',
    reference,
  };
  writeFileSync(path, JSON.stringify(spec));
  return path;
};

beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'ndrange-method-'));
  writeFileSync(join(dir, 'kernels.cl'), kernels);
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

describe('a reference in the spec', () => {
  it('that is a kernel: right results say how close they are, wrong ones what they differ from', async () => {
    const right = await sweep(
      specFile('right', { kernel: 'plain' }),
      ...pocl,
      '--samples',
      '5',
      '--json',
    );
    expect(right.code).toBe(0);
    const [state] = runOf(right.stdout).devices[0]?.configurations ?? [];
    expect(state?.outcome).toEqual({
      kind: 'measured',
      detail: { relativeL2: 0, maxUlp: 0, against: 'kernel' },
    });
    const wrong = await sweep(specFile('wrong', { kernel: 'other' }), ...pocl, '--samples', '5');
    expect(wrong.code).toBe(1);
    expect(wrong.stdout).toContain('different from the reference kernel');
  });

  it('that is a file: its size is checked before the first launch, its values after it', async () => {
    const path = specFile('file', { file: 'y.bin', argument: 'y' });
    writeFileSync(join(dir, 'y.bin'), Buffer.alloc(100));
    const short = await sweep(path, ...pocl, '--samples', '5');
    expect(short).toMatchObject({ code: 2, stdout: '' });
    expect(short.stderr).toContain('y.bin has 100 bytes, but y has 16384');
    const doubled = Float32Array.from({ length: 4096 }, (_, at) => 2 * at);
    writeFileSync(join(dir, 'y.bin'), new Uint8Array(doubled.buffer));
    expect((await sweep(path, ...pocl, '--samples', '5')).code).toBe(0);
    rmSync(join(dir, 'y.bin'));
    expect((await sweep(path, ...pocl, '--samples', '5')).code).toBe(2);
  });
});

describe('a kernel that works in place', () => {
  it('is measured as if it were launched for the first time, and called out', async () => {
    const { code, stdout } = await sweep(
      ...['test/fixtures/kernels/in-place-decay.cl', '--global', '65536', '--local', '64'],
      ...['--arg', 'y=gx:random(900,1100)', '--samples', '5', ...pocl],
    );
    expect(code).toBe(0);
    expect(stdout).toContain('in_place_decay works in place');
  });
});

describe('what is known of a clock', () => {
  it('stands in the events, in the table with its reason, and first launches in the CSV', async () => {
    const csv = join(dir, 'a.csv');
    const args = ['kernels/vector-add.sweep.json', '--local', '64,auto', '--samples', '5'];
    const table = await sweep(...args, '--csv', csv);
    expect(table.stdout).toMatch(/event time in steps of \d+/);
    expect(table.stdout).toContain('wall clock, because');
    const { data } = Papa.parse<Record<string, string>>(readFileSync(csv, 'utf8'), {
      header: true,
      skipEmptyLines: true,
    });
    expect(data).toHaveLength(4);
    for (const row of data) {
      expect(Number(row['build_ns'])).toBeGreaterThan(0);
      expect(Number(row['first_launch_ns'])).toBeGreaterThan(Number(row['min_ns']) / 100);
      expect(row).toMatchObject({ cache_mode: 'warm', restore: 'true', stop_reason: 'fixed' });
      expect(row['verified']).toBe('true');
      if (row['local_is_null'] === 'true') expect(Number(row['chosen_x'])).toBeGreaterThan(0);
    }
    const json = await sweep(...args, ...pocl, '--json', '--cold');
    const [device] = runOf(json.stdout).devices;
    expect(device?.timer).toMatchObject({ source: 'event', reason: 'trusted' });
  });
});

describe('ndrange compare', () => {
  it('compares runs whose sizes overlap in part, and the devices of one run', async () => {
    const first = await sweep(specFile('a', { kernel: 'plain' }), '--samples', '8', '--json');
    const second = await sweep(
      ...[specFile('b', { kernel: 'plain' }), '--local', '64,128', '--samples', '8', '--json'],
    );
    const ids = [first, second].map(({ stdout }) => runOf(stdout).header.run);
    const between = await runCli(['compare', ...ids, '--json', ...runs()]);
    const { pairs } = JSON.parse(between.stdout) as RunComparison;
    expect(pairs).toHaveLength(2);
    expect(pairs[0]?.sizes.map(({ configuration }) => configuration)).toEqual(['64']);
    expect(pairs[0]).toMatchObject({ onlyA: ['32'], onlyB: ['128'] });
    const [id = ''] = ids;
    const devices = ['--device', '0', '--device', '1'];
    const own = await runCli(['compare', id, id, ...devices, '--json', ...runs()]);
    const [pair] = (JSON.parse(own.stdout) as RunComparison).pairs;
    expect(pair?.a.deviceKey).not.toBe(pair?.b.deviceKey);
    expect(pair?.sizes.map(({ word }) => word)).toEqual(['unclear', 'unclear']);
    const unknown = await runCli(['compare', id, id, '--device', 'abacus', ...runs()]);
    expect(unknown.code).toBe(2);
    expect(unknown.stderr).toContain('no device that matches "abacus"');
  });
});

describe('ndrange peak', () => {
  it('measures a device once, keeps it, and later sweeps show their share', async () => {
    const { code, stdout } = await runCli(['peak', ...pocl, '--json', ...runs()]);
    expect(code).toBe(0);
    const [peak] = JSON.parse(stdout) as readonly DevicePeak[];
    // A processor moves and computes more than a disk and less than a thousand of its kind.
    expect(peak?.bandwidth?.rate).toBeGreaterThan(1e8);
    expect(peak?.bandwidth?.rate).toBeLessThan(1e13);
    expect(peak?.compute?.rate).toBeGreaterThan(1e8);
    expect(peak?.compute?.rate).toBeLessThan(1e14);
    expect(existsSync(join(dir, 'peaks.json'))).toBe(true);
    const swept = await sweep(
      ...['kernels/vector-add.sweep.json', '--local', '256', '--samples', '5', ...pocl],
    );
    expect(swept.stdout).toContain('of the measured peak GFLOP/s');
  });
});
