/**
 * `RunFiles`, each file on a thread of its own that ends with it: folding a million samples and writing them
 * must hold up neither the main process nor what the page reads meanwhile, and what it took of memory
 * goes with the thread.
 */
import { createCallThread, type CallThread } from '../store/call-thread';
import type { ReadThreadOptions } from '../store/read-thread';
import type { RunFiles } from './run-files';

export interface ExportThreads extends RunFiles {
  /** Ends the threads; what was asked of them rejects, and no file is put in its place. */
  close(): Promise<void>;
}

/** @param script path of the built `src-main/exporter.ts` */
export const createExportThreads = (script: string, options: ReadThreadOptions): ExportThreads => {
  const open = new Set<CallThread>();

  const ask = async (name: keyof RunFiles, args: readonly unknown[]): Promise<unknown> => {
    const thread = createCallThread(script, options, 'exporting thread');
    open.add(thread);
    try {
      return await thread.ask(name, args);
    } finally {
      open.delete(thread);
      await thread.close();
    }
  };

  return {
    // The thread answers with what the function of that name gives (exporter.ts).
    csv: (...args) => ask('csv', args) as ReturnType<RunFiles['csv']>,
    json: (...args) => ask('json', args) as ReturnType<RunFiles['json']>,
    html: (...args) => ask('html', args) as ReturnType<RunFiles['html']>,
    reportText: (...args) => ask('reportText', args) as ReturnType<RunFiles['reportText']>,
    picture: (...args) => ask('picture', args) as ReturnType<RunFiles['picture']>,
    close: async () => {
      await Promise.all([...open].map((thread) => thread.close()));
    },
  };
};
