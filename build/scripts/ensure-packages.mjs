/**
 * Installs the packages of package-lock.json when node_modules is missing or does not hold just them.
 * npm writes what it has installed into node_modules/.package-lock.json: the two are compared, which
 * takes milliseconds.
 */
import { existsSync, readFileSync } from 'node:fs';
import { inRoot, mustRun, say } from './project.mjs';

const packagesOf = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;

/** Whether every package that this system needs is installed in the version that the lock names. */
export const areInstalled = (locked, installed) =>
  Object.entries(locked).every(
    ([path, entry]) =>
      path === '' || entry.optional === true || installed[path]?.version === entry.version,
  );

export const packagesAreReady = () => {
  const installed = inRoot('node_modules/.package-lock.json');
  return (
    existsSync(installed) &&
    areInstalled(packagesOf(inRoot('package-lock.json')), packagesOf(installed))
  );
};

export const ensurePackages = () => {
  if (packagesAreReady()) return;
  say('Installing the packages of package-lock.json (npm ci) …');
  mustRun('npm ci', 'npm', ['ci']);
};
