/**
 * The row of a run in the list, from the head and the tail of its file. Thousands of runs are listed
 * without reading what lies between; only a run that never ended has to be read whole, to be counted.
 */
import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { problem, type Problem } from '@shared/domain/problem';
import { foldEvents, summarizeRun } from '@shared/domain/run';
import type { RunEvent, RunHeader } from '@shared/domain/run-event';
import type { RunPhase, RunSummary } from '@shared/domain/run-types';
import { planSearch } from '@shared/domain/search/plan-search';
import { errorCode } from './file-problem';
import { parseEventLine, parseHeaderLine } from './log-lines';
import { maxLineBytes, readRunFile } from './read-run';
import { runIdOfFile } from './run-path';

const headBytes = 64 * 1024;
const tailBytes = 4 * 1024;

/** How a run was measured, without reading on; null: the file has no header that can be read. */
export const readRunFileHeader = (path: string): RunHeader | null => {
  const head = headOf(path);
  const read = head === null ? null : parseHeaderLine(head, basename(path), runIdOfFile(path));
  return read?.ok === true && read.value.type === 'run-started' ? read.value.header : null;
};

export const summarizeRunFile = async (path: string, isWriting: boolean): Promise<RunSummary> => {
  try {
    // Before it is opened: opening a pipe may wait for ever.
    if (!statSync(path).isFile()) return unreadable(path, notPlain(path));
    const ends = readEnds(path);
    const header =
      ends.head === null ? null : parseHeaderLine(ends.head, basename(path), runIdOfFile(path));
    if (header?.ok === false) return unreadable(path, header.error);
    if (header !== null && header.value.type === 'run-started') {
      const end = endOf(ends.tail);
      if (end?.counts !== undefined) {
        return { ...rowOf(header.value.header, end.phase), ...end.counts };
      }
      if (isWriting) return rowOf(header.value.header, 'running');
    }
    return await summarizeWhole(path, isWriting);
  } catch (error) {
    return unreadable(path, notReadable(path, error));
  }
};

const summarizeWhole = async (path: string, isWriting: boolean): Promise<RunSummary> => {
  const read = await readRunFile(path);
  if (!read.ok) return unreadable(path, read.error);
  const run = foldEvents(read.value.events);
  if (run === null) return unreadable(path, noRun(path));
  const summary = summarizeRun(run);
  return summary.phase === 'running' && !isWriting ? { ...summary, phase: 'interrupted' } : summary;
};

/** null: there is none that can be read. */
const headOf = (path: string): string | null => {
  try {
    return readEnds(path).head;
  } catch {
    return null;
  }
};

/** Reads without waiting: whoever lists thousands of files has a thread for it, or nothing else to do. */
const readEnds = (path: string): { readonly head: string | null; readonly tail: string } => {
  const file = openSync(path, 'r');
  try {
    const first = Buffer.allocUnsafe(headBytes);
    const firstBytes = readSync(file, first, 0, headBytes, 0);
    // Most runs are short: one look has all of it. With thousands of runs every further look counts.
    if (firstBytes < headBytes) return endsOf(first.subarray(0, firstBytes));
    const { size } = fstatSync(file);
    const read = (from: number, bytes: number): Buffer => {
      const buffer = Buffer.alloc(Math.max(0, Math.min(bytes, size - from)));
      return buffer.subarray(0, readSync(file, buffer, 0, buffer.length, from));
    };
    let head: Buffer = first;
    let end = head.indexOf(0x0a);
    // The header carries the kernel's text: a long one needs a longer look.
    while (end < 0 && head.length < Math.min(size, maxLineBytes)) {
      head = read(0, head.length * 8);
      end = head.indexOf(0x0a);
    }
    const tail = read(Math.max(0, size - tailBytes), tailBytes);
    return { head: end < 0 ? null : head.toString('utf8', 0, end), tail: tail.toString('utf8') };
  } finally {
    closeSync(file);
  }
};

/** Head and tail of a file that is there in full. */
const endsOf = (whole: Buffer): { readonly head: string | null; readonly tail: string } => {
  const end = whole.indexOf(0x0a);
  return {
    head: end < 0 ? null : whole.toString('utf8', 0, end),
    tail: whole.toString('utf8', Math.max(0, whole.length - tailBytes)),
  };
};

const endOf = (tail: string): Extract<RunEvent, { type: 'run-ended' }> | null => {
  const lines = tail.split('\n');
  if (lines.at(-1) !== '') return null;
  const event = parseEventLine(lines.at(-2) ?? '', '', 0);
  return event.ok && event.value.type === 'run-ended' ? event.value : null;
};

/** A search plans its candidates, not the spec's sizes. */
const plannedIn = ({ devices, spec, sourceText, options: { search } }: RunHeader): number =>
  search
    ? devices.reduce(
        (sum, device) => sum + planSearch(spec, sourceText, device, search).configurations.length,
        0,
      )
    : devices.length * spec.local.length;

const rowOf = (header: RunHeader, phase: RunPhase): RunSummary => ({
  run: header.run,
  startedAt: header.startedAt,
  kernel: header.spec.kernel,
  title: header.spec.title.en,
  titleZh: header.spec.title['zh-CN'],
  devices: header.devices.map((device) => device.name),
  phase,
  configurations: plannedIn(header),
  measured: 0,
  failed: 0,
  problem: null,
});

const notPlain = (path: string): Problem =>
  problem(
    'run-unreadable',
    'This is not a plain file.',
    undefined,
    { file: basename(path) },
    'not-plain',
  );

const notReadable = (path: string, error: unknown): Problem => {
  const errno = errorCode(error);
  const message = `The file cannot be read (${errno}).`;
  const params = { file: basename(path), errno };
  return problem('run-unreadable', message, undefined, params, 'unusable');
};

const noRun = (path: string): Problem =>
  problem(
    'run-unreadable',
    'The file holds no run.',
    undefined,
    { run: runIdOfFile(path) },
    'run-empty',
  );

const unreadable = (path: string, failure: Problem): RunSummary => ({
  run: runIdOfFile(path),
  startedAt: '',
  kernel: '',
  title: '',
  devices: [],
  phase: 'interrupted',
  configurations: 0,
  measured: 0,
  failed: 0,
  problem: failure.message,
  failure,
});
