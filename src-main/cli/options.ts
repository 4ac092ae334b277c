/**
 * Command-line arguments of all commands as checked values. Everything that can be wrong with a flag by
 * itself is found here; what needs a device or a file is found later.
 */
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { problem, type Problem } from '@shared/domain/problem';
import { err, ok, type Result } from '@shared/domain/result';
import { defaultMeasureOptions, type MeasureOptions } from '@shared/domain/sweep';

export interface SweepFlags {
  readonly file: string;
  readonly kernel: string | undefined;
  readonly devices: readonly string[];
  /** Each is a list of its own; together they are one. */
  readonly local: readonly string[];
  readonly global: string | undefined;
  readonly args: Readonly<Record<string, string>>;
  readonly buildOptions: string | undefined;
  readonly csv: string | undefined;
  readonly samplesCsv: string | undefined;
  readonly json: boolean;
  readonly runsDir: string | undefined;
  readonly measure: MeasureOptions;
}

type Flags = NonNullable<ParseArgsConfig['options']>;
type Values = Readonly<
  Record<string, string | boolean | readonly (string | boolean)[] | undefined>
>;

const text = { type: 'string' } as const;
const many = { type: 'string', multiple: true } as const;
const yes = { type: 'boolean' } as const;

const measureFlags = {
  kernel: text,
  device: many,
  global: text,
  arg: many,
  'build-options': text,
  timeout: text,
  'build-timeout': text,
  csv: text,
  'samples-csv': text,
  json: yes,
  'runs-dir': text,
  'no-verify': yes,
  cold: yes,
  seed: text,
  target: text,
  'max-samples': text,
  'max-seconds': text,
  'share-lanes': yes,
} as const satisfies Flags;
const sweepFlags = { ...measureFlags, local: many, samples: text } as const satisfies Flags;
/** A search has candidates of its own, and takes as many samples as it needs. */
const findFlags = { ...measureFlags, add: many, forbid: many } as const satisfies Flags;

export interface FindFlags extends SweepFlags {
  /** As `local`: each is a list. */
  readonly add: readonly string[];
  readonly forbid: readonly string[];
}

export interface Parsed {
  readonly values: Values;
  readonly positionals: readonly string[];
}

/**
 * `--target -1` and `--build-options -DX=1` are a flag and its value; parseArgs would ask back whether the
 * second is a flag of its own.
 */
const joinNegatives = (argv: readonly string[], flags: Flags): string[] => {
  const joined: string[] = [];
  for (const word of argv) {
    const before = joined.at(-1) ?? '';
    const takesValue = before.startsWith('--') && flags[before.slice(2)]?.type === 'string';
    // A compiler's options always begin with a dash; two dashes are a flag of ours.
    const isValue = (before === '--build-options' ? /^-[^-]/ : /^-[\d.]/).test(word);
    if (takesValue && isValue) joined.splice(-1, 1, `${before}=${word}`);
    else joined.push(word);
  }
  return joined;
};

/** Strict: an unknown flag or a missing value is named. */
export const parseFlags = (argv: readonly string[], flags: Flags): Result<Parsed, Problem> => {
  try {
    const { values, positionals } = parseArgs({
      args: joinNegatives(argv, flags),
      options: flags,
      allowPositionals: true,
      strict: true,
    });
    return ok({ values, positionals });
  } catch (error) {
    const said = error instanceof Error ? (error.message.split('\n')[0] ?? '') : '';
    const [sentence = ''] = said.split('. To specify');
    return err(bad(`${sentence.replace(/\.$/, '')}.`));
  }
};

/** The one positional argument that a command needs. `what` names it: `a run`. */
export const onePositional = (parsed: Parsed, what: string): Result<string, Problem> => {
  const [first, second] = parsed.positionals;
  if (first === undefined) return err(bad(`${what} is missing.`));
  if (second !== undefined) return err(bad(`There is one argument too many: ${second}.`));
  return ok(first);
};

export const parseSweepFlags = (argv: readonly string[]): Result<SweepFlags, Problem> => {
  const restore = takeNoRestore(argv);
  const parsed = parseFlags(restore.rest, sweepFlags);
  return parsed.ok ? flagsOf(parsed.value, restore) : parsed;
};

export const parseFindFlags = (argv: readonly string[]): Result<FindFlags, Problem> => {
  const restore = takeNoRestore(argv);
  const parsed = parseFlags(restore.rest, findFlags);
  if (!parsed.ok) return parsed;
  const { values } = parsed.value;
  const flags = flagsOf(parsed.value, restore);
  if (!flags.ok) return flags;
  return ok({ ...flags.value, add: strings(values['add']), forbid: strings(values['forbid']) });
};

