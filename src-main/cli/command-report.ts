/**
 * `ndrange report`: one run as the window's HTML report, or several as one Markdown document with their pictures
 * beside it. Needs neither OpenCL nor a display.
 */
import { problem } from '@shared/domain/problem';
import { foldEvents } from '@shared/domain/run';
import { reportHtml } from '@shared/report/report-html';
import { checkWritable, writeWholeFile } from '@main/export/write-file';
import type { MakeEngine } from './command-sweep';
import { reportMarkdown } from './report-markdown';
import { report, type Console } from './console';
import { exitCodes, type ExitCode } from './exit-codes';
import { onePositional, parseFlags, string } from './options';

const locales = ['en', 'zh-CN'] as const;

export const commandReport = async (
  argv: readonly string[],
  io: Console,
  makeEngine: MakeEngine,
  version: string,
): Promise<ExitCode> => {
  const parsed = parseFlags(argv, {
    html: { type: 'string' },
    markdown: { type: 'string' },
    lang: { type: 'string' },
    'runs-dir': { type: 'string' },
  });
  if (!parsed.ok) return report(io, parsed.error);
  const markdown = string(parsed.value.values['markdown']);
  if (markdown !== undefined) {
    const { positionals, values } = parsed.value;
    return reportMarkdown(positionals, markdown, makeEngine(string(values['runs-dir'])), io);
  }
  const id = onePositional(parsed.value, 'A run (its id or the path of its file)');
  if (!id.ok) return report(io, id.error);
  const path = string(parsed.value.values['html']);
  if (path === undefined) {
    return report(
      io,
      problem('invalid-option', 'Where to is missing.', 'Give --html FILE, or --markdown FILE.'),
    );
  }
  const lang = string(parsed.value.values['lang']) ?? 'en';
  const locale = locales.find((known) => known === lang);
  if (locale === undefined) {
    return report(
      io,
      problem(
        'invalid-option',
        `There is no report in "${lang}".`,
        'Give --lang en or --lang zh-CN.',
      ),
    );
  }
  const writable = await checkWritable(path, 'report');
  if (!writable.ok) return report(io, writable.error);
  const { runs } = makeEngine(string(parsed.value.values['runs-dir']));
  const events = await runs.read(id.value);
  if (!events.ok) return report(io, events.error);
  const run = foldEvents(events.value);
  if (run === null) return report(io, problem('run-unreadable', `${id.value} holds no run.`));
  const notes = await runs.notes(id.value);
  const html = reportHtml({ run, locale, notes, madeAt: new Date(), appVersion: version });
  const written = await writeWholeFile(path, html, 'report');
  if (!written.ok) return report(io, written.error);
  io.err(`wrote ${path}\n`);
  return exitCodes.ok;
};
