/**
 * What can be wrong between the fields of a spec whose fields are right one by one. Decides whether the
 * sizes agree, every name is known and every scalar has a value; refuses a spec that could only fail
 * later, in the middle of a sweep.
 */
import { hasLooseBrace, placeholdersIn } from './build-options';
import { expressionVariables } from './expression';
import { quoted } from './expression-parser';
import { parseType } from './opencl-types';
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
  /** The argument whose count or value it is about, and the sentence without the path. */
  readonly argument?: { readonly name: string; readonly message: string };
}

const conflict = (path: string, what: string, advice: string): SpecConflict => ({
  path,
  message: `In the sweep spec, ${path} ${what}`,
  advice,
});

function shapeConflict({ global, local }: SweepSpec): SpecConflict | null {
  const at = local.findIndex((size) => size !== null && size.length !== global.length);
  const size = local[at];
  if (!size) return null;
  return conflict(
    `local[${at}]`,
    `is ${size.join('×')}, which has not the ${global.length === 1 ? '1 dimension' : `${global.length} dimensions`} of the global size ${global.join('×')}.`,
    'Give every local size as many dimensions as the global size, or null.',
  );
}

function duplicateName({ args }: SweepSpec): SpecConflict | null {
  const names = args.map(({ name }) => name);
  const at = names.findIndex((name, index) => names.indexOf(name) !== index);
  const name = names[at];
  return name === undefined
    ? null
    : conflict(`args[${at}].name`, `is ${quoted(name)} a second time.`, 'Name each argument once.');
}

/** An expression with a fault in it, or with a name that nothing gives a value to. */
function expressionConflict(
  path: string,
  text: string,
  known: readonly string[],
): SpecConflict | null {
  const names = expressionVariables(text);
  if (!names.ok) {
    return conflict(path, `is wrong: ${names.error.message}`, names.error.advice ?? '');
  }
  const unknown = names.value.find((name) => !known.includes(name));
  return unknown === undefined
    ? null
    : conflict(
        path,
        `uses ${quoted(unknown)}, which is not known there.`,
        `Known names: ${known.join(', ')}.`,
      );
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
        path,
        `depends on "${local}", but it states the work of one item whatever the local size.`,
        'Use the global size and scalars only, so that sizes can be compared.',
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
    ...conflict(`args[${at}].value`, `is wrong: ${message}`, advice),
    argument: { name: scalar.name, message },
  };
}

function buildOptionsConflict(spec: SweepSpec, known: readonly string[]): SpecConflict | null {
  if (hasLooseBrace(spec.buildOptions)) {
    return conflict(
      'buildOptions',
      `(${quoted(spec.buildOptions)}) has a brace without its partner.`,
      'Write sizes like -DTILE={lx}.',
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
          'reference.kernel',
          `is ${quoted(kernel)}, the kernel that is measured: its results would be compared with themselves.`,
          'Name another kernel of the same source, or leave the reference out.',
        );
  }
  const { argument } = reference;
  const buffer = args.find(({ name }) => name === argument);
  if (buffer?.kind !== 'buffer' || !buffer.write) {
    const written = args.filter((arg) => arg.kind === 'buffer' && arg.write);
    const names = written.map(({ name }) => name).join(', ') || 'there are none';
    return conflict(
      'reference.argument',
      `is ${quoted(argument)}, which is no buffer that the kernel writes.`,
      `Written buffers: ${names}.`,
    );
  }
  return buffer.compare !== 'none'
    ? null
    : conflict(
        'reference.argument',
        `is ${quoted(argument)}, whose compare is "none".`,
        'Set its compare to "elementwise" or "sum".',
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
      return { ...found, argument: { name: arg.name, message } };
    }
  }
  return buildOptionsConflict(spec, known) ?? workConflict(spec) ?? referenceFault(spec);
}
