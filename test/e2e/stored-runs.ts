/**
 * Stored runs for tests and pictures of the window: recorded on two H200s, and the same cut off, cancelled
 * or with failures, so that every state can be looked at without measuring it anew.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const fixtures = join(import.meta.dirname, '../fixtures/h200');

export const recorded = {
  saxpy: 'examples/20261129-231844-saxpy-7731',
  saxpyEarlier: 'ten/20261129-231531-saxpy-a346',
  transpose: 'examples/20261129-231848-transpose_naive-7e35',
} as const;

type Line = Readonly<Record<string, unknown>>;

interface Log {
  readonly header: Line;
  readonly events: readonly Line[];
}

const read = (name: keyof typeof recorded): Log => {
  const [head = '{}', ...rest] = readFileSync(join(fixtures, `${recorded[name]}.ndrun`), 'utf8')
    .trimEnd()
    .split('\n');
  const parse = (text: string): Line => JSON.parse(text) as Line;
  return { header: parse(head), events: rest.map(parse) };
};

/** Writes a log under an id and numbers its events anew: the header has the number 0. */
const write = (runsDir: string, run: string, { header, events }: Log): string => {
  mkdirSync(runsDir, { recursive: true });
  const lines = [{ ...header, run }, ...events.map((event, at) => ({ ...event, seq: at + 1 }))];
  const text = lines.map((line) => JSON.stringify(line)).join('\n');
  writeFileSync(join(runsDir, `${run}.ndrun`), `${text}\n`);
  return run;
};

const withoutEnd = (events: readonly Line[]): readonly Line[] =>
  events.filter(({ type }) => type !== 'run-ended' && type !== 'device-ended');

/** A recorded run as it is. */
export const putRun = (runsDir: string, name: keyof typeof recorded): string =>
  write(runsDir, recorded[name].split('/')[1] ?? name, read(name));

/** Cut off after a third of its events: its log has no end. */
export const putInterrupted = (runsDir: string): string => {
  const { header, events } = read('saxpy');
  const third = withoutEnd(events).slice(0, Math.floor(events.length / 3));
  return write(runsDir, '20261129-231901-saxpy-0001', { header, events: third });
};

/** Cancelled after two thirds: what had not ended is skipped as cancelled. */
export const putCancelled = (runsDir: string): string => {
  const { header, events } = read('saxpy');
  const kept = withoutEnd(events).slice(0, Math.floor((events.length * 2) / 3));
  const end = { type: 'run-ended', phase: 'cancelled', wallNs: 2_400_000_000, at: 2_400_000_000 };
  return write(runsDir, '20261129-231902-saxpy-0002', { header, events: [...kept, end] });
};

/** Three sizes of the first device crashed, hung or gave wrong results. */
export const putFailed = (runsDir: string): string => {
  const { header, events } = read('saxpy');
  const failures: Readonly<Record<string, Line>> = {
    '64': {
      kind: 'failed',
      reason: 'crashed',
      message: 'The driver crashed while 64 was launched.',
    },
    '512': {
      kind: 'failed',
      reason: 'timed-out',
      stage: 'launch',
      message: 'The launch of 512 took longer than 5 s and was ended.',
    },
    '1024': {
      kind: 'failed',
      reason: 'wrong-result',
      message: 'The results of 1024 differ from those of 256.',
    },
  };
  const first = events.find(({ type }) => type === 'device-planned')?.['deviceKey'];
  const changed = events.map((event): Line => {
    const outcome = failures[String(event['configuration'])];
    return event['type'] === 'configuration-ended' && event['deviceKey'] === first && outcome
      ? { ...event, outcome, stopReason: null, verified: null }
      : event;
  });
  return write(runsDir, '20261129-231903-saxpy-0003', { header, events: changed });
};
