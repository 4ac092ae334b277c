/**
 * What a sweep will cost, as far as it can be known before it starts. Launches follow from the number
 * of samples; time is only said when the run that is shown measured the same thing before. Pure.
 */
import type { DevicePlan } from '@shared/domain/plan-types';
import type { Run } from '@shared/domain/run-types';
import type { SweepRequest } from '@shared/domain/sweep';

export interface RunEstimate {
  readonly configurations: number;
  /** Timed launches: equal when the number is fixed. */
  readonly fewest: number;
  readonly most: number;
  /** ns; null: nothing to base it on. */
  readonly timeNs: number | null;
}

const sum = (values: readonly number[]): number =>
  values.reduce((total, value) => total + value, 0);

/** Wall time that a configuration took in an earlier run, ns; null when it is not in there. */
const timeIn = (run: Run, deviceKey: string, id: string): number | null => {
  const state = run.devices
    .find((entry) => entry.device.key === deviceKey)
    ?.configurations.find((entry) => entry.configuration.id === id);
  if (state === undefined || state.visits.length === 0) return null;
  return sum(state.visits.map(({ samples }) => sum(samples.wallNs) * samples.batchK));
};

const sameWork = (run: Run, request: SweepRequest): boolean =>
  run.phase !== 'running' &&
  run.header.sourceText === request.sourceText &&
  run.header.spec.kernel === request.spec.kernel &&
  JSON.stringify(run.header.spec.global) === JSON.stringify(request.spec.global) &&
  JSON.stringify(run.header.spec.args) === JSON.stringify(request.spec.args) &&
  run.header.options.samples === request.options.samples;

interface Planned {
  readonly deviceKey: string;
  readonly id: string;
}

/**
 * Time of these configurations by an earlier run, ns: lanes work side by side, devices of one resource
 * in turn. null when the run lacks one of them.
 */
const timeLike = (planned: readonly Planned[], run: Run): number | null => {
  const lanes = new Map<string, number>();
  for (const { deviceKey, id } of planned) {
    const time = timeIn(run, deviceKey, id);
    const device = run.devices.find((entry) => entry.device.key === deviceKey)?.device;
    if (time === null || device === undefined) return null;
    lanes.set(device.resource, (lanes.get(device.resource) ?? 0) + time);
  }
  if (lanes.size === 0) return null;
  const measured = run.devices.flatMap((entry) =>
    entry.configurations.filter((state) => state.visits.length > 0),
  ).length;
  // The same sweep again: its whole time, builds and pauses included, says more than the sum.
  return measured === planned.length && run.wallNs !== null
    ? run.wallNs
    : Math.max(...lanes.values());
};

export const estimateRun = (
  plans: readonly DevicePlan[],
  request: SweepRequest | null,
  shown: Run | null,
): RunEstimate => {
  const planned = plans.flatMap((plan) =>
    plan.configurations
      .filter((entry) => entry.rejected === null)
      .map((entry) => ({ deviceKey: plan.deviceKey, id: entry.id })),
  );
  const configurations = planned.length;
  const samples = request?.options.samples ?? null;
  const least = samples ?? request?.options.minSamples ?? 0;
  const most = samples ?? request?.options.maxSamples ?? 0;
  const timeNs =
    request !== null && shown !== null && sameWork(shown, request)
      ? timeLike(planned, shown)
      : null;
  return { configurations, fewest: configurations * least, most: configurations * most, timeNs };
};
