import {
  appendFileSync,
  copyFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RunEvent } from '@shared/domain/run-event';
import { lineOfEvent, parseEventLine } from '@main/store/log-lines';
import { maxLineBytes, readRunFile } from '@main/store/read-run';
import { createRunStore } from '@main/store/run-store';
import { makeRunId } from '@main/store/run-path';
import { claimWriting } from '@main/store/write-mark';
import { buildEvents } from '../../support/run-builder';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'ndrange-store-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const fixture = `
16: 200 201 199 202 200 201
32: 100 101 99 102 100 101
64: failed crashed
`;
const events = (): readonly RunEvent[] => buildEvents(fixture);
const save = (name: string, from: readonly RunEvent[] = events()): string => {
  const path = join(dir, `${name}.ndrun`);
  writeFileSync(path, from.map((event) => `${lineOfEvent(event)}\n`).join(''));
  return path;
};
const store = () => createRunStore(dir, () => false);

describe('a run file', () => {
  it('gives back the events that were written, under the name of the file', async () => {
    save('here');
    const read = await store().read('here');
    const [first, ...rest] = read.ok ? read.value : [];
    expect(first?.type === 'run-started' && first.header.run).toBe('here');
    expect(rest).toEqual(events().slice(1));
  });

  it('whose last line was cut off anywhere keeps every line before it', async () => {
    const path = save('cut');
    const text = readFileSync(path);
    const lastLine = text.subarray(0, -1).lastIndexOf(0x0a) + 1;
    for (let length = lastLine; length < text.length; length += 7) {
      writeFileSync(path, text.subarray(0, length));
      const read = await readRunFile(path);
      expect(read.ok && read.value.events).toHaveLength(events().length - 1);
      expect(read.ok && read.value.durableBytes).toBe(lastLine);
    }
  });

  it('of a newer version is refused with a sentence', async () => {
    const path = save('newer');
    writeFileSync(path, readFileSync(path, 'utf8').replace('"version":1', '"version":2'));
    const read = await store().read('newer');
    expect(read).toMatchObject({ ok: false, error: { code: 'run-version' } });
    expect(read.ok ? '' : read.error.message).toMatch(/newer version/);
  });

  it.each([
    ['is damaged in the middle', (text: string) => text.replace(/\n\{/, '\n{{')],
    [
      'has a visit with text for numbers',
      (text: string) => text.replace(/"runNs":\[/, '"runNs":["x",'),
    ],
    ['has lists of different lengths', (text: string) => text.replace(/"runNs":\[/, '"runNs":[1,')],
    ['has no header', (text: string) => text.slice(text.indexOf('\n') + 1)],
    ['is something else', () => 'hello\n'],
    ['is empty', () => ''],
  ])('that %s is refused with its name', async (_, damage) => {
    const path = save('bad');
    writeFileSync(path, damage(readFileSync(path, 'utf8')));
    const read = await store().read('bad');
    expect(read).toMatchObject({ ok: false, error: { code: 'run-unreadable' } });
    expect(read.ok ? '' : read.error.message).toContain('bad.ndrun');
  });

  it('with an endless line or of 1 GiB is refused without being read whole', async () => {
    const line = join(dir, 'line.ndrun');
    writeFileSync(line, '{');
    truncateSync(line, maxLineBytes + 4 * 1024 * 1024);
    expect(await readRunFile(line)).toMatchObject({ ok: false, error: { code: 'file-too-large' } });
    truncateSync(line, 1024 ** 3);
    const begun = performance.now();
    expect(await readRunFile(line)).toMatchObject({ ok: false, error: { code: 'file-too-large' } });
    expect(performance.now() - begun).toBeLessThan(1000);
  });

  it('nested 100 000 deep or with __proto__ keys harms nothing', () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    expect(parseEventLine(deep, 'f', 2).ok).toBe(false);
    expect(parseEventLine('{"__proto__":{"polluted":1},"type":"visit"}', 'f', 2).ok).toBe(false);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });

  it('never makes the reader throw, whatever a line holds', () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string()), (line) => {
        expect(typeof parseEventLine(line, 'f', 2).ok).toBe('boolean');
      }),
      { numRuns: 500 },
    );
  });

  it('that is not there is an unknown run, with the place that was looked in', async () => {
    const read = await store().read('nothing');
    expect(read).toMatchObject({ ok: false, error: { code: 'unknown-run' } });
    expect(read.ok ? '' : read.error.message).toContain(dir);
  });
});

describe('the list of runs', () => {
  it('is newest first and takes head and tail only', async () => {
    const counts = { configurations: 3, measured: 2, failed: 1 };
    const withCounts = events().map((event) =>
      event.type === 'run-ended' ? { ...event, counts } : event,
    );
    save('20260101-000000-a-0001', withCounts);
    const path = save('20260102-000000-a-0002', withCounts);
    // Damage in the middle is not seen, because nothing between head and tail is looked at.
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, text.replace(/\n\{"type":"device-planned"/, '\n{"typo":"device-planned"'));
    const rows = await store().list();
    expect(rows.map(({ run }) => run)).toEqual([
      '20260102-000000-a-0002',
      '20260101-000000-a-0001',
    ]);
    expect(rows[0]).toMatchObject({ phase: 'finished', ...counts, problem: null });
  });

  it('shows a log without an end as interrupted, unless a living process writes it', async () => {
    const path = save('open', events().slice(0, -1));
    expect((await store().list())[0]).toMatchObject({
      phase: 'interrupted',
      measured: 2,
      failed: 1,
    });
    await claimWriting(path);
    expect((await store().list())[0]).toMatchObject({ phase: 'running' });
  });

  it('keeps an unreadable file as a row that says why', async () => {
    save('good');
    writeFileSync(join(dir, 'bad.ndrun'), 'nonsense\n');
    const rows = await store().list();
    expect(rows).toHaveLength(2);
    expect(rows.find(({ run }) => run === 'bad')?.problem).toContain('bad.ndrun');
  });

  it('reads a header that is longer than the first look', async () => {
    const long = events().map((event) =>
      event.type === 'run-started'
        ? { ...event, header: { ...event.header, sourceText: `// ${'x'.repeat(300_000)}` } }
        : event,
    );
    save('long', long);
    expect((await store().list())[0]).toMatchObject({ run: 'long', problem: null });
  });

  it('of a folder that is not there is empty', async () => {
    expect(await createRunStore(join(dir, 'none'), () => false).list()).toEqual([]);
  });

  it('of 1000 finished runs is a matter of a moment', async () => {
    const counts = { configurations: 3, measured: 2, failed: 1 };
    const path = save(
      '20260101-000000-a-0000',
      events().map((event) => (event.type === 'run-ended' ? { ...event, counts } : event)),
    );
    for (let at = 1; at < 1000; at += 1) {
      copyFileSync(path, join(dir, `20260101-000000-a-${String(at).padStart(4, '0')}.ndrun`));
    }
    const begun = performance.now();
    expect(await store().list()).toHaveLength(1000);
    expect(performance.now() - begun).toBeLessThan(2000);
  });
});

