/**
 * What is passed to the kernel for one configuration, and what must be allocated for all of them.
 * Decides counts, bytes and scalar values; refuses expressions that give no size, empty buffers and
 * types of unknown size.
 *
 * In a *scalar's* value and a `__local` count, gx gy gz are the asked size: the kernel must know where
 * the data ends. In a *buffer's* count they are the launched size, so that the items that padding adds
 * stay inside the buffer; the scalars in it keep the asked size.
 *
 * For NULL the local size is not known before the launch. Counts are then worked out for every shape
 * that the driver could choose (within the device's limits and the asked size) and the largest is
 * taken; `groups` is bounded by the number of work-items.
 */
import { evaluateExpression, type Variables } from './expression';
import { propertyValue, type DeviceInfo } from './device';
import { parseType, typeBytes } from './opencl-types';
import type { BufferAllocation, Configuration, DevicePlan, ResolvedArgument } from './plan-types';
import { problem, type Problem } from './problem';
import type { ArgumentReason } from './problem-reasons';
import { err, ok, type Result } from './result';
import { resolveScalar } from './scalar-value';
import {
  followsLocal,
  globalVariables,
  localVariables,
  scalarFollowsLocal,
  scopeFor,
} from './scope';
import { localLabel, type GlobalSize } from './sizes';
import type { Argument, BufferArgument, CompareMode, MeasureOptions, SweepSpec } from './sweep';

export { typeBytes } from './opencl-types';

/** contract: honest results differ by fused multiply-add and order. */
export const defaultTolerance = 1e-5;

/** No device allows more items per group; a larger claim would only cost time here. */
const largestGroup = 65_536;

const itemCount = (size: readonly number[]): number =>
  size.reduce((product, extent) => product * extent, 1);

/**
 * The shapes of at most `limit` items within `caps` that no other such shape contains. A count that
 * grows with every extent is largest at one of them.
 */
export function largestShapes(
  limit: number,
  caps: readonly number[],
): readonly (readonly number[])[] {
  const [cap = 1, ...rest] = caps;
  const longest = Math.max(1, Math.min(cap, limit));
  if (rest.length === 0) return [[longest]];
  const shapes: (readonly number[])[] = [];
  for (let extent = 1; extent <= longest; extent += 1) {
    const left = Math.floor(limit / extent);
    // The longest extent that leaves as much for the others.
    extent = Math.min(longest, Math.floor(limit / left));
    for (const shape of largestShapes(left, rest)) shapes.push([extent, ...shape]);
  }
  return shapes;
}

/** What the driver could choose for NULL; without a device only the asked size bounds it. */
function shapesForNull(asked: GlobalSize, device: DeviceInfo | undefined) {
  const limit = (device && propertyValue(device.limits.maxWorkGroupSize)) ?? largestGroup;
  const itemSizes = (device && propertyValue(device.limits.maxWorkItemSizes)) ?? [];
  return largestShapes(
    Math.min(limit, largestGroup),
    asked.map((extent, dimension) => Math.min(extent, itemSizes[dimension] ?? limit)),
  );
}

/** Built-in names of a configuration, once per shape that it can have; gx gy gz are the asked size. */
function basesOf(
  { asked, launched, local }: Configuration,
  device: DeviceInfo | undefined,
): readonly Variables[] {
  const globals = globalVariables(asked);
  if (local === null) {
    const groups = itemCount(asked);
    return shapesForNull(asked, device).map((shape) => ({
      ...globals,
      ...localVariables(shape, groups),
    }));
  }
  const groups = itemCount(
    launched.map((extent, dimension) => Math.ceil(extent / (local[dimension] ?? 1))),
  );
  return [{ ...globals, ...localVariables(local, groups) }];
}

const about = (name: string, { local }: Configuration): string =>
  `the argument "${name}" at local size ${localLabel(local)}`;

/** The largest count over the bases. `launched`: what gx gy gz are worth in it. */
function largestCount(
  args: readonly Argument[],
  text: string,
  bases: readonly Variables[],
  launched: GlobalSize,
): Result<number, Problem> {
  let largest = 0;
  for (const base of followsLocal(args, text) ? bases : bases.slice(0, 1)) {
    const count = evaluateExpression(text, {
      ...scopeFor(args, base),
      ...globalVariables(launched),
    });
    if (!count.ok) return count;
    largest = Math.max(largest, count.value);
  }
  return ok(largest);
}

function bytesFor(
  arg: Extract<Argument, { count: string }>,
  count: Result<number, Problem>,
  configuration: Configuration,
): Result<{ readonly count: number; readonly bytes: number }, Problem> {
  const params = { argument: arg.name };
  const size = typeBytes(arg.type);
  if (size === null) {
    return err(
      problem(
        'unsupported-argument',
        `The argument "${arg.name}" has the type "${arg.type}", whose size is not known.`,
        'Use a number or vector type of OpenCL C.',
        { ...params, type: arg.type },
      ),
    );
  }
  const refuse = (
    reason: ArgumentReason,
    what: string,
    advice: string,
    cause?: Problem,
  ): Result<never, Problem> =>
    err(
      problem(
        'invalid-argument-value',
        `The count of ${about(arg.name, configuration)} ${what}`,
        advice,
        { ...params, value: arg.count.slice(0, 60) },
        reason,
        cause,
      ),
    );
  if (!count.ok) {
    const { message, advice = '' } = count.error;
    return refuse('count-expression', `is wrong: ${message}`, advice, count.error);
  }
  if (count.value === 0) {
    return refuse(
      'count-zero',
      `("${arg.count}") is 0.`,
      'OpenCL has no empty buffers: give at least one element.',
    );
  }
  const bytes = count.value * size;
  if (!Number.isSafeInteger(bytes)) {
    const what = `(${count.value}) is more memory than can be counted.`;
    return refuse('count-huge', what, 'Make it smaller.');
  }
  return ok({ count: count.value, bytes });
}

