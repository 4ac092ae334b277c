/**
 * Kernel signatures from the source text alone. Decides which kernels a source defines, with which
 * parameters, required size and dimensions, so that the arguments panel works before a build and where a
 * driver has no argument info. Refuses nothing: what it cannot read it leaves out, and the compiler
 * has the last word.
 */
import type { AddressSpace, KernelParameter, KernelSignature } from './kernel';
import { scanSource } from './source-scan';

const addressSpaces: ReadonlyMap<string, AddressSpace> = new Map(
  (['global', 'constant', 'local', 'private'] as const).flatMap((space) => [
    [space, space],
    [`__${space}`, space],
  ]),
);

/** Words of a declaration that say nothing about the type of the argument. */
const qualifiers = new Set(
  'volatile __volatile__ restrict __restrict __restrict__ register static inline extern read_only __read_only write_only __write_only read_write __read_write'.split(
    ' ',
  ),
);

const integerWords = new Set(['unsigned', 'signed', 'char', 'short', 'int', 'long']);
const isIdentifier = (word: string | undefined): word is string =>
  word !== undefined && /^[\p{L}_]/u.test(word);

/** `unsigned long int` → `ulong`; other words are joined as they stand (`struct particle`). */
function normaliseType(words: readonly string[]): string {
  if (words.length === 0 || !words.every((word) => integerWords.has(word))) return words.join(' ');
  const base = ['char', 'short', 'long'].find((word) => words.includes(word)) ?? 'int';
  return words.includes('unsigned') ? `u${base}` : base;
}

/**
 * Tokens that a parameter list or an attribute may have. It keeps the time linear for a source that
 * opens many and closes none.
 */
const longestList = 2000;

/** The index after the bracket that closes the one at `open`; the end when nothing closes it. */
function afterClosing(tokens: readonly string[], open: number, start: string, end: string): number {
  const last = start === '(' ? Math.min(tokens.length, open + longestList) : tokens.length;
  let depth = 0;
  for (let at = open; at < last; at += 1) {
    if (tokens[at] === start) depth += 1;
    else if (tokens[at] === end && (depth -= 1) === 0) return at + 1;
  }
  return tokens.length;
}

const isAttribute = (word: string | undefined): boolean =>
  word === '__attribute__' || word === '__attribute';

/** Without `__attribute__((…))`. */
function withoutAttributes(tokens: readonly string[]): readonly string[] {
  const kept: string[] = [];
  for (let at = 0; at < tokens.length;) {
    const word = tokens[at] ?? '';
    if (isAttribute(word)) at = afterClosing(tokens, at + 1, '(', ')');
    else {
      kept.push(word);
      at += 1;
    }
  }
  return kept;
}

/** reqd_work_group_size(x, y, z) with literal numbers, anywhere in the tokens; else null. */
function requiredSize(tokens: readonly string[]): readonly number[] | null {
  const at = tokens.findIndex((word) => /^(__)?reqd_work_group_size(__)?$/.test(word));
  if (at < 0) return null;
  const [open, x, comma, y, second, z, close] = tokens.slice(at + 1, at + 8);
  if (open !== '(' || comma !== ',' || second !== ',' || close !== ')') return null;
  const sizes = [x, y, z].map((word) => literal(word));
  return sizes.every((value) => value !== null && value > 0) ? (sizes as number[]) : null;
}

/** `1`, `1u`, `0x10`; null for anything else. */
function literal(word: string | undefined): number | null {
  const digits = /^(0[xX][0-9a-fA-F]+|\d+)[uUlL]*$/.exec(word ?? '')?.[1];
  return digits === undefined ? null : Number(digits);
}

function splitAtCommas(tokens: readonly string[]): readonly (readonly string[])[] {
  const parts: string[][] = [[]];
  let depth = 0;
  for (const word of tokens) {
    if (word === '(' || word === '[') depth += 1;
    else if (word === ')' || word === ']') depth -= 1;
    if (word === ',' && depth === 0) parts.push([]);
    else parts.at(-1)?.push(word);
  }
  return parts;
}

type Typedefs = ReadonlyMap<string, readonly string[]>;

function parseParameter(
  tokens: readonly string[],
  position: number,
  typedefs: Typedefs,
): KernelParameter | null {
  const words = withoutAttributes(tokens).filter((word) => !qualifiers.has(word));
  const isArray = words.includes('[');
  const declared = isArray ? words.slice(0, words.indexOf('[')) : words;
  const star = declared.indexOf('*');
  const before = star < 0 ? declared : declared.slice(0, star);
  const space = declared.map((word) => addressSpaces.get(word)).find((found) => found);
  const isConst = before.includes('const');
  const typeWords = before.filter(
    (word) => isIdentifier(word) && word !== 'const' && !addressSpaces.has(word),
  );
  const behind = star < 0 ? [] : declared.slice(star);
  let name = behind.filter((word) => isIdentifier(word) && word !== 'const').at(-1);
  if (name === undefined && star < 0) {
    const last = typeWords.at(-1);
    const tagged = typeWords[0] === 'struct' || typeWords[0] === 'union' || typeWords[0] === 'enum';
    // A last word that can only belong to the type leaves the parameter without a name.
    if (last !== undefined && !integerWords.has(last) && typeWords.length > (tagged ? 2 : 1)) {
      name = typeWords.pop();
    }
  }
  const [first] = typeWords;
  if (first === undefined) return null;
  const alias = typeWords.length === 1 ? typedefs.get(first) : undefined;
  // A pointer to a pointer, or to an array: what it points to is an address, or not one element.
  const isNested = declared.lastIndexOf('*') > star || (star >= 0 && declared.includes('('));
  const type = `${normaliseType(alias ?? typeWords)}${isNested ? ' *' : ''}`;
  const isPointer = star >= 0 || isArray;
  const isImage = /^image\d/.test(type);
  return {
    name: name ?? `arg${position}`,
    type,
    addressSpace: space ?? (isImage ? 'global' : 'private'),
    isPointer,
    isConst: isPointer && (isConst || space === 'constant'),
  };
}