describe('import and delete', () => {
  it('import copies a run under a free name and reads the same events', async () => {
    const elsewhere = mkdtempSync(join(tmpdir(), 'ndrange-else-'));
    const path = save('mine');
    const source = join(elsewhere, 'mine.ndrun');
    copyFileSync(path, source);
    const imported = await store().import(source);
    expect(imported).toEqual({ ok: true, value: { run: 'mine-2' } });
    const read = await store().read('mine-2');
    expect(read.ok && read.value.slice(1)).toEqual(events().slice(1));
    rmSync(elsewhere, { recursive: true });
  });

  it('import refuses what is no run and copies nothing', async () => {
    const path = join(dir, 'x.txt');
    writeFileSync(path, 'no run\n');
    expect((await store().import(path)).ok).toBe(false);
    expect(await store().list()).toEqual([]);
  });

  it('delete takes ids only: nothing outside the folder can be deleted', async () => {
    const path = save('victim');
    const inner = createRunStore(join(dir, 'inner'), () => false);
    for (const run of ['../victim', path, '..', 'a/../../victim']) {
      expect(await inner.delete(run)).toMatchObject({ ok: false, error: { code: 'unknown-run' } });
    }
    expect(statSync(path).isFile()).toBe(true);
    expect(await store().delete('victim')).toMatchObject({ ok: true });
    expect(await store().list()).toEqual([]);
  });

  it('a run that is being measured is not deleted', async () => {
    save('busy');
    const running = createRunStore(dir, () => true);
    expect(await running.delete('busy')).toMatchObject({ ok: false, error: { code: 'busy' } });
  });
});

describe('run ids', () => {
  it('sort by time and hold nothing that a path could be made of', () => {
    const early = makeRunId(new Date('2026-11-29T21:30:16Z'), '../../evil kernel');
    const late = makeRunId(new Date('2026-11-29T21:30:17Z'), 'a');
    expect(early).toMatch(/^20261129-213016-[A-Za-z0-9_-]+-[0-9a-f]{4}$/);
    expect(early < late).toBe(true);
  });
});

describe('a torn line in a log', () => {
  it('leaves the run interrupted and readable', async () => {
    const path = save('torn', events().slice(0, -1));
    appendFileSync(path, '{"type":"visit","seq":');
    expect((await store().list())[0]).toMatchObject({ phase: 'interrupted', problem: null });
  });
});
