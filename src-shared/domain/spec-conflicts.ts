/**
 * What can be wrong between the fields of a spec whose fields are right one by one. Decides whether the
 * sizes agree, every name is known and every scalar has a value; refuses a spec that could only fail
 * later, in the middle of a sweep.
 */
import { hasLooseBrace, placeholdersIn } from './build-options';
import { expressionVariables } from './expression';
import { expressionProblem, quoted } from './expression-parser';
import { parseType } from './opencl-types';
import { problem, type Problem, type ProblemParams } from './problem';
import type { KernelReason, SpecReason } from './problem-reasons';
import { resolveScalar } from './scalar-value';
import {
  builtInNames,
  globalVariables,
  localNames,
  localVariables,
  namesReached,
  scalarNames,
  scopeFor,
} from './scope';
import type { ScalarArgument, SweepSpec } from './sweep';

export interface SpecConflict {
  readonly path: string;
  /** One sentence that names path and value. */
  readonly message: string;
  readonly advice: string;
  readonly reason: SpecReason | KernelReason;
  readonly params?: ProblemParams | undefined;
  readonly cause?: Problem | undefined;
  /** Where it is about the count or value of one argument: the same of that argument, without the path. */
  readonly argument?: { readonly name: string; readonly problem: Problem };
}

const conflict = (
  reason: SpecReason | KernelReason,
  path: string,
  what: string,
  advice: string,
  params?: ProblemParams,
  cause?: Problem,
): SpecConflict => ({
  path,
  message: `In the sweep spec, ${path} ${what}`,
  advice,
  reason,
  params,
  cause,
});

function shapeConflict({ global, local }: SweepSpec): SpecConflict | null {
  const at = local.findIndex((size) => size !== null && size.length !== global.length);
  const size = local[at];
  if (!size) return null;
  return conflict(
    'spec-shape',
    `local[${at}]`,
    `is ${size.join('×')}, which has not the ${global.length === 1 ? '1 dimension' : `${global.length} dimensions`} of the global size ${global.join('×')}.`,
    'Give every local size as many dimensions as the global size, or null.',
    { shape: size.join('×'), has: size.length, global: global.join('×'), wanted: global.length },
  );
}

function duplicateName({ args }: SweepSpec): SpecConflict | null {
  const names = args.map(({ name }) => name);
  const at = names.findIndex((name, index) => names.indexOf(name) !== index);
  const name = names[at];
  return name === undefined
    ? null
    : conflict(
        'spec-name-twice',
        `args[${at}].name`,
        `is ${quoted(name)} a second time.`,
        'Name each argument once.',
        { name },
      );
}

/** An expression with a fault in it, or with a name that nothing gives a value to. */
function expressionConflict(
  path: string,
  text: string,
  known: readonly string[],
): SpecConflict | null {
  const names = expressionVariables(text);
  if (!names.ok) {
    const { message, advice = '' } = names.error;
    return conflict('spec-wrong', path, `is wrong: ${message}`, advice, {}, names.error);
  }
  const unknown = names.value.find((name) => !known.includes(name));
  if (unknown === undefined) return null;
  const advice = `Known names: ${known.join(', ')}.`;
  const what = `uses ${quoted(unknown)}, which is not known there`;
  const params = { name: unknown, known: known.join(', ') };
  const cause = expressionProblem(text, { reason: 'expression-name', what, params, advice });
  return conflict('spec-wrong', path, `${what}.`, advice, params, cause);
}

function workConflict(spec: SweepSpec): SpecConflict | null {
  const known = [...builtInNames, ...scalarNames(spec.args)];
  for (const path of ['flopsPerItem', 'bytesPerItem'] as const) {
    const text = spec[path];
    if (text === null) continue;
    const found = expressionConflict(path, text, known);
    if (found) return found;
    const reached = namesReached(spec.args, text);
    const local = localNames.find((name) => reached.has(name));
    if (local !== undefined) {
      return conflict(
        'spec-depends-on-local',
        path,
        `depends on "${local}", but it states the work of one item whatever the local size.`,
        'Use the global size and scalars only, so that sizes can be compared.',
        { name: local },
      );
    }
  }
  return null;
}

