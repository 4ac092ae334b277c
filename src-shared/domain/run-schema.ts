/**
 * Reads an unknown value as the header or an event of a run. A run file may come from anybody: decides
 * which values are safe to fold, judge and draw, and hands on a copy that holds nothing else (fields that
 * this version does not know are left out, `__proto__` with them); refuses the rest with the field's name.
 *
 * The types at the end keep schema and types together: an event field that only one of them has does not
 * compile.
 */
import * as v from 'valibot';
import { boundedText, deviceSchema, figure, kernelSchema, name, whole } from './device-schema';
import { largestLocalCount } from './local-list';
import { failReasons, skipReasons, stages, type Outcome } from './outcome';
import { peakSchema } from './peak-schema';
import { isPlainVisit } from './plain-visit';
import type { Configuration } from './plan-types';
import { problemCodes } from './problem';
import { problemReasons } from './problem-reasons';
import { err, ok, type Result } from './result';
import type { RunEvent, RunHeader } from './run-event';
import { timeSources, type VisitSamples } from './sample';
import { searchStages } from './search/search-types';
import { localKey } from './sizes';
import { completeSpecSchema } from './spec-fields';
import { defaultMeasureOptions, type MeasureOptions } from './sweep';
import { timerReasons } from './timer-trust';

/** One run sweeps the devices of one machine. */
const mostDevices = 256;
const largestExtent = 2 ** 40;
const sentence = boundedText(100_000);
/** As much as the largest source, a compiler's word on every line of it included. */
const longText = boundedText(16 * 1024 * 1024);
const flag = v.boolean('is not true or false');
const real = v.pipe(v.number('is not a number'), v.finite('is not a finite number'));
const list = <Item extends v.GenericSchema>(item: Item, longest: number) =>
  v.pipe(v.array(item, 'is no list'), v.maxLength(longest, `has more than ${longest} entries`));

const shape = v.pipe(
  list(v.pipe(whole(1), v.maxValue(largestExtent, 'is beyond 2^40')), 3),
  v.minLength(1, 'has no dimension'),
);
const detail = v.optional(
  v.pipe(
    v.record(boundedText(100), v.union([sentence, real], 'is neither text nor number')),
    v.check((values) => Object.keys(values).length <= 100, 'has too many entries'),
  ),
);

/** A setting that a file has not (it may be older than the setting) has the default's value. */
const options: v.GenericSchema<unknown, MeasureOptions> = v.pipe(
  v.object(
    {
      samples: v.optional(v.nullable(whole(1)), defaultMeasureOptions.samples),
      minSamples: v.optional(whole(1), defaultMeasureOptions.minSamples),
      maxSamples: v.optional(whole(1), defaultMeasureOptions.maxSamples),
      maxSeconds: v.optional(figure, defaultMeasureOptions.maxSeconds),
      target: v.optional(figure, defaultMeasureOptions.target),
      plateau: v.optional(figure, defaultMeasureOptions.plateau),
      timeoutSeconds: v.optional(v.nullable(figure), defaultMeasureOptions.timeoutSeconds),
      buildTimeoutSeconds: v.optional(v.nullable(figure)),
      restore: v.optional(flag, defaultMeasureOptions.restore),
      noRestore: v.optional(list(name, 1000), []),
      verify: v.optional(flag, defaultMeasureOptions.verify),
      cold: v.optional(flag, defaultMeasureOptions.cold),
      seed: v.optional(v.pipe(real, v.safeInteger()), defaultMeasureOptions.seed),
      shareLanes: v.optional(flag, defaultMeasureOptions.shareLanes),
      search: v.optional(
        v.nullable(
          v.object(
            {
              add: list(v.nullable(shape), largestLocalCount),
              forbid: list(v.nullable(shape), largestLocalCount),
            },
            'is no search',
          ),
        ),
      ),
    },
    'are no options',
  ),
  v.check(({ target, plateau }) => target < 1 && plateau < 1, 'has a share of 1 or more'),
);

