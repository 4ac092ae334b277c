/**
 * The engine behind window and command line: listing, compiling, runs. It holds what outlives a run (the
 * lanes, the listing, the runs folder) and the runs that are under way; how a run goes is in
 * active-run.ts and device-sweep.ts.
 */
import { peakOf, type DevicePeak } from '@shared/domain/peak';
import { checkSource } from '@shared/domain/source-text';
import type { DeviceListing } from '@shared/domain/device';
import { problem, type Problem } from '@shared/domain/problem';
import { err, ok, type Result } from '@shared/domain/result';
import type { RunEvent, RunHeader } from '@shared/domain/run-event';
import type { SweepRequest } from '@shared/domain/sweep';
import { measurePeak } from '@main/peak/measure-peak';
import { keepPeaks, readPeaks } from '@main/peak/peak-store';
import { withRecordedRuns } from '@main/store/recorded-runs';
import { createRunStore } from '@main/store/run-store';
import { clearWriteMark } from '@main/store/write-mark';
import { startRun, type ActiveRun } from './active-run';
import { checkRequest, type PlannedDevice } from './check-request';
import { compileOn } from './compile';
import { createDriverGuard } from './driver-guard';
import type { Engine, EngineOptions } from './engine-types';
import { createLanes } from './lane';
import { makeHeader } from './run-header';
import { readResumable, type ResumedRun } from './resumed-run';
import type { RecorderOptions } from './run-recorder';
import { createStatusBoard } from './status-board';

/** What only tests replace. */
export interface EngineInternals {
  readonly openLog?: RecorderOptions['openLog'];
  readonly wrapFile?: RecorderOptions['wrapFile'];
}

const closingProblem = (): Problem =>
  problem('busy', 'The program is about to close.', undefined, {}, 'closing');

export const createEngine = (options: EngineOptions, internals: EngineInternals = {}): Engine => {
  const { runsDir, appVersion } = options;
  const drivers = createDriverGuard(options.host);
  const { host } = drivers;
  const laneOf = createLanes();
  const board = createStatusBoard();
  const active = new Map<string, ActiveRun>();
  const listeners = new Set<(run: string, events: readonly RunEvent[]) => void>();
  let listing: Promise<DeviceListing> | null = null;
  let closed = false;
  const closing = new AbortController();

  const devices = (refresh: boolean): Promise<DeviceListing> => {
    if (listing === null || refresh) listing = drivers.list();
    return listing;
  };

  const launch = async (
    header: RunHeader,
    request: SweepRequest,
    planned: readonly PlannedDevice[],
    resumed?: ResumedRun,
  ): Promise<Result<{ readonly run: string }, Problem>> => {
    const started = await startRun({
      host,
      runsDir,
      header,
      request,
      devices: planned,
      laneOf,
      onEvents: (run, events) => {
        for (const listener of listeners) listener(run, events);
      },
      onStatus: (run, deviceKey, status) => board.post(run, deviceKey, status),
      openLog: internals.openLog,
      wrapFile: internals.wrapFile,
      resumed,
    });
    if (!started.ok) return started;
    const { run, finished } = started.value;
    active.set(run, {
      ...started.value,
      finished: finished.finally(() => {
        active.delete(run);
        board.clear(run);
      }),
    });
    return ok({ run });
  };

  const ownRuns = createRunStore(runsDir, (run) => active.has(run));

  return {
    runs:
      options.recordedDir === undefined ? ownRuns : withRecordedRuns(ownRuns, options.recordedDir),
    listDevices: devices,
    compile: async (request) => {
      const known = (await devices(false)).devices;
      return Promise.all(
        request.deviceKeys.map(async (deviceKey) => {
          const device = known.find(({ key }) => key === deviceKey);
          if (device === undefined) {
            const gone = problem(
              'unknown-device',
              `The device ${deviceKey} is not there any more.`,
              undefined,
              { device: deviceKey },
            );
            return { deviceKey, result: err(gone) };
          }
          const result = await laneOf(device.resource).interlude(() =>
            compileOn(host, device, request.sourceText, request.buildOptions),
          );
          return { deviceKey, result };
        }),
      );
    },
    start: async (request) => {
      if (closed) return err(closingProblem());
      const source = checkSource(request.sourceText);
      if (!source.ok) return source;
      const planned = checkRequest(request, await devices(false));
      if (!planned.ok) return planned;
      const header = makeHeader(
        request,
        planned.value.map(({ device }) => device),
        appVersion,
      );
      const peaks = await readPeaks(runsDir);
      const known = planned.value.flatMap(({ device }) => peakOf(peaks, device) ?? []);
      return launch(
        known.length === 0 ? header : { ...header, peaks: known },
        request,
        planned.value,
      );
    },
    resume: async (id) => {
      if (closed) return err(closingProblem());
      const known = await devices(false);
      const resumed = await readResumable(runsDir, id, known);
      if (!resumed.ok) return resumed;
      const { header } = resumed.value.run;
      const { reference } = header.spec;
      // Where a reference file lay is not part of the log: what is left is compared size against size.
      const isFile = reference !== undefined && 'file' in reference;
      const request = {
        spec: isFile ? { ...header.spec, reference: undefined } : header.spec,
        sourceText: header.sourceText,
        deviceKeys: header.devices.map(({ key }) => key),
        options: header.options,
      };
      const planned = checkRequest(request, known);
      if (!planned.ok) {
        await clearWriteMark(resumed.value.path);
        return planned;
      }
      return launch(header, request, planned.value, resumed.value);
    },
    peaks: () => readPeaks(runsDir),
    measurePeaks: async (deviceKeys, signal) => {
      if (closed) return err(closingProblem());
      const stop = AbortSignal.any([signal, closing.signal]);
      const known = (await devices(false)).devices;
      const measured: DevicePeak[] = [];
      for (const device of known.filter(({ key }) => deviceKeys.includes(key))) {
        const measure = () => measurePeak({ host, device, appVersion, signal: stop });
        measured.push(await laneOf(device.resource).run(measure));
      }
      const kept = stop.aborted ? ok(null) : await keepPeaks(runsDir, measured);
      return kept.ok ? ok(measured) : kept;
    },
    cancel: (run) => {
      const running = active.get(run);
      if (running === undefined) {
        return err(
          problem('unknown-run', `The run ${run} is not being measured.`, undefined, { run }),
        );
      }
      running.cancel();
      return ok(null);
    },
    finished: async (run) => {
      await active.get(run)?.finished;
    },
    isRunning: (run) => active.has(run),
    running: () => [...active.keys()],
    onEvents: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    onLaneStatus: (listener) => board.onStatus(listener),
    close: async () => {
      closed = true;
      closing.abort();
      const runs = [...active.values()];
      for (const running of runs) running.cancel();
      await Promise.all(runs.map(({ finished }) => finished));
    },
  };
};
