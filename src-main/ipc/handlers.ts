/**
 * What each command does: a thin layer that turns page requests into calls of the engine, of the file
 * dialogs and of the domain. It decides nothing about measuring.
 */
import { basename } from 'node:path';
import { app } from 'electron';
import { problem } from '@shared/domain/problem';
import { err, ok } from '@shared/domain/result';
import type { CommandHandlers, Example } from '@shared/ipc/contract';
import type { Shell } from '../electron/shell';
import type { RunFiles } from '../export/run-files';
import { writeWholeFile } from '../export/write-file';
import { loadKernelFile } from '../kernels/examples';
import type { Engine } from '../profiling/engine-types';
import type { RunReads } from '../store/run-reads';
import type { NamedFilter } from './dialog-texts';
import type { FileDialogs, Tokens } from './files';
import { createImports } from './imports';
import { createRunExports, type PrintPdf } from './run-exports';

export interface HandlerParts {
  readonly engine: Engine;
  /** What is read of the runs folder for the page. */
  readonly reads: RunReads;
  /** Writes files of runs. */
  readonly files: RunFiles;
  readonly dialogs: FileDialogs;
  readonly tokens: Tokens;
  readonly printPdf: PrintPdf;
  /** Opens the next file that the system gave the app. */
  readonly nextFile: CommandHandlers['app.next-file'];
  /** The kernels that ship with the product. */
  readonly examples: Promise<readonly Example[]>;
  /** What the system shows outside the page. */
  readonly shell: Shell['commands'];
  /** Host that would be asked for newer versions; null: none. */
  readonly updatesFrom: string | null;
}

const kernelFilters: readonly NamedFilter[] = [
  { name: 'OpenCL C', extensions: ['cl'] },
  { name: { en: 'Sweep', 'zh-CN': '扫描' }, extensions: ['json'] },
];

const longestClosingMs = 3000;

/** The end of a run is told before its file is closed: whoever resumes it at once waits for that, not for a run that goes on. */
const closed = async (engine: Engine, run: string): Promise<void> => {
  if (!engine.isRunning(run)) return;
  let timer: NodeJS.Timeout | undefined;
  const longEnough = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, longestClosingMs);
  });
  await Promise.race([engine.finished(run), longEnough]);
  clearTimeout(timer);
};

export const createHandlers = (parts: HandlerParts): CommandHandlers => {
  const { engine, reads, dialogs, tokens } = parts;
  let peaks = new AbortController();

  return {
    'app.info': () =>
      Promise.resolve({
        version: app.getVersion(),
        system: `${process.platform} ${process.arch}`,
        locale: app.getLocale(),
        runsDir: engine.runs.dir,
        updatesFrom: parts.updatesFrom,
      }),
    ...parts.shell,
    'app.next-file': parts.nextFile,
    'devices.list': ({ refresh }) => engine.listDevices(refresh),
    'examples.list': () => parts.examples,

    'kernel.open': async () => {
      const path = await dialogs.open('open-kernel', kernelFilters);
      if (path === null) return ok(null);
      const loaded = await loadKernelFile(path);
      if (!loaded.ok) return loaded;
      const { name, sourceText, spec, sourcePath } = loaded.value;
      return ok({ token: tokens.give(sourcePath), name, sourceText, spec });
    },
    'kernel.save': async ({ token, suggestedName, sourceText }) => {
      const known = token === null ? null : tokens.pathOf(token);
      const path =
        known ?? (await dialogs.save('save-kernel', basename(suggestedName), kernelFilters));
      if (path === null) return ok(null);
      const written = await writeWholeFile(path, sourceText, 'kernel');
      if (!written.ok) return written;
      return ok({
        token: known === null ? tokens.give(path) : (token ?? ''),
        name: basename(path),
      });
    },
    'kernel.compile': (request) => engine.compile(request),

    'sweep.start': (request) => engine.start(request),
    'sweep.cancel': ({ run }) => Promise.resolve(engine.cancel(run)),
    'sweep.resume': async ({ run }) => {
      await closed(engine, run);
      return engine.resume(run);
    },

    'peaks.list': () => engine.peaks(),
    'peaks.measure': ({ deviceKeys }) => engine.measurePeaks(deviceKeys, peaks.signal),
    'peaks.cancel': () => {
      peaks.abort();
      peaks = new AbortController();
      return Promise.resolve(null);
    },

    'runs.list': async ({ newest }) => ({ rows: await reads.list(newest, engine.running()) }),
    'runs.open': ({ run, from }) => reads.part(run, from),
    ...createImports({ runs: engine.runs, tokens, appVersion: app.getVersion() }, dialogs),
    ...createRunExports({
      files: parts.files,
      dialogs,
      printPdf: parts.printPdf,
      appVersion: app.getVersion(),
    }),
    'runs.delete': async ({ run }) => {
      if (engine.isRunning(run)) {
        return err(
          problem('busy', `The run ${run} is still being measured.`, 'Cancel it first.', { run }),
        );
      }
      return engine.runs.delete(run);
    },
    'runs.restore': ({ undo }) => engine.runs.restore(undo),
    'runs.set-notes': ({ run, notes }) => engine.runs.setNotes(run, notes),
  };
};
