/**
 * From the flags of `sweep` to what is to be measured: the spec of the file, or the default one of a
 * bare kernel, with the flags laid over it. Refuses what contradicts itself, naming it.
 */
import { basename } from 'node:path';
import { applyArgumentValues } from '@shared/domain/argument-values';
import { defaultSpec } from '@shared/domain/default-spec';
import { parseGlobalSize, parseLocalList } from '@shared/domain/local-list';
import { problem, type Problem } from '@shared/domain/problem';
import { err, ok, type Result } from '@shared/domain/result';
import { localKey, type GlobalSize, type LocalSize } from '@shared/domain/sizes';
import { parseSignatures } from '@shared/domain/signature';
import type { SearchOptions } from '@shared/domain/search/search-types';
import type { SweepSpec } from '@shared/domain/sweep';
import { loadKernelFile, type KernelFile } from '@main/kernels/examples';
import type { FindFlags, SweepFlags } from './options';

export interface LoadedSweep {
  readonly spec: SweepSpec;
  readonly sourceText: string;
  readonly referencePath: string | undefined;
}

export const loadSweep = async (
  flags: SweepFlags | FindFlags,
): Promise<Result<LoadedSweep, Problem>> => {
  const file = await loadKernelFile(flags.file);
  if (!file.ok) return file;
  const global = flags.global === undefined ? ok(undefined) : parseGlobalSize(flags.global);
  if (!global.ok) return global;
  const base = baseSpec(file.value, flags, global.value);
  if (!base.ok) return base;
  const shaped = withSizes(base.value, flags, global.value);
  if (!shaped.ok) return shaped;
  const spec = applyArgumentValues(shaped.value, flags.args);
  if (!spec.ok) return spec;
  const { sourceText, referencePath } = file.value;
  return ok({ spec: spec.value, sourceText, referencePath });
};

/** The file's own spec, unless another kernel of the file is asked for: then the default one. */
const baseSpec = (
  file: KernelFile,
  flags: SweepFlags,
  global: GlobalSize | undefined,
): Result<SweepSpec, Problem> => {
  const asked = flags.kernel;
  if (file.spec !== null && (asked === undefined || asked === file.spec.kernel)) {
    return kernelIsThere(file.spec, file);
  }
  return defaultSpec({
    sourceText: file.sourceText,
    fileName: basename(file.name),
    kernel: asked,
    global,
    buildOptions: flags.buildOptions,
  });
};

/** A kernel made by a macro is not seen in the text: only a name that clearly is not there is refused. */
const kernelIsThere = (spec: SweepSpec, file: KernelFile): Result<SweepSpec, Problem> => {
  if (file.sourceText.includes(spec.kernel)) return ok(spec);
  const names = parseSignatures(file.sourceText).map(({ name }) => name);
  return err(
    problem(
      'unknown-kernel',
      `${file.name} has no kernel named ${spec.kernel}.`,
      names.length === 0 ? undefined : `It has ${names.join(', ')}: choose one with --kernel.`,
      { kernel: spec.kernel },
    ),
  );
};

const isSearch = (flags: SweepFlags | FindFlags): flags is FindFlags => 'forbid' in flags;

const withSizes = (
  spec: SweepSpec,
  flags: SweepFlags | FindFlags,
  global: GlobalSize | undefined,
): Result<SweepSpec, Problem> => {
  const size = global ?? spec.global;
  const dimensions = size.length;
  const changed: SweepSpec = {
    ...spec,
    global: size,
    buildOptions: flags.buildOptions ?? spec.buildOptions,
  };
  if (flags.local.length === 0) {
    // A search does not use the spec's sizes.
    const misfit = isSearch(flags)
      ? undefined
      : spec.local.find((local) => local !== null && local.length !== dimensions);
    return misfit === undefined
      ? ok(changed)
      : err(
          problem(
            'invalid-option',
            `The global size ${size.join('x')} has ${dimensions} dimensions, but the spec's local sizes have ${misfit?.length ?? 0}.`,
            'Give local sizes of the same dimensions with --local.',
          ),
        );
  }
  const local = sizesOf(flags.local, dimensions);
  return local.ok ? ok({ ...changed, local: local.value }) : local;
};

/** Several lists as one, each size once. */
const sizesOf = (
  lists: readonly string[],
  dimensions: number,
): Result<readonly LocalSize[], Problem> => {
  const local = new Map<string, LocalSize>();
  for (const list of lists) {
    const parsed = parseLocalList(list, dimensions as 1 | 2 | 3);
    if (!parsed.ok) return parsed;
    for (const entry of parsed.value) local.set(localKey(entry), entry);
  }
  return ok([...local.values()]);
};

/** `--add` and `--forbid`; a size that is in both is named. */
export const searchOptions = (
  flags: FindFlags,
  global: GlobalSize,
): Result<SearchOptions, Problem> => {
  const add = sizesOf(flags.add, global.length);
  if (!add.ok) return add;
  const forbid = sizesOf(flags.forbid, global.length);
  if (!forbid.ok) return forbid;
  const never = new Set(forbid.value.map(localKey));
  const both = add.value.find((local) => never.has(localKey(local)));
  return both === undefined
    ? ok({ add: add.value, forbid: forbid.value })
    : err(
        problem(
          'invalid-option',
          `--add and --forbid both name ${localKey(both)}.`,
          'Leave it out of one of them.',
        ),
      );
};
