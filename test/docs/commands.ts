/**
 * The commands that the documents tell a user to type. A fenced `sh` block is run line by line; commands in the
 * running text and in indented blocks are only looked up: that the npm script, and the command of `ndrange`, exist.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '../..');

const read = (document: string): string => readFileSync(join(root, document), 'utf8');

/** Lines of all `sh` blocks, in order. */
export const shellLines = (document: string): readonly string[] =>
  [...read(document).matchAll(/^```sh\n([\s\S]*?)^```/gm)].flatMap(([, block]) =>
    (block ?? '').split('\n').filter((line) => line.trim() !== ''),
  );

/** Names of npm scripts that the document mentions. */
export const mentionedScripts = (document: string): readonly string[] => [
  ...new Set(
    [...read(document).matchAll(/npm run ([a-z][a-z0-9:-]*)/g)].map(([, name]) => name ?? ''),
  ),
];

/** First words after `ndrange` wherever the document shows a command. */
export const mentionedCommands = (document: string): readonly string[] => [
  ...new Set(
    [...read(document).matchAll(/(?:^ {4}|`|npx )ndrange ([a-z]+)\b/gm)].map(
      ([, name]) => name ?? '',
    ),
  ),
];
