/**
 * Reads types at a place in the tokens. Decides what is a type name: a built-in, a structure or an alias of
 * this source; refuses nothing: what is no type gives null.
 */
import { parseType } from '../opencl-types';
import type { TypeName } from './syntax';

export const qualifiers: ReadonlySet<string> = new Set([
  'const', 'volatile', 'restrict', '__restrict', '__restrict__', 'static', 'inline', '__inline', 'extern',
  'register', 'struct', 'union', 'signed', 'read_only', 'write_only', '__read_only', '__write_only', 'read_write',
  '__kernel', 'kernel',
]); // prettier-ignore
const spaces: ReadonlyMap<string, TypeName['space']> = new Map([
  ['__global', 'global'],
  ['global', 'global'],
  ['__constant', 'constant'],
  ['constant', 'constant'],
  ['__local', 'local'],
  ['local', 'local'],
  ['__private', 'private'],
  ['private', 'private'],
]);
const others: ReadonlySet<string> = new Set([
  'void', 'bool', 'unsigned', 'image2d_t', 'image1d_t', 'image3d_t', 'sampler_t', 'image2d_array_t', 'event_t',
]); // prettier-ignore

export const isQualifier = (token: string): boolean => qualifiers.has(token) || spaces.has(token);

/** A word that names a type here. */
export const isTypeWord = (token: string, known: ReadonlySet<string>): boolean =>
  others.has(token) || known.has(token) || parseType(token) !== null;

/**
 * The type that starts at `at` (qualifiers, name, stars) and the place behind it; null: none starts there.
 * `known`: structures and aliases.
 */
export const typeAt = (
  tokens: readonly string[],
  at: number,
  known: ReadonlySet<string>,
): { readonly type: TypeName; readonly end: number } | null => {
  let base: string | null = null;
  let space: TypeName['space'] = 'private';
  let unsigned = false;
  let pointers = 0;
  let place = at;
  for (; place < tokens.length; place += 1) {
    const token = tokens[place] ?? '';
    const named = spaces.get(token);
    if (named !== undefined) {
      if (pointers === 0) space = named;
    } else if (token === '__attribute__') {
      let depth = 0;
      do {
        place += 1;
        if (tokens[place] === '(') depth += 1;
        if (tokens[place] === ')') depth -= 1;
      } while (depth > 0 && place < tokens.length);
    } else if (token === 'unsigned') unsigned = true;
    else if (token === '*' && base !== null) pointers += 1;
    else if (qualifiers.has(token)) continue;
    else if ((base === null || base === 'long' || base === 'int') && isTypeWord(token, known)) {
      if (base === null || token === 'long') base = token;
    } else break;
  }
  if (base === null && unsigned) base = 'int';
  if (base === null) return null;
  if (unsigned && !base.startsWith('u')) base = `u${base}`;
  return { type: { base, pointers, space }, end: place };
};
