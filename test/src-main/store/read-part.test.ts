import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunEvent } from '@shared/domain/run-event';
import type { RunPlace } from '@shared/ipc/contract';
import { lineOfEvent } from '@main/store/log-lines';
import { readRunFile, readRunPart } from '@main/store/read-run';
import { buildEvents } from '../../support/run-builder';

let folder = '';
let path = '';
const times = Array.from({ length: 3000 }, (_, at) => 100 + (at % 17)).join(' ');
const events = buildEvents(
  Array.from({ length: 120 }, (_, at) => `${at + 1}: ${times} | ${times}`).join('\n'),
);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ndrange-part-'));
  path = join(folder, 'r.ndrun');
  await writeFile(path, events.map((event) => `${lineOfEvent(event)}\n`).join(''));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const readInParts = async () => {
  const read: RunEvent[] = [];
  const sizes: number[] = [];
  let from: RunPlace | null = null;
  for (;;) {
    const part = await readRunPart(path, from);
    if (!part.ok) return { read, sizes, error: part.error };
    read.push(...(JSON.parse(part.value.events) as readonly RunEvent[]));
    sizes.push(part.value.events.length);
    if (part.value.next === null) return { read, sizes, error: null };
    from = part.value.next;
  }
};

describe('a run that is read in parts', () => {
  it('has the same events as one that is read whole, none twice, in parts of bounded size', async () => {
    const whole = await readRunFile(path);
    const { read, sizes } = await readInParts();
    expect(whole.ok && whole.value.events).toEqual(read);
    expect(read.map(({ seq }) => seq)).toEqual(events.map(({ seq }) => seq));
    expect(sizes.length).toBeGreaterThan(4);
    expect(Math.max(...sizes)).toBeLessThan(3 * 1024 * 1024);
  });

  it('hands on nothing of a line but what this version knows', async () => {
    const odd = join(folder, 'odd.ndrun');
    const lines = events.map((event) => JSON.parse(lineOfEvent(event)) as object);
    await writeFile(
      odd,
      lines
        .map(
          (line) => `${JSON.stringify({ ...line, extra: 1 }).slice(0, -1)},"__proto__":{"a":1}}\n`,
        )
        .join(''),
    );
    const part = await readRunPart(odd, null);
    expect(part.ok && part.value.events).not.toMatch(/extra|__proto__/);
    const read = part.ok ? (JSON.parse(part.value.events) as readonly RunEvent[]) : [];
    expect(read.length).toBeGreaterThan(3);
    expect(read.slice(1)).toEqual(events.slice(1, read.length));
  });

  it('names the line of the file that is damaged, in whichever part it is', async () => {
    await appendFile(path, 'no event\n');
    const { error, sizes } = await readInParts();
    expect(sizes.length).toBeGreaterThan(4);
    expect(error).toMatchObject({ code: 'run-unreadable', params: { line: events.length + 1 } });
  });
});
