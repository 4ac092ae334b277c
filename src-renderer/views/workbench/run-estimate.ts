/**
 * What a sweep will cost, as far as it can be known before it starts. Launches follow from the number
 * of samples. Time is said where a run that is at hand measured the same thing before; else, while samples
 * adapt, what the bounds allow at most. Nothing bounds a fixed number of launches that nobody timed. Pure.
 */
import type { DeviceInfo } from '@shared/domain/device';
import type { DevicePlan } from '@shared/domain/plan-types';
import type { Run } from '@shared/domain/run-types';
import type { SweepRequest } from '@shared/domain/sweep';

export interface RunEstimate {
  readonly configurations: number;
  /** Timed launches: equal when the number is fixed. */
  readonly fewest: number;
  readonly most: number;
  /** About how long it takes, ns; null: nothing to base it on. */
  readonly timeNs: number | null;
  /**
   * What its timed launches take at most, to within a launch per size, ns; builds, restored buffers and
   * verification come on top. null: a time is known, or nothing bounds it.
   */
  readonly atMostNs: number | null;
}

const sum = (values: readonly number[]): number =>
  values.reduce((total, value) => total + value, 0);

/** Wall time of a configuration's launches in an earlier run, ns, and how many; null when it is not in there. */
const launchesIn = (
  run: Run,
  { deviceKey, id }: Planned,
): { readonly ns: number; readonly count: number } | null => {
  const state = run.devices
    .find((entry) => entry.device.key === deviceKey)
    ?.configurations.find((entry) => entry.configuration.id === id);
  if (state === undefined || state.visits.length === 0) return null;
  return {
    ns: sum(state.visits.map(({ samples }) => sum(samples.wallNs) * samples.batchK)),
    count: sum(state.visits.map(({ samples }) => samples.wallNs.length)),
  };
};

const sameWork = (run: Run, request: SweepRequest): boolean =>
  run.phase !== 'running' &&
  run.header.sourceText === request.sourceText &&
  run.header.spec.kernel === request.spec.kernel &&
  JSON.stringify(run.header.spec.global) === JSON.stringify(request.spec.global) &&
  JSON.stringify(run.header.spec.args) === JSON.stringify(request.spec.args) &&
  run.header.spec.buildOptions === request.spec.buildOptions;

interface Planned {
  readonly deviceKey: string;
  /** What its device shares with others: they take turns. */
  readonly resource: string;
  readonly id: string;
}

/** Lanes work side by side, devices of one resource in turn: the longest lane, ns; null: a part is unknown, or none. */
const longestLane = (
  planned: readonly Planned[],
  timeOf: (entry: Planned) => number | null,
): number | null => {
  const lanes = new Map<string, number>();
  for (const entry of planned) {
    const time = timeOf(entry);
    if (time === null) return null;
    lanes.set(entry.resource, (lanes.get(entry.resource) ?? 0) + time);
  }
  return lanes.size === 0 ? null : Math.max(...lanes.values());
};

/** Time of these configurations by an earlier run of the same work, ns; null: it lacks one, or counted otherwise. */
const timeLike = (planned: readonly Planned[], run: Run, samples: number | null): number | null => {
  if (run.header.options.samples !== samples) {
    if (samples === null) return null;
    return longestLane(planned, (entry) => {
      const before = launchesIn(run, entry);
      return before === null || before.count === 0 ? null : (before.ns / before.count) * samples;
    });
  }
  const lanes = longestLane(planned, (entry) => launchesIn(run, entry)?.ns ?? null);
  const measured = run.devices.flatMap((entry) =>
    entry.configurations.filter((state) => state.visits.length > 0),
  ).length;
  // The same sweep again: its whole time, builds and pauses included, says more than the sum.
  return lanes !== null && measured === planned.length && run.wallNs !== null ? run.wallNs : lanes;
};

/**
 * @param devices those that the plans are for
 * @param known runs at hand, the one that is shown first
 */
export const estimateRun = (
  plans: readonly DevicePlan[],
  request: SweepRequest | null,
  devices: readonly DeviceInfo[],
  known: readonly Run[],
): RunEstimate => {
  const resources = new Map(devices.map(({ key, resource }) => [key, resource]));
  const planned = plans.flatMap((plan) =>
    plan.configurations
      .filter((entry) => entry.rejected === null)
      .map((entry) => ({
        deviceKey: plan.deviceKey,
        resource: resources.get(plan.deviceKey) ?? plan.deviceKey,
        id: entry.id,
      })),
  );
  const configurations = planned.length;
  const samples = request?.options.samples ?? null;
  const least = samples ?? request?.options.minSamples ?? 0;
  const most = samples ?? request?.options.maxSamples ?? 0;
  const same = request === null ? [] : known.filter((run) => sameWork(run, request));
  const timeNs = same.map((run) => timeLike(planned, run, samples)).find((time) => time !== null);
  const boundNs = request === null || samples !== null ? null : request.options.maxSeconds * 1e9;
  return {
    configurations,
    fewest: configurations * least,
    most: configurations * most,
    timeNs: timeNs ?? null,
    atMostNs: timeNs === undefined ? longestLane(planned, () => boundNs) : null,
  };
};
