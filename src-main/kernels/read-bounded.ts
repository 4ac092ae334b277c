/** Reads a whole file unless it is larger than what it can honestly be. */
import { open, stat } from 'node:fs/promises';
import { problem, type Problem } from '@shared/domain/problem';
import { err, ok, type Result } from '@shared/domain/result';
import { formatBytes } from '@shared/text';
import { fileProblem } from '@main/store/file-problem';

/** `what` names the kind of file in the message: `kernel source`. */
export const readBounded = async (
  path: string,
  maxBytes: number,
  what: string,
): Promise<Result<Buffer, Problem>> => {
  try {
    // A device or a pipe may never end, and opening one may wait for ever.
    if (!(await stat(path)).isFile()) return err(notAFile(path, what));
    const handle = await open(path, 'r');
    try {
      const { size } = await handle.stat();
      if (size > maxBytes) return err(tooLarge(path, what, size, maxBytes));
      // The size is what the file system says; a file that grows meanwhile is read up to it.
      const content = Buffer.alloc(size);
      let filled = 0;
      while (filled < content.length) {
        const { bytesRead } = await handle.read(content, filled, content.length - filled, filled);
        if (bytesRead === 0) break;
        filled += bytesRead;
      }
      return ok(content.subarray(0, filled));
    } finally {
      await handle.close();
    }
  } catch (error) {
    return err(fileProblem('file-unreadable', what, path, error));
  }
};

const notAFile = (path: string, what: string): Problem =>
  problem(
    'file-unreadable',
    `The ${what} ${path} is not a plain file.`,
    'Give a file.',
    { file: path },
    'not-plain',
  );

const tooLarge = (path: string, what: string, size: number, most: number): Problem =>
  problem(
    'file-too-large',
    `${path} is too large for a ${what} (${Math.ceil(size / 1024)} KiB, at most ${most / 1024} KiB).`,
    'Check that it is the right file.',
    {
      file: path,
      bytes: size,
      size: formatBytes(size),
      most: formatBytes(most),
    },
    'too-large',
  );
