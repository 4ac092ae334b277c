/**
 * The file of notes beside a run's log, `RUN.meta.json`: read within bounds, written whole or not at all. A
 * missing one is no notes; one that cannot be read is no notes either, and is set aside, not lost, when new
 * ones are written in its place.
 */
import { readFile, rename, rm, stat } from 'node:fs/promises';
import type { Problem } from '@shared/domain/problem';
import { ok, type Result } from '@shared/domain/result';
import {
  isEmptyNotes,
  noNotes,
  parseRunNotes,
  runNotesText,
  tidyNotes,
  type RunNotes,
} from '@shared/domain/run-notes';
import { writeWholeFile } from '@main/export/write-file';
import { errorCode, fileProblem } from './file-problem';
import { runFileExtension } from './run-path';

export const notesExtension = '.meta.json';
/** Several times what the longest notes take. */
const maxNotesBytes = 256 * 1024;

export const notesFile = (logPath: string): string =>
  logPath.endsWith(runFileExtension)
    ? `${logPath.slice(0, -runFileExtension.length)}${notesExtension}`
    : `${logPath}${notesExtension}`;

/** null: there is a file, but it holds no notes that this version can read. */
export const readNotes = async (path: string): Promise<RunNotes | null> => {
  try {
    // Before it is opened: opening a pipe may wait for ever.
    const file = await stat(path);
    if (!file.isFile() || file.size > maxNotesBytes) return null;
    return parseRunNotes(JSON.parse(await readFile(path, 'utf8')));
  } catch (error) {
    return errorCode(error) === 'ENOENT' ? noNotes : null;
  }
};

/** Notes that say nothing take their file away. @returns the notes as they were kept */
export const writeNotes = async (
  path: string,
  notes: RunNotes,
): Promise<Result<RunNotes, Problem>> => {
  const kept = tidyNotes(notes);
  try {
    if ((await readNotes(path)) === null) await rename(path, `${path}.unreadable`);
    else if (isEmptyNotes(kept)) await rm(path, { force: true });
  } catch (error) {
    return { ok: false, error: fileProblem('file-unwritable', 'notes file', path, error) };
  }
  if (isEmptyNotes(kept)) return ok(kept);
  const written = await writeWholeFile(path, runNotesText(kept), 'notes file');
  return written.ok ? ok(kept) : written;
};
