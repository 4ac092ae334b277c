/**
 * What the window reads of the runs folder: the list, and the parts of a run's log, both as JSON text, which
 * crosses to the page as it is. Decides what is read ahead: the part after the one that was asked for, so that
 * it is ready when the page has folded the one before. Changes nothing in the folder.
 */
import type { Problem } from '@shared/domain/problem';
import { ok, type Result } from '@shared/domain/result';
import type { RunPart, RunPlace } from '@shared/ipc/contract';
import { withRecordedRuns } from './recorded-runs';
import { createRunStore } from './run-store';

export interface RunReads {
  /**
   * JSON of `readonly RunSummary[]`, newest first, the recorded runs behind the user's own.
   * @param newest no more than so many of the user's own; null: all
   * @param running ids of the runs that this program is measuring
   */
  readonly list: (newest: number | null, running: readonly string[]) => Promise<string>;
  /** As `RunStore.readPart`. */
  readonly part: (run: string, from: RunPlace | null) => Promise<Result<RunPart, Problem>>;
}

interface Ahead {
  readonly run: string;
  readonly bytes: number;
  readonly part: Promise<Result<RunPart, Problem>>;
}

/** @param recordedDir folder of the recorded runs that ship with the product */
export const createRunReads = (dir: string, recordedDir: string): RunReads => {
  let now: ReadonlySet<string> = new Set();
  const store = withRecordedRuns(
    createRunStore(dir, (run) => now.has(run)),
    recordedDir,
  );
  let ahead: Ahead | null = null;

  return {
    list: async (newest, running) => {
      now = new Set(running);
      return JSON.stringify(await store.list(newest ?? undefined));
    },
    part: async (run, from) => {
      const isReady = from !== null && ahead?.run === run && ahead.bytes === from.bytes;
      const part = await (isReady && ahead !== null ? ahead.part : store.readPart(run, from));
      // One that begins anew must not find what was read some time ago: the log may have grown.
      ahead = null;
      if (!part.ok || part.value.next === null) return part;
      const { next } = part.value;
      ahead = { run, bytes: next.bytes, part: later(() => store.readPart(run, next)) };
      return ok(part.value);
    },
  };
};

/** After the reply has gone out. */
const later = <T>(work: () => Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    setImmediate(() => void work().then(resolve, reject));
  });
