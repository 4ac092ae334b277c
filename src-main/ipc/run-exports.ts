/**
 * What is written of runs for others: JSON, reports, pictures. Reads the runs, has the domain make the text,
 * asks the user for a place, and writes there whole or not at all. How a PDF is printed is not known here.
 */
import { basename } from 'node:path';
import type { FileFilter } from 'electron';
import { runJson } from '@shared/domain/run-json';
import { problem, type Problem } from '@shared/domain/problem';
import { err, ok, type Result } from '@shared/domain/result';
import { foldEvents } from '@shared/domain/run';
import type { Run } from '@shared/domain/run-types';
import type { CommandHandlers, SaveReply } from '@shared/ipc/contract';
import { runPicture } from '@shared/report/report-charts';
import { reportHtml } from '@shared/report/report-html';
import { writeWholeFile } from '../export/write-file';
import type { RunStore } from '../profiling/engine-types';
import type { FileDialogs } from './files';

/** Prints an HTML document; the reply is the bytes of a PDF file. */
export type PrintPdf = (html: string) => Promise<Result<Uint8Array, Problem>>;

export interface ExportParts {
  readonly runs: RunStore;
  readonly dialogs: FileDialogs;
  readonly printPdf: PrintPdf;
  readonly appVersion: string;
}

const filters = {
  json: [{ name: 'JSON', extensions: ['json'] }],
  html: [{ name: 'HTML', extensions: ['html'] }],
  pdf: [{ name: 'PDF', extensions: ['pdf'] }],
  svg: [{ name: 'SVG', extensions: ['svg'] }],
  png: [{ name: 'PNG', extensions: ['png'] }],
} satisfies Record<string, FileFilter[]>;
type Form = keyof typeof filters;

const titles: Readonly<Record<Form, string>> = {
  json: 'Export JSON',
  html: 'Export report',
  pdf: 'Export report',
  svg: 'Export picture',
  png: 'Export picture',
};

/** Folds stored runs; the first that cannot be read is the error. */
export const readRuns = async (
  runs: RunStore,
  ids: readonly string[],
): Promise<Result<readonly Run[], Problem>> => {
  const folded: Run[] = [];
  for (const id of ids) {
    const events = await runs.read(id);
    if (!events.ok) return events;
    const run = foldEvents(events.value);
    if (run === null) {
      return err(
        problem(
          'run-unreadable',
          `The run ${id} holds no events yet.`,
          undefined,
          { run: id },
          'run-empty',
        ),
      );
    }
    folded.push(run);
  }
  return ok(folded);
};

const saveAs = async (
  dialogs: FileDialogs,
  name: string,
  form: Form,
  content: () => Promise<Result<string | Uint8Array, Problem>>,
): Promise<SaveReply> => {
  const path = await dialogs.save(titles[form], `${basename(name)}.${form}`, filters[form]);
  if (path === null) return ok(null);
  const made = await content();
  if (!made.ok) return made;
  const what = form === 'html' || form === 'pdf' ? 'report' : `${form.toUpperCase()} file`;
  const written = await writeWholeFile(path, made.value, what);
  return written.ok ? ok({ name: basename(path) }) : written;
};

type Exports = 'runs.export-json' | 'runs.export-report' | 'runs.picture' | 'runs.save-picture';

export const createRunExports = (parts: ExportParts): Pick<CommandHandlers, Exports> => {
  const { runs, dialogs, printPdf, appVersion } = parts;
  return {
    'runs.export-json': async ({ runs: ids }) => {
      const read = await readRuns(runs, ids);
      if (!read.ok) return read;
      const notes = await Promise.all(ids.map(async (id) => [id, await runs.notes(id)] as const));
      const name = ids.length === 1 ? (ids[0] ?? 'runs') : 'runs';
      return saveAs(dialogs, name, 'json', () =>
        Promise.resolve(ok(runJson(read.value, new Map(notes)))),
      );
    },
    'runs.export-report': async ({ run: id, form, locale }) => {
      const read = await readRuns(runs, [id]);
      if (!read.ok) return read;
      const [run] = read.value;
      if (run === undefined) return ok(null);
      const notes = await runs.notes(id);
      return saveAs(dialogs, id, form, () => {
        const html = reportHtml({ run, locale, notes, madeAt: new Date(), appVersion });
        return form === 'html' ? Promise.resolve(ok(html)) : printPdf(html);
      });
    },
    'runs.picture': async ({ run: id, locale }) => {
      const read = await readRuns(runs, [id]);
      if (!read.ok) return read;
      const [run] = read.value;
      const picture = run === undefined ? null : runPicture(run, locale);
      return picture !== null
        ? ok({ svg: picture.text })
        : err(
            problem(
              'nothing-to-measure',
              `The run ${id} has no measured size to draw.`,
              'Resume it, or run it again.',
              { drawn: id },
              'run-nothing-drawn',
            ),
          );
    },
    'runs.save-picture': (picture) =>
      saveAs(dialogs, picture.suggestedName, picture.form, () =>
        Promise.resolve(ok(picture.form === 'svg' ? picture.svg : picture.png)),
      ),
  };
};
