/** `ndrange find` as a process, on the CPU devices of this machine. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Papa from 'papaparse';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { foldEvents } from '@shared/domain/run';
import type { RunEvent } from '@shared/domain/run-event';
import { reportSearch } from '@shared/domain/search/search-report';
import { runCli, type CliResult } from '../../support/cli-process';

let dir: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'ndrange-find-'));
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const find = (...args: readonly string[]): Promise<CliResult> =>
  runCli([
    'find',
    'kernels/vector-add.sweep.json',
    '--global',
    '4096',
    ...args,
    '--runs-dir',
    join(dir, 'runs'),
  ]);
const short = ['--device', 'portable', '--max-samples', '12'];

describe('ndrange find', () => {
  it('says what to use, what that cost, and why each other candidate was not measured', async () => {
    const csv = join(dir, 'a.csv');
    const { code, stdout } = await find(
      ...short,
      '--add',
      '48,auto',
      '--forbid',
      '256',
      '--csv',
      csv,
    );
    expect(code).toBe(0);
    expect(stdout).toMatch(/launches on \d+ of \d+ candidates: [\d.]+\s% of the/);
    expect(stdout).toMatch(/ 64 .*tried first/);
    expect(stdout).toMatch(/ NULL .*tried first/);
    expect(stdout).toMatch(/^skipped: forbidden by the user: 256$/m);
    expect(stdout).toMatch(/^skipped: not needed for the search: /m);
    const { data } = Papa.parse<Record<string, string>>(readFileSync(csv, 'utf8'), {
      header: true,
      skipEmptyLines: true,
    });
    // Multiples of 8 or 16 up to 4096, 48 among them, and NULL.
    expect(data.length).toBeGreaterThan(25);
    expect(data.every(({ outcome }) => outcome === 'measured' || outcome === 'skipped')).toBe(true);
    expect(data.find(({ local_x: x }) => x === '256')).toMatchObject({
      reason: 'forbidden',
      n: '0',
    });
  });

  it('tells its steps as events, and is resumed like any run', async () => {
    const { code, stdout } = await find(...short, '--json');
    expect(code).toBe(0);
    const events = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as RunEvent);
    const run = foldEvents(events);
    const [device] = run?.devices ?? [];
    const report = run === null || device === undefined ? null : reportSearch(run, device);
    expect(report?.steps[0]?.configurations).toEqual(['64', '128', '256', '512']);
    expect(report?.candidates.every(({ row }) => row.outcome !== null)).toBe(true);
    const again = await runCli(['resume', run?.header.run ?? '', '--runs-dir', join(dir, 'runs')]);
    expect(again.code).toBe(2);
    expect(again.stderr).toContain('is complete');
  });

  it.each([
    [['--samples', '5'], '--samples'],
    [['--local', '64'], '--local'],
    [['--add', '64', '--forbid', '32,64'], '--add and --forbid both name 64'],
    [['--add', '8x8'], '8x8'],
  ])('refuses what a search cannot use: %j', async (flags, said) => {
    const { code, stdout, stderr } = await find(...flags);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(said);
  });
});
