/**
 * Results in T4, the format that auto-tuners exchange (schema 1.0.0, as Kernel Tuner writes it and KTT reads it):
 * a list of configurations with `times.runtimes` in ms and `invalidity`. T4 names neither kernel nor device nor
 * global size: they come from our own fields where the file is ours, else they are unknown.
 */
import type { Problem } from '../problem';
import { ok, type Result } from '../result';
import type { ForeignEntry, ForeignResults } from './foreign-results';
import { localParameters, sizesOf } from './foreign-results';
import {
  isObject,
  isPlain,
  parseJsonObject,
  refuse,
  textOf,
  timesOf,
  type JsonObject,
} from './json-text';

export const isT4 = (value: JsonObject): boolean => Array.isArray(value['results']);

const failureOf = (invalidity: unknown): ForeignEntry['failure'] => {
  switch (invalidity) {
    case 'correct':
      return null;
    case 'compile':
      return 'build-failed';
    case 'timeout':
      return 'timed-out';
    case 'correctness':
      return 'wrong-result';
    case 'runtime':
      return 'launch-failed';
    default:
      return 'constraints';
  }
};

const measurement = (value: JsonObject, name: string): unknown => {
  const list = Array.isArray(value['measurements']) ? (value['measurements'] as unknown[]) : [];
  const found = list.find((entry) => isObject(entry) && entry['name'] === name);
  return isObject(found) ? found['value'] : undefined;
};

const entryOf = (value: unknown): ForeignEntry | null => {
  if (!isObject(value) || !isObject(value['configuration'])) return null;
  const parameters = Object.fromEntries(
    Object.entries(value['configuration']).flatMap(([name, found]) =>
      isPlain(found) ? [[name, found]] : [],
    ),
  );
  const times = isObject(value['times']) ? value['times'] : {};
  const failure = failureOf(value['invalidity']);
  const runtimes = timesOf(times['runtimes']);
  const isMean = runtimes.length === 0;
  const single = timesOf([measurement(value, 'time')]);
  // Kernel Tuner writes `compilation`, the schema says `compilation_time`.
  const [compileMs] = timesOf([times['compilation'] ?? times['compilation_time']]);
  const timesMs = failure !== null && failure !== 'wrong-result' ? [] : isMean ? single : runtimes;
  return {
    parameters,
    timesMs,
    isMean: isMean && single.length > 0,
    failure,
    compileMs: compileMs ?? null,
  };
};

const globalOf = (value: unknown): readonly number[] | null =>
  Array.isArray(value) &&
  value.length >= 1 &&
  value.length <= 3 &&
  value.every((size) => Number.isSafeInteger(size) && Number(size) >= 1 && Number(size) <= 2 ** 40)
    ? value.map(Number)
    : null;

export const parseT4 = (
  text: string,
  names: readonly string[] = [],
): Result<ForeignResults, Problem> => {
  const parsed = parseJsonObject(text);
  if (!parsed.ok) return parsed;
  const file = parsed.value;
  const version = file['schema_version'];
  if (!Array.isArray(file['results'])) {
    return refuse('t4-none', 'The file holds no T4 results.');
  }
  if (typeof version === 'string' && !version.startsWith('1.')) {
    const message = `The file is T4 ${version.slice(0, 20)}; versions 1 are read.`;
    return refuse('t4-version', message, { version: version.slice(0, 20) });
  }
  const entries = (file['results'] as unknown[]).flatMap((value) => entryOf(value) ?? []);
  const locals = localParameters(entries, names);
  if (!locals.ok) return locals;
  const own = isObject(file['ndrange']) ? file['ndrange'] : {};
  const global = globalOf(own['global']);
  const sizes = sizesOf(entries, locals.value, global?.length ?? locals.value.length);
  if (!sizes.ok) return sizes;
  return ok({
    format: 't4',
    kernel: textOf(own['kernel'], 'kernel'),
    device: textOf(own['device'], 'unknown device'),
    global,
    ...sizes.value,
  });
};
