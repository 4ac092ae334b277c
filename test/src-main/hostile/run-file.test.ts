import { closeSync, ftruncateSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RunEvent, RunEventBody } from '@shared/domain/run-event';
import { createRunStore } from '@main/store/run-store';
import { lineOfEvent, parseEventLine, parseHeaderLine } from '@main/store/log-lines';
import { maxEvents, maxLineBytes, readRunFile } from '@main/store/read-run';
import { buildEvents, buildSamples, numberEvents } from '../../support/run-builder';
import { changedAt, pathsOf, wrongValues } from './mutations';
import { useRun } from './use-run';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'ndrange-hostile-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

/** A small run that holds every kind of event and every field. */
const wholeRun = (): readonly RunEvent[] => {
  const events = buildEvents(
    `
    device H200 multiple=32
    16: 200 201 199 202 200 201
    64: 100 101 99 100 100 101
    128: failed crashed 140
    2048: skipped exceeds-device-limit
    auto: 102 101 100 -> 256
    `,
    {
      spec: {
        teaches: { en: 'something', 'zh-CN': '某事' },
        flopsPerItem: '2',
        args: [
          {
            kind: 'buffer',
            name: 'x',
            type: 'float',
            count: 'gx',
            init: { random: [-1, 1], seed: 1 },
            write: true,
            compare: 'sum',
            tolerance: 1e-4,
            restore: true,
          },
          { kind: 'scalar', name: 'n', type: 'uint', value: 'gx' },
          { kind: 'local', name: 't', type: 'float', count: 'lx' },
        ],
      },
    },
  );
  const deviceKey = events.find((event) => event.type === 'visit')?.deviceKey ?? '';
  const warning: RunEventBody = {
    type: 'warning',
    code: 'near-timer-resolution',
    deviceKey,
    configuration: '64',
    message: 'Short.',
    detail: { tickNs: 1000, device: 'H200' },
  };
  const bodies: RunEventBody[] = [...events];
  bodies.splice(-1, 0, warning);
  return numberEvents(
    bodies.map((body): RunEventBody => {
      if (body.type === 'device-built') {
        const timer = { tickNs: 1000, source: 'event', reason: 'trusted' } as const;
        const parameters = [
          { name: 'x', type: 'float', addressSpace: 'global', isPointer: true, isConst: false },
        ] as const;
        return { ...body, timer, kernel: { ...body.kernel, parameters, requiredLocal: [64] } };
      }
      return body.type === 'run-ended'
        ? { ...body, counts: { configurations: 5, measured: 3, failed: 1 } }
        : body;
    }),
  );
};

const textOf = (events: readonly RunEvent[]): string =>
  events.map((event) => `${lineOfEvent(event)}\n`).join('');

const write = (content: string | Buffer): string => {
  const path = join(dir, 'other.ndrun');
  writeFileSync(path, content);
  return path;
};

const parseLine = (line: string, at: number) =>
  at === 0 ? parseHeaderLine(line, 'f', 'r') : parseEventLine(line, 'f', at + 1);

