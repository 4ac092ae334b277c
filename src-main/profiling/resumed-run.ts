/**
 * What a run that was cut off or cancelled already has: which configurations are over for good, and what
 * the others were measured so far. Refuses runs that are complete, being written, or of devices that are
 * not there as they were. Failed configurations stay failed: what killed a worker is not tried again.
 */
import type { DeviceInfo, DeviceListing } from '@shared/domain/device';
import { problem, type Problem } from '@shared/domain/problem';
import { err, ok, type Result } from '@shared/domain/result';
import { foldEvents } from '@shared/domain/run';
import type { ConfigurationState, Run } from '@shared/domain/run-types';
import { readRunFile } from '@main/store/read-run';
import { runFile } from '@main/store/run-path';
import { claimWriting, clearWriteMark } from '@main/store/write-mark';
import { isOver } from './configuration-progress';

/** By configuration id. */
export type EarlierStates = ReadonlyMap<string, ConfigurationState>;

export interface ResumedRun {
  readonly path: string;
  readonly run: Run;
  /** Where the log goes on. */
  readonly durableBytes: number;
  readonly nextSeq: number;
  /** `at` of the last event, ns: the run's own time goes on from there. */
  readonly at: number;
  readonly earlier: (deviceKey: string) => EarlierStates;
}

/**
 * Claims the run's file for this process before it is read: what is read is then all that there is. The
 * claim stays when the run can be resumed, and ends with `clearWriteMark(path)`.
 */
export const readResumable = async (
  runsDir: string,
  id: string,
  listing: DeviceListing,
): Promise<Result<ResumedRun, Problem>> => {
  const path = runFile(runsDir, id);
  // Nothing is left beside a file that is none.
  const there = await readRunFile(path);
  if (!there.ok) return there;
  if (!(await claimWriting(path))) {
    return err(
      problem('busy', `The run ${id} is still being measured.`, 'Wait for its end.', { run: id }),
    );
  }
  const resumable = await readClaimed(path, id, listing);
  if (!resumable.ok) await clearWriteMark(path);
  return resumable;
};

const readClaimed = async (
  path: string,
  id: string,
  listing: DeviceListing,
): Promise<Result<ResumedRun, Problem>> => {
  const read = await readRunFile(path);
  if (!read.ok) return read;
  const run = foldEvents(read.value.events);
  const last = read.value.events.at(-1);
  if (run === null || last === undefined) {
    return err(
      problem('run-unreadable', `${id} holds no run.`, undefined, { run: id }, 'run-empty'),
    );
  }
  const isComplete = run.devices.every(
    (device) => device.configurations.length > 0 && device.configurations.every(isOver),
  );
  // One that was cut off between its last size and its end is resumed to get that end.
  if (isComplete && run.phase === 'finished') {
    return err(
      problem('nothing-to-measure', `The run ${id} is complete.`, 'Start a new sweep.', {
        run: id,
      }),
    );
  }
  for (const { device } of run.devices) {
    const changed = changedDevice(device, listing);
    if (changed !== null) return err(changed);
  }
  const states = new Map(
    run.devices.map(({ device, configurations }) => [
      device.key,
      new Map(configurations.map((state) => [state.configuration.id, state])),
    ]),
  );
  return ok({
    path,
    run,
    durableBytes: read.value.durableBytes,
    nextSeq: last.seq + 1,
    at: last.at,
    earlier: (deviceKey) => states.get(deviceKey) ?? new Map<string, ConfigurationState>(),
  });
};

/** Times of another driver or device do not belong into the same run. */
const changedDevice = (was: DeviceInfo, listing: DeviceListing): Problem | null => {
  const now = listing.devices.find(({ key }) => key === was.key);
  const params = { device: was.name };
  if (now === undefined) {
    return problem(
      'unknown-device',
      `${was.name}, on which the run was measured, is not on this machine.`,
      'Resume it on the machine where it began, or start a new sweep.',
      params,
      'device-elsewhere',
    );
  }
  return now.driver === was.driver && now.name === was.name
    ? null
    : problem(
        'unknown-device',
        `${was.name} has another driver now (${now.driver}; the run began with ${was.driver}).`,
        'Start a new sweep.',
        { ...params, now: now.driver, was: was.driver },
        'driver-changed',
      );
};
