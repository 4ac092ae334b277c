/**
 * What happens to the disk while a sweep runs: it fills up, the folder goes away, or nothing can be written from
 * the start. Said once, with what to do; what was measured is kept, and the run is resumed. Real small file
 * systems, where this process may mount them.
 */
import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { foldEvents } from '@shared/domain/run';
import type { RunEvent } from '@shared/domain/run-event';
import { readRunFile } from '@main/store/read-run';
import { countDuplicates } from '../support/fault-run';
import { runCli, startCli, type CliResult } from '../support/cli-process';

const kibibyte = 1024;
let dir: string;
let kernel: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'ndrange-disk-'));
  kernel = join(dir, 'good.cl');
  writeFileSync(
    kernel,
    '__kernel void good(__global float *y, const uint n) { if (get_global_id(0) < n) y[get_global_id(0)] = 1; }',
  );
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const mount = (folder: string, options: string): boolean =>
  spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]).status === 0;
const unmount = (folder: string): void => void spawnSync('umount', [folder]);
/** A user name space or a container without the right to mount cannot make a small disk. */
const canMount = ((): boolean => {
  if (process.platform !== 'linux') return false;
  const folder = mkdtempSync(join(tmpdir(), 'ndrange-mount-'));
  const can = mount(folder, 'size=64k');
  if (can) unmount(folder);
  rmSync(folder, { recursive: true, force: true });
  return can;
})();

const sweepArguments = (runs: string, samples: string): readonly string[] => [
  'sweep',
  kernel,
  ...['--device', 'Portable', '--global', '16384', '--local', '16,64', '--samples', samples],
  ...['--runs-dir', runs],
];
const times = (text: string, part: string): number => text.split(part).length - 1;
const all = ({ stdout, stderr }: CliResult): string => stdout + stderr;
const eventsOf = async (path: string): Promise<readonly RunEvent[]> => {
  const read = await readRunFile(path);
  if (!read.ok) throw new Error(read.error.message);
  return read.value.events;
};
const samplesIn = (events: readonly RunEvent[]): number =>
  events.reduce((sum, one) => sum + (one.type === 'visit' ? one.samples.runNs.length : 0), 0);
/** The only run of a folder. */
const runIn = (folder: string): string =>
  readdirSync(folder)
    .find((name) => name.endsWith('.ndrun'))
    ?.slice(0, -'.ndrun'.length) ?? '';

describe.runIf(canMount)('a disk of its own', () => {
  it('that fills up in mid-run is said once, keeps what was measured, and the run is resumed', async () => {
    const disk = join(dir, 'full');
    mkdirSync(disk);
    mount(disk, 'size=256k');
    try {
      const ballast = join(disk, 'ballast');
      writeFileSync(ballast, Buffer.alloc(220 * kibibyte));
      const full = await runCli(sweepArguments(disk, '1500'));
      const run = runIn(disk);
      expect(full.code).toBe(1);
      expect(times(all(full), 'disk is full')).toBe(1);
      expect(full.stderr).toMatch(new RegExp(`disk is full.*kept\\.\\n.*ndrange resume ${run}\\b`));
      const before = await eventsOf(join(disk, `${run}.ndrun`));
      expect(samplesIn(before)).toBeGreaterThan(0);

      rmSync(ballast);
      const resumed = await runCli(['resume', run, '--runs-dir', disk]);
      expect(resumed.code).toBe(0);
      const events = await eventsOf(join(disk, `${run}.ndrun`));
      expect(foldEvents(events)?.phase).toBe('finished');
      expect(events.slice(0, before.length)).toEqual(before);
      expect([samplesIn(events), countDuplicates(events)]).toEqual([3000, 0]);
    } finally {
      unmount(disk);
    }
  });

  it('that is full from the start, or may not be written, is said before anything is launched', async () => {
    const disk = join(dir, 'closed');
    mkdirSync(disk);
    mount(disk, 'size=64k');
    try {
      const ballast = join(disk, 'ballast');
      writeFileSync(ballast, '');
      expect(() => appendFileSync(ballast, Buffer.alloc(128 * kibibyte))).toThrow(/ENOSPC/);
      const full = await runCli(sweepArguments(disk, '2'));
      expect([full.code, times(all(full), 'disk is full')]).toEqual([2, 1]);
      expect(full.stderr).not.toMatch(/resume|built in/);
      expect(readdirSync(disk)).toEqual(['ballast']);

      spawnSync('mount', ['-o', 'remount,ro', disk]);
      const readOnly = await runCli(sweepArguments(disk, '2'));
      expect([readOnly.code, times(all(readOnly), 'read-only file system')]).toEqual([2, 1]);
      expect(readOnly.stderr).not.toMatch(/built in/);
    } finally {
      unmount(disk);
    }
  });
});

describe.runIf(process.platform === 'linux')('a runs folder', () => {
  it('that is deleted in mid-run ends the run with a sentence and leaves no worker', async () => {
    const folder = join(dir, 'deleted');
    const cli = startCli([...sweepArguments(folder, '100000'), '--json']);
    await cli.saw('"type":"visit"');
    rmSync(folder, { recursive: true, force: true });
    const gone = await cli.result;
    expect(gone.code).toBe(1);
    expect(times(gone.stderr, 'was deleted while the run was being written')).toBe(1);
    expect(gone.stderr).toMatch(/Start the sweep again/);
    expect(existsSync(folder)).toBe(false);
  });
});
