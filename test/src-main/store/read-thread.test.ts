import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RunEvent } from '@shared/domain/run-event';
import type { RunSummary } from '@shared/domain/run-types';
import { lineOfEvent } from '@main/store/log-lines';
import { createReadThread } from '@main/store/read-thread';
import { createRunReads } from '@main/store/run-reads';
import { buildEvents } from '../../support/run-builder';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'ndrange-reads-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const save = (name: string, events: readonly RunEvent[]): void =>
  writeFileSync(
    join(dir, `${name}.ndrun`),
    events.map((event) => `${lineOfEvent(event)}\n`).join(''),
  );
const idsIn = (rows: string) => (JSON.parse(rows) as readonly RunSummary[]).map(({ run }) => run);

describe('what the window reads', () => {
  it('is the newest runs, or all of them, and which are being measured', async () => {
    const cut = buildEvents('16: 1 2').slice(0, -1);
    for (const name of ['a', 'b', 'c']) save(name, cut);
    const reads = createRunReads(dir, join(dir, 'none'));
    expect(idsIn(await reads.list(2, []))).toEqual(['c', 'b']);
    const rows = JSON.parse(await reads.list(null, ['b'])) as readonly RunSummary[];
    expect(rows.map(({ phase }) => phase)).toEqual(['interrupted', 'running', 'interrupted']);
  });

  it('has what was added to a log since it was read ahead', async () => {
    const times = Array.from({ length: 40_000 }, () => 123_456).join(' ');
    const events = buildEvents(`16: ${times} | ${times}`);
    const visits = events.filter(({ type }) => type === 'visit').length;
    save('grows', events.slice(0, -2));
    const reads = createRunReads(dir, join(dir, 'none'));
    const seqs = async () => {
      const read: number[] = [];
      for (let part = await reads.part('grows', null); ;) {
        if (!part.ok) throw new Error(part.error.message);
        read.push(...(JSON.parse(part.value.events) as readonly RunEvent[]).map(({ seq }) => seq));
        if (part.value.next === null) return read;
        part = await reads.part('grows', part.value.next);
      }
    };
    expect(visits).toBe(2);
    // Broken off after its first part: what was read ahead then is old when it is read again.
    await reads.part('grows', null);
    save('grows', events);
    expect(await seqs()).toEqual(events.map(({ seq }) => seq));
    expect(await seqs()).toEqual(events.map(({ seq }) => seq));
  });
});

describe('a thread that reads', () => {
  const script = (text: string): string => {
    const path = join(dir, 'thread.mjs');
    writeFileSync(path, `import { parentPort, workerData } from 'node:worker_threads';\n${text}`);
    return path;
  };

  it('gives each answer to its question, in whatever order they come', async () => {
    const echo = script(`
      const held = [];
      parentPort.on('message', (call) => {
        held.push({ id: call.id, value: workerData.runsDir + ' ' + call.name + ' ' + call.args[0] });
        if (held.length === 2) for (const reply of held.reverse()) parentPort.postMessage(reply);
      });`);
    const thread = createReadThread(echo, { runsDir: 'here', recordedDir: '' });
    expect(await Promise.all([thread.list(5, []), thread.part('r', null)])).toEqual([
      'here list 5',
      'here part r',
    ]);
    await thread.close();
  });

  it('that breaks off says so to whoever waits, and the next question goes to a new one', async () => {
    const brittle = script(`
      parentPort.on('message', ({ id, args }) => {
        if (args[0] === 1) throw new Error('broken');
        if (args[0] === 2) process.exit(3);
        parentPort.postMessage(args[0] === 3 ? { id, error: 'no such folder' } : { id, value: '[]' });
      });`);
    const thread = createReadThread(brittle, { runsDir: '', recordedDir: '' });
    await expect(thread.list(1, [])).rejects.toThrow('broken');
    await expect(thread.list(2, [])).rejects.toThrow('ended (3)');
    await expect(thread.list(3, [])).rejects.toThrow('no such folder');
    expect(await thread.list(4, [])).toBe('[]');
    await thread.close();
  });

  it('that is closed keeps nobody waiting', async () => {
    const silent = script(`parentPort.on('message', () => undefined);`);
    const thread = createReadThread(silent, { runsDir: '', recordedDir: '' });
    const asked = expect(thread.list(null, [])).rejects.toThrow('about to close');
    await thread.close();
    await asked;
  });
});
