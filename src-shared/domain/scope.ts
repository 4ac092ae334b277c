/**
 * Which names an expression of a spec may use and what they are worth: gx gy gz (global size), lx ly lz
 * (local size), groups, and the spec's scalars. Decides values and dependencies; refuses nothing: a name
 * without a value is left out, and the expression that uses it says so.
 */
import { expressionVariables, type Variables } from './expression';
import { parseType } from './opencl-types';
import { resolveScalar } from './scalar-value';
import { threeDimensions, type GlobalSize } from './sizes';
import type { Argument, ScalarArgument } from './sweep';

export const globalNames = ['gx', 'gy', 'gz'] as const;
/** What differs between the configurations of a plan. */
export const localNames = ['lx', 'ly', 'lz', 'groups'] as const;
export const builtInNames: readonly string[] = [...globalNames, ...localNames];

export function globalVariables(size: GlobalSize): Variables {
  const [gx, gy, gz] = threeDimensions(size);
  return { gx, gy, gz };
}

export function localVariables(local: readonly number[], groups: number): Variables {
  const [lx, ly, lz] = threeDimensions(local);
  return { lx, ly, lz, groups };
}

/** Scalars that can be used in expressions: one number, and not named like a built-in. */
const scalarsOf = (args: readonly Argument[]): readonly ScalarArgument[] =>
  args.filter(
    (arg): arg is ScalarArgument =>
      arg.kind === 'scalar' && parseType(arg.type)?.width === 1 && !builtInNames.includes(arg.name),
  );

export const scalarNames = (args: readonly Argument[]): readonly string[] =>
  scalarsOf(args).map(({ name }) => name);

/**
 * The built-ins in `base` and every scalar whose value they determine, directly or through other
 * scalars. A scalar that needs a missing name, or itself, is left out.
 */
export function scopeFor(args: readonly Argument[], base: Variables): Variables {
  const scope = new Map(Object.entries(base));
  let pending = scalarsOf(args);
  for (let progress = true; progress && pending.length > 0;) {
    const variables: Variables = Object.fromEntries(scope);
    const left = pending.filter(({ name, type: typeName, value }) => {
      const type = parseType(typeName);
      const resolved = type && resolveScalar(name, typeName, type, value, variables);
      if (!resolved?.ok) return true;
      scope.set(name, Number(resolved.value[0]));
      return false;
    });
    progress = left.length < pending.length;
    pending = left;
  }
  // fromEntries defines own properties: a scalar called __proto__ is a name like any other.
  return Object.fromEntries(scope);
}

/** Every name that the text uses, through scalars too. A text that is no expression uses none. */
export function namesReached(args: readonly Argument[], text: string): ReadonlySet<string> {
  const scalars = new Map(scalarsOf(args).map((scalar) => [scalar.name, scalar]));
  const reached = new Set<string>();
  const open = [text];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const names = expressionVariables(next);
    if (!names.ok) continue;
    for (const name of names.value) {
      if (reached.has(name)) continue;
      reached.add(name);
      const scalar = scalars.get(name);
      if (scalar) open.push(scalar.value);
    }
  }
  return reached;
}

/** Whether the value of the text differs between local sizes. */
export function followsLocal(args: readonly Argument[], text: string): boolean {
  const reached = namesReached(args, text);
  return localNames.some((name) => reached.has(name));
}

/** Whether a scalar's value (all components of it) differs between local sizes. */
export const scalarFollowsLocal = (args: readonly Argument[], scalar: ScalarArgument): boolean =>
  parseType(scalar.type)?.kind !== 'float' &&
  // As the operands of a call, so that the components of a vector are read too.
  followsLocal(args, `max(${scalar.value})`);
