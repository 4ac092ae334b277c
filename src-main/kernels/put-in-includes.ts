/**
 * Puts the files that a kernel includes from its own folder into its text, so that the compiler need not
 * read any file and a run's log holds all of what was measured. Decides by the path alone: `#include "name"`
 * of a file in the folder or below it; refuses what leads out of it, also through a link, what is missing,
 * and what includes itself without end. Other includes are left for domain/file-access.ts to refuse.
 */
import { basename, dirname, isAbsolute, join } from 'node:path';
import { problem, type Problem, type ProblemParams } from '@shared/domain/problem';
import type { KernelReason } from '@shared/domain/problem-reasons';
import { err, ok, type Result } from '@shared/domain/result';
import { decodeSource, largestSourceBytes } from '@shared/domain/source-text';
import { insideFolder } from './inside-folder';
import { readBounded } from './read-bounded';

const includeLine = /^[ \t]*#[ \t]*include[ \t]*"([^"\r\n]+)"[ \t]*(?:\/\/[^\r\n]*)?$/gm;
const maxDepth = 16;

/** `path`: of the kernel that has this text. The text itself when it includes nothing from its folder. */
export const putInIncludes = (text: string, path: string): Promise<Result<string, Problem>> =>
  putIn(text, path, dirname(path), 0);

const putIn = async (
  text: string,
  path: string,
  folder: string,
  depth: number,
): Promise<Result<string, Problem>> => {
  const refuse = (
    reason: KernelReason,
    what: string,
    advice: string,
    params: ProblemParams = {},
  ): Result<never, Problem> => {
    const message = `${basename(path)} ${what}`;
    return err(problem('invalid-source', message, advice, { file: path, ...params }, reason));
  };
  let result = '';
  let from = 0;
  for (const match of text.matchAll(includeLine)) {
    const name = match[1] ?? '';
    if (depth >= maxDepth) {
      return refuse(
        'include-deep',
        `includes "${name}" more than ${maxDepth} files deep.`,
        'Check whether the files include each other.',
        { include: name, most: maxDepth },
      );
    }
    const wanted = isAbsolute(name) ? null : await insideFolder(folder, join(dirname(path), name));
    if (wanted === null) {
      return refuse(
        'include-outside',
        `includes "${name}", which lies outside its folder.`,
        'Put the file beside the kernel.',
        { include: name },
      );
    }
    const bytes = await readBounded(wanted, largestSourceBytes, 'included file');
    if (!bytes.ok) return bytes;
    const decoded = decodeSource(bytes.value);
    if (!decoded.ok) return decoded;
    const inner = await putIn(decoded.value, wanted, folder, depth + 1);
    if (!inner.ok) return inner;
    result += text.slice(from, match.index) + inner.value;
    from = match.index + match[0].length;
    if (result.length > largestSourceBytes) {
      const what = 'is too large with the files that it includes.';
      return refuse('include-large', what, 'Include less.');
    }
  }
  return ok(result + text.slice(from));
};