const indexFunctions = new Set(['get_global_id', 'get_local_id', 'get_group_id']);

/** From literal calls of the index functions in a kernel's body. */
function dimensionsUsed(body: readonly string[]): 1 | 2 | 3 | null {
  let highest: 1 | 2 | 3 | null = null;
  body.forEach((word, at) => {
    if (!indexFunctions.has(word) || body[at + 1] !== '(' || body[at + 3] !== ')') return;
    const dimension = literal(body[at + 2]);
    if (dimension === 0) highest ??= 1;
    else if (dimension === 1) highest = highest === 3 ? 3 : 2;
    else if (dimension === 2) highest = 3;
  });
  return highest;
}

/** `typedef unsigned int u32;`; typedefs of structs, pointers and arrays are left out. */
function readTypedef(statement: readonly string[], typedefs: Map<string, readonly string[]>): void {
  const words = withoutAttributes(statement);
  const name = words.at(-1);
  const target = words.slice(1, -1);
  if (!isIdentifier(name) || target.length === 0 || !target.every(isIdentifier)) return;
  if (target[0] === 'struct' || target[0] === 'union' || target[0] === 'enum') return;
  const [only] = target;
  const known = target.length === 1 && only !== undefined ? typedefs.get(only) : undefined;
  typedefs.set(name, known ?? target);
}

export interface KernelText {
  readonly signature: KernelSignature;
  /** Tokens of the body, for what other modules want to know of it. */
  readonly body: readonly string[];
}

export interface SourceOutline {
  /** In source order; of several definitions of one name the first. */
  readonly kernels: readonly KernelText[];
  /** Tokens outside kernels: the functions that kernels call. */
  readonly outside: readonly string[];
}

/** What stands where in a source. Never throws, whatever the text. */
export function outlineSource(source: string, buildOptions = ''): SourceOutline {
  const tokens = scanSource(source, buildOptions);
  const kernels = new Map<string, KernelText>();
  const typedefs = new Map<string, readonly string[]>();
  const outside: string[] = [];
  /** Where the current declaration starts: attributes may stand before `__kernel`. */
  let start = 0;
  for (let at = 0; at < tokens.length;) {
    const word = tokens[at];
    if (word === '{') {
      const end = afterClosing(tokens, at, '{', '}');
      for (let inside = at; inside < end; inside += 1) outside.push(tokens[inside] ?? '');
      at = end;
      // `struct {…} name;` and `= {…};` go on; a function's body ends its declaration.
      if (tokens[start] !== 'typedef' && tokens[at] !== ';') start = at;
    } else if (word === ';') {
      if (tokens[start] === 'typedef') readTypedef(tokens.slice(start, at), typedefs);
      at += 1;
      start = at;
    } else if (word === '__kernel' || word === 'kernel') {
      const header = readHeader(tokens, at);
      if (header === null) {
        at += 1;
        continue;
      }
      const { name, open, close, bodyAt } = header;
      const end = afterClosing(tokens, bodyAt, '{', '}');
      const body = tokens.slice(bodyAt, end);
      const parameters = splitAtCommas(tokens.slice(open + 1, close - 1))
        .map((part, position) => parseParameter(part, position, typedefs))
        .filter((parameter) => parameter !== null)
        .filter(({ type, isPointer }) => type !== 'void' || isPointer);
      if (!kernels.has(name)) {
        kernels.set(name, {
          signature: {
            name,
            parameters,
            requiredLocal: requiredSize([
              ...tokens.slice(start, open),
              ...tokens.slice(close, bodyAt),
            ]),
            dimensions: dimensionsUsed(body),
          },
          body,
        });
      }
      at = end;
      start = end;
    } else {
      outside.push(word ?? '');
      at += 1;
    }
  }
  return { kernels: [...kernels.values()], outside };
}

interface Header {
  readonly name: string;
  /** Of the parameter list: the index of `(` and the one after `)`. */
  readonly open: number;
  readonly close: number;
  readonly bodyAt: number;
}

/** The header that starts with the `kernel` word at `at`; null when it is something else, or a prototype. */
function readHeader(tokens: readonly string[], at: number): Header | null {
  let open = at + 1;
  while (open < tokens.length && tokens[open] !== '(') {
    if (isAttribute(tokens[open])) open = afterClosing(tokens, open + 1, '(', ')');
    else if (isIdentifier(tokens[open]) || tokens[open] === '*') open += 1;
    else return null;
  }
  const name = tokens[open - 1];
  if (!isIdentifier(name) || open - at < 3) return null;
  const close = afterClosing(tokens, open, '(', ')');
  let bodyAt = close;
  while (isAttribute(tokens[bodyAt])) bodyAt = afterClosing(tokens, bodyAt + 1, '(', ')');
  return tokens[bodyAt] === '{' ? { name, open, close, bodyAt } : null;
}

/**
 * The kernels that a source defines, in source order. `buildOptions`: its `-D` macros are known too.
 * Never throws; a source without kernels gives an empty list.
 */
export const parseSignatures = (source: string, buildOptions = ''): readonly KernelSignature[] =>
  outlineSource(source, buildOptions).kernels.map(({ signature }) => signature);
