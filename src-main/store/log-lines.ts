/**
 * The line form of a run log: the first line is the run's header, every later one a RunEvent. Reading
 * checks each line, because a log may come from another machine or be cut off; it refuses newer
 * versions with a sentence and never trusts the run id inside the file (the file's name counts).
 */
import { problem, type Problem } from '@shared/domain/problem';
import { err, ok, type Result } from '@shared/domain/result';
import { isPlainVisit } from '@shared/domain/plain-visit';
import type { RunEvent } from '@shared/domain/run-event';
import { parseRunEvent, parseRunHeader } from '@shared/domain/run-schema';

export const logFormat = 'ndrange-run';
export const logVersion = 1;

/** The text of an event in the log, without line break. */
export const lineOfEvent = (event: RunEvent): string =>
  JSON.stringify(event.type === 'run-started' ? event.header : event);

/** The first line. `file` is named in problems; `run` replaces the id that the file claims. */
export const parseHeaderLine = (
  line: string,
  file: string,
  run: string,
): Result<RunEvent, Problem> => {
  const value = parseJson(line);
  if (!isRecord(value) || value['format'] !== logFormat) {
    return err(
      problem(
        'run-unreadable',
        `${file} is not a run file: its first line is no run header.`,
        'Choose an .ndrun file.',
        { file },
        'run-no-header',
      ),
    );
  }
  const version = value['version'];
  if (typeof version === 'number' && version > logVersion) {
    return err(
      problem(
        'run-version',
        `${file} was written by a newer version (format ${version}; this one reads up to ${logVersion}).`,
        'Update NDRange Workbench to open it.',
        { file, version },
      ),
    );
  }
  const header = parseRunHeader(value);
  if (!header.ok) return err(unreadable(file, 1, header.error));
  return ok({ type: 'run-started', header: { ...header.value, run }, seq: 0, at: 0 });
};

/** A later line. `number` counts from 1 and is named in problems. */
export const parseEventLine = (
  line: string,
  file: string,
  number: number,
): Result<RunEvent, Problem> => {
  const value = parseJson(line);
  if (value === undefined) return err(unreadable(file, number, 'it is not JSON'));
  const event = parseRunEvent(value);
  return event.ok ? event : err(unreadable(file, number, event.error));
};

/** An event that was checked, as JSON text. */
export interface CheckedEvent {
  readonly seq: number;
  readonly json: string;
}

export const checkedEvent = (event: RunEvent): CheckedEvent => ({
  seq: event.seq,
  json: JSON.stringify(event),
});

/** As `parseEventLine`, for whoever hands the event on as text: a line that is fine as it is stays as it is. */
export const checkEventLine = (
  line: string,
  file: string,
  number: number,
): Result<CheckedEvent, Problem> => {
  const value = parseJson(line);
  if (isPlainVisit(value)) return ok({ seq: value.seq, json: line });
  if (value === undefined) return err(unreadable(file, number, 'it is not JSON'));
  const event = parseRunEvent(value);
  return event.ok ? ok(checkedEvent(event.value)) : err(unreadable(file, number, event.error));
};

/** `why` is the end of a sentence. */
export const unreadable = (file: string, line: number, why: string): Problem =>
  problem(
    'run-unreadable',
    `Line ${line} of ${file} is damaged: ${why}.`,
    'Get the file again from where it was written.',
    { file, line },
    'run-line-damaged',
  );

/** Deeper than any line of a run; parsing millions of levels would take gigabytes. */
const maxDepth = 32;
/** Below this length no nesting can cost much, and honest lines need no second look. */
const longLine = 256 * 1024;

/** undefined: not JSON, or nested too deep to be a line of ours. */
const parseJson = (line: string): unknown => {
  if (line.length > longLine && isTooDeep(line)) return undefined;
  try {
    return JSON.parse(line) as unknown;
  } catch {
    return undefined;
  }
};

const isTooDeep = (json: string): boolean => {
  const [quote, escape, openList, openObject, closeList, closeObject] = [34, 92, 91, 123, 93, 125];
  let depth = 0;
  let inText = false;
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (inText) {
      if (code === escape) at += 1;
      else if (code === quote) inText = false;
    } else if (code === quote) inText = true;
    else if (code === openList || code === openObject) {
      depth += 1;
      if (depth > maxDepth) return true;
    } else if (code === closeList || code === closeObject) depth -= 1;
  }
  return false;
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
