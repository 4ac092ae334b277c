/**
 * Makes a folder and those above it. Node's own recursive mkdir never returns for a place such as
 * `/proc/x`, where the parent exists but nothing can be made in it.
 */
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorCode } from './file-problem';

/** Rejects with the error of the folder that could not be made. */
export const makeFolder = async (path: string): Promise<void> => {
  try {
    await mkdir(path);
  } catch (error) {
    const code = errorCode(error);
    if (code === 'EEXIST') return;
    const parent = dirname(path);
    if (code !== 'ENOENT' || parent === path) throw error;
    await makeFolder(parent);
    await mkdir(path).catch((again: unknown) => {
      if (errorCode(again) !== 'EEXIST') throw again;
    });
  }
};
