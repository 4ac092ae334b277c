/** What a command may do to the world: the two streams and the interrupts. Tests pass their own. */
import type { Problem } from '@shared/domain/problem';
import { exitCodeOf, type ExitCode } from './exit-codes';

export interface Console {
  /** Results. */
  readonly out: (text: string) => void;
  /** Progress and problems. */
  readonly err: (text: string) => void;
  /** The progress stream is a terminal: one line may be written over. */
  readonly isTerminal: boolean;
  /** Called at each Ctrl-C or SIGTERM. Returns the function that stops listening. */
  readonly onInterrupt: (listener: () => void) => () => void;
}

/** Says what is wrong and what to do, and gives the exit code for it. */
export const report = (io: Console, found: Problem): ExitCode => {
  io.err(`ndrange: ${found.message}\n`);
  if (found.advice !== undefined) io.err(`${found.advice}\n`);
  return exitCodeOf(found);
};
