#!/usr/bin/env node
/**
 * `npx ndrange`. In a checkout: builds the product when `out/` is missing or older than the sources, says
 * so on stderr, and runs the built command line in this process; needs nothing but `npm ci`. In the npm
 * package there are no sources: what was built is run.
 */
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const built = join(root, 'out', 'main', 'cli.js');
const worker = join(root, 'out', 'main', 'worker.js');
const lock = join(root, 'out', '.building');
/** What the command line is made of; the window's sources do not matter to it. */
const sources = ['src-main', 'src-shared', 'electron.vite.config.ts', 'package.json'];

/** Newest change below a path, ms. */
const newest = (path) => {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return 0;
  if (!stat.isDirectory()) return stat.mtimeMs;
  return readdirSync(path).reduce(
    (latest, name) => Math.max(latest, newest(join(path, name))),
    stat.mtimeMs,
  );
};

const isStale = () => {
  if (!existsSync(join(root, 'src-main'))) return false;
  if (!existsSync(built) || !existsSync(worker)) return true;
  const builtAt = statSync(built).mtimeMs;
  return sources.some((source) => newest(join(root, source)) > builtAt);
};

const isAlive = (pid) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
};

/** Two commands at once build once: the second waits for the first. false: another one has built. */
const takeLock = () => {
  mkdirSync(dirname(lock), { recursive: true });
  let waited = false;
  for (;;) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' });
      return !waited || isStale();
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    let holder = NaN;
    try {
      holder = Number.parseInt(readFileSync(lock, 'utf8'), 10);
    } catch {
      continue; // Given back in between.
    }
    if (Number.isInteger(holder) && !isAlive(holder)) {
      rmSync(lock, { force: true });
      continue;
    }
    waited = true;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
  }
};

const build = () => {
  const tool = join(root, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js');
  if (!existsSync(tool)) {
    process.stderr.write('ndrange: the dependencies are not installed. Run `npm ci` first.\n');
    process.exit(2);
  }
  const mine = takeLock();
  try {
    if (!mine) return;
    process.stderr.write(
      'ndrange: building, because out/ is missing or older than the sources …\n',
    );
    const done = spawnSync(process.execPath, [tool, 'build', '--logLevel', 'error'], {
      cwd: root,
      stdio: ['ignore', 2, 2],
    });
    if (done.status !== 0) {
      process.stderr.write('ndrange: the build failed; see above.\n');
      process.exitCode = 2;
      return;
    }
  } finally {
    rmSync(lock, { force: true });
  }
};

if (isStale()) build();
if (process.exitCode === undefined) await import(pathToFileURL(built).href);
