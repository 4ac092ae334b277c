/**
 * Searches over recorded samples. A search lives in one process, so it draws from one recording: each visit takes
 * launches at random out of a recorded visit of the size, and all sizes of one round take theirs out of the same
 * recorded round, so that what the machine did then hits all alike.
 */
import type { DeviceInfo } from '@shared/domain/device';
import { seededRandom } from '@shared/domain/random';
import type { DeviceState, Run } from '@shared/domain/run-types';
import { reportSearch, type SearchReport } from '@shared/domain/search/search-report';
import { medianOf } from '@shared/domain/statistics';
import { simulateSearch } from './simulated-search';

export interface Recorded {
  readonly device: DeviceInfo;
  readonly global: readonly number[];
  /** Visits (launches in ns) of each explicit size, once per recording. */
  readonly recordings: readonly ReadonlyMap<string, readonly (readonly number[])[]>[];
  /** Median of all launches of a size, ns. */
  readonly medians: ReadonlyMap<string, number>;
}

const visitsOf = ({ configurations }: DeviceState): Recorded['recordings'][number] =>
  new Map(
    configurations.flatMap(({ configuration: { id, local }, visits }) => {
      const lists = visits.map(({ samples }) => samples.runNs).filter((list) => list.length > 0);
      return local === null || lists.length === 0 ? [] : [[id, lists] as const];
    }),
  );

/** Runs of one kernel with the same sizes, on devices that are alike; sizes that one of them lacks are left out. */
export const recordedFrom = (runs: readonly Run[]): Recorded => {
  const states = runs.flatMap(({ devices }) => devices);
  const [run, device] = [runs[0], states[0]];
  if (run === undefined || device === undefined) throw new Error('nothing was recorded');
  const recordings = states.map(visitsOf);
  const ids = [...(recordings[0]?.keys() ?? [])].filter((id) =>
    recordings.every((recording) => recording.has(id)),
  );
  const medians = new Map(
    ids.map((id) => [id, medianOf(recordings.flatMap((one) => (one.get(id) ?? []).flat())) ?? NaN]),
  );
  return { device: device.device, global: run.header.spec.global, recordings, medians };
};

/** One search in the recording at `at`; deterministic in the seed. Throws when there is no such recording. */
export const searchRecorded = (recorded: Recorded, at: number, seed: number): SearchReport => {
  const { device, global, recordings, medians } = recorded;
  const recording = recordings[at];
  if (recording === undefined) throw new Error(`there is no recording ${at}`);
  const random = seededRandom(seed * 7919 + 13);
  const run = simulateSearch({
    device,
    global,
    seed,
    without: (id) => !medians.has(id),
    draw: (id, samples, round) => {
      const shared = seededRandom(seed * 100_003 + round * 17 + 3);
      const visits = recording.get(id) ?? [];
      const visit = visits[Math.floor(shared() * visits.length)] ?? [];
      return Array.from({ length: samples }, () => visit[Math.floor(random() * visit.length)] ?? 0);
    },
  });
  const [state] = run.devices;
  const report = state === undefined ? null : reportSearch(run, state);
  if (report === null) throw new Error('no search');
  return report;
};

/** Median of the size to use ÷ the lowest of all candidates; Infinity when none is named. */
export const lossOf = (report: SearchReport, medians: ReadonlyMap<string, number>): number =>
  (medians.get(report.verdict.recommended ?? '') ?? Infinity) / Math.min(...medians.values());
