/**
 * What to tell a user who has no OpenCL: what was looked for, what was found, and how to install it on
 * this system. Reads file names and environment only.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { DeviceListing } from '@shared/domain/device';
import type { LoaderAttempt } from './binding';

type Searched = DeviceListing['searched'];

const vendorFolder = '/etc/OpenCL/vendors';
const vendorVariables = ['OCL_ICD_VENDORS', 'OPENCL_VENDOR_PATH', 'OCL_ICD_FILENAMES'] as const;

const registryFiles = (folder: string): readonly string[] | null => {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.icd'))
      .sort();
  } catch {
    return null;
  }
};

const registered = (path: string): Pick<Searched[number], 'found' | 'there'> => {
  try {
    // A registry file is one line; a huge or special file is none.
    if (!statSync(path).isFile() || statSync(path).size > 4096)
      return { found: 'not a registry file', there: false };
    return { found: readFileSync(path, 'utf8').split('\n')[0]?.trim() ?? '', there: true };
  } catch {
    return { found: 'unreadable', there: false };
  }
};

const registry = (folder: string): Searched => {
  const files = registryFiles(folder);
  if (files === null) return [{ what: folder, found: 'no such folder', there: false }];
  if (files.length === 0) return [{ what: folder, found: 'no .icd file', there: false }];
  return files.map((name) => ({ what: join(folder, name), ...registered(join(folder, name)) }));
};

/** Loader names with what became of them, the vendors' registry files, and the variables that redirect them. */
export const describeSearch = (
  attempts: readonly LoaderAttempt[],
  environment: NodeJS.ProcessEnv,
  system: NodeJS.Platform,
): Searched => {
  const loaders = attempts.map(({ name, error }) => ({
    what: name,
    found: error ?? 'loaded',
    there: error === null,
  }));
  if (system === 'win32' || system === 'darwin') return loaders;
  const variables = vendorVariables.map((name) => ({
    what: name,
    found: environment[name] ?? 'not set',
  }));
  return [...loaders, ...registry(vendorFolder), ...variables];
};

/** How to get OpenCL on this system, in one or two sentences. */
export const installAdvice = (system: NodeJS.Platform): string => {
  switch (system) {
    case 'win32':
      return "Install your GPU vendor's current driver (it brings OpenCL.dll), or for the CPU the Intel CPU Runtime for OpenCL Applications.";
    case 'darwin':
      return 'macOS brings OpenCL with the system; if OpenCL.framework is missing, repair or reinstall macOS.';
    default:
      return (
        'Debian, Ubuntu: sudo apt install ocl-icd-libopencl1 pocl-opencl-icd. ' +
        'Fedora: sudo dnf install ocl-icd pocl. ' +
        "For a GPU, install its vendor's OpenCL driver as well."
      );
  }
};
