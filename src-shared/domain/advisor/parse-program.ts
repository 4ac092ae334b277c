/**
 * Functions, structures and aliases of a source, with their statements. Decides where a function begins; a
 * statement that it cannot read becomes `opaque` up to its end, and the rest is read on.
 */
import { expandedTokens } from './macros';
import { ExpressionParser, Unreadable } from './parse-expression';
import { isQualifier, isTypeWord, typeAt } from './parse-types';
import type {
  Declarator,
  Expr,
  FunctionText,
  ProgramText,
  Stmt,
  StructField,
  SwitchPart,
  TypeName,
} from './syntax';

const isWord = (token: string | undefined): token is string =>
  token !== undefined && /^[\p{L}_]/u.test(token);

/** The place behind the bracket that closes the one at `open`. */
const behind = (tokens: readonly string[], open: number): number => {
  const pairs: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };
  const [opening, closing] = [tokens[open] ?? '', pairs[tokens[open] ?? ''] ?? ''];
  let depth = 0;
  for (let at = open; at < tokens.length; at += 1) {
    if (tokens[at] === opening) depth += 1;
    if (tokens[at] === closing) depth -= 1;
    if (depth === 0) return at + 1;
  }
  return tokens.length;
};

class StatementParser extends ExpressionParser {
  block(): readonly Stmt[] {
    const body: Stmt[] = [];
    while (this.at < this.tokens.length && !this.takes('}')) body.push(this.statement());
    return body;
  }

  statement(): Stmt {
    const { at: start, depth } = this;
    try {
      this.deeper();
      return this.readable();
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      return this.skip(start);
    } finally {
      // What broke off half-way has left its own depth behind.
      this.depth = depth;
    }
  }

