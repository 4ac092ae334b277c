/** Entry of a thread that writes files of runs (export/export-thread.ts). Decides nothing. */
import { workerData } from 'node:worker_threads';
import { createRunFiles } from './export/run-files';
import { answerCalls } from './store/call-thread';
import type { ReadThreadOptions } from './store/read-thread';
import { withRecordedRuns } from './store/recorded-runs';
import { createRunStore } from './store/run-store';

const { runsDir, recordedDir } = workerData as ReadThreadOptions;
// Which runs are being measured matters to a list only.
const store = withRecordedRuns(
  createRunStore(runsDir, () => false),
  recordedDir,
);
answerCalls(createRunFiles(store));
