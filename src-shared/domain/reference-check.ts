/**
 * Whether the reference of a spec can be used, found out before the first launch: a reference kernel must
 * take the same parameters, and a reference file must hold exactly the asked part of its argument. Refuses
 * to guess about kernels that a macro makes: the driver then has the last word.
 */
import type { KernelSignature } from './kernel';
import type { ResolvedArgument } from './plan-types';
import { problem, type Problem } from './problem';
import type { SpecReference, SweepSpec } from './sweep';
import { typeBytes } from './opencl-types';

const parametersText = ({ parameters }: KernelSignature): string =>
  parameters.map(({ type, isPointer }) => (isPointer ? `${type}*` : type)).join(', ');

/** `signatures` of the spec's source. null: nothing speaks against the reference kernel. */
export function referenceKernelProblem(
  { reference, kernel }: Pick<SweepSpec, 'reference' | 'kernel'>,
  signatures: readonly KernelSignature[],
): Problem | null {
  if (reference === undefined || !('kernel' in reference)) return null;
  const wanted = signatures.find(({ name }) => name === kernel);
  const found = signatures.find(({ name }) => name === reference.kernel);
  if (found === undefined) {
    if (signatures.length === 0) return null;
    const names = signatures.map(({ name }) => name).join(', ');
    return problem(
      'unknown-kernel',
      `The reference kernel ${reference.kernel} is not in the source.`,
      `It has ${names}.`,
      { kernel: reference.kernel },
    );
  }
  if (wanted === undefined || parametersText(wanted) === parametersText(found)) return null;
  return problem(
    'invalid-spec',
    `The reference kernel ${found.name} takes (${parametersText(found)}), but ${kernel} takes (${parametersText(wanted)}).`,
    'Give the reference kernel the same parameters in the same order.',
    {
      kernel: found.name,
      takes: parametersText(found),
      measured: kernel,
      wanted: parametersText(wanted),
    },
    'reference-parameters',
  );
}

/**
 * `bytes`: size of the file. `args`: of any configuration; what padding adds is not in the file. A `sum`
 * may be over any number of elements, since the number of partial results differs by size.
 */
export function referenceFileProblem(
  spec: SweepSpec,
  reference: Extract<SpecReference, { file: string }>,
  bytes: number,
  args: readonly ResolvedArgument[],
): Problem | null {
  const buffer = args.find((arg) => arg.kind === 'buffer' && arg.name === reference.argument);
  if (buffer?.kind !== 'buffer') return null;
  const expected = buffer.askedBytes ?? buffer.bytes;
  const stated = spec.args.find(({ name }) => name === reference.argument);
  const isSum = stated?.kind === 'buffer' && stated.compare === 'sum';
  const element = typeBytes(buffer.type) ?? 1;
  if (isSum ? bytes > 0 && bytes % element === 0 : bytes === expected) return null;
  const { file, argument } = reference;
  return problem(
    'invalid-spec',
    `The reference file ${file} has ${bytes} bytes, but ${argument} has ` +
      (isSum
        ? `elements of ${element} bytes.`
        : `${expected} (${expected / element} elements of type ${buffer.type}).`),
    'Write the expected values of that argument as raw little-endian numbers, without a header.',
    { file, argument, bytes, expected, element },
    isSum ? 'reference-elements' : undefined,
  );
}
