/**
 * What is written of runs for others: CSV, JSON, reports, pictures. Asks the user for a place and hands the work
 * on. How files are made and how a PDF is printed is not known here.
 */
import { basename } from 'node:path';
import type { Problem } from '@shared/domain/problem';
import { ok, type Result } from '@shared/domain/result';
import type { CommandHandlers, SaveReply } from '@shared/ipc/contract';
import type { RunFiles } from '../export/run-files';
import { writeWholeFile } from '../export/write-file';
import type { DialogPurpose, NamedFilter } from './dialog-texts';
import type { FileDialogs } from './files';

/** Prints an HTML document; the reply is the bytes of a PDF file. */
export type PrintPdf = (html: string) => Promise<Result<Uint8Array, Problem>>;

export interface ExportParts {
  readonly files: RunFiles;
  readonly dialogs: FileDialogs;
  readonly printPdf: PrintPdf;
  readonly appVersion: string;
}

const filters = {
  csv: [{ name: 'CSV', extensions: ['csv'] }],
  json: [{ name: 'JSON', extensions: ['json'] }],
  html: [{ name: 'HTML', extensions: ['html'] }],
  pdf: [{ name: 'PDF', extensions: ['pdf'] }],
  svg: [{ name: 'SVG', extensions: ['svg'] }],
  png: [{ name: 'PNG', extensions: ['png'] }],
} satisfies Record<string, readonly NamedFilter[]>;
type Form = keyof typeof filters;

const purposes: Readonly<Record<Form, DialogPurpose>> = {
  csv: 'export-csv',
  json: 'export-json',
  html: 'export-report',
  pdf: 'export-report',
  svg: 'export-picture',
  png: 'export-picture',
};

/** What several runs in one file are called. */
const nameFor = (ids: readonly string[]): string =>
  ids.length === 1 ? (ids[0] ?? 'runs') : 'runs';

type Exports =
  | 'runs.export-csv'
  | 'runs.export-json'
  | 'runs.export-report'
  | 'runs.picture'
  | 'runs.save-picture';

export const createRunExports = (parts: ExportParts): Pick<CommandHandlers, Exports> => {
  const { files, dialogs, printPdf, appVersion } = parts;
  /** @param write gets the place; what it replies is what the page hears */
  const saveAs = async (
    name: string,
    form: Form,
    write: (path: string) => Promise<SaveReply>,
  ): Promise<SaveReply> => {
    const path = await dialogs.save(purposes[form], `${basename(name)}.${form}`, filters[form]);
    return path === null ? ok(null) : write(path);
  };
  const put = async (
    path: string,
    content: string | Uint8Array,
    what: string,
  ): Promise<SaveReply> => {
    const written = await writeWholeFile(path, content, what);
    return written.ok ? ok({ name: basename(path) }) : written;
  };

  return {
    'runs.export-csv': ({ runs, form }) =>
      saveAs(`${nameFor(runs)}${form === 'launches' ? '-launches' : ''}`, 'csv', (path) =>
        files.csv(path, runs, form),
      ),
    'runs.export-json': ({ runs }) =>
      saveAs(nameFor(runs), 'json', (path) => files.json(path, runs)),
    'runs.export-report': ({ run, form, locale }) =>
      saveAs(run, form, async (path) => {
        const report = { run, locale, appVersion };
        if (form === 'html') return files.html(path, report);
        const text = await files.reportText(report);
        if (!text.ok) return text;
        const printed = await printPdf(text.value);
        return printed.ok ? put(path, printed.value, 'report') : printed;
      }),
    'runs.picture': async ({ run, locale }) => {
      const svg = await files.picture(run, locale);
      return svg.ok ? ok({ svg: svg.value }) : svg;
    },
    'runs.save-picture': (picture) =>
      saveAs(picture.suggestedName, picture.form, (path) =>
        picture.form === 'svg'
          ? put(path, picture.svg, 'SVG file')
          : put(path, picture.png, 'PNG file'),
      ),
  };
};
