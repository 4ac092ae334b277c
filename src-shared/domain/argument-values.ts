/**
 * Arguments as people set them: `--arg n=1000`, `--arg x=gx*2:random(0,1)`. Decides what a text means
 * for the argument of that name; refuses unknown names and values that the type cannot hold. The spec
 * that comes out is checked as a whole again, because one value can break another's expression.
 */
import { evaluateExpression, expressionVariables } from './expression';
import { quoted } from './expression-parser';
import { problem, type Problem, type ProblemParams } from './problem';
import type { ArgumentReason } from './problem-reasons';
import { err, ok, type Result } from './result';
import type { Argument, BufferArgument, BufferInit, SweepSpec } from './sweep';
import { specConflict } from './spec-conflicts';

const number = String.raw`\s*([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d{1,3})?)\s*`;
const randomForm = new RegExp(String.raw`^random\s*\(${number},${number}(?:,\s*(\d{1,16})\s*)?\)$`);
const constantForm = new RegExp(String.raw`^constant\s*\(${number}\)$`);
/** A text that starts like data is data, so that its fault is described as one. */
const looksLikeInit = /^(random|constant)\s*\(|^index$/;

const bufferAdvice =
  'Write a count such as gx*2, or data such as random(-1,1), random(-1,1,SEED), constant(0) or index, or both: gx*2:random(0,1).';

interface Fault {
  readonly reason: ArgumentReason;
  /** The end of a sentence about the value. */
  readonly what: string;
  readonly params?: ProblemParams;
  readonly cause?: Problem;
}

const refuse = (name: string, text: string, fault: Fault, advice: string): Problem =>
  problem(
    'invalid-argument-value',
    `The value ${quoted(text)} of the argument "${name}" ${fault.what}.`,
    advice,
    { argument: name, value: text.slice(0, 60), ...fault.params },
    fault.reason,
    fault.cause,
  );

const largeNumber: Fault = { reason: 'data-number-large', what: 'has a number that is too large' };

/** `previous` gives the seed when the text names none. */
function parseInit(text: string, previous: BufferInit): Result<BufferInit, Fault> {
  if (text === 'index') return ok({ index: true });
  const constant = constantForm.exec(text);
  if (constant) {
    const value = Number(constant[1]);
    return Number.isFinite(value) ? ok({ constant: value }) : err(largeNumber);
  }
  const random = randomForm.exec(text);
  if (!random) {
    const what = `has the data ${quoted(text)}, which is not known`;
    return err({ reason: 'data-unknown', what, params: { data: text.slice(0, 60) } });
  }
  const [low, high] = [Number(random[1]), Number(random[2])];
  if (!Number.isFinite(low) || !Number.isFinite(high)) return err(largeNumber);
  if (low > high) {
    const what = `has random data from ${low} to ${high}, which is the wrong way round`;
    return err({ reason: 'data-order', what, params: { low, high } });
  }
  const seed =
    random[3] === undefined ? ('seed' in previous ? previous.seed : 1) : Number(random[3]);
  if (!Number.isSafeInteger(seed)) {
    return err({ reason: 'data-seed-large', what: 'has a seed that is too large' });
  }
  return ok({ random: [low, high], seed });
}

/** A count on its own: the grammar, and 0 where no size is needed to see it. */
function countFault(text: string): Fault | null {
  const names = expressionVariables(text);
  if (!names.ok) return faultOf(names.error);
  if (names.value.length > 0) return null;
  const value = evaluateExpression(text, {});
  if (!value.ok) return faultOf(value.error);
  return value.value === 0
    ? { reason: 'count-zero', what: 'is no count: A count is at least 1' }
    : null;
}

const faultOf = (cause: Problem): Fault => ({
  reason: 'count-expression',
  what: `is no count: ${cause.message.replace(/\.$/, '')}`,
  cause,
});

function setCount<T extends { readonly name: string; readonly count: string }>(
  arg: T,
  text: string,
  advice: string,
): Result<T, Problem> {
  const fault = countFault(text);
  return fault === null ? ok({ ...arg, count: text }) : err(refuse(arg.name, text, fault, advice));
}

function setBuffer(arg: BufferArgument, text: string): Result<Argument, Problem> {
  const colon = text.indexOf(':');
  const onlyInit = colon < 0 && looksLikeInit.test(text);
  const count = onlyInit ? null : (colon < 0 ? text : text.slice(0, colon)).trim();
  const data = onlyInit ? text : colon < 0 ? null : text.slice(colon + 1).trim();
  let changed = arg;
  if (count !== null) {
    const counted = setCount(arg, count, bufferAdvice);
    if (!counted.ok) return counted;
    changed = counted.value;
  }
  if (data === null) return ok(changed);
  const init = parseInit(data, arg.init);
  return init.ok
    ? ok({ ...changed, init: init.value })
    : err(refuse(arg.name, text, init.error, bufferAdvice));
}

function setArgument(arg: Argument, value: string): Result<Argument, Problem> {
  const text = value.trim();
  if (text === '') {
    const empty: Fault = { reason: 'value-empty', what: 'is empty' };
    return err(refuse(arg.name, value, empty, 'Give it a value.'));
  }
  if (arg.kind === 'buffer') return setBuffer(arg, text);
  // A scalar's value is checked with the whole spec, where the names in it have values.
  if (arg.kind === 'scalar') return ok({ ...arg, value: text });
  return setCount(arg, text, 'Write a count of elements per work-group such as lx*ly.');
}

/**
 * The spec with new values for some of its arguments. Scalars: a number, an expression for integer
 * types, `1,2,3,4` for vectors. Buffers: a count expression, data (`random(low,high[,seed])`,
 * `constant(value)`, `index`), or both as `COUNT:DATA`. Local memory: a count expression.
 * Error `invalid-argument-value`, naming the argument; an unknown name lists those that there are.
 */
export function applyArgumentValues(
  spec: SweepSpec,
  values: Readonly<Record<string, string>>,
): Result<SweepSpec, Problem> {
  let args = spec.args;
  for (const [name, value] of Object.entries(values)) {
    const at = args.findIndex((arg) => arg.name === name);
    const arg = args[at];
    if (!arg) {
      const names = spec.args.map((known) => known.name).join(', ');
      return err(
        problem(
          'invalid-argument-value',
          `The kernel "${spec.kernel}" has no argument ${quoted(name)}.`,
          names === '' ? 'It has no arguments.' : `Its arguments are ${names}.`,
          { argument: name, kernel: spec.kernel, arguments: names },
          names === '' ? 'argument-none' : 'argument-unknown',
        ),
      );
    }
    const changed = setArgument(arg, value);
    if (!changed.ok) return changed;
    args = args.with(at, changed.value);
  }
  const complete = { ...spec, args };
  const conflict = specConflict(complete);
  if (conflict === null) return ok(complete);
  const { message, advice, path, argument } = conflict;
  if (argument === undefined) {
    const params = { argument: '', path, ...conflict.params };
    return err(
      problem('invalid-argument-value', message, advice, params, conflict.reason, conflict.cause),
    );
  }
  return err({ ...argument.problem, params: { ...argument.problem.params, path } });
}

function describeInit(init: BufferInit): string {
  if ('index' in init) return 'index';
  if ('constant' in init) return `constant(${init.constant})`;
  return `random(${init.random.join(',')},${init.seed})`;
}

/** The argument's value in the form that `applyArgumentValues` reads. */
export function describeArgument(arg: Argument): string {
  if (arg.kind === 'scalar') return arg.value;
  return arg.kind === 'local' ? arg.count : `${arg.count}:${describeInit(arg.init)}`;
}
