/**
 * Function-like macros, which `scanSource` leaves in place: collected from the text and put into the tokens.
 * Refuses those that are defined twice, and those that paste or quote: their uses stay calls of an unknown
 * function, and what needs them is "not analysed".
 */
import { scanSource } from '../source-scan';

interface Macro {
  readonly parameters: readonly string[];
  readonly body: readonly string[];
}

const definition = /^[ \t]*#[ \t]*define[ \t]+([A-Za-z_]\w*)\(([^)]*)\)(.*)$/gm;
const word = /[\p{L}_][\p{L}\p{N}_]*|\.?\d[\p{L}\p{N}_.]*|\S/gu;
const mostTokens = 200_000;
const deepest = 12;

const collect = (source: string): ReadonlyMap<string, Macro | null> => {
  const text = source
    .replace(/\r\n?/g, '\n')
    .replace(/\\[ \t]*\n/g, ' ')
    .replace(/\/\/[^\n]*|\/\*[\s\S]*?\*\//g, ' ');
  const found = new Map<string, Macro | null>();
  for (const [, name = '', parameters = '', body = ''] of text.matchAll(definition)) {
    const usable = !found.has(name) && !body.includes('#') && !parameters.includes('.');
    found.set(
      name,
      usable
        ? {
            parameters: parameters
              .split(',')
              .map((parameter) => parameter.trim())
              .filter((parameter) => parameter !== ''),
            body: body.match(word) ?? [],
          }
        : null,
    );
  }
  return found;
};

/** The arguments of a call whose `(` is at `open`, and the place behind its `)`; null when it never closes. */
const argumentsAt = (
  tokens: readonly string[],
  open: number,
): { readonly args: readonly (readonly string[])[]; readonly end: number } | null => {
  const args: string[][] = [[]];
  for (let at = open + 1, depth = 0; at < tokens.length; at += 1) {
    const token = tokens[at] ?? '';
    if (token === ')' && depth === 0) return { args, end: at + 1 };
    if (token === ',' && depth === 0) args.push([]);
    else {
      if (token === '(' || token === '[') depth += 1;
      if (token === ')' || token === ']') depth -= 1;
      args.at(-1)?.push(token);
    }
  }
  return null;
};

/** The tokens of a source with its macros put in. */
export const expandedTokens = (source: string, buildOptions: string): readonly string[] => {
  const macros = collect(source);
  const plain = scanSource(source, buildOptions);
  if (macros.size === 0) return plain;
  // Object-like macros inside the bodies: scanned once more behind the definitions.
  const objects = source.match(/^[ \t]*#[ \t]*define[ \t]+\w+(?!\()[ \t].*$/gm) ?? [];
  const head = objects.join('\n');
  const bodies = new Map<string, readonly string[]>();
  const bodyOf = (name: string, macro: Macro): readonly string[] => {
    const before = bodies.get(name);
    if (before !== undefined) return before;
    const scanned = scanSource(`${head}\n${macro.body.join(' ')}`, buildOptions);
    bodies.set(name, scanned);
    return scanned;
  };
  const out: string[] = [];
  const emit = (tokens: readonly string[], depth: number): void => {
    for (let at = 0; at < tokens.length && out.length < mostTokens; at += 1) {
      const token = tokens[at] ?? '';
      const macro = depth < deepest ? macros.get(token) : undefined;
      const call = macro && tokens[at + 1] === '(' ? argumentsAt(tokens, at + 1) : null;
      if (!macro || call?.args.length !== Math.max(1, macro.parameters.length)) {
        out.push(token);
        continue;
      }
      const replaced = bodyOf(token, macro).flatMap((part) => {
        const place = macro.parameters.indexOf(part);
        return place < 0 ? [part] : (call.args[place] ?? []);
      });
      emit(replaced, depth + 1);
      at = call.end - 1;
    }
  };
  emit(plain, 0);
  return out;
};
