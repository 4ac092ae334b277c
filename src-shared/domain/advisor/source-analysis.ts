/**
 * What the source of a run's kernel says, read once for each set of build options. Decides which scalars are
 * known; refuses nothing: a kernel that is not in the source, or that was read in part, says so.
 */
import { buildOptionsFor, hasPerSizeBuild } from '../build-options';
import type { Configuration } from '../plan-types';
import type { RunHeader } from '../run-event';
import { followsLocal, globalVariables, localVariables, scopeFor } from '../scope';
import type { SweepSpec } from '../sweep';
import { lowerKernel } from './lower';
import type { LoweredKernel } from './lowered';
import { parseProgram } from './parse-program';

export interface ReadSource {
  readonly kernel: LoweredKernel;
  /** The kernel's parameters, in order. */
  readonly parameters: readonly string[];
}

interface Read {
  readonly isPerSize: boolean;
  readonly byOptions: Map<string, ReadSource | null>;
}
const read = new WeakMap<RunHeader, Read>();

const readWith = (header: RunHeader, options: string): ReadSource | null => {
  const program = parseProgram(header.sourceText, options);
  const kernel = lowerKernel(program, header.spec.kernel);
  const text = program.functions.get(header.spec.kernel);
  return kernel === null || text === undefined
    ? null
    : { kernel, parameters: text.parameters.map(({ name }) => name) };
};

/** The kernel as built for this configuration; null when the source does not hold it. */
export const readSource = (header: RunHeader, configuration: Configuration): ReadSource | null => {
  const { spec } = header;
  let of = read.get(header);
  if (of === undefined)
    read.set(header, (of = { isPerSize: hasPerSizeBuild(spec), byOptions: new Map() }));
  const own = of.isPerSize ? buildOptionsFor(spec, configuration) : null;
  const options = own === null ? spec.buildOptions : own.ok ? own.value : '';
  let found = of.byOptions.get(options);
  if (found === undefined) {
    found = readWith(header, options);
    of.byOptions.set(options, found);
  }
  return found;
};

const shared = new WeakMap<SweepSpec, ReadonlyMap<string, number> | null>();

/** Values of the kernel's scalars at one shape, by the kernel's own names. */
export const scalarsAt = (
  spec: SweepSpec,
  parameters: readonly string[],
  asked: readonly number[],
  shape: readonly number[],
  groups: number,
): ReadonlyMap<string, number> => {
  const before = shared.get(spec);
  if (before !== undefined && before !== null) return before;
  const follows = spec.args.some(
    (arg) => arg.kind === 'scalar' && followsLocal(spec.args, arg.value),
  );
  const base = { ...globalVariables(asked), ...localVariables(shape, groups) };
  const scope = new Map(Object.entries(scopeFor(spec.args, base)));
  const values = new Map<string, number>();
  for (const [place, arg] of spec.args.entries()) {
    const value = arg.kind === 'scalar' ? scope.get(arg.name) : undefined;
    if (value !== undefined) values.set(parameters[place] ?? arg.name, value);
  }
  shared.set(spec, follows ? null : values);
  return values;
};
