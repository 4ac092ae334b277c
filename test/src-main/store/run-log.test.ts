import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Problem } from '@shared/domain/problem';
import { continueRunLog, createRunLog, logOver, type LogFile } from '@main/store/run-log';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'ndrange-log-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const neverFails = (reason: Problem): never => {
  throw new Error(reason.message);
};

/** A disk that is slow, and counts what it is asked. */
const slowDisk = () => {
  const asked = { writes: 0, durable: 0, text: '' };
  const file: LogFile = {
    write: async (text) => {
      asked.writes += 1;
      asked.text += text;
      await new Promise((resolve) => setImmediate(resolve));
      asked.durable += 1;
      return text.length;
    },
    exists: () => true,
    truncate: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
  return { asked, file };
};

describe('a run log', () => {
  it('tells of a line only when it is on the disk, in order', async () => {
    const { asked, file } = slowDisk();
    const told: string[] = [];
    const log = logOver('x', file, 0, neverFails);
    for (const line of ['a', 'b', 'c'])
      log.append(line, () => told.push(`${line}@${asked.durable}`));
    expect(told).toEqual([]);
    await log.flushed();
    expect(told.map((word) => word[0])).toEqual(['a', 'b', 'c']);
    expect(told.every((word) => !word.endsWith('@0'))).toBe(true);
  });

  it('lets lines that come during a write share the next one', async () => {
    const { asked, file } = slowDisk();
    const log = logOver('x', file, 0, neverFails);
    log.append('first', () => undefined);
    await new Promise((resolve) => setImmediate(resolve));
    for (let at = 0; at < 100; at += 1) log.append(String(at), () => undefined);
    await log.flushed();
    expect(asked.writes).toBe(2);
    expect(asked.text.split('\n')).toHaveLength(102);
  });

  it('writes at once what comes in one turn, also with promises in between', async () => {
    const { asked, file } = slowDisk();
    const log = logOver('x', file, 0, neverFails);
    for (let at = 0; at < 100; at += 1) {
      log.append(String(at), () => undefined);
      await Promise.resolve();
    }
    await log.flushed();
    expect(asked.writes).toBe(1);
  });

  it('refuses a file that exists', async () => {
    const path = join(dir, 'there.ndrun');
    writeFileSync(path, 'precious');
    expect((await createRunLog(path, neverFails)).ok).toBe(false);
    expect(readFileSync(path, 'utf8')).toBe('precious');
  });

  it('goes on after a crash where the whole lines end', async () => {
    const path = join(dir, 'cut.ndrun');
    writeFileSync(path, 'one\ntwo\nthr');
    const log = await continueRunLog(path, 8, neverFails);
    if (!log.ok) throw new Error(log.error.message);
    log.value.append('three', () => undefined);
    await log.value.close();
    expect(readFileSync(path, 'utf8')).toBe('one\ntwo\nthree\n');
  });

  it('says so when its folder is deleted under it', async () => {
    const path = join(dir, 'runs', 'gone.ndrun');
    const failures: Problem[] = [];
    const told: string[] = [];
    const log = await createRunLog(path, (reason) => failures.push(reason));
    if (!log.ok) throw new Error(log.error.message);
    log.value.append('one', () => told.push('one'));
    await log.value.flushed();
    rmSync(join(dir, 'runs'), { recursive: true });
    log.value.append('two', () => told.push('two'));
    await log.value.close();
    expect(told).toEqual(['one']);
    expect(failures.map(({ message }) => message).join()).toMatch(/deleted/);
  });

  it('cuts off half a line that a full disk left, and reports once', async () => {
    const cuts: number[] = [];
    let writes = 0;
    const failures: Problem[] = [];
    const log = logOver(
      '/runs/full.ndrun',
      {
        write: (text) => {
          writes += 1;
          return writes === 1
            ? Promise.resolve(text.length)
            : Promise.reject(Object.assign(new Error('no space'), { code: 'ENOSPC' }));
        },
        exists: () => true,
        truncate: (bytes) => {
          cuts.push(bytes);
          return Promise.resolve();
        },
        close: () => Promise.resolve(),
      },
      0,
      (reason) => failures.push(reason),
    );
    log.append('one', () => undefined);
    await log.flushed();
    log.append('two', () => undefined);
    log.append('three', () => undefined);
    await log.close();
    expect(cuts).toEqual([4]);
    expect(failures).toHaveLength(1);
    expect(failures[0]).toMatchObject({ code: 'file-unwritable' });
    expect(failures[0]?.message).toMatch(/full\.ndrun.*disk is full/);
    expect(failures[0]?.advice).toMatch(/ndrange resume full\b/);
  });
});
