/**
 * The terminal of a process: streams and signals as a `Console`. Shared by `ndrange` under Node and by the
 * command line inside the packaged app. The first Ctrl-C (or SIGTERM) cancels; the second ends the process
 * at once, and the workers with it.
 */
import { writeSync } from 'node:fs';
import type { Console } from './console';
import { exitCodes, type ExitCode } from './exit-codes';

/** Synchronous, so that nothing is lost when the process ends right after; a full pipe is waited for. */
const write = (fd: 1 | 2, text: string, exit: (code: ExitCode) => void): void => {
  let rest = Buffer.from(text, 'utf8');
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(fd, rest));
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : '';
      if (code === 'EAGAIN') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
      else if (code === 'EPIPE') {
        exit(exitCodes.ok);
        return;
      } else throw error;
    }
  }
};

/** @param exit ends the process with a code */
export const createTerminal = (exit: (code: ExitCode) => void): Console => {
  const interrupts = new Set<() => void>();
  let interrupted = 0;
  const interrupt = (): void => {
    interrupted += 1;
    if (interrupted > 1 || interrupts.size === 0) {
      exit(exitCodes.cancelled);
      return;
    }
    for (const listener of interrupts) listener();
  };
  process.on('SIGINT', interrupt);
  process.on('SIGTERM', interrupt);
  // `ndrange sweep … | head` is a way to say enough.
  process.stdout.on('error', () => exit(exitCodes.ok));
  return {
    out: (text) => write(1, text, exit),
    err: (text) => write(2, text, exit),
    isTerminal: process.stderr.isTTY,
    onInterrupt: (listener) => {
      interrupts.add(listener);
      return () => void interrupts.delete(listener);
    },
  };
};
