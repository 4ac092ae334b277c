/**
 * JSON from anywhere, within bounds. Refuses what is too long, too deep, or no object; `JSON.parse` itself makes
 * no prototype out of `__proto__`.
 */
import { problem, type Problem, type ProblemParams } from '../problem';
import type { ImportReason } from '../problem-reasons';
import { err, ok, type Result } from '../result';

/** Longer than the caches of long tuning sessions. */
export const longestJson = 12 * 1024 * 1024;
const deepest = 32;

/** Whether brackets nest deeper than any honest file: found before parsing, which recurses. */
const isTooDeep = (text: string): boolean => {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (inString) {
      if (sign === '\\') at += 1;
      else if (sign === '"') inString = false;
    } else if (sign === '"') inString = true;
    else if (sign === '{' || sign === '[') {
      depth += 1;
      if (depth > deepest) return true;
    } else if (sign === '}' || sign === ']') depth -= 1;
  }
  return false;
};

export const refuse = (
  reason: ImportReason,
  message: string,
  params: ProblemParams = {},
  advice = 'Choose another file.',
): Result<never, Problem> => err(problem('run-unreadable', message, advice, params, reason));

export type JsonObject = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** @param repair tried once on a text that is no JSON */
export const parseJsonObject = (
  text: string,
  repair: (text: string) => string = (same) => same,
): Result<JsonObject, Problem> => {
  if (text.length > longestJson) {
    const message = `The file has ${text.length} characters; at most ${longestJson} are read.`;
    return refuse('json-long', message, { length: text.length, most: longestJson });
  }
  if (isTooDeep(text)) {
    return refuse('json-nested', 'The file is nested too deeply for results of a tuner.');
  }
  for (const candidate of [text, repair(text)]) {
    try {
      const value: unknown = JSON.parse(candidate);
      return isObject(value)
        ? ok(value)
        : refuse('json-no-object', 'The file holds no JSON object.');
    } catch {
      // The repaired text is next.
    }
  }
  return refuse('json-none', 'The file is no JSON.', {}, 'Look whether it was cut off.');
};

/** A parameter's value; anything else is not one. */
export const isPlain = (value: unknown): value is string | number | boolean | null =>
  value === null ||
  typeof value === 'boolean' ||
  typeof value === 'string' ||
  (typeof value === 'number' && Number.isFinite(value));

/** Times that can be times: finite, not negative, below a day in ms. */
export const timesOf = (value: unknown): readonly number[] =>
  Array.isArray(value)
    ? value.filter(
        (time): time is number => typeof time === 'number' && time >= 0 && time < 86_400_000,
      )
    : [];

export const textOf = (value: unknown, otherwise: string): string =>
  typeof value === 'string' && value.trim() !== '' ? value.slice(0, 200) : otherwise;
