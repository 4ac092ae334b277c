/**
 * The engine, the thread that reads runs, and the bridge to the page. Loaded while the window's own process
 * starts: it is the larger part of the main process's code.
 */
import { app, type BrowserWindow } from 'electron';
import type { AtStart } from '@shared/ipc/at-start';
import { createExportThreads } from '../export/export-thread';
import { connectEngine } from '../ipc/connect';
import { kernelsDir, loadExamples, recordedRunsDir } from '../kernels/examples';
import { createEngine } from '../profiling/engine';
import type { WorkerHost } from '../profiling/worker-host';
import { createReadThread } from '../store/read-thread';
import { defaultRunsDir } from '../store/runs-dir';
import type { OpenedFiles } from './opened-files';
import { closeBeforeQuit } from './quit';
import type { Shell } from './shell';

export interface EngineParts {
  readonly host: WorkerHost;
  /** The built threads that read runs and that write files of them, absolute. */
  readonly scripts: { readonly reader: string; readonly exporter: string };
  readonly shell: Shell;
  readonly window: () => BrowserWindow | null;
  readonly files: OpenedFiles;
  /** Whose pages may call, without a trailing slash. */
  readonly origin: string;
}

/** Once it resolves the page is answered, and given this with its document; a quit closes the engine first. */
export const startEngine = async ({
  host,
  scripts,
  shell,
  window,
  files,
  origin,
}: EngineParts): Promise<AtStart> => {
  const examples = loadExamples(kernelsDir());
  const folders = { runsDir: defaultRunsDir(), recordedDir: recordedRunsDir() };
  const engine = createEngine({ host, ...folders, appVersion: app.getVersion() });
  const reads = createReadThread(scripts.reader, folders);
  const exports = createExportThreads(scripts.exporter, folders);
  closeBeforeQuit(connectEngine(engine, reads, exports, shell, window, files, examples, origin));
  return { examples: await examples };
};
