/**
 * Files from elsewhere that the user picks in the window or drops on it, as runs of the history. Where a file
 * does not say its global size the page is asked for it, and gets a token for the file meanwhile.
 */
import { basename } from 'node:path';
import { parseGlobalSize } from '@shared/domain/local-list';
import { problem, type Problem } from '@shared/domain/problem';
import { err, ok, type Result } from '@shared/domain/result';
import type { GlobalSize } from '@shared/domain/sizes';
import type { CommandHandlers, Imported } from '@shared/ipc/contract';
import { importAny } from '../interchange/import-any';
import type { RunStore } from '../profiling/engine-types';
import type { NamedFilter } from './dialog-texts';
import type { FileDialogs, Tokens } from './files';

export interface ImportParts {
  readonly runs: RunStore;
  readonly tokens: Tokens;
  readonly appVersion: string;
}

const filters: readonly NamedFilter[] = [
  {
    name: {
      en: 'NDRange run, CSV, Kernel Tuner, T4',
      'zh-CN': 'NDRange 运行记录、CSV、Kernel Tuner、T4',
    },
    extensions: ['ndrun', 'csv', 'json'],
  },
];

/** Imports one file, or the two CSV files of one run. Errors: those of `importAny`. */
export const importPaths = async (
  { runs, tokens, appVersion }: ImportParts,
  paths: readonly string[],
  global: GlobalSize | null = null,
): Promise<Result<Imported, Problem>> => {
  const imported = await importAny(runs, { paths, global, localParameters: [], appVersion });
  if (imported.ok) return ok({ kind: 'run', ...imported.value });
  const dimensions = imported.error.params?.['globalDimensions'];
  const [path] = paths;
  if (typeof dimensions !== 'number' || path === undefined) return imported;
  return ok({ kind: 'ask-global', token: tokens.give(path), name: basename(path), dimensions });
};

export const createImports = (
  parts: ImportParts,
  dialogs: Pick<FileDialogs, 'openSeveral'>,
): Pick<CommandHandlers, 'runs.import' | 'runs.import-as'> => ({
  'runs.import': async () => {
    const paths = await dialogs.openSeveral('import', filters);
    return paths.length === 0 ? ok(null) : importPaths(parts, paths);
  },
  'runs.import-as': async ({ token, global }) => {
    const path = parts.tokens.pathOf(token);
    if (path === null) {
      return err(
        problem(
          'file-unreadable',
          'The file is not known any more.',
          'Choose it again.',
          {},
          'forgotten',
        ),
      );
    }
    const size = parseGlobalSize(global);
    return size.ok ? importPaths(parts, [path], size.value) : size;
  },
});
