import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { identityOf } from '@main/store/process-identity';
import { claimWriting, clearWriteMark, isBeingWritten } from '@main/store/write-mark';

let dir: string;
let log: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'ndrange-mark-'));
  log = join(dir, 'a.ndrun');
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

/** The number of a process that has ended. */
const goneProcess = (): number => spawnSync(process.execPath, ['-e', '']).pid;

describe('the mark of a log that is being written', () => {
  it('is given once, and again after it was cleared', async () => {
    expect(await claimWriting(log)).toBe(true);
    expect(await claimWriting(log)).toBe(false);
    expect(await isBeingWritten(log)).toBe(true);
    await clearWriteMark(log);
    expect(await isBeingWritten(log)).toBe(false);
    expect(await claimWriting(log)).toBe(true);
  });

  it('of a dead process is taken over by exactly one of many, and nothing is left lying about', async () => {
    const gone = goneProcess();
    for (let attempt = 0; attempt < 5; attempt += 1) {
      writeFileSync(`${log}.writing`, `${gone} -\n`);
      expect(await isBeingWritten(log)).toBe(false);
      const claims = await Promise.all(Array.from({ length: 12 }, () => claimWriting(log)));
      expect(claims.filter(Boolean)).toHaveLength(1);
      expect(readdirSync(dir)).toEqual(['a.ndrun.writing']);
      rmSync(`${log}.writing`);
    }
  }, 60_000);

  it.runIf(process.platform === 'linux')(
    'of a process whose number was given out again says nothing',
    async () => {
      writeFileSync(`${log}.writing`, `${process.pid} another-boot/1\n`);
      expect(await isBeingWritten(log)).toBe(false);
      expect(await claimWriting(log)).toBe(true);
      expect(readFileSync(`${log}.writing`, 'utf8')).toContain(String(process.pid));
    },
  );

  it('does not depend on the clock', async () => {
    await claimWriting(log);
    for (const at of [new Date('1971-01-01'), new Date('2099-01-01')]) {
      utimesSync(`${log}.writing`, at, at);
      expect(await isBeingWritten(log)).toBe(true);
    }
  });

  it('that is empty or nonsense holds nobody up', async () => {
    for (const content of ['', 'nonsense\n', '-1 -\n', '1e99 -\n']) {
      writeFileSync(`${log}.writing`, content);
      expect(await isBeingWritten(log)).toBe(false);
    }
  });
});

describe('the identity of a process', () => {
  it('is a word for one that lives and null for one that is gone', async () => {
    expect(await identityOf(process.pid)).toMatch(/./);
    expect(await identityOf(process.pid)).toBe(await identityOf(process.pid));
    expect(await identityOf(goneProcess())).toBeNull();
  });
});
