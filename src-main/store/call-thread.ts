/**
 * A table of functions on a thread of its own: what is asked goes there by name, the answer comes back. The
 * thread is started when it is first needed; one that broke off is told of by what was asked of it (a
 * rejection) and replaced at the next call.
 */
import { parentPort, Worker } from 'node:worker_threads';

/** What goes to the thread: the name of a function of its table, and its arguments. */
export interface Call {
  readonly id: number;
  readonly name: string;
  readonly args: readonly unknown[];
}

export type CallReply =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly error: string };

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

export interface CallThread {
  ask(name: string, args: readonly unknown[]): Promise<unknown>;
  /** Ends the thread; what was asked of it rejects. */
  close(): Promise<void>;
}

/**
 * @param script path of the built entry
 * @param workerData what the entry is told when it starts
 * @param what names the thread in an error
 */
export const createCallThread = (script: string, workerData: unknown, what: string): CallThread => {
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
    const started = new Worker(script, { workerData });
    // Nobody waits for such a thread when the program ends.
    started.unref();
    started.on('message', (reply: CallReply) => {
      const asked = waiting.get(reply.id);
      waiting.delete(reply.id);
      if ('error' in reply) asked?.reject(new Error(reply.error));
      else asked?.resolve(reply.value);
    });
    started.once('error', broken);
    started.once('exit', (code) => {
      if (thread === started) broken(new Error(`the ${what} ended (${code})`));
    });
    return started;
  };

  return {
    ask: (name, args) =>
      new Promise((resolve, reject) => {
        thread ??= start();
        lastId += 1;
        waiting.set(lastId, { resolve, reject });
        thread.postMessage({ id: lastId, name, args } satisfies Call);
      }),
    close: async () => {
      const ending = thread;
      thread = null;
      await ending?.terminate();
      broken(new Error('the program is about to close'));
    },
  };
};

/** The other end: answers what this thread is asked out of `table`, one call after the other as they come. */
export const answerCalls = (table: object): void => {
  const answer = async ({ id, name, args }: Call): Promise<CallReply> => {
    try {
      // Main process and thread are built together: the arguments are those of that function.
      const call = (table as Record<string, (...given: readonly unknown[]) => Promise<unknown>>)[
        name
      ];
      if (call === undefined) throw new Error(`there is no ${name} on this thread`);
      return { id, value: await call(...args) };
    } catch (error) {
      return { id, error: error instanceof Error ? error.message : String(error) };
    }
  };
  parentPort?.on('message', (call: Call) => {
    void answer(call).then((reply) => parentPort?.postMessage(reply));
  });
};
