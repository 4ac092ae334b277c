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

/** What moves a terminal's cursor, colours it or turns the direction of writing. Line breaks and tabs stay. */
const control = /^\r\u001B\[K|[\0-\u0008\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/g;

/**
 * The same console, on which names from drivers and files cannot play tricks: control characters become
 * U+FFFD. Only our own "clear this line" at the start of a text goes through.
 */
export const withoutControls = (io: Console): Console => {
  const clean = (text: string): string =>
    text.replace(control, (found) => (found.length > 1 ? found : '\uFFFD'));
  return {
    ...io,
    out: (text) => io.out(clean(text)),
    err: (text) => io.err(clean(text)),
  };
};
