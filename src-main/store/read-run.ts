/**
 * Reads a run file in bounded memory and time. A last line without its line break is a write that a
 * crash cut off: it is left out and everything before it counts. Damage elsewhere is refused with the
 * number of the line.
 */
import { open, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { problem, type Problem } from '@shared/domain/problem';
import { err, ok, type Result } from '@shared/domain/result';
import { formatBytes } from '@shared/text';
import type { RunEvent } from '@shared/domain/run-event';
import type { RunPart, RunPlace } from '@shared/ipc/contract';
import { fileProblem } from './file-problem';
import {
  checkedEvent,
  checkEventLine,
  parseEventLine,
  parseHeaderLine,
  unreadable,
  type CheckedEvent,
} from './log-lines';
import { runIdOfFile } from './run-path';

/** Larger than any honest run (a million samples take about 60 MiB), small enough for memory. */
export const maxRunFileBytes = 256 * 1024 * 1024;
export const maxLineBytes = 32 * 1024 * 1024;
/** A run of 10 000 sizes over 50 rounds and two devices has as many. */
export const maxEvents = 1_000_000;
const chunkBytes = 1024 * 1024;
const lineBreak = 0x0a;

export interface ReadRun {
  readonly events: readonly RunEvent[];
  /** Bytes of the whole lines: where a writer that goes on must begin. */
  readonly durableBytes: number;
}

/** Some events of a run file, and where the next begin. */
interface ReadLines<Event> {
  readonly events: readonly Event[];
  /** After the last whole line that was read. */
  readonly end: RunPlace;
  /** Nothing whole comes after it. */
  readonly isLast: boolean;
}

const head: RunPlace = { bytes: 0, lines: 0, seq: -1 };

/** What is made of a line, be it an event or its text. `number` counts from 1. */
interface LineForm<Event> {
  readonly head: (line: string, file: string, run: string) => Result<Event, Problem>;
  readonly event: (line: string, file: string, number: number) => Result<Event, Problem>;
}

const asEvents: LineForm<RunEvent> = { head: parseHeaderLine, event: parseEventLine };
const asText: LineForm<CheckedEvent> = {
  head: (line, file, run) => {
    const header = parseHeaderLine(line, file, run);
    return header.ok ? ok(checkedEvent(header.value)) : header;
  },
  event: checkEventLine,
};

/** Reads from `place` on until `mostBytes` are reached. */
const readLines = async <Event extends { readonly seq: number }>(
  path: string,
  form: LineForm<Event>,
  place: RunPlace,
  mostBytes: number,
): Promise<Result<ReadLines<Event>, Problem>> => {
  const name = basename(path);
  try {
    const file = await stat(path);
    // A device or a pipe may never end, and opening one may wait for ever.
    if (!file.isFile()) return err(notAFile(name));
    if (file.size > maxRunFileBytes) return err(tooLarge(name, file.size));
    const events: Event[] = [];
    let { bytes, lines, seq } = place;
    let isLast = true;
    for await (const line of linesOf(path, bytes)) {
      if (line.bytes > maxLineBytes) return err(tooLarge(name, line.bytes));
      if (lines >= maxEvents) return err(tooMany(name));
      const event =
        lines === 0
          ? form.head(line.text, name, runIdOfFile(path))
          : form.event(line.text, name, lines + 1);
      if (!event.ok) return event;
      // Two lines of one number: it cannot be told which of them was measured.
      if (event.value.seq <= seq) {
        const why = `it has the number ${event.value.seq}, but ${seq} came before`;
        return err(unreadable(name, lines + 1, why));
      }
      events.push(event.value);
      bytes += line.bytes + 1;
      lines += 1;
      ({ seq } = event.value);
      if (bytes - place.bytes < mostBytes) continue;
      isLast = false;
      break;
    }
    if (lines === 0) {
      return err(
        problem(
          'run-unreadable',
          `${name} holds no complete line: the run ended before it began.`,
          'Delete it.',
          { file: name },
          'run-no-line',
        ),
      );
    }
    return ok({ events, end: { bytes, lines, seq }, isLast });
  } catch (error) {
    return err(fileProblem('run-unreadable', 'run file', path, error));
  }
};

export const readRunFile = async (path: string): Promise<Result<ReadRun, Problem>> => {
  const read = await readLines(path, asEvents, head, Infinity);
  if (!read.ok) return read;
  return ok({ events: read.value.events, durableBytes: read.value.end.bytes });
};

/** Large enough that the way to the page counts for little, small enough that the page folds it at one go. */
const partBytes = 2 * 1024 * 1024;

/** The part of a run file that begins at `from` (null: at its head), checked, as text. */
export const readRunPart = async (
  path: string,
  from: RunPlace | null,
): Promise<Result<RunPart, Problem>> => {
  const read = await readLines(path, asText, from ?? head, partBytes);
  if (!read.ok) return read;
  const { events, end, isLast } = read.value;
  return ok({
    events: `[${events.map(({ json }) => json).join(',')}]`,
    next: isLast ? null : end,
  });
};

interface Line {
  readonly text: string;
  readonly bytes: number;
}

/** Whole lines only; a line that grows beyond the bound is handed on cut, for the caller to refuse. */
async function* linesOf(path: string, start: number): AsyncGenerator<Line> {
  const handle = await open(path, 'r');
  try {
    const chunk = Buffer.alloc(chunkBytes);
    let parts: Buffer[] = [];
    let heldBytes = 0;
    let position = start;
    for (;;) {
      const { bytesRead } = await handle.read(chunk, 0, chunkBytes, position);
      if (bytesRead === 0) return;
      position += bytesRead;
      let from = 0;
      for (;;) {
        const end = chunk.subarray(0, bytesRead).indexOf(lineBreak, from);
        if (end < 0) break;
        const whole = Buffer.concat([...parts, chunk.subarray(from, end)]);
        yield { text: whole.toString('utf8'), bytes: whole.length };
        parts = [];
        heldBytes = 0;
        from = end + 1;
      }
      if (from < bytesRead) {
        parts.push(Buffer.from(chunk.subarray(from, bytesRead)));
        heldBytes += bytesRead - from;
        if (heldBytes > maxLineBytes) yield { text: '', bytes: heldBytes };
      }
    }
  } finally {
    await handle.close();
  }
}

const notAFile = (file: string): Problem =>
  problem(
    'run-unreadable',
    `${file} is not a plain file.`,
    'Choose an .ndrun file.',
    { file },
    'not-plain',
  );

const tooMany = (file: string): Problem =>
  problem(
    'file-too-large',
    `${file} has more than ${maxEvents} lines, which no run has.`,
    'Choose another file.',
    { file, most: maxEvents },
    'run-too-many-lines',
  );

const tooLarge = (file: string, bytes: number): Problem =>
  problem(
    'file-too-large',
    `${file} is too large to be a run file (${Math.round(bytes / 1024 / 1024)} MiB in one file or line).`,
    'Choose another file.',
    { file, bytes, size: formatBytes(bytes) },
    'run-too-large',
  );
