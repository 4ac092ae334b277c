/** Whether a name that a stranger's file gives stays inside that file's folder, also through links. */
import { realpath } from 'node:fs/promises';
import { isAbsolute, relative, sep } from 'node:path';

/** `path`, a path below `folder`; null when it leads out of it. Whether it exists is not asked. */
export const insideFolder = async (folder: string, path: string): Promise<string | null> => {
  if (escapes(folder, path)) return null;
  try {
    return escapes(await realpath(folder), await realpath(path)) ? null : path;
  } catch {
    return path; // Reading it says what is wrong.
  }
};

const escapes = (folder: string, path: string): boolean => {
  const way = relative(folder, path);
  return way === '' || way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way);
};
