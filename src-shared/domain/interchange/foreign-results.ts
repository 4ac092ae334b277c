/**
 * Results of another tuner in the form that all imports share: one kernel, one device, a list of local sizes
 * with their times. Decides which of a tuner's parameters are the local size, and which of its other
 * parameters' values are taken: those of the fastest configuration, because sizes can only be compared with
 * everything else equal. Refuses files in which no parameter is a local size.
 */
import type { FailReason } from '../outcome';
import { problem, type Problem } from '../problem';
import { err, ok, type Result } from '../result';
import type { RunOrigin } from '../run-event';
import type { ImportNote } from './import-note';
import { localKey, type LocalSize } from '../sizes';
import { medianOf } from '../statistics';

export type OriginFormat = RunOrigin['format'];

/** A configuration of another tuner, its parameters as they stand. Times in ms, as tuners write them. */
export interface ForeignEntry {
  readonly parameters: Readonly<Record<string, string | number | boolean | null>>;
  /** Single launches; where the file has only their mean, that one figure and `isMean`. */
  readonly timesMs: readonly number[];
  readonly isMean: boolean;
  /** null: it ran. `constraints`: the tuner did not try it. */
  readonly failure: FailReason | 'constraints' | null;
  readonly compileMs: number | null;
}

export interface ForeignSize {
  readonly local: LocalSize;
  readonly timesMs: readonly number[];
  readonly isMean: boolean;
  readonly failure: FailReason | null;
  readonly compileMs: number | null;
}

export interface ForeignResults {
  readonly format: OriginFormat;
  readonly kernel: string;
  readonly device: string;
  /** Work-items per dimension; null where the file does not say. */
  readonly global: readonly number[] | null;
  readonly sizes: readonly ForeignSize[];
  /** Values of the other parameters that all sizes share, `tile=4`. */
  readonly fixed: readonly string[];
  /** What was left out or assumed, for the user. */
  readonly notes: readonly ImportNote[];
}

/** Names that tuners use for the local size, per dimension. Kernel Tuner's first. */
const usualNames: readonly (readonly string[])[] = [
  [
    'block_size_x',
    'local_size_x',
    'work_group_size_x',
    'workgroup_x',
    'wg_size_x',
    'local_x',
    'wgx',
    'lx',
  ],
  [
    'block_size_y',
    'local_size_y',
    'work_group_size_y',
    'workgroup_y',
    'wg_size_y',
    'local_y',
    'wgy',
    'ly',
  ],
  [
    'block_size_z',
    'local_size_z',
    'work_group_size_z',
    'workgroup_z',
    'wg_size_z',
    'local_z',
    'wgz',
    'lz',
  ],
];
/** One-dimensional kernels often have a single name. */
const singleNames = ['block_size', 'local_size', 'work_group_size', 'workgroup_size', 'wg_size'];

/** The parameters that are the local size, x first. @param given names of the user's choice */
export const localParameters = (
  entries: readonly ForeignEntry[],
  given: readonly string[] = [],
): Result<readonly string[], Problem> => {
  const present = new Set(entries.flatMap(({ parameters }) => Object.keys(parameters)));
  const lower = new Map([...present].map((name) => [name.toLowerCase(), name]));
  const missing = given.filter((name) => !present.has(name));
  const listed = [...present].slice(0, 20).join(', ');
  if (missing.length > 0) {
    return err(
      problem(
        'invalid-option',
        `The file has no parameter ${missing.join(', ')}.`,
        `It has ${listed}.`,
        { names: missing.join(', '), listed },
        'import-no-parameter',
      ),
    );
  }
  if (given.length > 0) return ok(given);
  const found = usualNames.flatMap((names) => {
    const name = names.map((usual) => lower.get(usual)).find((known) => known !== undefined);
    return name === undefined ? [] : [name];
  });
  if (found.length > 0) return ok(found);
  const single = singleNames.map((usual) => lower.get(usual)).find((name) => name !== undefined);
  if (single !== undefined) return ok([single]);
  return err(
    problem(
      'run-unreadable',
      `None of the file’s parameters is known as a local size: ${listed}.`,
      'Name them with --local-parameters X,Y,Z.',
      { listed },
      'import-no-local-size',
    ),
  );
};

const sizeOf = (value: unknown): number | null => {
  const size = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof size === 'number' && Number.isSafeInteger(size) && size >= 1 && size <= 2 ** 31
    ? size
    : null;
};

const othersOf = (entry: ForeignEntry, names: readonly string[]): readonly string[] =>
  Object.entries(entry.parameters)
    .filter(([name]) => !names.includes(name))
    .map(([name, value]) => `${name}=${String(value)}`)
    .toSorted();

/** All entries that have the fastest one's other parameters, by local size; a size that comes twice counts once. */
export const sizesOf = (
  entries: readonly ForeignEntry[],
  names: readonly string[],
  dimensions: number,
): Result<Pick<ForeignResults, 'sizes' | 'fixed' | 'notes'>, Problem> => {
  const ran = entries.filter(({ failure, timesMs }) => failure === null && timesMs.length > 0);
  const medians = new Map(ran.map((entry) => [entry, medianOf(entry.timesMs) ?? Infinity]));
  const [fastest] = ran.toSorted((a, b) => (medians.get(a) ?? 0) - (medians.get(b) ?? 0));
  if (fastest === undefined) {
    return err(
      problem(
        'run-unreadable',
        'No configuration of the file has a time.',
        'Choose a file with results.',
        {},
        'import-no-time',
      ),
    );
  }
  const fixed = othersOf(fastest, names);
  const sizes = new Map<string, ForeignSize>();
  let otherParameters = 0;
  let unusable = 0;
  let untried = 0;
  for (const entry of entries) {
    if (othersOf(entry, names).join() !== fixed.join()) {
      otherParameters += 1;
      continue;
    }
    const given = names.map((name) => sizeOf(entry.parameters[name]));
    // A parameter that is null throughout stands for NULL, the driver's choice (our own export).
    const isNull = names.every((name) => (entry.parameters[name] ?? null) === null);
    const numbers = given.filter((size) => size !== null);
    if (!isNull && numbers.length < names.length) {
      unusable += 1;
      continue;
    }
    const padded = [...numbers, 1, 1, 1].slice(0, dimensions);
    const local = isNull ? null : padded;
    const key = localKey(local);
    if (numbers.slice(dimensions).some((size) => size > 1) || sizes.has(key)) {
      unusable += 1;
      continue;
    }
    const { timesMs, isMean, failure, compileMs } = entry;
    if (failure === 'constraints') {
      untried += 1;
      continue;
    }
    sizes.set(key, { local, timesMs, isMean, failure, compileMs });
  }
  const kept = fixed.join(', ');
  const found: readonly ImportNote[] = [
    {
      code: 'other-parameters',
      count: otherParameters,
      kept,
      message: `${otherParameters} configurations with other parameters were left out; all sizes here have ${kept}, as the fastest has.`,
    },
    {
      code: 'unusable-sizes',
      count: unusable,
      kept: '',
      message: `${unusable} configurations without a usable local size, or with one that had come before, were left out.`,
    },
    {
      code: 'untried',
      count: untried,
      kept: '',
      message: `${untried} configurations that the tuner’s constraints forbid were left out.`,
    },
    {
      code: 'means-only',
      count: ran.filter(({ isMean }) => isMean).length,
      kept: '',
      message: 'The file has mean times only: how far launches differ is not known.',
    },
  ];
  const notes = found.filter(({ count }) => count > 0);
  return ok({ sizes: [...sizes.values()], fixed, notes });
};
