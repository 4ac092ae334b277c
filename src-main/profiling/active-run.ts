/**
 * One run from its header to its end: queues its devices on their lanes, and stops for the user or
 * because its log cannot be written any more. Everything it says goes through the recorder.
 */
import { rm } from 'node:fs/promises';
import type { Problem } from '@shared/domain/problem';
import { err, ok, type Result } from '@shared/domain/result';
import type {
  LaneStatus,
  RunCounts,
  RunEvent,
  RunEventBody,
  RunHeader,
} from '@shared/domain/run-event';
import type { SweepRequest } from '@shared/domain/sweep';
import { runFile } from '@main/store/run-path';
import { claimWriting, clearWriteMark } from '@main/store/write-mark';
import type { PlannedDevice } from './check-request';
import { sweepDevice } from './device-sweep';
import type { Lane } from './lane';
import { isOver } from './configuration-progress';
import type { ResumedRun } from './resumed-run';
import { createRecorder, type RecorderOptions } from './run-recorder';
import type { WorkerHost } from './worker-host';

export interface ActiveRun {
  readonly run: string;
  cancel(): void;
  readonly finished: Promise<void>;
}

export interface ActiveRunOptions {
  readonly host: WorkerHost;
  readonly runsDir: string;
  readonly header: RunHeader;
  readonly request: SweepRequest;
  readonly devices: readonly PlannedDevice[];
  readonly laneOf: (resource: string) => Lane;
  readonly onEvents: (run: string, events: readonly RunEvent[]) => void;
  readonly onStatus: (run: string, deviceKey: string, status: () => LaneStatus) => void;
  readonly openLog?: RecorderOptions['openLog'];
  readonly wrapFile?: RecorderOptions['wrapFile'];
  /** What was measured before the run was cut off. Its file is marked as being written by us. */
  readonly resumed?: ResumedRun | undefined;
}

/** Writes the header; once that is durable the run is under way. */
export const startRun = async (options: ActiveRunOptions): Promise<Result<ActiveRun, Problem>> => {
  const { header, request, resumed } = options;
  const { run } = header;
  const startedAt = process.hrtime.bigint();
  const stop = new AbortController();
  let failure: Problem | null = null;
  const path = resumed?.path ?? runFile(options.runsDir, run);
  const opened = await createRecorder({
    path,
    header,
    openLog: options.openLog,
    wrapFile: options.wrapFile,
    resume: resumed,
    onDurable: (events) => options.onEvents(run, events),
    onFailure: (reason) => {
      failure = reason;
      stop.abort(
        'The run stopped before this size was done: its file could not be written any more.',
      );
    },
  });
  if (!opened.ok) {
    if (resumed !== undefined) await clearWriteMark(path);
    return opened;
  }
  const recorder = opened.value;
  // A new file is ours because it did not exist; one that is resumed was claimed before it was read.
  await Promise.all([recorder.flushed(), resumed === undefined ? claimWriting(path) : null]);
  if (recorder.failure !== null) {
    await Promise.all([recorder.close(), clearWriteMark(path)]);
    // A file without even its header is no run.
    if (resumed === undefined) await rm(path, { force: true }).catch(() => undefined);
    return err(recorder.failure);
  }

  const counts: { -readonly [Key in keyof RunCounts]: RunCounts[Key] } = {
    configurations: 0,
    ...countsOver(resumed),
  };
  const record = (body: RunEventBody): void => {
    if (body.type === 'device-planned') counts.configurations += body.configurations.length;
    if (body.type === 'configuration-ended' && body.outcome.kind !== 'skipped') {
      counts[body.outcome.kind] += 1;
    }
    recorder.record(body);
  };

  const sweepOne = (planned: PlannedDevice, lane: Lane, laneShared: boolean): Promise<void> =>
    sweepDevice({
      host: options.host,
      spec: request.spec,
      sourceText: request.sourceText,
      options: request.options,
      ...planned,
      earlier: resumed?.earlier(planned.device.key),
      laneShared,
      record,
      room: () => recorder.room(),
      breathe: () => lane.breathe(),
      isAwaited: () => lane.isAwaited,
      signal: stop.signal,
      onStatus: (status) =>
        options.onStatus(run, planned.device.key, () => ({
          run,
          deviceKey: planned.device.key,
          ...status(),
        })),
    });
  /** Devices of one lane take turns, or all run at once where that was asked for. */
  const sweepLane = (resource: string, devices: readonly PlannedDevice[]): Promise<void> => {
    const lane = options.laneOf(resource);
    return lane.run(async () => {
      if (request.options.shareLanes) {
        const shared = devices.length > 1;
        await Promise.all(devices.map((device) => sweepOne(device, lane, shared)));
      } else {
        for (const device of devices) await sweepOne(device, lane, false);
      }
    });
  };
  const work = async (): Promise<void> => {
    const byResource = groupByResource(options.devices);
    await Promise.all([...byResource].map(([resource, devices]) => sweepLane(resource, devices)));
    const phase = failure !== null ? 'failed' : stop.signal.aborted ? 'cancelled' : 'finished';
    record({
      type: 'run-ended',
      phase,
      wallNs: Number(process.hrtime.bigint() - startedAt),
      counts,
      ...(failure === null ? {} : { problem: failure.message, failure }),
    });
    await recorder.close();
    await clearWriteMark(path);
  };

  return ok({ run, cancel: () => stop.abort(), finished: work() });
};

/** What a resumed run counts from: those that are over are not counted again when they are planned again. */
const countsOver = (resumed: ResumedRun | undefined): Omit<RunCounts, 'configurations'> => {
  const over = (resumed?.run.devices ?? []).flatMap(({ configurations }) =>
    configurations.filter(isOver),
  );
  const count = (kind: 'measured' | 'failed'): number =>
    over.filter(({ outcome }) => outcome?.kind === kind).length;
  return { measured: count('measured'), failed: count('failed') };
};

const groupByResource = (devices: readonly PlannedDevice[]): Map<string, PlannedDevice[]> => {
  const groups = new Map<string, PlannedDevice[]>();
  for (const planned of devices) {
    const { resource } = planned.device;
    const group = groups.get(resource);
    if (group === undefined) groups.set(resource, [planned]);
    else group.push(planned);
  }
  return groups;
};
