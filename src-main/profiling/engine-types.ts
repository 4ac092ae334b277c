/**
 * The engine: everything that window and command line can ask for. `createEngine` (engine.ts) makes one
 * from a worker host and a runs folder; both front ends use it through this interface only.
 */
import type { CompileReply, CompileRequest, RunPart, RunPlace } from '@shared/ipc/contract';
import type { DeviceListing } from '@shared/domain/device';
import type { DevicePeak } from '@shared/domain/peak';
import type { Problem } from '@shared/domain/problem';
import type { Result } from '@shared/domain/result';
import type { LaneStatus, RunEvent } from '@shared/domain/run-event';
import type { RunNotes } from '@shared/domain/run-notes';
import type { RunSummary } from '@shared/domain/run-types';
import type { SweepRequest } from '@shared/domain/sweep';
import type { WorkerHost } from './worker-host';

export interface EngineOptions {
  readonly host: WorkerHost;
  readonly runsDir: string;
  /** Folder of the recorded runs that ship with the product; absent: none are offered. */
  readonly recordedDir?: string | undefined;
  readonly appVersion: string;
}

export interface RunStore {
  readonly dir: string;
  /** Newest first. `newest`: no more than so many of them; absent: all. */
  list(newest?: number): Promise<readonly RunSummary[]>;
  /** id or path. All events that the file holds; a cut-off last line is left out. */
  read(run: string): Promise<Result<readonly RunEvent[], Problem>>;
  /** The same bit by bit and as text, for the window: some MiB of the log; null begins at its head. */
  readPart(run: string, from: RunPlace | null): Promise<Result<RunPart, Problem>>;
  import(path: string): Promise<Result<{ readonly run: string }, Problem>>;
  /** Moves a run to the trash, notes included; `undo` is what `restore` takes. */
  delete(run: string): Promise<Result<{ readonly undo: string }, Problem>>;
  restore(undo: string): Promise<Result<{ readonly run: string }, Problem>>;
  /** id or path. What is written about a run; nothing when there is nothing that can be read. */
  notes(run: string): Promise<RunNotes>;
  /** Replies with the notes as they were kept (tidied). */
  setNotes(run: string, notes: RunNotes): Promise<Result<RunNotes, Problem>>;
  /** Deletes for good what was deleted a week ago or earlier. Never rejects. */
  emptyTrash(): Promise<void>;
}

export interface Engine {
  readonly runs: RunStore;
  /** Cached after the first time unless `refresh`. Never rejects: what failed is in `problems`. */
  listDevices(refresh: boolean): Promise<DeviceListing>;
  /** Builds in disposable workers, one per device; waits for a lane that is measuring. */
  compile(request: CompileRequest): Promise<readonly CompileReply[]>;
  /** Checks the request, writes the log's header, queues the lanes and returns at once. */
  start(request: SweepRequest): Promise<Result<{ readonly run: string }, Problem>>;
  /** Goes on with an interrupted or cancelled run (id or path) where it stopped; its devices must be the same. */
  resume(run: string): Promise<Result<{ readonly run: string }, Problem>>;
  /** What was measured so far, of any device and driver. */
  peaks(): Promise<readonly DevicePeak[]>;
  /** Measures what devices do at best, one after the other on their lanes, and keeps it beside the runs. */
  measurePeaks(
    deviceKeys: readonly string[],
    signal: AbortSignal,
  ): Promise<Result<readonly DevicePeak[], Problem>>;
  cancel(run: string): Result<null, Problem>;
  /** Resolves when the run has ended and its log is closed. */
  finished(run: string): Promise<void>;
  isRunning(run: string): boolean;
  /** Ids of the runs that are being measured. */
  running(): readonly string[];
  /** Events after they are durable, in order of seq. Returns the function that stops listening. */
  onEvents(listener: (run: string, events: readonly RunEvent[]) => void): () => void;
  onLaneStatus(listener: (statuses: readonly LaneStatus[]) => void): () => void;
  /** Cancels what runs, kills workers, closes logs. */
  close(): Promise<void>;
}
