/**
 * Numbers the events of one run and hands each on only after the log holds it durably. When the log
 * fails, everything not yet durable is dropped, the run is told to stop, and the closing events are
 * handed on without the log so that nobody waits for ever.
 */
import type { Problem } from '@shared/domain/problem';
import type { Result } from '@shared/domain/result';
import type { RunEvent, RunEventBody, RunHeader } from '@shared/domain/run-event';
import { lineOfEvent } from '@main/store/log-lines';
import { continueRunLog, createRunLog, type RunLog, type WrapFile } from '@main/store/run-log';
import { ok } from '@shared/domain/result';

export interface RunRecorder {
  record(body: RunEventBody): void;
  /** Resolves when few enough events wait for the disk: bounds the memory of a slow disk. */
  room(): Promise<void>;
  /** Resolves when everything recorded so far has been handed on or dropped. */
  flushed(): Promise<void>;
  /** Closes the log; every recorded event has been handed on or dropped when it resolves. */
  close(): Promise<void>;
  readonly failure: Problem | null;
}

export interface RecorderOptions {
  readonly path: string;
  readonly header: RunHeader;
  /** Events in order of seq, as many as became durable together. */
  readonly onDurable: (events: readonly RunEvent[]) => void;
  readonly onFailure: (problem: Problem) => void;
  /** Goes on with a log that exists instead of making one. */
  readonly resume?: RecorderStart | undefined;
  /** Opens the log; tests pass one over a failing disk. */
  readonly openLog?: typeof createRunLog | undefined;
  /** A layer between the log and its file, for tests. */
  readonly wrapFile?: WrapFile | undefined;
}

export interface RecorderStart {
  readonly durableBytes: number;
  readonly nextSeq: number;
  /** ns since the run started. */
  readonly at: number;
}

const mostWaiting = 512;

export const createRecorder = async (
  options: RecorderOptions,
): Promise<Result<RunRecorder, Problem>> => {
  let failure: Problem | null = null;
  const fail = (reason: Problem): void => {
    failure = reason;
    waiting = 0;
    nextSeq = lastDurableSeq + 1;
    options.onFailure(reason);
  };
  const { resume } = options;
  const opened =
    resume === undefined
      ? await (options.openLog ?? createRunLog)(options.path, fail, options.wrapFile)
      : await continueRunLog(options.path, resume.durableBytes, fail, options.wrapFile);
  if (!opened.ok) return opened;
  const log: RunLog = opened.value;
  const startedAt = process.hrtime.bigint();
  let nextSeq = resume?.nextSeq ?? 0;
  let lastDurableSeq = nextSeq - 1;
  let waiting = 0;
  let fresh: RunEvent[] = [];

  const handOn = (): void => {
    const events = fresh;
    fresh = [];
    if (events.length > 0) options.onDurable(events);
  };
  const durable = (event: RunEvent): void => {
    waiting -= 1;
    lastDurableSeq = event.seq;
    fresh.push(event);
    // One hand-over per commit: the log calls back for each line of a batch in one go.
    if (fresh.length === 1) queueMicrotask(handOn);
  };
  const recorder: RunRecorder = {
    record: (body) => {
      const at =
        body.type === 'run-started'
          ? 0
          : (resume?.at ?? 0) + Number(process.hrtime.bigint() - startedAt);
      const event: RunEvent = { ...body, seq: nextSeq, at };
      nextSeq += 1;
      if (failure !== null) {
        lastDurableSeq = event.seq;
        handOn();
        options.onDurable([event]);
        return;
      }
      waiting += 1;
      log.append(lineOfEvent(event), () => durable(event));
    },
    room: async () => {
      if (waiting > mostWaiting) await log.flushed();
    },
    flushed: async () => {
      await log.flushed();
      handOn();
    },
    close: async () => {
      await log.close();
      handOn();
    },
    get failure() {
      return failure;
    },
  };
  if (resume === undefined) recorder.record({ type: 'run-started', header: options.header });
  return ok(recorder);
};
