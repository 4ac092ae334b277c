/**
 * `RunReads` on a thread of its own: reading and checking megabytes of logs, or thousands of files, must hold
 * up neither the page nor the lanes that the main process watches.
 */
import { createCallThread } from './call-thread';
import type { RunReads } from './run-reads';

export interface ReadThreadOptions {
  readonly runsDir: string;
  /** Folder of the recorded runs that ship with the product. */
  readonly recordedDir: string;
}

export interface ReadThread extends RunReads {
  /** Ends the thread; what was asked of it rejects. */
  close(): Promise<void>;
}

/** @param script path of the built `src-main/reader.ts` */
export const createReadThread = (script: string, options: ReadThreadOptions): ReadThread => {
  const thread = createCallThread(script, options, 'reading thread');
  return {
    // The thread answers with what the function of that name gives (reader.ts).
    list: (...args) => thread.ask('list', args) as ReturnType<RunReads['list']>,
    part: (...args) => thread.ask('part', args) as ReturnType<RunReads['part']>,
    close: () => thread.close(),
  };
};
