/**
 * Kernel Tuner's cache files (schema cache 1.0 and 1.1, and the older form without a version): one entry per
 * configuration with its parameters, `time` in ms or the name of what went wrong, and `times`. Kernel Tuner
 * appends to an open cache, so a file of a session that was cut off lacks its last brackets: they are put in.
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

export const isKernelTunerCache = (value: JsonObject): boolean =>
  isObject(value['cache']) && Array.isArray(value['tune_params_keys']);

/** What an unfinished session leaves behind: a last comma, and two brackets too few. */
export const closeCache = (text: string): string => `${text.trimEnd().replace(/,$/, '')}}\n}`;

/** Its names for what went wrong; older caches hold a time of 10^20 for all of them. */
const failureOf = (time: unknown): ForeignEntry['failure'] => {
  if (typeof time === 'number') return time < 1e19 ? null : 'launch-failed';
  switch (time) {
    case 'CompilationFailedConfig':
      return 'build-failed';
    case 'RuntimeFailedConfig':
      return 'launch-failed';
    default:
      return 'constraints';
  }
};

const entryOf = (value: unknown, keys: readonly string[]): ForeignEntry | null => {
  if (!isObject(value)) return null;
  const parameters = Object.fromEntries(
    keys.flatMap((key) => {
      const found = Object.hasOwn(value, key) ? value[key] : undefined;
      return isPlain(found) ? [[key, found]] : [];
    }),
  );
  const failure = failureOf(value['time']);
  const times = timesOf(value['times']);
  const isMean = times.length === 0;
  const timesMs = failure !== null ? [] : isMean ? timesOf([value['time']]) : times;
  const [compileMs] = timesOf([value['compile_time']]);
  return { parameters, timesMs, isMean, failure, compileMs: compileMs ?? null };
};

/** `4096`, `[4096, 4096]` or the text of either. */
const problemSizeOf = (value: unknown): readonly number[] | null => {
  const given =
    typeof value === 'string'
      ? (value.slice(0, 200).match(/\d+/g) ?? []).map(Number)
      : Array.isArray(value)
        ? value
        : [value];
  const sizes = given
    .filter(
      (size): size is number =>
        typeof size === 'number' && Number.isSafeInteger(size) && size >= 1 && size <= 2 ** 40,
    )
    .slice(0, 3);
  return sizes.length === 0 || sizes.length < given.length ? null : sizes;
};

/** @param names parameters of the local size as the user named them; empty: the usual names */
export const parseKernelTunerCache = (
  text: string,
  names: readonly string[] = [],
): Result<ForeignResults, Problem> => {
  const parsed = parseJsonObject(text, closeCache);
  if (!parsed.ok) return parsed;
  const file = parsed.value;
  const keys = file['tune_params_keys'];
  if (!isObject(file['cache']) || !Array.isArray(keys)) {
    return refuse('cache-none', 'The file is no cache of Kernel Tuner.');
  }
  const parameters = keys.filter((key): key is string => typeof key === 'string');
  const entries = Object.values(file['cache']).flatMap((value) => entryOf(value, parameters) ?? []);
  const locals = localParameters(entries, names);
  if (!locals.ok) return locals;
  const global = problemSizeOf(file['problem_size']);
  const sizes = sizesOf(entries, locals.value, global?.length ?? locals.value.length);
  if (!sizes.ok) return sizes;
  return ok({
    format: 'kernel-tuner-cache',
    kernel: textOf(file['kernel_name'], 'kernel'),
    device: textOf(file['device_name'], 'unknown device'),
    global,
    ...sizes.value,
  });
};
