/**
 * Turns OpenCL C source into tokens, as far as a reader of signatures needs it: comments and strings
 * gone, lines joined, simple macros expanded, branches that a plain build leaves out dropped. Not a
 * preprocessor: what it cannot decide (`#if` with arithmetic, function-like macros) it keeps as it is.
 */
const maxTokens = 2_000_000;
const maxExpansions = 200_000;
const maxExpansionDepth = 16;
const token = /[\p{L}_][\p{L}\p{N}_]*|\.?\d[\p{L}\p{N}_.]*|\S/gu;

/** Comments become a space, strings and characters become empty ones (or stay); line breaks stay. */
export function stripComments(source: string, keepStrings = false): string {
  const pattern =
    /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"(?:\\[\s\S]|[^"\\\n])*"?|'(?:\\[\s\S]|[^'\\\n])*'?/g;
  return source.replace(pattern, (match) => {
    if (keepStrings && !match.startsWith('/')) return match;
    if (match.startsWith('"')) return '""';
    if (match.startsWith("'")) return "''";
    return match.startsWith('//') ? ' ' : ' ' + '\n'.repeat(match.split('\n').length - 1);
  });
}

/** Whether a condition holds; null when it cannot be told. */
function evaluateCondition(
  directive: string,
  rest: string,
  macros: ReadonlyMap<string, readonly string[]>,
): boolean | null {
  const isDefined = (name: string): boolean | null => {
    if (macros.has(name)) return true;
    // Compilers and devices define these; whether they do is not in the source.
    return /^(__|cl_)/.test(name) ? null : false;
  };
  const not = (value: boolean | null): boolean | null => (value === null ? null : !value);
  const condition = rest.trim();
  if (directive === 'ifdef') return isDefined(condition);
  if (directive === 'ifndef') return not(isDefined(condition));
  if (/^\d+$/.test(condition)) return Number(condition) !== 0;
  const match = /^(!?)\s*defined\s*\(?\s*([\p{L}_][\p{L}\p{N}_]*)\s*\)?$/u.exec(condition);
  if (!match) return null;
  const value = isDefined(match[2] ?? '');
  return match[1] === '!' ? not(value) : value;
}

/** One open `#if`: whether its current branch is read, and whether a later one still may be. */
interface Branch {
  readonly outer: boolean;
  active: boolean;
  elseActive: boolean;
}

class Scanner {
  readonly tokens: string[] = [];
  private readonly branches: Branch[] = [];
  private expansions = 0;

  constructor(private readonly macros: Map<string, readonly string[]>) {}

  line(text: string): void {
    const directive = /^\s*#\s*([a-z]+)(.*)$/su.exec(text);
    if (directive) this.directive(directive[1] ?? '', directive[2] ?? '');
    else if (!/^\s*#/.test(text) && this.reading()) {
      for (const [word] of text.matchAll(token)) this.emit(word, 0, new Set());
    }
  }

  private reading(): boolean {
    return this.branches.at(-1)?.active ?? true;
  }

  private directive(name: string, rest: string): void {
    if (name === 'if' || name === 'ifdef' || name === 'ifndef') {
      const outer = this.reading();
      const holds = evaluateCondition(name, rest, this.macros);
      this.branches.push({ outer, active: outer && holds !== false, elseActive: holds !== true });
    } else if (name === 'elif' || name === 'else') {
      const branch = this.branches.at(-1);
      if (!branch) return;
      const holds = name === 'else' ? true : evaluateCondition('if', rest, this.macros);
      branch.active = branch.outer && branch.elseActive && holds !== false;
      if (holds === true) branch.elseActive = false;
    } else if (name === 'endif') {
      this.branches.pop();
    } else if (this.reading() && name === 'define') {
      const match = /^\s+([\p{L}_][\p{L}\p{N}_]*)(\(?)(.*)$/su.exec(rest);
      // A parenthesis right behind the name makes it function-like: left as it is.
      if (match && match[2] === '') {
        this.macros.set(match[1] ?? '', (match[3] ?? '').match(token) ?? []);
      }
    } else if (this.reading() && name === 'undef') {
      this.macros.delete(rest.trim());
    }
  }

  /** A macro is not expanded inside itself; depth and total are bounded against hostile nesting. */
  private emit(word: string, depth: number, within: ReadonlySet<string>): void {
    if (this.tokens.length >= maxTokens) return;
    const replacement = within.has(word) ? undefined : this.macros.get(word);
    // Counted apart from the tokens: a nest of macros that expands to nothing makes none.
    if (replacement) this.expansions += 1;
    if (!replacement || depth >= maxExpansionDepth || this.expansions > maxExpansions) {
      this.tokens.push(word);
      return;
    }
    const inner = new Set(within).add(word);
    for (const next of replacement) {
      if (this.tokens.length >= maxTokens || this.expansions > maxExpansions) return;
      this.emit(next, depth + 1, inner);
    }
  }
}

/** `-D NAME`, `-DNAME=VALUE` of the build options, as macros. */
function macrosOf(buildOptions: string): Map<string, readonly string[]> {
  const macros = new Map<string, readonly string[]>();
  for (const [, name = '', value = '1'] of buildOptions.matchAll(
    /(?:^|\s)-D\s*([\p{L}_][\p{L}\p{N}_]*)(?:=(\S*))?/gu,
  )) {
    macros.set(name, value.match(token) ?? []);
  }
  return macros;
}

/** The tokens of a source: identifiers, numbers, and single other characters. At most two million. */
export function scanSource(source: string, buildOptions = ''): readonly string[] {
  const joined = source
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .replace(/\\[ \t]*\n/g, '');
  const scanner = new Scanner(macrosOf(buildOptions));
  for (const line of stripComments(joined).split('\n')) scanner.line(line);
  return scanner.tokens;
}