const headerSchema = v.object(
  {
    format: v.literal('ndrange-run', 'is not "ndrange-run"'),
    version: v.literal(1, 'is not 1'),
    run: boundedText(200),
    startedAt: v.pipe(
      boundedText(40),
      v.check((text) => Number.isFinite(Date.parse(text)), 'is no time'),
    ),
    appVersion: boundedText(100),
    spec: completeSpecSchema,
    sourceText: longText,
    sourceSha256: boundedText(100),
    specSha256: boundedText(100),
    options,
    devices: v.pipe(
      list(deviceSchema, mostDevices),
      v.check(
        (devices) => new Set(devices.map(({ key }) => key)).size === devices.length,
        'names a device twice',
      ),
    ),
    host: v.optional(v.object({ system: name, processor: name }, 'is no host'), {
      system: '',
      processor: '',
    }),
    peaks: v.optional(list(peakSchema, mostDevices)),
    origin: v.optional(
      v.object(
        {
          format: v.picklist(['kernel-tuner-cache', 't4', 'csv'], 'is no known format'),
          file: name,
          text: longText,
        },
        'is no origin',
      ),
    ),
  },
  'is no header',
);

const skipped = v.object({
  kind: v.literal('skipped', 'is not "skipped"'),
  reason: v.picklist(skipReasons, 'is no reason to skip'),
  message: sentence,
  detail,
});
const outcome: v.GenericSchema<unknown, Outcome> = v.variant(
  'kind',
  [
    v.object({ kind: v.literal('measured'), detail }),
    skipped,
    v.object({
      kind: v.literal('failed'),
      reason: v.picklist(failReasons, 'is no reason to fail'),
      message: sentence,
      stage: v.optional(v.picklist(stages, 'is no stage')),
      detail,
    }),
  ],
  'is no outcome',
);

const configuration: v.GenericSchema<unknown, Configuration> = v.pipe(
  v.object({
    id: boundedText(100),
    local: v.nullable(shape),
    asked: shape,
    launched: shape,
    rejected: v.nullable(skipped),
  }),
  v.check(({ id, local }) => id === localKey(local), 'has an id that is not its local size'),
  v.check(
    ({ local, asked, launched }) =>
      asked.length === launched.length && (local === null || local.length === asked.length),
    'has sizes of different dimensions',
  ),
);

const isDuration = (value: unknown): boolean =>
  typeof value === 'number' && value >= 0 && value <= 2e19;
// A visit holds most of a log: its arrays are checked by one loop each, not element by schema.
const durations = v.custom<number[]>(
  (value) => Array.isArray(value) && value.every(isDuration),
  'is no list of durations',
);
const durationsOrNulls = v.custom<(number | null)[]>(
  (value) => Array.isArray(value) && value.every((entry) => entry === null || isDuration(entry)),
  'is no list of durations',
);
const places = v.custom<number[]>(
  (value) => Array.isArray(value) && value.every((at) => Number.isInteger(at) && at >= 0),
  'is no list of places',
);
const samples: v.GenericSchema<unknown, VisitSamples> = v.pipe(
  v.object(
    {
      timeSource: v.picklist(timeSources, 'is no time source'),
      batchK: whole(1),
      queueNs: durationsOrNulls,
      submitNs: durationsOrNulls,
      runNs: durations,
      wallNs: durations,
      wallAt: v.optional(places),
    },
    'are no samples',
  ),
  v.check(
    ({ wallAt = [], runNs }) => wallAt.every((at) => at < runNs.length),
    'names a sample that is not there',
  ),
  v.check(
    ({ queueNs, submitNs, runNs, wallNs }) =>
      queueNs.length === runNs.length &&
      submitNs.length === runNs.length &&
      wallNs.length === runNs.length,
    'has lists of different lengths',
  ),
);

const failure = v.object({
  code: v.picklist(problemCodes, 'is no code of a problem'),
  message: sentence,
  advice: v.optional(sentence),
  params: v.optional(v.record(boundedText(100), v.union([figure, longText]))),
  reason: v.optional(v.picklist(problemReasons, 'is no reason of a problem')),
});

const numbered = { seq: whole(0), at: figure };
const configurationId = boundedText(100);

