/**
 * The entry of the command line: streams, signals, paths, exit code. The first Ctrl-C (or SIGTERM)
 * cancels; the second ends the process at once, and the workers with it.
 */
import { existsSync, readFileSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createEngine } from '@main/profiling/engine';
import { createForkHost } from '@main/profiling/fork-host';
import { defaultRunsDir } from '@main/store/runs-dir';
import type { Console } from './console';
import { exitCodes } from './exit-codes';
import { runCli } from './run-cli';

const here = import.meta.dirname;

/** The version in the nearest package.json above this file. */
const readVersion = (): string => {
  for (let dir = here; ; dir = dirname(dir)) {
    const path = join(dir, 'package.json');
    if (existsSync(path)) {
      const { version } = JSON.parse(readFileSync(path, 'utf8')) as { readonly version?: string };
      return version ?? 'unknown';
    }
    if (dirname(dir) === dir) return 'unknown';
  }
};

const interrupts = new Set<() => void>();
let interrupted = 0;
const interrupt = (): void => {
  interrupted += 1;
  if (interrupted > 1 || interrupts.size === 0) process.exit(exitCodes.cancelled);
  for (const listener of interrupts) listener();
};
process.on('SIGINT', interrupt);
process.on('SIGTERM', interrupt);
// `ndrange sweep … | head` is a way to say enough.
process.stdout.on('error', () => process.exit(exitCodes.ok));

/** Synchronous, so that nothing is lost when the process ends right after; a full pipe is waited for. */
const write = (fd: 1 | 2, text: string): void => {
  let rest = Buffer.from(text, 'utf8');
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(fd, rest));
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : '';
      if (code === 'EAGAIN') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
      else if (code === 'EPIPE') process.exit(exitCodes.ok);
      else throw error;
    }
  }
};

const io: Console = {
  out: (text) => write(1, text),
  err: (text) => write(2, text),
  isTerminal: process.stderr.isTTY,
  onInterrupt: (listener) => {
    interrupts.add(listener);
    return () => void interrupts.delete(listener);
  },
};

const version = readVersion();
const code = await runCli(
  process.argv.slice(2),
  io,
  (runsDir) =>
    createEngine({
      host: createForkHost(join(here, 'worker.js')),
      runsDir: runsDir ?? defaultRunsDir(),
      appVersion: version,
    }),
  version,
);
process.exit(code);
