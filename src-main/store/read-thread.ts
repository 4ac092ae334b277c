/**
 * `RunReads` on a thread of its own: reading and checking megabytes of logs, or thousands of files, must hold
 * up neither the page nor the lanes that the main process watches. The thread is started when it is first
 * needed; one that broke off is told of by what was asked of it (a rejection) and replaced at the next call.
 */
import { Worker } from 'node:worker_threads';
import type { RunReads } from './run-reads';

/** What goes to the thread: the name of a function of `RunReads` and its arguments. */
export interface ReadCall {
  readonly id: number;
  readonly name: keyof RunReads;
  readonly args: readonly unknown[];
}

export type ReadReply =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly error: string };

export interface ReadThreadOptions {
  readonly runsDir: string;
  /** Folder of the recorded runs that ship with the product. */
  readonly recordedDir: string;
}

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

export interface ReadThread extends RunReads {
  /** Ends the thread; what was asked of it rejects. */
  close(): Promise<void>;
}

/** @param script path of the built `src-main/reader.ts` */
export const createReadThread = (script: string, options: ReadThreadOptions): ReadThread => {
  const waiting = new Map<number, Waiting>();
  let thread: Worker | null = null;
  let lastId = 0;

  const broken = (error: Error): void => {
    thread = null;
    const lost = [...waiting.values()];
    waiting.clear();
    for (const { reject } of lost) reject(error);
  };

  const start = (): Worker => {
    const started = new Worker(script, { workerData: options });
    // Nobody waits for a thread that reads when the program ends.
    started.unref();
    started.on('message', (reply: ReadReply) => {
      const asked = waiting.get(reply.id);
      waiting.delete(reply.id);
      if ('error' in reply) asked?.reject(new Error(reply.error));
      else asked?.resolve(reply.value);
    });
    started.once('error', broken);
    started.once('exit', (code) => {
      if (thread === started) broken(new Error(`the reading thread ended (${code})`));
    });
    return started;
  };

  const ask = (name: keyof RunReads, args: readonly unknown[]): Promise<unknown> =>
    new Promise((resolve, reject) => {
      thread ??= start();
      lastId += 1;
      waiting.set(lastId, { resolve, reject });
      thread.postMessage({ id: lastId, name, args } satisfies ReadCall);
    });

  return {
    // The thread answers with what the function of that name gives (reader.ts).
    list: (...args) => ask('list', args) as ReturnType<RunReads['list']>,
    part: (...args) => ask('part', args) as ReturnType<RunReads['part']>,
    close: async () => {
      const ending = thread;
      thread = null;
      await ending?.terminate();
      broken(new Error('the program is about to close'));
    },
  };
};
