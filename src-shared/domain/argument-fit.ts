/**
 * Whether a spec's arguments are those of the kernel that was built, by what the compiler says of its
 * parameters. Decides before anything is launched: swapped or mistyped arguments launch well on most
 * drivers and measure something else. Refuses only what is certainly wrong; a parameter with a type that
 * the host does not know (a typedef, a struct) and a name of the user's own are taken as they are.
 */
import type { KernelParameter } from './kernel';
import { parseType } from './opencl-types';
import type { Argument } from './sweep';

/** What a parameter wants to be given. */
const kindOf = ({ isPointer, addressSpace }: KernelParameter): Argument['kind'] =>
  !isPointer ? 'scalar' : addressSpace === 'local' ? 'local' : 'buffer';

const kindWords: Readonly<Record<Argument['kind'], string>> = {
  buffer: 'a buffer',
  scalar: 'a scalar',
  local: 'local memory',
};

const listed = (names: readonly { readonly name: string }[]): string =>
  names.length === 0 ? 'none' : names.map(({ name }) => name).join(', ');

/** Same bytes and both floating point or both integer: `int` for `uint` is what people write. */
const scalarFits = (given: string, wanted: string): boolean => {
  const [a, b] = [parseType(given), parseType(wanted)];
  if (a === null || b === null) return true;
  return (
    a.bytes === b.bytes && a.width === b.width && (a.kind === 'float') === (b.kind === 'float')
  );
};

/** What is wrong, as a sentence that names the argument; null when they fit. */
export const argumentMisfit = (
  args: readonly Argument[],
  parameters: readonly KernelParameter[],
  kernel: string,
): string | null => {
  if (args.length !== parameters.length) {
    return `${kernel} takes ${parameters.length} arguments (${listed(parameters)}), but the spec gives ${args.length} (${listed(args)}).`;
  }
  const places = new Map(parameters.map(({ name }, index) => [name, index]));
  for (const [index, argument] of args.entries()) {
    const parameter = parameters[index];
    if (parameter === undefined) continue;
    const place = places.get(argument.name);
    const where = `Argument ${index + 1} of ${kernel} is ${parameter.name}`;
    if (argument.name !== parameter.name && place !== undefined) {
      return `${where}, but the spec gives ${argument.name} there, which is argument ${place + 1}. Put the spec's arguments in the kernel's order.`;
    }
    const wanted = kindOf(parameter);
    if (argument.kind !== wanted) {
      return `${where} and wants ${kindWords[wanted]}, but the spec gives it ${kindWords[argument.kind]}.`;
    }
    if (argument.kind === 'scalar' && !scalarFits(argument.type, parameter.type)) {
      return `${where}, a ${parameter.type}, but the spec gives it as ${argument.type}.`;
    }
  }
  return null;
};
