/**
 * The grammar of spec expressions: numbers, names, + - * / ( ), ceil floor min max. Decides whether a
 * text is an expression and what its tree is; refuses what is too long or nested too deep before it can
 * cost time or stack. A hand-written recursive descent: nothing is ever evaluated as code.
 */
import { problem, type Problem, type ProblemParams } from './problem';
import type { ExpressionReason } from './problem-reasons';
import { err, ok, type Result } from './result';

export type Operator = '+' | '-' | '*' | '/';
export type FunctionName = 'ceil' | 'floor' | 'min' | 'max';

export type ExpressionTree =
  /** Decimal digits, perhaps with a fraction. */
  | { readonly kind: 'number'; readonly digits: string }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'negate'; readonly operand: ExpressionTree }
  | {
      readonly kind: 'operation';
      readonly operator: Operator;
      readonly left: ExpressionTree;
      readonly right: ExpressionTree;
    }
  | {
      readonly kind: 'call';
      readonly name: FunctionName;
      readonly operands: readonly [ExpressionTree, ...ExpressionTree[]];
    };

const maxLength = 1000;
const maxDepth = 64;
const functionNames: readonly FunctionName[] = ['ceil', 'floor', 'min', 'max'];
const advice =
  'Write whole numbers, names, + - * / ( ) and ceil, floor, min or max, for example "ceil(gx/lx)".';

/** A text as it may stand in a message: quoted, and cut when it is long. */
export const quoted = (text: string): string =>
  JSON.stringify(text.length > 60 ? `${text.slice(0, 57)}…` : text);

export const expressionProblem = (text: string, found: ExpressionFault): Problem =>
  problem(
    'invalid-expression',
    `The expression ${quoted(text)} ${found.what}.`,
    found.advice ?? advice,
    { expression: text.slice(0, 60), ...found.params },
    found.reason,
  );

/** What is wrong with an expression: the end of a sentence about it, and the same for translations. */
export interface ExpressionFault {
  readonly reason: ExpressionReason;
  readonly what: string;
  readonly params?: ProblemParams | undefined;
  readonly advice?: string | undefined;
}

/** Carries the fault out of the recursion; never leaves the modules of expressions. */
export class Refusal extends Error implements ExpressionFault {
  constructor(
    readonly reason: ExpressionReason,
    readonly what: string,
    readonly params?: ProblemParams,
    readonly advice?: string,
  ) {
    super(what);
  }
}

interface Token {
  readonly kind: 'number' | 'name' | 'symbol';
  readonly text: string;
}

function tokenize(text: string): readonly Token[] {
  const tokens: Token[] = [];
  const pattern = /\s*(?:(\d+(?:\.\d+)?)|([A-Za-z_][A-Za-z0-9_]*)|([-+*/(),]))/y;
  const end = text.trimEnd().length;
  while (pattern.lastIndex < end) {
    const at = pattern.lastIndex;
    const match = pattern.exec(text);
    if (!match) {
      const rest = text.slice(at).trimStart();
      const sign = String.fromCodePoint(rest.codePointAt(0) ?? 63);
      throw new Refusal('expression-character', `holds ${quoted(sign)}`, { sign });
    }
    const [, number, name, symbol] = match;
    if (number !== undefined) tokens.push({ kind: 'number', text: number });
    else if (name !== undefined) tokens.push({ kind: 'name', text: name });
    else tokens.push({ kind: 'symbol', text: symbol ?? '' });
  }
  return tokens;
}

const misplaced = (reason: ExpressionReason, { text }: Token, where: string): Refusal =>
  new Refusal(reason, `has ${quoted(text)} ${where}`, { found: text.slice(0, 60) });

class Parser {
  private at = 0;
  private depth = 0;
  constructor(private readonly tokens: readonly Token[]) {}

  parse(): ExpressionTree {
    const tree = this.sum();
    const rest = this.tokens[this.at];
    if (rest) throw misplaced('expression-trailing', rest, 'where it should end');
    return tree;
  }

