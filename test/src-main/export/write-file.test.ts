import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkWritable, writeWholeFile } from '@main/export/write-file';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'ndrange-export-'));
});
afterEach(() => {
  chmodSync(dir, 0o755);
  rmSync(dir, { recursive: true, force: true });
});

describe('an exported file', () => {
  it('replaces the old one whole and leaves nothing beside it', async () => {
    const path = join(dir, 'a.csv');
    writeFileSync(path, 'old');
    expect(await writeWholeFile(path, 'new\r\n')).toEqual({ ok: true, value: null });
    expect(readFileSync(path, 'utf8')).toBe('new\r\n');
    expect(readdirSync(dir)).toEqual(['a.csv']);
  });

  it('is found unwritable beforehand, by name, and the check leaves nothing behind', async () => {
    expect(await checkWritable(join(dir, 'a.csv'))).toEqual({ ok: true, value: null });
    expect(readdirSync(dir)).toEqual([]);
    for (const path of [join(dir, 'none', 'a.csv'), dir, '/dev/null/a.csv']) {
      const found = await checkWritable(path);
      expect(found).toMatchObject({ ok: false, error: { code: 'file-unwritable' } });
      expect(found.ok ? '' : found.error.message).toContain(path);
    }
  });

  it.skipIf(process.platform === 'win32')(
    'goes through a pipe and leaves the pipe there',
    async () => {
      const path = join(dir, 'pipe');
      execFileSync('mkfifo', [path]);
      expect(await checkWritable(path)).toEqual({ ok: true, value: null });
      const [read] = await Promise.all([readFile(path, 'utf8'), writeWholeFile(path, 'new\r\n')]);
      expect(read).toBe('new\r\n');
      expect(statSync(path).isFIFO()).toBe(true);
    },
  );

  it('does not take the place of a kernel, a spec or a run', async () => {
    for (const name of ['a.cl', 'a.sweep.json', 'a.ndrun']) {
      const path = join(dir, name);
      expect((await checkWritable(path)).ok).toBe(true);
      writeFileSync(path, 'precious');
      const found = await checkWritable(path);
      expect(found.ok ? '' : found.error.message).toContain('would replace');
    }
  });

  it('that cannot be written leaves the old one as it is', async () => {
    const path = join(dir, 'none', 'a.csv');
    const written = await writeWholeFile(path, 'x');
    expect(written.ok ? '' : written.error.message).toContain('its folder does not exist');
    expect(readdirSync(dir)).toEqual([]);
  });

  it('is written in parts as they come, and not at all when they break off', async () => {
    const path = join(dir, 'a.csv');
    writeFileSync(path, 'old');
    const seen: string[] = [];
    function* parts(last: () => string): Generator<string> {
      yield 'x'.repeat(70_000);
      seen.push(readFileSync(path, 'utf8'));
      yield last();
    }
    const broken = await writeWholeFile(
      path,
      parts(() => {
        throw new Error('no more');
      }),
    );
    expect(broken.ok).toBe(false);
    expect(readFileSync(path, 'utf8')).toBe('old');
    expect(
      (
        await writeWholeFile(
          path,
          parts(() => 'µ\r\n'),
        )
      ).ok,
    ).toBe(true);
    expect(readFileSync(path, 'utf8')).toBe(`${'x'.repeat(70_000)}µ\r\n`);
    // Until the last part is there the old file is.
    expect(seen).toEqual(['old', 'old']);
    expect(readdirSync(dir)).toEqual(['a.csv']);
  });
});
