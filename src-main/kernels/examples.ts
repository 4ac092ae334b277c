/**
 * Kernels from disk: the examples that ship with the product, and files that a user names. A spec's
 * `source` is looked for in the spec's own folder and nowhere else.
 */
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { inFile, problem, type Problem } from '@shared/domain/problem';
import { err, ok, type Result } from '@shared/domain/result';
import { checkSource, decodeSource } from '@shared/domain/source-text';
import { parseSweepSpecText } from '@shared/domain/sweep-schema';
import type { SweepSpec } from '@shared/domain/sweep';
import type { Example } from '@shared/ipc/contract';
import { insideFolder } from './inside-folder';
import { putInIncludes } from './put-in-includes';
import { readBounded } from './read-bounded';

export interface KernelFile {
  /** File name of the kernel source; `x.whole.cl` for one with its included files put in. */
  readonly name: string;
  readonly sourceText: string;
  /** null for a kernel without a spec. */
  readonly spec: SweepSpec | null;
  /** Where the source was read from, or would be saved to when included files were put in. */
  readonly sourcePath: string;
  /** Where the file of the spec's `reference` lies. */
  readonly referencePath?: string | undefined;
}

const specExtension = '.sweep.json';
const sourceExtension = '.cl';
const maxSpecBytes = 4 * 1024 * 1024;
const maxSourceBytes = 4 * 1024 * 1024;

/**
 * The folder of the examples: in the resources of a packaged app, else the nearest `kernels` folder above
 * this file that holds specs (a checkout, built or not).
 */
export const kernelsDir = (from: string = import.meta.dirname): string => {
  const { resourcesPath } = process as { readonly resourcesPath?: string };
  const packaged = resourcesPath === undefined ? null : join(resourcesPath, 'kernels');
  if (packaged !== null && existsSync(join(packaged, `saxpy${specExtension}`))) return packaged;
  for (let dir = from; ; dir = dirname(dir)) {
    const candidate = join(dir, 'kernels');
    if (existsSync(join(candidate, `saxpy${specExtension}`))) return candidate;
    if (dirname(dir) === dir) return join(from, 'kernels');
  }
};

/** The folder of the recorded runs that ship beside the examples. */
export const recordedRunsDir = (): string => join(kernelsDir(), 'recorded');

/** All examples of a folder, by name. One that cannot be read is left out: it is not the user's fault. */
export const loadExamples = async (dir: string): Promise<readonly Example[]> => {
  const names = await readdir(dir).catch(() => []);
  const specs = names.filter((name) => name.endsWith(specExtension)).toSorted();
  const loaded = await Promise.all(specs.map((name) => loadKernelFile(join(dir, name))));
  return loaded.flatMap((file, at) => {
    const id = (specs[at] ?? '').slice(0, -specExtension.length);
    return file.ok && file.value.spec !== null
      ? [{ id, spec: file.value.spec, sourceText: file.value.sourceText }]
      : [];
  });
};

/** A `.sweep.json` with its source, or a kernel source with the spec beside it if there is one. */
export const loadKernelFile = (path: string): Promise<Result<KernelFile, Problem>> =>
  path.endsWith(specExtension) ? loadSpec(path) : loadSource(path);

const loadSource = async (path: string): Promise<Result<KernelFile, Problem>> => {
  const source = await readSource(path);
  if (!source.ok) return source;
  const file: KernelFile = { ...source.value, spec: null };
  const beside = path.endsWith(sourceExtension)
    ? `${path.slice(0, -sourceExtension.length)}${specExtension}`
    : null;
  if (beside === null || !existsSync(beside)) return ok(file);
  const spec = await readSpec(beside);
  if (!spec.ok) return spec;
  const reference = await referencePathOf(spec.value, beside);
  return reference.ok
    ? ok({ ...file, spec: spec.value, referencePath: reference.value })
    : reference;
};

const loadSpec = async (path: string): Promise<Result<KernelFile, Problem>> => {
  const spec = await readSpec(path);
  if (!spec.ok) return spec;
  const sourcePath = await besideSpec(path, spec.value.source);
  if (!sourcePath.ok) return sourcePath;
  const source = await readSource(sourcePath.value);
  if (!source.ok) return source;
  const reference = await referencePathOf(spec.value, path);
  if (!reference.ok) return reference;
  return ok({ ...source.value, spec: spec.value, referencePath: reference.value });
};

const referencePathOf = async (
  { reference }: SweepSpec,
  specPath: string,
): Promise<Result<string | undefined, Problem>> =>
  reference === undefined || 'kernel' in reference
    ? ok(undefined)
    : besideSpec(specPath, reference.file, 'reference file');

const readSpec = async (path: string): Promise<Result<SweepSpec, Problem>> => {
  const bytes = await readBounded(path, maxSpecBytes, 'sweep spec');
  if (!bytes.ok) return bytes;
  const spec = parseSweepSpecText(bytes.value.toString('utf8').replace(/^\uFEFF/, ''));
  return spec.ok ? spec : err(inFile(spec.error, basename(path)));
};

/** The text with the files of its folder that it includes put in; saving it then must not overwrite its file. */
const readSource = async (path: string): Promise<Result<Omit<KernelFile, 'spec'>, Problem>> => {
  const bytes = await readBounded(path, maxSourceBytes, 'kernel source');
  if (!bytes.ok) return bytes;
  const text = decodeSource(bytes.value);
  const whole = text.ok ? await putInIncludes(text.value, path) : text;
  const checked = whole.ok ? checkSource(whole.value) : whole;
  if (!checked.ok) return err(inFile(checked.error, basename(path)));
  const isChanged = text.ok && text.value !== checked.value;
  const sourcePath = isChanged ? path.replace(/(\.[^.]*)?$/, '.whole$1') : path;
  return ok({ name: basename(sourcePath), sourceText: checked.value, sourcePath });
};

/** A file outside the spec's folder is refused, also through a link: a spec may come from a stranger. */
const besideSpec = async (
  specPath: string,
  name: string,
  what: 'source' | 'reference file' = 'source',
): Promise<Result<string, Problem>> => {
  const folder = dirname(specPath);
  const path = isAbsolute(name) ? null : await insideFolder(folder, join(folder, name));
  if (path !== null) return ok(path);
  return err(
    problem(
      'invalid-spec',
      `${basename(specPath)} names the ${what} ${name}, which lies outside its folder.`,
      `Put the ${what === 'source' ? 'kernel' : 'file'} beside its spec.`,
      { file: specPath, named: name },
      'spec-outside',
    ),
  );
};
