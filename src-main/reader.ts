/**
 * Entry of the reading thread (store/read-thread.ts): answers what it is asked, one call after the other as
 * they come. Decides nothing.
 */
import { parentPort, workerData } from 'node:worker_threads';
import type { ReadCall, ReadReply, ReadThreadOptions } from './store/read-thread';
import { createRunReads } from './store/run-reads';

const { runsDir, recordedDir } = workerData as ReadThreadOptions;
const reads = createRunReads(runsDir, recordedDir);

const answer = async ({ id, name, args }: ReadCall): Promise<ReadReply> => {
  try {
    // Main process and thread are built together: the arguments are those of that function.
    const call = reads[name] as (...given: readonly unknown[]) => Promise<unknown>;
    return { id, value: await call(...args) };
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : String(error) };
  }
};

parentPort?.on('message', (call: ReadCall) => {
  void answer(call).then((reply) => parentPort?.postMessage(reply));
});
