/**
 * Files that the system gives the app to open: a double click on a run, a name behind the program's on a command
 * line, with the app running or not. They wait here until the page asks for them, since it may not be there
 * yet. Decides which arguments are files; what is in them is the bridge's business.
 */
import { resolve } from 'node:path';

const ours = /\.(ndrun|cl|sweep\.json)$/i;

/** The files among a program's arguments, absolute. @param folder where relative names begin */
export const fileArguments = (argv: readonly string[], folder: string): readonly string[] =>
  argv
    .slice(1)
    .filter((word) => !word.startsWith('-') && ours.test(word))
    .map((word) => resolve(folder, word));

export interface OpenedFiles {
  readonly add: (paths: readonly string[]) => void;
  /** The one that has waited longest; null: none. */
  readonly next: () => string | null;
}

/** @param tell that something waits: called after each `add` of any file */
export const createOpenedFiles = (tell: () => void): OpenedFiles => {
  const waiting: string[] = [];
  return {
    add: (paths) => {
      if (paths.length === 0) return;
      // More than a person opens at once is a slip of a script: the first ones are enough.
      waiting.push(...paths.slice(0, 20));
      tell();
    },
    next: () => waiting.shift() ?? null,
  };
};
