/**
 * Which OpenCL drivers are registered on this system, one file each, as the loader would find them. Only
 * Linux and its like keep them in files; elsewhere, and where a variable names one library, there is
 * nothing to tell apart.
 */
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

export interface RegisteredDriver {
  /** The `.icd` file. */
  readonly file: string;
  /** What the file names; empty when it could not be read. */
  readonly library: string;
}

const defaultFolder = '/etc/OpenCL/vendors';
/** A registration is one line with a path. */
const longestRegistration = 4096;

/** In the order of their names; empty where drivers are not kept in one folder. Never rejects. */
export const registeredDrivers = async (
  env: Readonly<Record<string, string | undefined>> = process.env,
  platform: NodeJS.Platform = process.platform,
): Promise<readonly RegisteredDriver[]> => {
  if (platform === 'win32' || platform === 'darwin') return [];
  const folder = env['OCL_ICD_VENDORS'] || env['OPENCL_VENDOR_PATH'] || defaultFolder;
  const names = await readdir(folder).catch(() => []);
  return Promise.all(
    names
      .filter((name) => name.endsWith('.icd'))
      .toSorted()
      .map(async (name) => {
        const file = join(folder, name);
        return { file, library: await libraryOf(file) };
      }),
  );
};

const libraryOf = async (file: string): Promise<string> => {
  try {
    const { size } = await stat(file);
    return size > longestRegistration ? '' : (await readFile(file, 'utf8')).trim();
  } catch {
    return '';
  }
};
