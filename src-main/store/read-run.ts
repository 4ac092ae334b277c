/**
 * Reads a run file in bounded memory and time. A last line without its line break is a write that a
 * crash cut off: it is left out and everything before it counts. Damage elsewhere is refused with the
 * number of the line.
 */
import { open, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { problem, type Problem } from '@shared/domain/problem';
import { err, ok, type Result } from '@shared/domain/result';
import type { RunEvent } from '@shared/domain/run-event';
import { fileProblem } from './file-problem';
import { parseEventLine, parseHeaderLine, unreadable } from './log-lines';
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

export const readRunFile = async (path: string): Promise<Result<ReadRun, Problem>> => {
  const name = basename(path);
  try {
    const file = await stat(path);
    // A device or a pipe may never end, and opening one may wait for ever.
    if (!file.isFile()) return err(notAFile(name));
    if (file.size > maxRunFileBytes) return err(tooLarge(name, file.size));
    const events: RunEvent[] = [];
    let durableBytes = 0;
    for await (const line of linesOf(path)) {
      if (line.bytes > maxLineBytes) return err(tooLarge(name, line.bytes));
      if (events.length >= maxEvents) return err(tooMany(name));
      const event =
        events.length === 0
          ? parseHeaderLine(line.text, name, runIdOfFile(path))
          : parseEventLine(line.text, name, events.length + 1);
      if (!event.ok) return event;
      // Two lines of one number: it cannot be told which of them was measured.
      const last = events.at(-1)?.seq ?? -1;
      if (event.value.seq <= last) {
        const why = `it has the number ${event.value.seq}, but ${last} came before`;
        return err(unreadable(name, events.length + 1, why));
      }
      events.push(event.value);
      durableBytes += line.bytes + 1;
    }
    if (events.length === 0) {
      return err(
        problem(
          'run-unreadable',
          `${name} holds no complete line: the run ended before it began.`,
          'Delete it.',
          { file: name },
        ),
      );
    }
    return ok({ events, durableBytes });
  } catch (error) {
    return err(fileProblem('run-unreadable', 'run file', path, error));
  }
};

interface Line {
  readonly text: string;
  readonly bytes: number;
}

/** Whole lines only; a line that grows beyond the bound is handed on cut, for the caller to refuse. */
async function* linesOf(path: string): AsyncGenerator<Line> {
  const handle = await open(path, 'r');
  try {
    const chunk = Buffer.alloc(chunkBytes);
    let parts: Buffer[] = [];
    let partBytes = 0;
    for (;;) {
      const { bytesRead } = await handle.read(chunk, 0, chunkBytes, null);
      if (bytesRead === 0) return;
      let from = 0;
      for (;;) {
        const end = chunk.subarray(0, bytesRead).indexOf(lineBreak, from);
        if (end < 0) break;
        const whole = Buffer.concat([...parts, chunk.subarray(from, end)]);
        yield { text: whole.toString('utf8'), bytes: whole.length };
        parts = [];
        partBytes = 0;
        from = end + 1;
      }
      if (from < bytesRead) {
        parts.push(Buffer.from(chunk.subarray(from, bytesRead)));
        partBytes += bytesRead - from;
        if (partBytes > maxLineBytes) yield { text: '', bytes: partBytes };
      }
    }
  } finally {
    await handle.close();
  }
}

const notAFile = (file: string): Problem =>
  problem('run-unreadable', `${file} is not a plain file.`, 'Choose an .ndrun file.', { file });

const tooMany = (file: string): Problem =>
  problem(
    'file-too-large',
    `${file} has more than ${maxEvents} lines, which no run has.`,
    'Choose another file.',
    { file },
  );

const tooLarge = (file: string, bytes: number): Problem =>
  problem(
    'file-too-large',
    `${file} is too large to be a run file (${Math.round(bytes / 1024 / 1024)} MiB in one file or line).`,
    'Choose another file.',
    { file, bytes },
  );
