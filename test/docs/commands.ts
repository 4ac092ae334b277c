/**
 * The commands that the documents tell a user to type: lines of fenced `sh` blocks, indented lines, and code in the
 * running text. Decides what of these is a command at all, and which is a synopsis (brackets, bars, dots, a bare name)
 * that nobody types as it stands.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Types a line into a shell in `folder`, whose bin is on the path; runs are kept in `runs`. */
export const typeLine = (folder: string, runs: string, line: string) =>
  spawnSync('sh', ['-c', line], {
    cwd: folder,
    encoding: 'utf8',
    env: {
      ...process.env,
      PATH: `${folder}/bin:${process.env['PATH'] ?? ''}`,
      NDRANGE_RUNS_DIR: runs,
    },
  });

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

/** Everything for users and contributors; the licences are texts of others. */
export const documents: readonly string[] = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md') && name !== 'licences.md')
    .map((name) => `docs/${name}`),
];

const program = /^(npm|npx|node|ndrange|sudo|sha256sum|clpeak|for|D[12]=|\.ci\/run)(?=[\s=\d]|$)/;
/** A name, not a command: the program itself, without anything behind it. */
const isName = (text: string): boolean => /^(ndrange|npx ndrange( …)?|node|npm|for)$/.test(text);

/** What stands behind a command in an indented line: a remark after two blanks, or after #. */
const withoutRemark = (line: string): string => line.replace(/\s{2,}.*$|\s+#.*$/, '');

/** Commands of a document, in order, each once, without those of its `sh` blocks. */
export const typedCommands = (document: string): readonly string[] => {
  const text = read(document).replace(/^```sh\n[\s\S]*?^```/gm, '');
  const indented = [...text.matchAll(/^ {4,}(\S.*)$/gm)].map(([, line]) =>
    withoutRemark(line ?? ''),
  );
  const spans = [...text.matchAll(/`([^`\n]+)`/g)].map(([, code]) => code ?? '');
  return [...new Set([...indented, ...spans])].filter(
    (command) => program.test(command) && !isName(command),
  );
};

/** Says how a command is called rather than what to type. */
export const isSynopsis = (command: string): boolean =>
  /[[\]|…]|COMMAND/.test(command) || /^ndrange [a-z]+$/.test(command);
