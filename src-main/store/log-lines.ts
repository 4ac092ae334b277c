/**
 * The line form of a run log: the first line is the run's header, every later one a RunEvent. Reading
 * checks each line, because a log may come from another machine or be cut off; it refuses newer
 * versions with a sentence and never trusts the run id inside the file (the file's name counts).
 */
import * as v from 'valibot';
import { problem, type Problem } from '@shared/domain/problem';
import { err, ok, type Result } from '@shared/domain/result';
import type { RunEvent, RunHeader } from '@shared/domain/run-event';

export const logFormat = 'ndrange-run';
export const logVersion = 1;

/** The text of an event in the log, without line break. */
export const lineOfEvent = (event: RunEvent): string =>
  JSON.stringify(event.type === 'run-started' ? event.header : event);

const text = v.string();
const numberOrNull = v.nullable(v.pipe(v.number(), v.finite()));
const sizes = v.pipe(
  v.array(v.pipe(v.number(), v.integer(), v.minValue(1))),
  v.minLength(1),
  v.maxLength(3),
);
const detail = v.optional(v.record(text, v.union([text, v.number()])));

const headerSchema = v.looseObject({
  format: v.literal(logFormat),
  version: v.literal(logVersion),
  run: text,
  startedAt: text,
  appVersion: text,
  spec: v.looseObject({
    title: v.looseObject({ en: text }),
    kernel: text,
    source: text,
    buildOptions: text,
    global: sizes,
    local: v.array(v.nullable(sizes)),
    args: v.array(
      v.looseObject({ kind: v.picklist(['buffer', 'scalar', 'local']), name: text, type: text }),
    ),
    flopsPerItem: v.nullable(text),
    bytesPerItem: v.nullable(text),
  }),
  sourceText: text,
  sourceSha256: text,
  specSha256: text,
  options: v.looseObject({ plateau: v.number(), target: v.number(), seed: v.number() }),
  devices: v.array(
    v.looseObject({
      key: text,
      name: text,
      driver: text,
      platform: v.looseObject({ name: text }),
      limits: v.looseObject({}),
      resource: text,
    }),
  ),
});

const outcome = v.variant('kind', [
  v.looseObject({ kind: v.literal('measured') }),
  v.looseObject({ kind: v.literal('skipped'), reason: text, message: text, detail }),
  v.looseObject({ kind: v.literal('failed'), reason: text, message: text, detail }),
]);
const numbered = {
  seq: v.pipe(v.number(), v.integer(), v.minValue(0)),
  at: v.pipe(v.number(), v.finite()),
};
const isNumbers = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.every((entry) => typeof entry === 'number' && Number.isFinite(entry));
const isNumbersOrNulls = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.every((entry) => entry === null || (typeof entry === 'number' && Number.isFinite(entry)));
// A visit holds most of a log: its arrays are checked by one loop each, not element by schema.
const durations = v.custom<number[]>(isNumbers, 'not a list of numbers');
const durationsOrNulls = v.custom<(number | null)[]>(isNumbersOrNulls, 'not a list of numbers');

const eventSchema = v.variant('type', [
  v.looseObject({
    ...numbered,
    type: v.literal('device-planned'),
    deviceKey: text,
    configurations: v.array(
      v.looseObject({
        id: text,
        local: v.nullable(sizes),
        asked: sizes,
        launched: sizes,
        rejected: v.nullable(outcome),
      }),
    ),
  }),
  v.looseObject({
    ...numbered,
    type: v.literal('device-built'),
    deviceKey: text,
    buildNs: v.number(),
    log: text,
    kernel: v.looseObject({ name: text }),
    laneShared: v.boolean(),
    configuration: v.nullable(text),
  }),
  v.looseObject({
    ...numbered,
    type: v.literal('visit'),
    deviceKey: text,
    configuration: text,
    round: v.pipe(v.number(), v.integer(), v.minValue(0)),
    samples: v.pipe(
      v.looseObject({
        timeSource: v.picklist(['event', 'batch', 'wall']),
        batchK: v.pipe(v.number(), v.minValue(1)),
        queueNs: durationsOrNulls,
        submitNs: durationsOrNulls,
        runNs: durations,
        wallNs: durations,
      }),
      v.check(
        ({ queueNs, submitNs, runNs, wallNs }) =>
          queueNs.length === runNs.length &&
          submitNs.length === runNs.length &&
          wallNs.length === runNs.length,
        'lists of different lengths',
      ),
    ),
    firstLaunchNs: v.optional(v.number()),
    chosen: v.optional(v.nullable(v.array(v.number()))),
  }),
  v.looseObject({
    ...numbered,
    type: v.literal('configuration-ended'),
    deviceKey: text,
    configuration: text,
    outcome,
    stopReason: v.nullable(text),
    verified: v.nullable(v.boolean()),
  }),
  v.looseObject({
    ...numbered,
    type: v.literal('warning'),
    code: text,
    deviceKey: text,
    configuration: v.nullable(text),
    message: text,
    detail,
  }),
  v.looseObject({
    ...numbered,
    type: v.literal('device-ended'),
    deviceKey: text,
    problem: v.nullable(text),
  }),
  v.looseObject({
    ...numbered,
    type: v.literal('run-ended'),
    phase: v.picklist(['finished', 'cancelled', 'failed']),
    wallNs: numberOrNull,
  }),
]);

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
  const checked = v.safeParse(headerSchema, value);
  if (!checked.success) return err(unreadable(file, 1, whereWrong(checked.issues)));
  const header = { ...value, run } as unknown as RunHeader;
  return ok({ type: 'run-started', header, seq: 0, at: 0 });
};

/** A later line. `number` counts from 1 and is named in problems. */
export const parseEventLine = (
  line: string,
  file: string,
  number: number,
): Result<RunEvent, Problem> => {
  const value = parseJson(line);
  if (value === undefined) return err(unreadable(file, number, 'it is not JSON'));
  const checked = v.safeParse(eventSchema, value);
  if (!checked.success) return err(unreadable(file, number, whereWrong(checked.issues)));
  return ok(value as RunEvent);
};

const unreadable = (file: string, line: number, why: string): Problem =>
  problem(
    'run-unreadable',
    `Line ${line} of ${file} is damaged: ${why}.`,
    'Get the file again from where it was written.',
    { file, line },
  );

const whereWrong = (issues: readonly v.BaseIssue<unknown>[]): string => {
  const [first] = issues;
  if (first === undefined) return 'unknown content';
  const path = v.getDotPath(first);
  return `${path ?? 'the line'}: ${first.message}`.slice(0, 200);
};

const parseJson = (line: string): unknown => {
  try {
    return JSON.parse(line) as unknown;
  } catch {
    return undefined;
  }
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
