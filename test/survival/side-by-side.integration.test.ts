/** Two programs on one runs folder: both measure, and of two that want to go on with the same run one does. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { foldEvents } from '@shared/domain/run';
import type { RunEvent } from '@shared/domain/run-event';
import { readRunFile } from '@main/store/read-run';
import { runCli, startCli } from '../support/cli-process';
import { countDuplicates } from '../support/fault-run';

let dir: string;
let kernel: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'ndrange-beside-'));
  kernel = join(dir, 'good.cl');
  writeFileSync(
    kernel,
    '__kernel void good(__global float *y, const uint n) { if (get_global_id(0) < n) y[get_global_id(0)] = 1; }',
  );
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const sweepArguments = (folder: string, samples: string): readonly string[] => [
  'sweep',
  kernel,
  ...['--device', 'Portable', '--global', '16384', '--local', '16,64', '--samples', samples],
  ...['--runs-dir', folder, '--json'],
];
const runsIn = (folder: string): readonly string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.ndrun'))
    .map((name) => name.slice(0, -'.ndrun'.length));
const eventsOf = async (folder: string, run: string): Promise<readonly RunEvent[]> => {
  const read = await readRunFile(join(folder, `${run}.ndrun`));
  if (!read.ok) throw new Error(read.error.message);
  return read.value.events;
};
const samplesIn = (events: readonly RunEvent[]): number =>
  events.reduce((sum, one) => sum + (one.type === 'visit' ? one.samples.runNs.length : 0), 0);

describe('two command lines', () => {
  it('measure into one folder at the same time', async () => {
    const folder = join(dir, 'both');
    const ended = await Promise.all([1, 2].map(() => runCli(sweepArguments(folder, '40'))));
    expect(ended.map(({ code }) => code)).toEqual([0, 0]);
    const runs = runsIn(folder);
    expect(runs).toHaveLength(2);
    for (const run of runs) {
      const events = await eventsOf(folder, run);
      expect(foldEvents(events)?.phase).toBe('finished');
      expect([samplesIn(events), countDuplicates(events)]).toEqual([80, 0]);
    }
    expect(readdirSync(folder)).toHaveLength(2);
  });

  it('that resume one run: one does, the other is told that it is being measured', async () => {
    const folder = join(dir, 'one');
    const cut = startCli(sweepArguments(folder, '100000'));
    await cut.saw('"type":"visit"');
    cut.signalGroup('SIGKILL');
    await cut.result;
    const [run = ''] = runsIn(folder);

    const resume = ['resume', run, '--runs-dir', folder, '--json'];
    const first = startCli(resume);
    await first.saw('"type":"visit"');
    const second = await runCli(resume);
    expect(second.code).toBe(2);
    expect(second.stderr).toMatch(new RegExp(`The run ${run} is still being measured\\.`));
    expect(second.stderr).toMatch(/Wait for its end/);
    expect(second.stdout).toBe('');
    // The first one has not been disturbed.
    const before = samplesIn(await eventsOf(folder, run));
    await expect
      .poll(async () => samplesIn(await eventsOf(folder, run)), { timeout: 30_000 })
      .toBeGreaterThan(before);
    first.signalGroup('SIGINT');
    expect((await first.result).code).toBe(130);
    const events = await eventsOf(folder, run);
    expect([foldEvents(events)?.phase, countDuplicates(events)]).toEqual(['cancelled', 0]);
    expect(readdirSync(folder)).toEqual([`${run}.ndrun`]);
  });

  it('that resume one run at the same moment: never both', async () => {
    const folder = join(dir, 'moment');
    const cut = startCli(sweepArguments(folder, '1500'));
    await cut.saw('"type":"visit"');
    cut.signalGroup('SIGKILL');
    await cut.result;
    const [run = ''] = runsIn(folder);
    const ended = await Promise.all(
      [1, 2].map(() => runCli(['resume', run, '--runs-dir', folder, '--json'])),
    );
    // The slower one may come when the first is done: then there is nothing left to do.
    expect(ended.map(({ code }) => code).toSorted()).toEqual([0, 2]);
    const refused = ended.find(({ code }) => code === 2);
    expect(refused?.stderr).toMatch(/is still being measured|is complete/);
    const events = await eventsOf(folder, run);
    expect(foldEvents(events)?.phase).toBe('finished');
    expect([samplesIn(events), countDuplicates(events)]).toEqual([3000, 0]);
  });
});
