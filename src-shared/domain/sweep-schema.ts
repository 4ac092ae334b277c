/**
 * Reads an unknown value as a sweep spec. Decides which values are specs and fills in what may be left
 * out; refuses everything else with the path and the value in the sentence. Unknown fields are ignored,
 * so that a spec of a later program with the same version still opens.
 */
import * as v from 'valibot';
import { defaultLocalSizes, dimensionsOf } from './default-sizes';
import { quoted } from './expression-parser';
import { itemCountProblem } from './local-list';
import { problem, type Problem, type ProblemParams } from './problem';
import type { SpecReason } from './problem-reasons';
import { err, ok, type Result } from './result';
import { localKey, type LocalSize } from './sizes';
import { specConflict, type SpecConflict } from './spec-conflicts';
import { specSchema } from './spec-fields';
import { requiredBy } from './spec-requirements';
import type { Argument, SweepSpec } from './sweep';

const maxJsonLength = 1 << 20;
const maxJsonDepth = 32;

const refuse = (
  reason: SpecReason,
  message: string,
  advice: string,
  path = '',
  params: ProblemParams = {},
): Problem => problem('invalid-spec', message, advice, { path, ...params }, reason);

/** `args[0].count`; empty for the spec itself. */
export const pathText = (path: readonly (string | number)[]): string =>
  path
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`))
    .join('')
    .replace(/^\./, '');

function shown(value: unknown): string {
  if (typeof value === 'string') return quoted(value);
  if (Array.isArray(value)) return `a list of ${value.length}`;
  return typeof value === 'object' && value !== null ? 'an object' : String(value).slice(0, 60);
}

/** The same for translations: what kind of value it is, and its text where it has one. */
function foundParams(value: unknown): ProblemParams {
  if (typeof value === 'string') return { kind: 'text', found: value.slice(0, 60) };
  if (Array.isArray(value)) return { kind: 'list', found: value.length };
  return typeof value === 'object' && value !== null
    ? { kind: 'object', found: '' }
    : { kind: 'value', found: String(value).slice(0, 60) };
}

function issueProblem(issue: v.BaseIssue<unknown>): Problem {
  const keys = (issue.path ?? []).map(({ key }) => (typeof key === 'number' ? key : String(key)));
  const path = pathText(keys);
  const advice = 'Correct the spec; docs/file-formats.md has every field.';
  const last = issue.path?.at(-1);
  if (!last) {
    const message = `The sweep spec is ${shown(issue.input)}; it must be an object.`;
    return refuse('spec-not-object', message, advice);
  }
  // A missing field is reported on the object that lacks it, so that only its path's end is known.
  if (last.value === undefined) {
    return refuse('spec-lacks', `The sweep spec lacks ${path}.`, advice, path);
  }
  return refuse(
    'spec-field',
    `In the sweep spec, ${path} is ${shown(last.value)}; it ${issue.message}.`,
    advice,
    path,
    { ...foundParams(last.value), ...requiredBy(issue.message) },
  );
}

/** A spec of a later format says so by its version alone, whatever else has changed in it. */
function newerVersion(value: unknown): Problem | null {
  if (typeof value !== 'object' || value === null) return null;
  const version: unknown = 'version' in value ? value.version : undefined;
  if (typeof version !== 'number' || !(version > 1)) return null;
  return refuse(
    'spec-version',
    `The sweep spec has version ${version}; this program reads version 1.`,
    'Open it with a newer NDRange Workbench.',
    'version',
    { version },
  );
}

/** Identical sizes are one configuration, at the place of the first. */
const withoutDuplicates = (sizes: readonly LocalSize[]): readonly LocalSize[] => [
  ...new Map(sizes.map((local) => [localKey(local), local])).values(),
];

/**
 * A complete spec from a parsed JSON value: defaults filled in, duplicates in `local` dropped,
 * expressions and scalar values checked. Error `invalid-spec`, naming path and value. Never throws on
 * JSON-like values.
 */
export function parseSweepSpec(value: unknown): Result<SweepSpec, Problem> {
  const newer = newerVersion(value);
  if (newer) return err(newer);
  const parsed = v.safeParse(specSchema, value, { abortEarly: true });
  if (!parsed.success) return err(issueProblem(parsed.issues[0]));
  const fields = parsed.output;
  const args: readonly Argument[] = fields.args;
  const tooMany = itemCountProblem(fields.global);
  if (tooMany !== null) {
    const params = { global: fields.global.join('×') };
    return err(refuse('spec-items', `${tooMany}.`, 'Make it smaller.', 'global', params));
  }
  const complete: SweepSpec = {
    ...fields,
    title: fields.title ?? { en: fields.kernel },
    local: withoutDuplicates(fields.local ?? defaultLocalSizes(dimensionsOf(fields.global))),
    args,
  };
  const conflict = specConflict(complete);
  return conflict === null ? ok(complete) : err(conflictProblem(conflict));
}

const conflictProblem = (conflict: SpecConflict): Problem => {
  const { message, advice, path, params, reason, cause } = conflict;
  return problem('invalid-spec', message, advice, { path, ...params }, reason, cause);
};

/** How deep brackets nest outside strings, counted without parsing. */
function jsonDepth(json: string): number {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let at = 0; at < json.length; at += 1) {
    const character = json[at];
    if (inString) {
      if (character === '\\') at += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '[' || character === '{') deepest = Math.max(deepest, (depth += 1));
    else if (character === ']' || character === '}') depth -= 1;
  }
  return deepest;
}

/**
 * Like `parseSweepSpec`, from the text of a file: at most 1 MiB (UTF-16 units) and 32 levels. A byte
 * order mark is ignored.
 */
export function parseSweepSpecText(json: string): Result<SweepSpec, Problem> {
  if (json.length > maxJsonLength) {
    return err(
      problem(
        'file-too-large',
        `The sweep spec has ${json.length} characters; at most ${maxJsonLength} are read.`,
        'A spec is a few hundred lines of JSON; check that it is the right file.',
        { length: json.length, most: maxJsonLength },
        'spec-long',
      ),
    );
  }
  const body = json.replace(/^\uFEFF/, '');
  if (body.trim() === '') {
    return err(refuse('spec-empty', 'The sweep spec is empty.', 'Give a *.sweep.json file.'));
  }
  if (jsonDepth(body) > maxJsonDepth) {
    const message = `The sweep spec is nested deeper than ${maxJsonDepth} levels.`;
    return err(refuse('spec-nested', message, 'Flatten it.', '', { most: maxJsonDepth }));
  }
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch (reason) {
    const why = reason instanceof Error ? reason.message.slice(0, 200) : '';
    const message = `The sweep spec is not JSON: ${why}.`;
    const advice = 'Correct it at the place named.';
    const position = /position (\d+)/.exec(why)?.[1];
    const params = { place: position === undefined ? body.length : Number(position) };
    return err(refuse('spec-not-json', message, advice, '', params));
  }
  return parseSweepSpec(value);
}
