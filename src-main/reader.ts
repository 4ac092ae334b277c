/** Entry of the reading thread (store/read-thread.ts). Decides nothing. */
import { workerData } from 'node:worker_threads';
import { answerCalls } from './store/call-thread';
import type { ReadThreadOptions } from './store/read-thread';
import { createRunReads } from './store/run-reads';

const { runsDir, recordedDir } = workerData as ReadThreadOptions;
answerCalls(createRunReads(runsDir, recordedDir));