/** Whether a scalar has a value, tried with the first size of the list. */
function scalarConflict(spec: SweepSpec, at: number, scalar: ScalarArgument): SpecConflict | null {
  const type = parseType(scalar.type);
  if (!type) return null;
  const local = spec.local.find((size) => size !== null) ?? spec.global.map(() => 1);
  const base = { ...globalVariables(spec.global), ...localVariables(local, 1) };
  const scope = scopeFor(spec.args, base);
  const value = resolveScalar(scalar.name, scalar.type, type, scalar.value, scope);
  if (value.ok) return null;
  const { message, advice = '' } = value.error;
  return {
    ...conflict('spec-wrong', `args[${at}].value`, `is wrong: ${message}`, advice, {}, value.error),
    argument: { name: scalar.name, problem: value.error },
  };
}

function buildOptionsConflict(spec: SweepSpec, known: readonly string[]): SpecConflict | null {
  if (hasLooseBrace(spec.buildOptions)) {
    return conflict(
      'option-brace',
      'buildOptions',
      `(${quoted(spec.buildOptions)}) has a brace without its partner.`,
      'Write sizes like -DTILE={lx}.',
      { options: spec.buildOptions.slice(0, 60) },
    );
  }
  const found = placeholdersIn(spec.buildOptions).map((text) =>
    expressionConflict('buildOptions', text, known),
  );
  return found.find((one) => one !== null) ?? null;
}

function referenceFault({ reference, kernel, args }: SweepSpec): SpecConflict | null {
  if (reference === undefined) return null;
  if ('kernel' in reference) {
    return reference.kernel !== kernel
      ? null
      : conflict(
          'reference-itself',
          'reference.kernel',
          `is ${quoted(kernel)}, the kernel that is measured: its results would be compared with themselves.`,
          'Name another kernel of the same source, or leave the reference out.',
          { kernel },
        );
  }
  const { argument } = reference;
  const buffer = args.find(({ name }) => name === argument);
  if (buffer?.kind !== 'buffer' || !buffer.write) {
    const written = args.filter((arg) => arg.kind === 'buffer' && arg.write);
    const listed = written.map(({ name }) => name).join(', ');
    const names = listed || 'there are none';
    return conflict(
      'reference-not-written',
      'reference.argument',
      `is ${quoted(argument)}, which is no buffer that the kernel writes.`,
      `Written buffers: ${names}.`,
      { argument, written: listed || '–' },
    );
  }
  return buffer.compare !== 'none'
    ? null
    : conflict(
        'reference-not-compared',
        'reference.argument',
        `is ${quoted(argument)}, whose compare is "none".`,
        'Set its compare to "elementwise" or "sum".',
        { argument },
      );
}

/** The first conflict of the spec; null when there is none. */
export function specConflict(spec: SweepSpec): SpecConflict | null {
  const early = shapeConflict(spec) ?? duplicateName(spec);
  if (early) return early;
  const known = [...builtInNames, ...scalarNames(spec.args)];
  for (const [at, arg] of spec.args.entries()) {
    if (arg.kind === 'scalar') {
      const found = scalarConflict(spec, at, arg);
      if (found) return found;
      continue;
    }
    const found = expressionConflict(`args[${at}].count`, arg.count, known);
    if (found) {
      const what = found.message.slice(found.message.indexOf('.count ') + '.count '.length);
      const message = `The count ${quoted(arg.count)} of the argument "${arg.name}" ${what}`;
      const params = { argument: arg.name, value: arg.count.slice(0, 60) };
      const told = problem(
        'invalid-argument-value',
        message,
        found.advice,
        params,
        'count-expression',
        found.cause,
      );
      return { ...found, argument: { name: arg.name, problem: told } };
    }
  }
  return buildOptionsConflict(spec, known) ?? workConflict(spec) ?? referenceFault(spec);
}
