/**
 * The value of a scalar argument from its text. Decides whether `2`, `-1`, `0xff`, `gx*gy` or `1,2,3,4`
 * is a value of the argument's type; refuses what the type cannot hold instead of wrapping or rounding
 * it to something else.
 */
import { evaluateInteger, type Variables } from './expression';
import { quoted } from './expression-parser';
import { integerRange, largestFloat, type OpenClType } from './opencl-types';
import { problem, type Problem, type ProblemParams } from './problem';
import type { ArgumentReason } from './problem-reasons';
import { err, ok, type Result } from './result';

const integerLiteral = /^([-+]?)(0[xX][0-9a-fA-F]{1,16}|\d{1,20})[uU]?[lL]?$/;
const floatLiteral = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d{1,4})?[fF]?$/;
const maxLength = 1000;

interface Fault {
  readonly reason: ArgumentReason;
  readonly what: string;
  readonly params: ProblemParams;
}

const refuse = (
  name: string,
  text: string,
  { reason, what, params }: Fault,
  advice: string,
): Problem =>
  problem(
    'invalid-argument-value',
    `The value ${quoted(text)} of the argument "${name}" ${what}.`,
    advice,
    { argument: name, value: text.slice(0, 60), ...params },
    reason,
  );

/** Splits at commas that stand outside parentheses: `min(gx,4),2` has two parts. */
function splitComponents(text: string): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '(') depth += 1;
    else if (character === ')') depth -= 1;
    else if (character === ',' && depth === 0) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  return [...parts, text.slice(start)].map((part) => part.trim());
}

function integerComponent(
  name: string,
  typeName: string,
  [low, high]: readonly [bigint, bigint],
  text: string,
  variables: Variables,
): Result<string, Problem> {
  const literal = integerLiteral.exec(text);
  let value: bigint;
  if (literal) {
    value = BigInt(literal[2] ?? '0') * (literal[1] === '-' ? -1n : 1n);
  } else {
    const evaluated = evaluateInteger(text, variables);
    if (!evaluated.ok) {
      const { message, advice } = evaluated.error;
      return err(
        problem(
          'invalid-argument-value',
          `The argument "${name}": ${message}`,
          advice,
          { argument: name, value: text.slice(0, 60) },
          'value-expression',
          evaluated.error,
        ),
      );
    }
    value = BigInt(evaluated.value);
  }
  if (value < low || value > high) {
    const params = { type: typeName, low: String(low), high: String(high) };
    const fault: Fault = {
      reason: 'value-range',
      what: `does not fit into ${typeName}`,
      params,
    };
    return err(refuse(name, text, fault, `Use ${low} to ${high} or a wider type.`));
  }
  return ok(value.toString());
}

function floatComponent(
  name: string,
  typeName: string,
  largest: number,
  text: string,
): Result<string, Problem> {
  if (!floatLiteral.test(text)) {
    const what = `is not a number of type ${typeName}`;
    const fault: Fault = { reason: 'value-not-a-number', what, params: { type: typeName } };
    return err(refuse(name, text, fault, 'Write it like 2.5.'));
  }
  const value = Number(text.replace(/[fF]$/, ''));
  if (Math.abs(value) > largest) {
    const fault: Fault = {
      reason: 'value-too-large',
      what: `does not fit into ${typeName}`,
      params: { type: typeName, largest },
    };
    return err(refuse(name, text, fault, `Its largest value is ${largest}.`));
  }
  return ok(String(value));
}

/**
 * The components of a scalar or vector argument as decimal texts (64-bit integers stay exact).
 * A vector takes one value per component, or one for all of them. Integer types take expressions over
 * `variables`. Error `invalid-argument-value`, naming the argument.
 */
export function resolveScalar(
  name: string,
  typeName: string,
  type: OpenClType,
  text: string,
  variables: Variables,
): Result<readonly string[], Problem> {
  if (text.length > maxLength) {
    const what = `is longer than ${maxLength} characters`;
    const fault: Fault = { reason: 'value-long', what, params: { most: maxLength } };
    return err(refuse(name, text, fault, 'Shorten it.'));
  }
  const parts = splitComponents(text);
  if (parts.length !== 1 && parts.length !== type.width) {
    return err(
      refuse(
        name,
        text,
        {
          reason: 'value-components',
          what: `has ${parts.length} components, but ${typeName} has ${type.width}`,
          params: { type: typeName, has: parts.length, width: type.width },
        },
        type.width === 1 ? 'Give one number.' : `Give ${type.width} numbers parted by commas.`,
      ),
    );
  }
  const range = integerRange(type);
  const components: string[] = [];
  for (const part of parts) {
    const component = range
      ? integerComponent(name, typeName, range, part, variables)
      : floatComponent(name, typeName, largestFloat(type) ?? Number.MAX_VALUE, part);
    if (!component.ok) return component;
    components.push(component.value);
  }
  const [first = '0'] = components;
  return ok(parts.length === 1 ? Array.from({ length: type.width }, () => first) : components);
}