  private take(...symbols: readonly string[]): string | null {
    const token = this.tokens[this.at];
    if (token?.kind !== 'symbol' || !symbols.includes(token.text)) return null;
    this.at += 1;
    return token.text;
  }

  private expect(symbol: string): void {
    if (this.take(symbol) !== null) return;
    throw new Refusal('expression-lacks', `lacks a "${symbol}"`, { wanted: symbol });
  }

  private sum(): ExpressionTree {
    let tree = this.product();
    for (let sign = this.take('+', '-'); sign !== null; sign = this.take('+', '-')) {
      tree = {
        kind: 'operation',
        operator: sign === '+' ? '+' : '-',
        left: tree,
        right: this.product(),
      };
    }
    return tree;
  }

  private product(): ExpressionTree {
    let tree = this.factor();
    for (let sign = this.take('*', '/'); sign !== null; sign = this.take('*', '/')) {
      tree = {
        kind: 'operation',
        operator: sign === '*' ? '*' : '/',
        left: tree,
        right: this.factor(),
      };
    }
    return tree;
  }

  private factor(): ExpressionTree {
    this.depth += 1;
    if (this.depth > maxDepth) {
      const what = `is nested deeper than ${maxDepth} levels`;
      throw new Refusal('expression-nested', what, { most: maxDepth });
    }
    const tree = this.signed();
    this.depth -= 1;
    return tree;
  }

  private signed(): ExpressionTree {
    const sign = this.take('+', '-');
    if (sign === '-') return { kind: 'negate', operand: this.factor() };
    if (sign === '+') return this.factor();
    if (this.take('(') !== null) {
      const tree = this.sum();
      this.expect(')');
      return tree;
    }
    const token = this.tokens[this.at];
    const place = 'where a number or a name should stand';
    if (!token) throw new Refusal('expression-cut', `ends ${place}`);
    if (token.kind === 'symbol') throw misplaced('expression-misplaced', token, place);
    this.at += 1;
    if (token.kind === 'number') return { kind: 'number', digits: token.text };
    if (this.take('(') === null) return { kind: 'name', name: token.text };
    return this.call(token.text);
  }

  private call(text: string): ExpressionTree {
    const name = functionNames.find((candidate) => candidate === text);
    if (!name) {
      const what = `calls ${quoted(text)}, which is not a function`;
      throw new Refusal('expression-function', what, { called: text.slice(0, 60) });
    }
    const first = this.sum();
    const rest: ExpressionTree[] = [];
    while (this.take(',') !== null) rest.push(this.sum());
    this.expect(')');
    if ((name === 'ceil' || name === 'floor') && rest.length > 0) {
      const what = `gives ${name} more than one number`;
      throw new Refusal('expression-operands', what, { called: name });
    }
    return { kind: 'call', name, operands: [first, ...rest] };
  }
}

/**
 * The tree of an expression of at most 1000 characters and 64 levels.
 * Error `invalid-expression`, with a sentence that quotes the text and says what is wrong in it.
 */
export function parseExpression(text: string): Result<ExpressionTree, Problem> {
  if (text.trim() === '') {
    return err(expressionProblem(text, { reason: 'expression-empty', what: 'is empty' }));
  }
  if (text.length > maxLength) {
    return err(
      expressionProblem(text, {
        reason: 'expression-long',
        what: `has ${text.length} characters; at most ${maxLength} are read`,
        params: { length: text.length, most: maxLength },
      }),
    );
  }
  try {
    return ok(new Parser(tokenize(text)).parse());
  } catch (reason) {
    if (reason instanceof Refusal) return err(expressionProblem(text, reason));
    throw reason;
  }
}

/** Names in the tree, each once, in order of first appearance. */
export function namesOf(tree: ExpressionTree): readonly string[] {
  const names = new Set<string>();
  const visit = (node: ExpressionTree): void => {
    if (node.kind === 'name') names.add(node.name);
    else if (node.kind === 'negate') visit(node.operand);
    else if (node.kind === 'operation') {
      visit(node.left);
      visit(node.right);
    } else if (node.kind === 'call') node.operands.forEach(visit);
  };
  visit(tree);
  return [...names];
}