const eventSchema = v.variant(
  'type',
  [
    v.object({
      ...numbered,
      type: v.literal('device-planned'),
      deviceKey: name,
      configurations: v.pipe(
        list(configuration, largestLocalCount),
        v.check(
          (all) => new Set(all.map(({ id }) => id)).size === all.length,
          'names a local size twice',
        ),
      ),
    }),
    v.object({
      ...numbered,
      type: v.literal('device-built'),
      deviceKey: name,
      buildNs: figure,
      log: longText,
      kernel: kernelSchema,
      laneShared: flag,
      configuration: v.nullable(configurationId),
      timer: v.optional(
        v.object({
          tickNs: v.nullable(figure),
          source: v.picklist(['event', 'wall'], 'is no time source'),
          reason: v.picklist(timerReasons, 'is no reason'),
        }),
      ),
    }),
    v.object({
      ...numbered,
      type: v.literal('visit'),
      deviceKey: name,
      configuration: configurationId,
      round: whole(0),
      samples,
      firstLaunchNs: v.optional(figure),
      chosen: v.optional(v.nullable(shape)),
    }),
    v.object({
      ...numbered,
      type: v.literal('configuration-ended'),
      deviceKey: name,
      configuration: configurationId,
      outcome,
      stopReason: v.nullable(
        v.picklist(
          ['settled', 'max-samples', 'max-time', 'far-from-best', 'decided', 'fixed', 'ended'],
          'is no reason to stop',
        ),
      ),
      verified: v.nullable(flag),
    }),
    v.object({
      ...numbered,
      type: v.literal('search-step'),
      deviceKey: name,
      stage: v.picklist(searchStages, 'is no step of a search'),
      around: v.nullable(configurationId),
      configurations: list(configurationId, largestLocalCount),
    }),
    v.object({
      ...numbered,
      type: v.literal('warning'),
      code: v.picklist(
        [
          'no-event-time',
          'end-before-start',
          'loops-cut-short',
          'wall-disagrees',
          'near-timer-resolution',
          'sentinel-drift',
          'output-unchanged',
          'output-zero',
          'output-varies',
          'in-place-drift',
          'not-finite',
          'not-comparable',
          'lane-shared',
          'out-of-bounds',
          'worker-restarted',
        ],
        'is no code of a warning',
      ),
      deviceKey: name,
      configuration: v.nullable(configurationId),
      message: sentence,
      detail,
    }),
    v.object({
      ...numbered,
      type: v.literal('device-ended'),
      deviceKey: name,
      problem: v.nullable(sentence),
    }),
    v.object({
      ...numbered,
      type: v.literal('run-ended'),
      phase: v.picklist(['finished', 'cancelled', 'failed'], 'is no end of a run'),
      wallNs: figure,
      counts: v.optional(
        v.object({ configurations: whole(0), measured: whole(0), failed: whole(0) }),
      ),
      problem: v.optional(sentence),
      failure: v.optional(failure),
    }),
  ],
  'is no event',
);

/** The sentence's end for the first thing that is wrong: `devices.0.name: is not a text`. */
const whereWrong = (issues: readonly v.BaseIssue<unknown>[]): string => {
  const [first] = issues;
  if (first === undefined) return 'unknown content';
  const path = v.getDotPath(first);
  // Both may quote the file: cut, so that the sentence stays one.
  return `${path === null ? 'the line' : path.slice(0, 100)} ${first.message.slice(0, 150)}`;
};

/** The header, from a parsed JSON value; the error says which field is wrong and how. Never throws. */
export const parseRunHeader = (value: unknown): Result<RunHeader, string> => {
  const parsed = v.safeParse(headerSchema, value, { abortEarly: true });
  return parsed.success ? ok(parsed.output) : err(whereWrong(parsed.issues));
};

/** An event other than `run-started`, from a parsed JSON value. Error as for `parseRunHeader`. */
export const parseRunEvent = (value: unknown): Result<RunEvent, string> => {
  if (isPlainVisit(value)) return ok(value);
  const parsed = v.safeParse(eventSchema, value, { abortEarly: true });
  return parsed.success ? ok(parsed.output) : err(whereWrong(parsed.issues));
};

/** All optional fields required, so that one that the schema lacks is missed. */
type Complete<T> = T extends string | number | boolean | null | undefined
  ? T
  : T extends readonly (infer Item)[]
    ? readonly Complete<Item>[]
    : { readonly [Key in keyof T]-?: Complete<Exclude<T[Key], undefined>> };
type Covers<Has, Wanted> = Complete<Has> extends Complete<Wanted> ? true : false;
type StoredEvent = Exclude<RunEvent, { type: 'run-started' }>;

/** Fails to compile when a field of the stored types is not in the schema, and would be lost by reading. */
export const schemaIsComplete: readonly [
  Covers<v.InferOutput<typeof headerSchema>, RunHeader>,
  Covers<v.InferOutput<typeof eventSchema>, StoredEvent>,
] = [true, true];
