/** The tables of a run where the flags want them, and the advice beside the one of the sizes. */
import { configurationsCsv, launchesCsv } from '@shared/domain/csv';
import type { Problem } from '@shared/domain/problem';
import type { Run } from '@shared/domain/run-types';
import { writeAdviceFile } from '@main/export/advice-file';
import { writeWholeFile } from '@main/export/write-file';
import type { Console } from './console';

export interface TablePlaces {
  readonly csv: string | undefined;
  readonly samplesCsv: string | undefined;
}

/** null: all are written. Each file is named as it is done. */
export const writeTables = async (
  run: Run,
  { csv, samplesCsv }: TablePlaces,
  io: Console,
): Promise<Problem | null> => {
  for (const [path, csvOf] of [
    [csv, configurationsCsv],
    [samplesCsv, launchesCsv],
  ] as const) {
    if (path === undefined) continue;
    const written = await writeWholeFile(path, csvOf([run]));
    if (!written.ok) return written.error;
    io.err(`wrote ${path}\n`);
  }
  if (csv === undefined) return null;
  const advice = await writeAdviceFile(csv, [run]);
  if (!advice.ok) return advice.error;
  if (advice.value !== null) io.err(`wrote ${advice.value.path}\n`);
  return null;
};