  /** Past the statement that began at `start`: its `;`, or the end of its block. */
  private skip(start: number): Stmt {
    this.at = start;
    while (this.at < this.tokens.length && this.peek() !== '}') {
      if (this.takes(';')) break;
      if (/^[([{]$/.test(this.peek())) {
        const isBlock = this.peek() === '{';
        this.at = behind(this.tokens, this.at);
        if (isBlock) break;
      } else this.at += 1;
    }
    if (this.at === start) this.at += 1;
    return { kind: 'opaque', what: this.tokens.slice(start, this.at).join(' ') };
  }

  private readable(): Stmt {
    const token = this.peek();
    if (this.takes(';')) return { kind: 'block', body: [] };
    if (this.takes('{')) return { kind: 'block', body: this.block() };
    if (this.takes('if')) return this.branch();
    if (this.takes('for')) return this.forLoop();
    if (this.takes('while')) {
      const cond = this.condition();
      return {
        kind: 'loop',
        init: null,
        cond,
        step: null,
        body: this.statement(),
        testFirst: true,
      };
    }
    if (this.takes('do')) {
      const body = this.statement();
      this.expect('while');
      const cond = this.condition();
      this.takes(';');
      return { kind: 'loop', init: null, cond, step: null, body, testFirst: false };
    }
    if (this.takes('switch'))
      return { kind: 'switch', value: this.condition(), parts: this.parts() };
    if (this.takes('return')) {
      const value = this.peek() === ';' ? null : this.expression();
      this.expect(';');
      return { kind: 'return', value };
    }
    if (token === 'break' || token === 'continue') {
      this.at += 1;
      this.expect(';');
      return { kind: 'jump', to: token };
    }
    if (token === 'goto' || token === 'asm' || (isWord(token) && this.peek(1) === ':')) {
      throw new Unreadable(token);
    }
    return this.simple();
  }

  private branch(): Stmt {
    const cond = this.condition();
    const yes = this.statement();
    return { kind: 'if', cond, yes, no: this.takes('else') ? this.statement() : null };
  }

  private condition(): Expr {
    this.expect('(');
    const cond = this.expression();
    this.expect(')');
    return cond;
  }

  private forLoop(): Stmt {
    this.expect('(');
    const init = this.takes(';') ? null : this.simple();
    const cond = this.peek() === ';' ? null : this.expression();
    this.expect(';');
    const step = this.peek() === ')' ? null : this.expression();
    this.expect(')');
    return { kind: 'loop', init, cond, step, body: this.statement(), testFirst: true };
  }

  private parts(): readonly SwitchPart[] {
    this.expect('{');
    const parts: { labels: (Expr | null)[]; body: Stmt[] }[] = [];
    while (!this.takes('}')) {
      const isDefault = this.peek() === 'default';
      if (isDefault || this.peek() === 'case') {
        this.at += 1;
        let part = parts.at(-1);
        if (part === undefined || part.body.length > 0) {
          part = { labels: [], body: [] };
          parts.push(part);
        }
        part.labels.push(isDefault ? null : this.expression());
        this.expect(':');
      } else {
        const part = parts.at(-1);
        if (part === undefined || this.at >= this.tokens.length)
          throw new Unreadable('case expected');
        part.body.push(this.statement());
      }
    }
    return parts;
  }

  private simple(): Stmt {
    const token = this.peek();
    const isDeclaration =
      isQualifier(token) || (isTypeWord(token, this.known) && this.peek(1) !== '(');
    const stmt = isDeclaration
      ? this.declaration()
      : ({ kind: 'expr', expr: this.expression() } as const);
    this.expect(';');
    return stmt;
  }

  private declaration(): Stmt {
    const first = typeAt(this.tokens, this.at, this.known);
    if (first === null) throw new Unreadable('a type expected');
    this.at = first.end;
    const items: Declarator[] = [this.declarator(first.type)];
    while (this.takes(',')) {
      let pointers = 0;
      while (this.takes('*')) pointers += 1;
      items.push(this.declarator({ ...first.type, pointers }));
    }
    return { kind: 'declare', items };
  }

  private declarator(type: TypeName): Declarator {
    const name = this.peek();
    if (!isWord(name)) throw new Unreadable('a name expected');
    this.at += 1;
    let isArray = false;
    while (this.peek() === '[') {
      // Rows of rows: the layout would have to be followed; the name is then unknown where it is used.
      if (isArray) throw new Unreadable('an array of arrays');
      isArray = true;
      this.at = behind(this.tokens, this.at);
    }
    if (!this.takes('=')) return { name, type, isArray, init: null };
    if (this.takes('{')) {
      return { name, type, isArray, init: { kind: 'list', type: null, items: this.list('}') } };
    }
    return { name, type, isArray, init: this.assignment() };
  }
}

const fieldsOf = (
  tokens: readonly string[],
  known: ReadonlySet<string>,
): readonly StructField[] => {
  const fields: StructField[] = [];
  for (let at = 0; at < tokens.length;) {
    const found = typeAt(tokens, at, known);
    if (found === null) break;
    at = found.end;
    for (let type = found.type; at < tokens.length;) {
      const name = tokens[at] ?? '';
      at += 1;
      let count: number | null = 1;
      while (tokens[at] === '[') {
        const extent: number = Number(tokens[at + 1]);
        count = tokens[at + 2] === ']' && extent > 0 && count !== null ? count * extent : null;
        at = behind(tokens, at);
      }
      fields.push({ name, type, count });
      if (tokens[at] !== ',') break;
      at += 1;
      type = { ...found.type, pointers: 0 };
    }
    while (at < tokens.length && tokens[at] !== ';') at += 1;
    at += 1;
  }
  return fields;
};

const parametersOf = (
  tokens: readonly string[],
  known: ReadonlySet<string>,
): FunctionText['parameters'] => {
  const parameters: { name: string; type: TypeName }[] = [];
  for (let at = 0; at < tokens.length;) {
    const found = typeAt(tokens, at, known);
    if (found !== null) {
      const isArray = tokens[found.end + 1] === '[';
      const type = isArray ? { ...found.type, pointers: found.type.pointers + 1 } : found.type;
      parameters.push({ name: tokens[found.end] ?? '', type });
      at = found.end;
    }
    while (at < tokens.length && tokens[at] !== ',') at += 1;
    at += 1;
  }
  return parameters;
};

/** Reads a source with the `-D` macros of the build options. Reads on past what it cannot read. */
export const parseProgram = (source: string, buildOptions = ''): ProgramText => {
  const tokens = expandedTokens(source, buildOptions);
  const known = new Set<string>();
  const functions = new Map<string, FunctionText>();
  const structs = new Map<string, readonly StructField[]>();
  const aliases = new Map<string, TypeName>();
  let isKernel = false;
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at] ?? '';
    if (token === ';') isKernel = false;
    if (token === '__kernel' || token === 'kernel') isKernel = true;
    if (token === 'struct') {
      const open = tokens[at + 1] === '{' ? at + 1 : tokens[at + 2] === '{' ? at + 2 : -1;
      if (open > 0) {
        const end = behind(tokens, open);
        const fields = fieldsOf(tokens.slice(open + 1, end - 1), known);
        const names = [open === at + 2 ? tokens[at + 1] : undefined];
        if (tokens[at - 1] === 'typedef') names.push(tokens[end]);
        for (const name of names.filter(isWord)) {
          known.add(name);
          structs.set(name, fields);
        }
        at = end - 1;
      }
    } else if (token === 'typedef' && tokens[at + 1] !== 'struct') {
      const found = typeAt(tokens, at + 1, known);
      const name = tokens[found?.end ?? at];
      if (found !== null && isWord(name)) {
        known.add(name);
        aliases.set(name, found.type);
      }
    } else if (token === '{') {
      // A block that nobody claimed.
      at = behind(tokens, at) - 1;
    } else if (isWord(token) && tokens[at + 1] === '(' && token !== '__attribute__') {
      const close = behind(tokens, at + 1);
      let open = close;
      while (tokens[open] === '__attribute__') open = behind(tokens, open + 1);
      if (tokens[open] !== '{') continue;
      const parser = new StatementParser(tokens, open + 1, known);
      const parameters = parametersOf(tokens.slice(at + 2, close - 1), known);
      // A second definition of a name: which of them is built is not known.
      const body: readonly Stmt[] = functions.has(token)
        ? [{ kind: 'opaque', what: token }]
        : parser.block();
      functions.set(token, { name: token, isKernel, parameters, body });
      isKernel = false;
      at = behind(tokens, open) - 1;
    }
  }
  return { functions, structs, aliases };
};
