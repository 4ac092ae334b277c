/**
 * `ndrange report RUN… --markdown FILE`: writes the document, and the picture of each run into the folder of the
 * document's name beside it. Refuses a run that cannot be read before anything is written.
 */
import { mkdir } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { problem, type Problem } from '@shared/domain/problem';
import { err, ok, type Result } from '@shared/domain/result';
import { foldEvents } from '@shared/domain/run';
import type { Run } from '@shared/domain/run-types';
import { labMarkdown } from '@shared/report/lab-markdown';
import { runPicture } from '@shared/report/report-charts';
import { checkWritable, writeWholeFile } from '@main/export/write-file';
import type { Engine } from '@main/profiling/engine-types';
import { fileProblem } from '@main/store/file-problem';
import { report, type Console } from './console';
import { exitCodes, type ExitCode } from './exit-codes';

const readAll = async (
  { runs }: Engine,
  ids: readonly string[],
): Promise<Result<readonly Run[], Problem>> => {
  const all: Run[] = [];
  for (const id of ids) {
    const events = await runs.read(id);
    if (!events.ok) return events;
    const run = foldEvents(events.value);
    if (run === null) return err(problem('run-unreadable', `${id} holds no run.`));
    all.push(run);
  }
  return ok(all);
};

export const reportMarkdown = async (
  ids: readonly string[],
  path: string,
  engine: Engine,
  io: Console,
): Promise<ExitCode> => {
  if (ids.length === 0) {
    const missing = 'A run (its id or the path of its file) is missing.';
    return report(io, problem('invalid-option', missing, 'Name one run or several.'));
  }
  const writable = await checkWritable(path, 'report');
  if (!writable.ok) return report(io, writable.error);
  const runs = await readAll(engine, ids);
  if (!runs.ok) return report(io, runs.error);
  const folder = basename(path, extname(path));
  const pictures = new Map<string, string>();
  for (const run of runs.value) {
    const picture = runPicture(run, 'en');
    if (picture !== null) pictures.set(run.header.run, picture.text);
  }
  try {
    await mkdir(join(dirname(path), folder), { recursive: true });
  } catch (error) {
    return report(io, fileProblem('file-unwritable', 'folder', join(dirname(path), folder), error));
  }
  for (const [run, svg] of pictures) {
    const file = join(dirname(path), folder, `${run}.svg`);
    const written = await writeWholeFile(file, svg, 'picture');
    if (!written.ok) return report(io, written.error);
  }
  const text = labMarkdown({
    runs: runs.value,
    peaks: await engine.peaks(),
    pictureOf: (run) => (pictures.has(run) ? `${encodeURIComponent(folder)}/${run}.svg` : null),
  });
  const written = await writeWholeFile(path, text, 'report');
  if (!written.ok) return report(io, written.error);
  io.err(`wrote ${path}, and ${pictures.size} pictures beside it\n`);
  return exitCodes.ok;
};
