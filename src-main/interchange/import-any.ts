/**
 * Any file that can become a run, as window and command line take it: a run file is copied, everything else is
 * converted. Decides which of two CSV files holds the sizes and which the launches, and looks for the second one
 * beside the first by the names that our own export gives. Refuses several files that are not these two.
 */
import { open, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { GlobalSize } from '@shared/domain/sizes';
import { problem, type Problem } from '@shared/domain/problem';
import { err, ok, type Result } from '@shared/domain/result';
import type { RunStore } from '@main/profiling/engine-types';
import { importForeignFile, type Imported } from './import-file';

export interface ImportRequest {
  /** One file, or the two CSV files of one run in any order. */
  readonly paths: readonly string[];
  /** For results that do not say it. */
  readonly global: GlobalSize | null;
  readonly localParameters: readonly string[];
  readonly appVersion: string;
}

/** What our export puts behind the name of the launches' file. */
const launchesSuffix = '-launches.csv';

const isCsv = (path: string): boolean => path.toLowerCase().endsWith('.csv');
const headBytes = 4096;

/** Whether a CSV holds launches: its head says so, whatever it is called. What cannot be read is refused later. */
const isLaunches = async (path: string): Promise<boolean> => {
  const file = await stat(path).catch(() => null);
  if (file?.isFile() !== true) return false;
  const handle = await open(path, 'r').catch(() => null);
  if (handle === null) return false;
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    const [head = ''] = buffer.toString('utf8', 0, bytesRead).split(/\r?\n/, 1);
    const columns = head.split(',').map((name) => name.replace(/[\uFEFF"]/g, '').trim());
    return columns.includes('round') && !columns.includes('median_ns');
  } finally {
    await handle.close();
  }
};

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    (file) => file.isFile(),
    () => false,
  );

interface CsvPair {
  readonly sizes: string | null;
  readonly launches: string | null;
}

/** Sizes and launches of one run; null: not given, and not beside the other under the name of our export. */
const csvPair = async (first: string, second: string | undefined): Promise<CsvPair> => {
  const holdsLaunches = await isLaunches(first);
  if (second !== undefined) {
    return holdsLaunches ? { sizes: second, launches: first } : { sizes: first, launches: second };
  }
  if (!holdsLaunches) {
    const launches = `${first.slice(0, -'.csv'.length)}${launchesSuffix}`;
    return { sizes: first, launches: (await isThere(launches)) ? launches : null };
  }
  const sizes = first.toLowerCase().endsWith(launchesSuffix)
    ? `${first.slice(0, -launchesSuffix.length)}.csv`
    : null;
  return { sizes: sizes !== null && (await isThere(sizes)) ? sizes : null, launches: first };
};

const tooMany = (paths: readonly string[]): Problem =>
  problem(
    'invalid-option',
    `${paths.length} files were given at once: ${paths
      .slice(0, 5)
      .map((path) => basename(path))
      .join(', ')}.`,
    'Import one file at a time, or the two CSV files of one run together.',
    { files: paths.length },
    'import-many',
  );

/**
 * Errors: those of reading the file, each with a sentence; `invalid-option` with the parameter `globalDimensions`
 * when only the global size is missing, and with `csvAlone` when the other CSV file is.
 */
export const importAny = async (
  runs: RunStore,
  { paths, global, localParameters, appVersion }: ImportRequest,
): Promise<Result<Imported, Problem>> => {
  const [first = ''] = paths;
  if (paths.length > 2 || (paths.length === 2 && !paths.every(isCsv))) return err(tooMany(paths));
  if (/\.ndrun$/i.test(first)) {
    const copied = await runs.import(first);
    return copied.ok ? ok({ run: copied.value.run, notes: [] }) : copied;
  }
  const options = { global, localParameters, appVersion };
  if (!isCsv(first))
    return importForeignFile(first, runs.dir, { ...options, samplesCsv: undefined });
  const { sizes, launches } = await csvPair(first, paths[1]);
  if (sizes !== null && launches !== null) {
    return importForeignFile(sizes, runs.dir, { ...options, samplesCsv: launches });
  }
  const file = basename(first);
  return err(
    problem(
      'invalid-option',
      sizes === null
        ? `${file} has the launches of a run, but not its sizes and devices.`
        : `${file} has a summary of each size, but not its launches.`,
      'Choose both CSV files of the run together: one row per configuration, and one row per launch.',
      { csvAlone: file },
    ),
  );
};