describe('a run file from somebody else', () => {
  it('survives reading unchanged, every field of it', async () => {
    const events = wholeRun();
    const read = await readRunFile(write(textOf(events)));
    if (!read.ok) throw new Error(read.error.message);
    const [first, ...rest] = read.value.events;
    expect(rest).toEqual(events.slice(1));
    expect(first).toEqual({
      ...events[0],
      header: { ...(events[0]?.type === 'run-started' ? events[0].header : {}), run: 'other' },
    });
    useRun(read.value.events);
  });

  it('cut off at any byte keeps exactly its whole lines, or says what is missing', async () => {
    const whole = Buffer.from(textOf(wholeRun()));
    const lines = [...whole].flatMap((byte, at) => (byte === 0x0a ? [at + 1] : []));
    const step = 13; // Coprime to the lengths of lines: every kind of place is met.
    for (let length = 0; length <= whole.length; length += step) {
      const read = await readRunFile(write(whole.subarray(0, length)));
      const complete = lines.filter((end) => end <= length);
      if (complete.length === 0) {
        expect(read).toMatchObject({ ok: false, error: { code: 'run-unreadable' } });
      } else {
        expect(read.ok && read.value.events.length).toBe(complete.length);
        expect(read.ok && read.value.durableBytes).toBe(complete.at(-1));
        if (read.ok) useRun(read.value.events);
      }
    }
  }, 60_000);

  it('with any field of the wrong kind is refused by name, or can be used without harm', () => {
    const events = wholeRun();
    const lines = textOf(events).split('\n').slice(0, -1);
    const kinds = new Map(events.map((event, at) => [event.type, at]));
    let refused = 0;
    for (const at of kinds.values()) {
      const original: unknown = JSON.parse(lines[at] ?? '');
      for (const path of pathsOf(original)) {
        for (const wrong of [undefined, ...wrongValues]) {
          const read = parseLine(JSON.stringify(changedAt(original, path, wrong)), at);
          if (read.ok) useRun(events.with(at, { ...read.value, seq: at }));
          else {
            refused += 1;
            expect(read.error.message.length).toBeLessThan(400);
            expect(read.error.message).toMatch(/^(Line \d+ of f is damaged|f )/);
          }
        }
      }
    }
    expect(refused).toBeGreaterThan(1000);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  }, 60_000);

  it('keeps nothing that this version does not know, prototypes included', () => {
    const line = lineOfEvent(wholeRun().find((event) => event.type === 'visit') ?? never());
    const spiked = line.replace(
      '{',
      '{"__proto__":{"type":"run-ended"},"constructor":1,"x":[[[]]],',
    );
    const read = parseEventLine(spiked, 'f', 2);
    expect(read.ok && Object.keys(read.value).sort()).toEqual(
      Object.keys(JSON.parse(line) as object).sort(),
    );
    expect(read.ok && Object.getPrototypeOf(read.value)).toBe(Object.prototype);
  });

  it.each([
    ['NaN', (text: string) => text.replace(/"runNs":\[\d+/, '"runNs":[NaN')],
    ['infinite', (text: string) => text.replace(/"runNs":\[\d+/, '"runNs":[1e999')],
    ['negative', (text: string) => text.replace(/"runNs":\[\d+/, '"runNs":[-5')],
    ['one too many', (text: string) => text.replace(/"wallNs":\[/, '"wallNs":[1,')],
    ['numbered twice', (text: string) => text.replace('"seq":5', '"seq":4')],
    ['of two equal devices', twiceTheDevice],
    ['under another id', (text: string) => text.replace('"id":"16"', '"id":"17"')],
    ['of mixed dimensions', (text: string) => text.replace('"asked":[', '"asked":[2,')],
  ])('with a figure or a place that is %s is refused with its line', async (_, change) => {
    const before = textOf(wholeRun());
    const after = change(before);
    expect(after).not.toBe(before);
    const read = await readRunFile(write(after));
    expect(read).toMatchObject({ ok: false, error: { code: 'run-unreadable' } });
    expect(read.ok ? '' : read.error.message).toMatch(/^Line \d+ of other\.ndrun is damaged: /);
  });

  it('that names devices and sizes which it does not have changes nothing by that', () => {
    const events = wholeRun();
    const strange = events.map((event) =>
      event.type === 'visit' ? { ...event, deviceKey: 'nobody', configuration: '7' } : event,
    );
    const run = useRun(strange);
    expect(run.devices[0]?.configurations.flatMap(({ visits }) => visits)).toEqual([]);
  });

  it('nested a hundred thousand deep is refused at once', async () => {
    const [header] = textOf(wholeRun()).split('\n');
    for (const open of ['[', '{"a":']) {
      const deep = `${header}\n{"seq":1,"at":0,"type":"visit","x":${open.repeat(100_000)}\n`;
      expect(await readRunFile(write(deep))).toMatchObject({ ok: false });
      expect(parseHeaderLine(open.repeat(100_000), 'f', 'r').ok).toBe(false);
    }
    const closed = `{"format":"ndrange-run","version":1,"x":${'['.repeat(1e5)}${']'.repeat(1e5)}}`;
    expect(parseHeaderLine(closed, 'f', 'r').ok).toBe(false);
  });

  it('of 1 GiB, of one endless line or of too many lines is refused within bounds', async () => {
    const path = join(dir, 'huge.ndrun');
    const file = openSync(path, 'w');
    ftruncateSync(file, 1024 ** 3);
    expect(await readRunFile(path)).toMatchObject({ ok: false, error: { code: 'file-too-large' } });
    ftruncateSync(file, maxLineBytes * 2);
    const before = process.memoryUsage().rss;
    expect(await readRunFile(path)).toMatchObject({ ok: false, error: { code: 'file-too-large' } });
    expect(process.memoryUsage().rss - before).toBeLessThan(8 * maxLineBytes);
    closeSync(file);
    expect(maxEvents).toBeLessThanOrEqual(1e6);
  });

  it.each(['/dev/zero', '/dev/null', '.'])('that is %s is no file to read', async (path) => {
    expect(await readRunFile(path)).toMatchObject({ ok: false, error: { code: 'run-unreadable' } });
    expect(await createRunStore(dir, () => false).import(path)).toMatchObject({ ok: false });
  });

  it('is stored under a plain name whatever it claims to be', async () => {
    const text = textOf(wholeRun()).replace(/"run":"[^"]*"/, '"run":"../../../evil"');
    const imported = await createRunStore(dir, () => false).import(write(text));
    expect(imported).toEqual({ ok: true, value: { run: 'other-2' } });
  });
});

describe('a long run file', () => {
  it('of ten thousand shapes, no two sides alike, can be used in seconds', () => {
    const lines = Array.from({ length: 10_000 }, (_, at) => `${at + 1}x${at + 2}: ${100 + at}`);
    const begun = performance.now();
    useRun(buildEvents(lines.join('\n')));
    expect(performance.now() - begun).toBeLessThan(20_000);
  }, 60_000);

  /** As many visits as asked, all of one size, of one round or each of its own. */
  const longRun = (visits: number, oneRound: boolean): readonly RunEvent[] => {
    const events = buildEvents('16: 5\n32: 6');
    const head = events.slice(0, 3);
    const deviceKey = events.find((event) => event.type === 'visit')?.deviceKey ?? '';
    const more = Array.from({ length: visits }, (_, at): RunEventBody => ({
      type: 'visit',
      deviceKey,
      configuration: '16',
      round: oneRound ? 0 : at,
      samples: buildSamples([200 + (at % 7)]),
    }));
    return numberEvents([...head, ...more]);
  };

  it.each([true, false])(
    'is read and judged in a time that grows with its length (one round: %s)',
    async (oneRound) => {
      const seconds = async (visits: number): Promise<number> => {
        const path = write(textOf(longRun(visits, oneRound)));
        const begun = performance.now();
        const read = await readRunFile(path);
        if (!read.ok) throw new Error(read.error.message);
        const { foldEvents } = await import('@shared/domain/run');
        const run = foldEvents(read.value.events);
        if (run === null) throw new Error('no run');
        const { resultRows } = await import('@shared/domain/rows');
        expect(resultRows(run)[0]?.summary.n).toBe(visits);
        return (performance.now() - begun) / 1000;
      };
      await seconds(2_000);
      const few = await seconds(10_000);
      const many = await seconds(80_000);
      // Eight times as much: linear within the noise of a busy machine, far from sixty-four times.
      expect(many / few).toBeLessThan(30);
    },
    60_000,
  );
});

function never(): never {
  throw new Error('not in the fixture');
}

function twiceTheDevice(text: string): string {
  const [head = '', ...rest] = text.split('\n');
  const header = JSON.parse(head) as { devices: unknown[] };
  header.devices.push(header.devices[0]);
  return [JSON.stringify(header), ...rest].join('\n');
}
