/** Reads a whole file unless it is larger than what it can honestly be. */
import { open } from 'node:fs/promises';
import { problem, type Problem } from '@shared/domain/problem';
import { err, ok, type Result } from '@shared/domain/result';
import { fileProblem } from '@main/store/file-problem';

/** `what` names the kind of file in the message: `kernel source`. */
export const readBounded = async (
  path: string,
  maxBytes: number,
  what: string,
): Promise<Result<Buffer, Problem>> => {
  try {
    const handle = await open(path, 'r');
    try {
      const { size } = await handle.stat();
      if (size > maxBytes) {
        return err(
          problem(
            'file-too-large',
            `${path} is too large for a ${what} (${Math.ceil(size / 1024)} KiB, at most ${maxBytes / 1024} KiB).`,
            'Check that it is the right file.',
            { file: path, bytes: size },
          ),
        );
      }
      return ok(await handle.readFile());
    } finally {
      await handle.close();
    }
  } catch (error) {
    return err(fileProblem('file-unreadable', what, path, error));
  }
};
