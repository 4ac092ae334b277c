/**
 * Reads expressions of OpenCL C by precedence climbing. Refuses by throwing `Unreadable`, which the
 * statement parser turns into an opaque statement; nothing else leaves this folder.
 */
import { isQualifier, isTypeWord, typeAt } from './parse-types';
import type { BinaryOp, Expr } from './syntax';
import { binaryOps } from './syntax';

export class Unreadable extends Error {}

const precedence: Readonly<Record<BinaryOp, number>> = {
  '*': 10, '/': 10, '%': 10, '+': 9, '-': 9, '<<': 8, '>>': 8, '<': 7, '>': 7, '<=': 7, '>=': 7,
  '==': 6, '!=': 6, '&': 5, '^': 4, '|': 3, '&&': 2, '||': 1,
}; // prettier-ignore
const assignable: ReadonlySet<string> = new Set([
  '*',
  '/',
  '%',
  '+',
  '-',
  '<<',
  '>>',
  '&',
  '^',
  '|',
]);
/** Statements and expressions within each other: each level is one more call here and in all that follows. */
const deepest = 200;
/** Operators in a row without brackets: the tree of a sum is as deep as the sum is long. */
const longestChain = 150;

const startsOperand = (token: string | undefined): boolean =>
  token !== undefined && /^[\p{L}_\d(.]/u.test(token);

export class ExpressionParser {
  protected depth = 0;

  constructor(
    readonly tokens: readonly string[],
    public at: number,
    readonly known: ReadonlySet<string>,
  ) {}

  protected deeper(): void {
    this.depth += 1;
    if (this.depth > deepest) throw new Unreadable('nested too deeply');
  }

  peek(ahead = 0): string {
    return this.tokens[this.at + ahead] ?? '';
  }

  expect(token: string): void {
    if (this.peek() !== token) throw new Unreadable(`${token} expected`);
    this.at += 1;
  }

  takes(token: string): boolean {
    if (this.peek() !== token) return false;
    this.at += 1;
    return true;
  }

  /** With commas. */
  expression(): Expr {
    const items = [this.assignment()];
    while (this.takes(',')) items.push(this.assignment());
    const [only] = items;
    return items.length === 1 && only !== undefined ? only : { kind: 'comma', items };
  }

  assignment(): Expr {
    this.deeper();
    const left = this.choice();
    const op = this.assignmentOperator();
    const result: Expr =
      op === undefined ? left : { kind: 'assign', op, target: left, value: this.assignment() };
    this.depth -= 1;
    return result;
  }

  /** undefined: none here. */
  private assignmentOperator(): BinaryOp | null | undefined {
    const [one, two, three] = [this.peek(), this.peek(1), this.peek(2)];
    if (one === '=' && two !== '=') {
      this.at += 1;
      return null;
    }
    if (two === '=' && assignable.has(one) && three !== '=') {
      this.at += 2;
      return one as BinaryOp;
    }
    if (one === two && three === '=' && (one === '<' || one === '>')) {
      this.at += 3;
      return `${one}${one}` as BinaryOp;
    }
    return undefined;
  }

  private choice(): Expr {
    const cond = this.binary(1);
    if (!this.takes('?')) return cond;
    const yes = this.expression();
    this.expect(':');
    return { kind: 'choice', cond, yes, no: this.assignment() };
  }

  /** The operator here and its length in tokens, unless it is part of an assignment. */
  private operator(): { readonly op: BinaryOp; readonly length: number } | null {
    const [one, two, three] = [this.peek(), this.peek(1), this.peek(2)];
    const double = `${one}${two}`;
    if ((binaryOps as readonly string[]).includes(double) && double.length === 2) {
      if ((double === '<<' || double === '>>') && three === '=') return null;
      return { op: double as BinaryOp, length: 2 };
    }
    if (!(binaryOps as readonly string[]).includes(one)) return null;
    return two === '=' && assignable.has(one) ? null : { op: one as BinaryOp, length: 1 };
  }

  private binary(lowest: number): Expr {
    let left = this.unary();
    for (let length = 0; ; length += 1) {
      if (length > longestChain) throw new Unreadable('too many operators in a row');
      const found = this.operator();
      if (found === null || precedence[found.op] < lowest) return left;
      this.at += found.length;
      left = { kind: 'binary', op: found.op, left, right: this.binary(precedence[found.op] + 1) };
    }
  }

  private unary(): Expr {
    this.deeper();
    const result = this.unaryAt(this.peek());
    this.depth -= 1;
    return result;
  }

  private unaryAt(token: string): Expr {
    if ((token === '+' || token === '-') && this.peek(1) === token && startsOperand(this.peek(2))) {
      this.at += 2;
      return { kind: 'step', op: token, before: true, target: this.unary() };
    }
    if (/^[-+!~*&]$/.test(token)) {
      this.at += 1;
      return { kind: 'unary', op: token as '-', arg: this.unary() };
    }
    if (token === '(' && this.isType(1)) return this.cast();
    if (token === 'sizeof') throw new Unreadable('sizeof');
    return this.postfix(this.primary());
  }

  private isType(ahead: number): boolean {
    const token = this.peek(ahead);
    return isQualifier(token) || isTypeWord(token, this.known);
  }

  private cast(): Expr {
    const found = typeAt(this.tokens, this.at + 1, this.known);
    if (found === null || this.tokens[found.end] !== ')') throw new Unreadable('a type expected');
    this.at = found.end + 1;
    // `(int2)(x, y)`: a list, not a comma expression.
    if (this.peek() === '(' && /\d$/.test(found.type.base) && found.type.pointers === 0) {
      this.at += 1;
      const items = this.list(')');
      return this.postfix({ kind: 'list', type: found.type, items });
    }
    return { kind: 'cast', type: found.type, arg: this.unary() };
  }

  list(close: string): readonly Expr[] {
    const items: Expr[] = [];
    while (!this.takes(close)) {
      if (items.length > 0) this.expect(',');
      if (close === '}' && this.takes('}')) break;
      items.push(this.takes('{') ? this.braces() : this.assignment());
    }
    return items;
  }

  private braces(): Expr {
    return { kind: 'list', type: null, items: this.list('}') };
  }

  private primary(): Expr {
    const token = this.peek();
    this.at += 1;
    if (token === '(') {
      const inner = this.expression();
      this.expect(')');
      return inner;
    }
    if (/^\.?\d/.test(token)) return { kind: 'number', text: token };
    if (token === '""' || token === "''") return { kind: 'opaque' };
    if (!/^[\p{L}_]/u.test(token)) throw new Unreadable(`${token} unexpected`);
    if (!this.takes('(')) return { kind: 'name', name: token };
    return { kind: 'call', name: token, args: this.list(')') };
  }

  private postfix(start: Expr): Expr {
    let base = start;
    for (;;) {
      const [token, next] = [this.peek(), this.peek(1)];
      if (this.takes('[')) {
        const index = this.expression();
        this.expect(']');
        base = { kind: 'index', base, index };
      } else if (token === '.' || (token === '-' && next === '>')) {
        this.at += token === '.' ? 1 : 2;
        base = { kind: 'member', base, name: this.peek(), arrow: token !== '.' };
        this.at += 1;
      } else if (/^\.[\p{L}_]/u.test(token)) {
        this.at += 1;
        base = { kind: 'member', base, name: token.slice(1), arrow: false };
      } else if (
        (token === '+' || token === '-') &&
        next === token &&
        !startsOperand(this.peek(2))
      ) {
        this.at += 2;
        base = { kind: 'step', op: token, before: false, target: base };
      } else return base;
    }
  }
}
