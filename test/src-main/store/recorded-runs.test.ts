import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { noNotes } from '@shared/domain/run-notes';
import { recordedRunsDir } from '@main/kernels/examples';
import { withRecordedRuns } from '@main/store/recorded-runs';
import { createRunStore } from '@main/store/run-store';

const shipped = recordedRunsDir();
const [first = ''] = readdirSync(shipped).filter((name) => name.endsWith('.ndrun'));
const id = first.replace('.ndrun', '');

let dir: string;
let recordedDir: string;
const store = () =>
  withRecordedRuns(
    createRunStore(dir, () => false),
    recordedDir,
  );

beforeEach(() => {
  const base = mkdtempSync(join(tmpdir(), 'ndrange-recorded-'));
  [dir, recordedDir] = [join(base, 'runs'), join(base, 'recorded')];
  mkdirSync(dir);
  mkdirSync(recordedDir);
  copyFileSync(join(shipped, first), join(recordedDir, first));
});
afterEach(() => rmSync(join(dir, '..'), { recursive: true, force: true }));

describe('the recorded runs that ship', () => {
  it('are all readable, complete, and say which driver they come from', async () => {
    const rows = await withRecordedRuns(
      createRunStore(dir, () => false),
      shipped,
    ).list();
    expect(rows.length).toBeGreaterThanOrEqual(14);
    for (const row of rows) {
      expect(row.phase, row.run).toBe('finished');
      expect(row.recorded?.drivers.join(''), row.run).toMatch(/\d/);
      expect(row.measured + row.failed, row.run).toBeGreaterThan(0);
    }
  });

  it('are listed behind the own ones and read where they lie: nothing gets into the runs folder', async () => {
    copyFileSync(join(recordedDir, first), join(dir, '20260101-000000-own-0001.ndrun'));
    const rows = await store().list();
    expect(rows.map((row) => [row.run, row.recorded !== undefined])).toEqual([
      ['20260101-000000-own-0001', false],
      [id, true],
    ]);
    const read = await store().read(id);
    expect(read.ok && read.value[0]?.type).toBe('run-started');
    expect((await store().readPart(id, null)).ok).toBe(true);
    expect(readdirSync(dir)).toEqual(['20260101-000000-own-0001.ndrun']);
  });

  it('can be neither deleted nor annotated, and say so', async () => {
    const deleted = await store().delete(id);
    expect(!deleted.ok && deleted.error.code).toBe('recorded-run');
    const noted = await store().setNotes(id, { ...noNotes, title: 'mine' });
    expect(!noted.ok && noted.error.code).toBe('recorded-run');
    expect(readdirSync(recordedDir)).toEqual([first]);
  });

  it('give way to a run of the same name in the own folder, which is as free as any other', async () => {
    copyFileSync(join(recordedDir, first), join(dir, first));
    expect((await store().list()).map((row) => row.recorded)).toEqual([undefined]);
    expect((await store().delete(id)).ok).toBe(true);
    expect((await store().list()).map((row) => row.recorded !== undefined)).toEqual([true]);
  });

  it('lead to no file outside their folder, and a damaged or missing one is left out', async () => {
    writeFileSync(join(recordedDir, 'broken.ndrun'), 'hello\n');
    expect((await store().list()).map(({ run }) => run)).toEqual([id]);
    const outside = await store().read('../recorded/broken');
    expect(outside.ok).toBe(false);
    rmSync(recordedDir, { recursive: true });
    expect(await store().list()).toEqual([]);
  });
});
