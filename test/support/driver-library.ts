/**
 * Builds driver libraries of test/fixtures/drivers with gcc. Refuses nothing: a test asks `canBuildDrivers`
 * first, and a compiler error is thrown with the compiler's text.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const sources = resolve(import.meta.dirname, '../fixtures/drivers');
export const vendors = '/etc/OpenCL/vendors';

export const canBuildDrivers =
  process.platform === 'linux' && spawnSync('gcc', ['--version']).status === 0;

/** `defines`: `FAULT=1`. Returns the path of the library, in `folder`. */
export const buildDriver = (
  name: string,
  folder: string,
  defines: readonly string[] = [],
): string => {
  const library = join(folder, `lib${name}.so`);
  const flags = ['-shared', '-fPIC', '-w', ...defines.map((define) => `-D${define}`)];
  const built = spawnSync('gcc', [...flags, join(sources, `${name}.c`), '-o', library, '-ldl']);
  if (built.status !== 0) throw new Error(String(built.stderr));
  return library;
};

/** The library that the loader takes for PoCL. */
export const poclLibrary = (): string => readFileSync(join(vendors, 'pocl.icd'), 'utf8').trim();
