/**
 * A spec for a bare kernel file. Decides sizes, data and scalar values from the signature alone, so that
 * any `.cl` can be swept at once; refuses to guess between several kernels, and arguments that cannot be
 * made up (images, samplers, structs).
 */
import {
  defaultGlobalSize,
  defaultLocalSizes,
  dimensionsOf,
  type Dimensions,
} from './default-sizes';
import { quoted } from './expression-parser';
import type { KernelParameter } from './kernel';
import { lengthFor } from './length-names';
import { parseType, type OpenClType } from './opencl-types';
import { problem, type Problem } from './problem';
import { err, ok, type Result } from './result';
import { outlineSource, type KernelText, type SourceOutline } from './signature';
import { localKey, type GlobalSize, type LocalSize } from './sizes';
import { checkSource } from './source-text';
import type { Argument, BufferInit, SweepSpec } from './sweep';
import { parseSweepSpec } from './sweep-schema';

export interface DefaultSpecInput {
  readonly sourceText: string;
  readonly fileName: string;
  /** Needed when the source defines several kernels. */
  readonly kernel?: string | undefined;
  readonly global?: GlobalSize | undefined;
  readonly local?: readonly LocalSize[] | undefined;
  readonly buildOptions?: string | undefined;
}

/**
 * Calls whose results differ between local sizes. A kernel that makes one, or whose helpers do, may
 * honestly write other values for another size, so that its outputs cannot be compared by default.
 */
const groupFunction =
  /^(get_(group_id|num_groups|local_id|local_size|enqueued_local_size|local_linear_id|num_sub_groups|sub_group_\w+|max_sub_group_size|enqueued_num_sub_groups)|(work|sub)_group_\w+)$/;

function findKernel(
  { kernels }: SourceOutline,
  name: string | undefined,
  fileName: string,
): Result<KernelText, Problem> {
  const names = kernels.map(({ signature }) => signature.name);
  const list = names.slice(0, 20).join(', ') + (names.length > 20 ? ', …' : '');
  if (name !== undefined) {
    const kernel = kernels.find(({ signature }) => signature.name === name);
    return kernel
      ? ok(kernel)
      : err(
          problem(
            'unknown-kernel',
            `There is no kernel ${quoted(name)} in ${fileName}; it defines ${list}.`,
            'Name one of these.',
            { kernel: name, file: fileName, kernels: list },
          ),
        );
  }
  const [only, second] = kernels;
  if (only && !second) return ok(only);
  return err(
    problem(
      'ambiguous-kernel',
      `${fileName} defines ${names.length} kernels: ${list}.`,
      'Name the one to be swept (--kernel NAME).',
      { file: fileName, kernels: list },
    ),
  );
}

const unsupported = ({ name, type }: KernelParameter, what: string): Result<never, Problem> =>
  err(
    problem(
      'unsupported-argument',
      `The argument "${name}" is ${what} (${type}), for which no data can be made up.`,
      'Sweep a kernel whose arguments are pointers to numbers, and numbers.',
      { argument: name, type },
    ),
  );

/** Seeded random data, since constant fills are unrepresentative; small, so that sums stay finite. */
const randomInit = (type: OpenClType, position: number): BufferInit => ({
  random: type.kind === 'float' ? [-1, 1] : [0, 100],
  seed: position + 1,
});

function argumentFor(
  parameter: KernelParameter,
  position: number,
  dimensions: Dimensions,
  comparable: boolean,
): Result<Argument, Problem> {
  const { name, type: typeName, addressSpace, isPointer, isConst } = parameter;
  const total = ['gx', 'gx*gy', 'gx*gy*gz'][dimensions - 1] ?? 'gx';
  const perGroup = ['lx', 'lx*ly', 'lx*ly*lz'][dimensions - 1] ?? 'lx';
  if (/^image\d/.test(typeName)) return unsupported(parameter, 'an image');
  if (typeName === 'sampler_t') return unsupported(parameter, 'a sampler');
  // A pointer to void is bytes; the kernel casts it to what it needs.
  const elementName = isPointer && typeName === 'void' ? 'uchar' : typeName;
  const type = parseType(elementName);
  if (!type) {
    return unsupported(parameter, isPointer ? 'a pointer to another type' : 'of another type');
  }
  if (isPointer && addressSpace === 'local') {
    return ok({ kind: 'local', name, type: elementName, count: perGroup });
  }
  if (isPointer) {
    return ok({
      kind: 'buffer',
      name,
      type: elementName,
      count: total,
      init: randomInit(type, position),
      write: !isConst,
      ...(isConst || comparable ? {} : { compare: 'none' as const }),
    });
  }
  // A million does not fit into the smaller integers, so that they are no lengths.
  const canBeLength = type.kind !== 'float' && type.width === 1 && type.componentBytes >= 4;
  const length = canBeLength ? lengthFor(name, total) : null;
  return ok({ kind: 'scalar', name, type: elementName, value: length ?? '1' });
}

/** The sizes to sweep: what was asked, else the defaults, with the size that the kernel requires in it. */
function sizesFor(
  { signature }: KernelText,
  { global, local }: DefaultSpecInput,
): { readonly global: GlobalSize; readonly local: readonly LocalSize[] } {
  const shape = local?.find((size) => size !== null);
  const required = signature.requiredLocal;
  const requiredDimensions = required?.[2] !== 1 ? 3 : required[1] !== 1 ? 2 : 1;
  const dimensions = global
    ? dimensionsOf(global)
    : shape
      ? dimensionsOf(shape)
      : (signature.dimensions ?? (required ? requiredDimensions : 1));
  const extents = required?.slice(0, dimensions);
  const standard = defaultLocalSizes(dimensions);
  const isListed = extents && standard.some((size) => localKey(size) === localKey(extents));
  return {
    global: global ?? defaultGlobalSize(dimensions),
    local: local ?? (extents && !isListed ? [extents, ...standard] : standard),
  };
}

/**
 * The spec of a kernel without one: a buffer of one element per work-item for each pointer, the global
 * extent for integers that are named like a length, 1 for other scalars, one element per work-item of
 * the group for `__local` pointers. Every choice can be changed (argument-values.ts).
 * Errors: `invalid-source`, `no-kernel`, `ambiguous-kernel`, `unknown-kernel`, `unsupported-argument`,
 * `invalid-spec` for sizes that do not fit together.
 */
export function defaultSpec(input: DefaultSpecInput): Result<SweepSpec, Problem> {
  const source = checkSource(input.sourceText, input.buildOptions);
  if (!source.ok) return source;
  const outline = outlineSource(input.sourceText, input.buildOptions);
  const kernel = findKernel(outline, input.kernel, input.fileName);
  if (!kernel.ok) return kernel;
  const { signature, body } = kernel.value;
  const { global, local } = sizesFor(kernel.value, input);
  const comparable = ![...body, ...outline.outside].some((word) => groupFunction.test(word));
  const args: Argument[] = [];
  for (const [position, parameter] of signature.parameters.entries()) {
    const arg = argumentFor(parameter, position, dimensionsOf(global), comparable);
    if (!arg.ok) return arg;
    args.push(arg.value);
  }
  return parseSweepSpec({
    format: 'ndrange-sweep',
    version: 1,
    title: { en: signature.name },
    source: input.fileName,
    kernel: signature.name,
    buildOptions: input.buildOptions ?? '',
    global,
    local,
    args,
  });
}