const flagsOf = (parsed: Parsed, restore: NoRestore): Result<SweepFlags, Problem> => {
  const { values } = parsed;
  const file = onePositional(parsed, 'A kernel (.cl) or a sweep spec (.sweep.json)');
  if (!file.ok) return file;
  const args = parseAssignments(strings(values['arg']));
  if (!args.ok) return args;
  const measure = parseMeasure(values, restore);
  if (!measure.ok) return measure;
  return ok({
    file: file.value,
    kernel: string(values['kernel']),
    devices: strings(values['device']),
    local: strings(values['local']),
    global: string(values['global']),
    args: args.value,
    buildOptions: string(values['build-options']),
    csv: string(values['csv']),
    samplesCsv: string(values['samples-csv']),
    json: values['json'] === true,
    runsDir: string(values['runs-dir']),
    measure: measure.value,
  });
};

interface NoRestore {
  readonly rest: readonly string[];
  readonly all: boolean;
  readonly names: readonly string[];
}

/** `--no-restore` alone is for all buffers, `--no-restore=ARG` for one: parseArgs knows no such flag. */
const takeNoRestore = (argv: readonly string[]): NoRestore => {
  const prefix = '--no-restore=';
  const end = argv.indexOf('--');
  const isFlag = (at: number): boolean => end < 0 || at < end;
  const names = argv.filter((word, at) => isFlag(at) && word.startsWith(prefix));
  return {
    rest: argv.filter(
      (word, at) => !isFlag(at) || (word !== '--no-restore' && !word.startsWith(prefix)),
    ),
    all: argv.some((word, at) => isFlag(at) && word === '--no-restore'),
    names: names.map((word) => word.slice(prefix.length)),
  };
};

const parseMeasure = (values: Values, restore: NoRestore): Result<MeasureOptions, Problem> => {
  const problems: Problem[] = [];
  const number = (
    flag: string,
    ok: (value: number) => boolean,
    expected: string,
  ): number | null => {
    const given = string(values[flag]);
    if (given === undefined) return null;
    const value = given.trim() === '' ? NaN : Number(given);
    if (Number.isFinite(value) && ok(value)) return value;
    problems.push(bad(`--${flag} ${given} is not usable: it takes ${expected}.`));
    return null;
  };
  const whole = (value: number): boolean => Number.isInteger(value) && value >= 1;
  const defaults = defaultMeasureOptions;
  const count = 'a whole number from 1 to 1000000';
  const isCount = (value: number): boolean => whole(value) && value <= 1_000_000;
  const maxSamples = number('max-samples', isCount, count);
  const percent = number(
    'target',
    (value) => value > 0 && value < 100,
    'a percentage over 0 and under 100',
  );
  const seconds = 'seconds over 0, at most 86400';
  const isSeconds = (value: number): boolean => value > 0 && value <= 86_400;
  const buildTimeoutSeconds = number('build-timeout', isSeconds, seconds);
  const options: MeasureOptions = {
    ...defaults,
    samples: number('samples', isCount, count),
    maxSamples: maxSamples ?? defaults.maxSamples,
    minSamples: Math.min(defaults.minSamples, maxSamples ?? defaults.minSamples),
    maxSeconds: number('max-seconds', isSeconds, seconds) ?? defaults.maxSeconds,
    timeoutSeconds: number('timeout', isSeconds, seconds),
    ...(buildTimeoutSeconds === null ? {} : { buildTimeoutSeconds }),
    target: percent === null ? defaults.target : percent / 100,
    seed:
      number(
        'seed',
        (value) => Number.isInteger(value) && value >= 0 && value < 2 ** 32,
        'a whole number from 0 to 4294967295',
      ) ?? defaults.seed,
    restore: !restore.all,
    noRestore: restore.names,
    verify: values['no-verify'] !== true,
    cold: values['cold'] === true,
    shareLanes: values['share-lanes'] === true,
  };
  if (options.samples !== null && maxSamples !== null && options.samples > maxSamples) {
    const both = `--samples ${options.samples} and --max-samples ${maxSamples}`;
    problems.push(bad(`${both} contradict each other: leave one of them out.`));
  }
  const [first] = problems;
  return first === undefined ? ok(options) : err(first);
};

const parseAssignments = (
  given: readonly string[],
): Result<Readonly<Record<string, string>>, Problem> => {
  const pairs: [string, string][] = [];
  for (const assignment of given) {
    const at = assignment.indexOf('=');
    if (at < 1) return err(bad(`--arg ${assignment} is not of the form NAME=VALUE.`));
    pairs.push([assignment.slice(0, at).trim(), assignment.slice(at + 1).trim()]);
  }
  return ok(Object.fromEntries(pairs));
};

const bad = (message: string): Problem =>
  problem('invalid-option', message, 'See `ndrange --help`.');

export const string = (value: Values[string]): string | undefined =>
  typeof value === 'string' ? value : undefined;
export const strings = (value: Values[string]): readonly string[] =>
  Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];
