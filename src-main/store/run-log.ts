/**
 * Writes one run's log: JSON lines, appended, made durable before anyone is told of them. Lines that
 * arrive while a sync is under way wait and share the next one (group commit), so that measuring never
 * waits for the disk, and those of one turn of the event loop share theirs: each call that another thread makes for us
 * wakes it and then us, on a CPU device in the middle of a kernel. A log that can no longer be written stops for good and says why; what is durable
 * stays as it is, and half a line that a full disk left behind is cut off.
 */
import { constants, fstatSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setImmediate as endOfTurn } from 'node:timers/promises';
import type { Problem } from '@shared/domain/problem';
import { err, ok, type Result } from '@shared/domain/result';
import { fileProblem } from './file-problem';
import { makeFolder } from './make-folder';
import { runDeleted, runUnwritable } from './run-log-problem';

export interface RunLog {
  readonly path: string;
  /**
   * Queues a line (without its line break). `durable` runs after it is on the disk, in order. Lines
   * that come after a failure are dropped: the failure has been reported.
   */
  append(line: string, durable: () => void): void;
  /** Resolves when every line queued so far is durable, or the log has failed. */
  flushed(): Promise<void>;
  /** Flushes and closes; safe to call twice. */
  close(): Promise<void>;
}

/** The operations that a log needs of a file; tests replace it by a disk that fills up. */
export interface LogFile {
  /** On the disk when it resolves. The bytes written. */
  write(text: string, position: number): Promise<number>;
  /** false once the file has no name any more (its folder was deleted). Asked when a write is over. */
  exists(): boolean;
  truncate(bytes: number): Promise<void>;
  close(): Promise<void>;
}

/** Puts a layer between log and disk: tests watch what is written, or fail it. */
export type WrapFile = (file: LogFile) => LogFile;

/** Makes a new log; refuses a file that exists. The folder is made when it is missing. */
export const createRunLog = async (
  path: string,
  onFailure: (problem: Problem) => void,
  wrap: WrapFile = (file) => file,
): Promise<Result<RunLog, Problem>> => {
  try {
    await makeFolder(dirname(path));
    const { O_WRONLY, O_CREAT, O_EXCL } = constants;
    const handle = await open(path, O_WRONLY | O_CREAT | O_EXCL | syncedWrites, 0o644);
    await syncFolder(dirname(path));
    return ok(logOver(path, wrap(fileOf(handle)), 0, onFailure));
  } catch (error) {
    return err(fileProblem('file-unwritable', 'run file', path, error));
  }
};

/** Goes on with a log of which the first `durableBytes` are whole lines; what follows is cut off. */
export const continueRunLog = async (
  path: string,
  durableBytes: number,
  onFailure: (problem: Problem) => void,
  wrap: WrapFile = (file) => file,
): Promise<Result<RunLog, Problem>> => {
  try {
    const handle = await open(path, constants.O_RDWR | syncedWrites);
    await handle.truncate(durableBytes);
    return ok(logOver(path, wrap(fileOf(handle)), durableBytes, onFailure));
  } catch (error) {
    return err(fileProblem('file-unwritable', 'run file', path, error));
  }
};

export const logOver = (
  path: string,
  file: LogFile,
  startsAt: number,
  onFailure: (problem: Problem) => void,
): RunLog => {
  let queue: { readonly line: string; readonly durable: () => void }[] = [];
  let length = startsAt;
  let failed = false;
  let closed = false;
  let working: Promise<void> = Promise.resolve();
  let busy = false;

  const commit = async (): Promise<void> => {
    while (queue.length > 0 && !failed) {
      const batch = queue;
      queue = [];
      try {
        const text = batch.map(({ line }) => `${line}\n`).join('');
        const written = await file.write(text, length);
        if (!file.exists()) {
          fail(runDeleted(path));
          return;
        }
        length += written;
      } catch (error) {
        await file.truncate(length).catch(() => undefined);
        // Without even its header there is nothing to go on with.
        fail(
          length === 0
            ? fileProblem('file-unwritable', 'run file', path, error)
            : runUnwritable(path, error),
        );
        return;
      }
      for (const { durable } of batch) durable();
    }
  };
  const fail = (reason: Problem): void => {
    failed = true;
    queue = [];
    onFailure(reason);
  };
  const kick = (): void => {
    if (busy) return;
    busy = true;
    working = endOfTurn()
      .then(commit)
      .finally(() => {
        busy = false;
        if (queue.length > 0 && !failed) kick();
      });
  };

  return {
    path,
    append: (line, durable) => {
      if (failed || closed) return;
      queue.push({ line, durable });
      kick();
    },
    flushed: async () => {
      while (busy) await working;
    },
    close: async () => {
      if (closed) return;
      closed = true;
      while (busy) await working;
      await file.close().catch(() => undefined);
    },
  };
};

/**
 * Linux makes each write durable by itself where the file was opened so: one call instead of two. Elsewhere the flag
 * is not there, or promises less than a sync.
 */
const syncedWrites = process.platform === 'linux' ? constants.O_DSYNC : 0;

const fileOf = (handle: FileHandle): LogFile => ({
  write: async (text, position) => {
    const bytes = Buffer.from(text, 'utf8');
    let done = 0;
    while (done < bytes.length) {
      const { bytesWritten } = await handle.write(
        bytes,
        done,
        bytes.length - done,
        position + done,
      );
      done += bytesWritten;
    }
    if (syncedWrites === 0) await handle.datasync();
    return bytes.length;
  },
  // Not worth a thread: the file has just been written to.
  exists: () => fstatSync(handle.fd).nlink > 0,
  truncate: (bytes) => handle.truncate(bytes),
  close: () => handle.close(),
});

/** A new name is durable only when its folder is; not every system can sync a folder. */
const syncFolder = async (dir: string): Promise<void> => {
  try {
    const handle = await open(dir, 'r');
    await handle.sync().finally(() => handle.close());
  } catch {
    // Windows cannot open folders; there the file's own sync has to do.
  }
};
