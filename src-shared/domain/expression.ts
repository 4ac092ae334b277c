/**
 * The value of a spec expression. Decides with exact rational arithmetic, so that `gx/3*3` is `gx` and
 * `ceil(gx/lx)` is never one too many; refuses unknown names, division by zero, and results that are
 * not the kind of number that was asked for.
 */
import {
  expressionProblem,
  namesOf,
  parseExpression,
  quoted,
  Refusal,
  type ExpressionTree,
} from './expression-parser';
import type { Problem } from './problem';
import { err, ok, type Result } from './result';

export type Variables = Readonly<Record<string, number>>;

/** numerator / denominator, reduced, denominator > 0. */
interface Rational {
  readonly n: bigint;
  readonly d: bigint;
}

/** Intermediate results beyond this are refused: no honest size needs them, and they cost time. */
const largestPart = 1n << 512n;
const largestInteger = BigInt(Number.MAX_SAFE_INTEGER);

const abs = (value: bigint): bigint => (value < 0n ? -value : value);

function rational(n: bigint, d: bigint): Rational {
  if (d === 0n) {
    throw new Refusal('expression-zero-divisor', 'divides by zero', {}, 'Change the divisor.');
  }
  let [a, b] = [abs(n), abs(d)];
  while (b !== 0n) [a, b] = [b, a % b];
  const sign = d < 0n ? -1n : 1n;
  const reduced = { n: (sign * n) / a, d: abs(d) / a };
  if (abs(reduced.n) > largestPart || reduced.d > largestPart) throw tooLarge();
  return reduced;
}

const tooLarge = (): Refusal =>
  new Refusal(
    'expression-huge',
    'grows beyond 2^53, the largest number that can be used',
    {},
    'Use smaller numbers.',
  );

function fromDigits(digits: string): Rational {
  const [whole = '0', fraction = ''] = digits.split('.');
  return rational(BigInt(whole + fraction), 10n ** BigInt(fraction.length));
}

/** Exact: every finite double is a whole number divided by a power of two. */
function fromDouble(name: string, value: number): Rational {
  if (!Number.isFinite(value)) {
    const what = `uses ${quoted(name)}, which is ${value}`;
    throw new Refusal('expression-not-finite', what, { name, value: String(value) });
  }
  let [scaled, d] = [value, 1n];
  while (!Number.isInteger(scaled)) {
    scaled *= 2;
    d *= 2n;
  }
  return rational(BigInt(scaled), d);
}

function floor({ n, d }: Rational): bigint {
  const quotient = n / d;
  return n < 0n && quotient * d !== n ? quotient - 1n : quotient;
}

const less = (a: Rational, b: Rational): boolean => a.n * b.d < b.n * a.d;

function calculate(tree: ExpressionTree, variables: Variables): Rational {
  switch (tree.kind) {
    case 'number':
      return fromDigits(tree.digits);
    case 'name': {
      const value = Object.hasOwn(variables, tree.name) ? variables[tree.name] : undefined;
      if (value === undefined) throw unknownName(tree.name, variables);
      return fromDouble(tree.name, value);
    }
    case 'negate': {
      const { n, d } = calculate(tree.operand, variables);
      return { n: -n, d };
    }
    case 'operation': {
      const a = calculate(tree.left, variables);
      const b = calculate(tree.right, variables);
      if (tree.operator === '+') return rational(a.n * b.d + b.n * a.d, a.d * b.d);
      if (tree.operator === '-') return rational(a.n * b.d - b.n * a.d, a.d * b.d);
      if (tree.operator === '*') return rational(a.n * b.n, a.d * b.d);
      return rational(a.n * b.d, a.d * b.n);
    }
    case 'call': {
      const [first, ...rest] = tree.operands;
      const value = calculate(first, variables);
      if (tree.name === 'floor') return rational(floor(value), 1n);
      if (tree.name === 'ceil') return rational(-floor({ n: -value.n, d: value.d }), 1n);
      return rest
        .map((operand) => calculate(operand, variables))
        .reduce((best, next) => (less(next, best) === (tree.name === 'min') ? next : best), value);
    }
  }
}

function unknownName(name: string, variables: Variables): Refusal {
  const known = Object.keys(variables).slice(0, 20).join(', ');
  const what = `uses ${quoted(name)}, which is not known here`;
  return known === ''
    ? new Refusal('expression-no-names', what, { name }, 'No names can be used here.')
    : new Refusal('expression-name', what, { name, known }, `Known names: ${known}.`);
}

function evaluate<T>(
  text: string,
  variables: Variables,
  convert: (value: Rational) => T,
): Result<T, Problem> {
  const tree = parseExpression(text);
  if (!tree.ok) return tree;
  try {
    return ok(convert(calculate(tree.value, variables)));
  } catch (reason) {
    if (reason instanceof Refusal) return err(expressionProblem(text, reason));
    throw reason;
  }
}

/** Both parts are below 2^512 and so within a double's range. */
const asDouble = ({ n, d }: Rational): number => Number(n) / Number(d);

function wholeNumber(value: Rational): bigint {
  if (value.d !== 1n) {
    const given = Number(asDouble(value).toPrecision(6));
    throw new Refusal(
      'expression-fraction',
      `gives ${given}, which is not a whole number`,
      { value: given },
      'Wrap it in ceil( ) or floor( ).',
    );
  }
  if (abs(value.n) > largestInteger) throw tooLarge();
  return value.n;
}

/**
 * A whole number from 0 to 2^53 - 1: counts and sizes.
 * Error `invalid-expression`: a sentence that quotes the text and says what is wrong.
 */
export const evaluateExpression = (text: string, variables: Variables): Result<number, Problem> =>
  evaluate(text, variables, (value) => {
    const whole = wholeNumber(value);
    if (whole < 0n) {
      const what = `gives ${whole}, which is below 0`;
      throw new Refusal(
        'expression-negative',
        what,
        { value: String(whole) },
        'A count is 0 or more.',
      );
    }
    return Number(whole);
  });

/** Like `evaluateExpression`, and may be negative: values of integer arguments. */
export const evaluateInteger = (text: string, variables: Variables): Result<number, Problem> =>
  evaluate(text, variables, (value) => Number(wholeNumber(value)));

/** Any finite number: work per item, where `gx/3` flops on average make sense. */
export const evaluateReal = (text: string, variables: Variables): Result<number, Problem> =>
  evaluate(text, variables, asDouble);

/** The names that an expression uses, each once, in order; error `invalid-expression` for its grammar. */
export function expressionVariables(text: string): Result<readonly string[], Problem> {
  const tree = parseExpression(text);
  return tree.ok ? ok(namesOf(tree.value)) : tree;
}