function resolveArgument(
  args: readonly Argument[],
  arg: Argument,
  configuration: Configuration,
  bases: readonly Variables[],
): Result<ResolvedArgument, Problem> {
  const { name, type } = arg;
  const { asked, launched } = configuration;
  if (arg.kind === 'buffer') {
    const all = bytesFor(arg, largestCount(args, arg.count, bases, launched), configuration);
    if (!all.ok) return all;
    const part = largestCount(args, arg.count, bases, asked);
    const { count, bytes } = all.value;
    const askedBytes = part.ok ? Math.min(part.value, count) * (bytes / count) : bytes;
    return ok({ kind: 'buffer', name, type, count, bytes, askedBytes });
  }
  if (arg.kind === 'local') {
    const size = bytesFor(arg, largestCount(args, arg.count, bases, asked), configuration);
    return size.ok ? ok({ kind: 'local', name, type, bytes: size.value.bytes }) : size;
  }
  const parsed = parseType(type);
  if (!parsed) {
    return err(
      problem(
        'unsupported-argument',
        `The argument "${name}" has the type "${type}", which cannot be given as a value.`,
        'Use a number or vector type of OpenCL C.',
        { argument: name, type },
      ),
    );
  }
  // What NULL will be is not known, so that a value that follows it has none.
  const [base = globalVariables(asked)] =
    configuration.local === null ? [globalVariables(asked)] : bases;
  const components = resolveScalar(name, type, parsed, arg.value, scopeFor(args, base));
  return components.ok
    ? ok({ kind: 'scalar', name, type, components: components.value })
    : components;
}

/**
 * All arguments of one configuration, in parameter order, sizes in bytes.
 * Error: `invalid-argument-value` or `unsupported-argument`, naming argument and size.
 */
export function resolveArguments(
  spec: SweepSpec,
  configuration: Configuration,
  device: DeviceInfo,
): Result<readonly ResolvedArgument[], Problem> {
  const bases = basesOf(configuration, device);
  const resolved: ResolvedArgument[] = [];
  for (const arg of spec.args) {
    const one = resolveArgument(spec.args, arg, configuration, bases);
    if (!one.ok) return one;
    resolved.push(one.value);
  }
  return ok(resolved);
}

/** Bytes of local memory that the `__local` arguments take in one work-group; for NULL an upper bound. */
export function localArgumentBytes(
  spec: SweepSpec,
  configuration: Configuration,
  device: DeviceInfo,
): Result<number, Problem> {
  let total = 0;
  const locals = spec.args.filter((arg) => arg.kind === 'local');
  const bases = locals.length === 0 ? [] : basesOf(configuration, device);
  for (const arg of locals) {
    const one = resolveArgument(spec.args, arg, configuration, bases);
    if (!one.ok) return one;
    if (one.value.kind === 'local') total += one.value.bytes;
  }
  return ok(total);
}

/**
 * How a written buffer is compared when the spec does not say: elementwise, unless its size follows the
 * number or size of the groups, or the kernel is told them (a scalar does); then its values may
 * honestly differ between sizes.
 */
export function defaultCompare(args: readonly Argument[], arg: BufferArgument): CompareMode {
  const toldGroups = args.some(
    (other) => other.kind === 'scalar' && scalarFollowsLocal(args, other),
  );
  return toldGroups || followsLocal(args, arg.count) ? 'none' : 'elementwise';
}

function launchable({ configurations }: DevicePlan): readonly Configuration[] {
  const left = configurations.filter(({ rejected }) => rejected === null);
  return left.length > 0 ? left : configurations.slice(0, 1);
}

/** The largest extent per dimension that any of the configurations launches. */
const largestLaunch = (configurations: readonly Configuration[]): GlobalSize =>
  (configurations[0]?.launched ?? []).map((_, dimension) =>
    Math.max(...configurations.map(({ launched }) => launched[dimension] ?? 1)),
  );

/**
 * The buffers of a plan in parameter order, each large enough (bytes) for every configuration that is
 * not rejected. `device` bounds what NULL can be, for counts that follow the local size.
 * Error: `invalid-argument-value` or `unsupported-argument`, naming argument and size.
 */
export function planBuffers(
  spec: SweepSpec,
  plan: DevicePlan,
  options: MeasureOptions,
  device?: DeviceInfo,
): Result<readonly BufferAllocation[], Problem> {
  const configurations = launchable(plan);
  const launched = largestLaunch(configurations);
  const buffers: BufferAllocation[] = [];
  for (const arg of spec.args) {
    if (arg.kind !== 'buffer') continue;
    const [first] = configurations;
    let largest = 0;
    // Where the count is the same for all, one configuration stands for them.
    const differs = followsLocal(spec.args, arg.count);
    for (const configuration of differs ? configurations : first ? [first] : []) {
      const bases = basesOf(configuration, device);
      const count = largestCount(spec.args, arg.count, bases, launched);
      const size = bytesFor(arg, count, configuration);
      if (!size.ok) return size;
      largest = Math.max(largest, size.value.bytes);
    }
    buffers.push({
      name: arg.name,
      type: arg.type,
      bytes: largest,
      init: arg.init,
      write: arg.write,
      restore:
        arg.write &&
        options.restore &&
        arg.restore !== false &&
        !options.noRestore.includes(arg.name),
      compare: arg.write ? (arg.compare ?? defaultCompare(spec.args, arg)) : 'none',
      tolerance: arg.tolerance ?? defaultTolerance,
    });
  }
  return ok(buffers);
}
