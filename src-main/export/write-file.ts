/**
 * Writes an exported file whole or not at all: beside its place first, then renamed over it (devices and
 * pipes excepted). A place that cannot be written is found before a sweep starts, not after it.
 */
import { randomBytes } from 'node:crypto';
import { access, constants, open, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { problem, type Problem } from '@shared/domain/problem';
import { err, ok, type Result } from '@shared/domain/result';
import { fileProblem } from '@main/store/file-problem';

const temporaryName = (path: string): string =>
  join(dirname(path), `.${basename(path)}.${randomBytes(4).toString('hex')}.tmp`);

/** /dev/stdout, a pipe: written to as it is, because a rename would put a plain file in the place of the device. */
export const isSpecial = async (path: string): Promise<boolean> => {
  const there = await stat(path).catch(() => null);
  return there !== null && !there.isFile() && !there.isDirectory();
};

/** Tries the folder with an empty file, because rights alone do not tell (quota, read-only mounts). */
export const checkWritable = async (
  path: string,
  what = 'CSV file',
): Promise<Result<null, Problem>> => {
  const target = resolve(path);
  try {
    const there = await stat(target).catch(() => null);
    if (there?.isDirectory() === true) {
      return err(fileProblem('file-unwritable', what, path, { code: 'EISDIR' }));
    }
    if (there !== null && /\.(cl|ndrun|sweep\.json)$/i.test(target)) {
      return err(
        problem(
          'file-unwritable',
          `The ${what} ${path} would replace a kernel, a sweep spec or a run.`,
          'Choose another name.',
          { file: path },
          'would-replace',
        ),
      );
    }
    if (there !== null) await access(target, constants.W_OK);
    if (await isSpecial(target)) return ok(null);
    const trial = temporaryName(target);
    await (await open(trial, 'wx')).close();
    await rm(trial, { force: true });
    return ok(null);
  } catch (error) {
    return err(fileProblem('file-unwritable', what, path, error));
  }
};

/** What a file is made of: at one go, or in parts that are made as they are written. */
export type FileContent = string | Uint8Array | Iterable<string>;

const partsOf = (content: FileContent): Iterable<string | Uint8Array> =>
  typeof content === 'string' || content instanceof Uint8Array ? [content] : content;

/** @param what names the file in the sentence about a failure */
export const writeWholeFile = async (
  path: string,
  content: FileContent,
  what = 'CSV file',
): Promise<Result<null, Problem>> => {
  const target = resolve(path);
  const temporary = temporaryName(target);
  try {
    if (await isSpecial(target)) {
      await writeFile(target, partsOf(content));
      return ok(null);
    }
    const handle = await open(temporary, 'wx', 0o644);
    try {
      // Each goes on where the one before ended.
      for (const part of partsOf(content)) await handle.writeFile(part);
      await handle.datasync();
    } finally {
      await handle.close();
    }
    await rename(temporary, target);
    return ok(null);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    return err(fileProblem('file-unwritable', what, path, error));
  }
};
