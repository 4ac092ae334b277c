/**
 * A file from elsewhere becomes a run of this machine's folder. Decides by the name's end (.ndrun, .csv), else by
 * the content, what it is; refuses what is too large, no plain file, or in none of the formats. The file itself
 * is never changed.
 */
import { open } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { GlobalSize } from '@shared/domain/sizes';
import { csvRun } from '@shared/domain/interchange/csv-run';
import type { ForeignResults } from '@shared/domain/interchange/foreign-results';
import type { ImportNote } from '@shared/domain/interchange/import-note';
import { importedRun, type ImportSurroundings } from '@shared/domain/interchange/imported-run';
import { parseJsonObject } from '@shared/domain/interchange/json-text';
import {
  closeCache,
  isKernelTunerCache,
  parseKernelTunerCache,
} from '@shared/domain/interchange/kernel-tuner-cache';
import { isT4, parseT4 } from '@shared/domain/interchange/t4-import';
import { inFile, problem, type Problem } from '@shared/domain/problem';
import { err, ok, type Result } from '@shared/domain/result';
import type { RunEvent } from '@shared/domain/run-event';
import { readBounded } from '@main/kernels/read-bounded';
import { fileProblem } from '@main/store/file-problem';
import { lineOfEvent } from '@main/store/log-lines';
import { makeFolder } from '@main/store/make-folder';
import { makeRunId, runFile } from '@main/store/run-path';

const largestFile = 64 * 2 ** 20;

export interface ImportOptions {
  readonly global: GlobalSize | null;
  readonly localParameters: readonly string[];
  readonly samplesCsv: string | undefined;
  readonly appVersion: string;
}

export interface Imported {
  readonly run: string;
  readonly notes: readonly ImportNote[];
}

interface Converted {
  readonly events: readonly RunEvent[];
  readonly notes: readonly ImportNote[];
}

const readText = async (path: string, what: string): Promise<Result<string, Problem>> => {
  const bytes = await readBounded(path, largestFile, what);
  return bytes.ok ? ok(bytes.value.toString('utf8').replace(/^\uFEFF/, '')) : bytes;
};

const fromTuner = (
  text: string,
  path: string,
  names: readonly string[],
): Result<ForeignResults, Problem> => {
  const parsed = parseJsonObject(text, closeCache);
  if (!parsed.ok) return parsed;
  if (isKernelTunerCache(parsed.value)) return parseKernelTunerCache(text, names);
  if (isT4(parsed.value)) return parseT4(text, names);
  return err(
    problem(
      'run-unreadable',
      `${basename(path)} is neither a cache of Kernel Tuner nor T4 results.`,
      'Read are .ndrun, our own CSV, caches of Kernel Tuner and T4.',
      { file: basename(path) },
      'import-unknown-form',
    ),
  );
};

const convert = async (
  path: string,
  options: ImportOptions,
  surroundings: (kernel: string, text: string) => ImportSurroundings,
): Promise<Result<Converted, Problem>> => {
  const text = await readText(path, 'file to import');
  if (!text.ok) return text;
  if (path.toLowerCase().endsWith('.csv')) {
    if (options.samplesCsv === undefined) {
      return err(
        problem(
          'invalid-option',
          `${basename(path)} has a summary of each size, but not its launches.`,
          'Give the other file of the same run too: --samples-csv FILE.',
          { csvAlone: basename(path) },
        ),
      );
    }
    const launches = await readText(options.samplesCsv, 'CSV of launches');
    if (!launches.ok) return launches;
    const events = csvRun(text.value, launches.value, surroundings('csv', text.value));
    return events.ok ? ok({ events: events.value, notes: [] }) : events;
  }
  const results = fromTuner(text.value, path, options.localParameters);
  if (!results.ok) return results;
  const at = surroundings(results.value.kernel, text.value);
  const events = importedRun(results.value, at, options.global);
  return events.ok ? ok({ events: events.value, notes: results.value.notes }) : events;
};

/** Anything but a run file, which the store itself copies. Problem: named, with the file. */
export const importForeignFile = async (
  path: string,
  runsDir: string,
  options: ImportOptions,
): Promise<Result<Imported, Problem>> => {
  const now = new Date();
  const converted = await convert(path, options, (kernel, text) => ({
    run: makeRunId(now, kernel),
    startedAt: now.toISOString(),
    appVersion: options.appVersion,
    file: basename(path),
    text,
  }));
  if (!converted.ok) return err(inFile(converted.error, basename(path)));
  const { events, notes } = converted.value;
  const [first] = events;
  const run = first?.type === 'run-started' ? first.header.run : makeRunId(now, 'imported');
  try {
    await makeFolder(runsDir);
    const handle = await open(runFile(runsDir, run), 'wx', 0o644);
    try {
      await handle.writeFile(events.map((event) => `${lineOfEvent(event)}\n`).join(''));
      await handle.datasync();
    } finally {
      await handle.close();
    }
    return ok({ run, notes });
  } catch (error) {
    return err(fileProblem('file-unwritable', 'run file', join(runsDir, run), error));
  }
};
