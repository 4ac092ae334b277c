/**
 * Searches over recorded samples: each visit takes launches at random out of a recorded visit of the size, and all
 * sizes of one round take theirs out of the same recorded round, so that what the machine did then hits all alike.
 */
import type { DeviceInfo } from '@shared/domain/device';
import { roundSeries, type RoundMedian } from '@shared/domain/pooled';
import { seededRandom } from '@shared/domain/random';
import { pairedRatio } from '@shared/domain/ratio';
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
  /** The rounds of all recordings, one behind the other. */
  readonly rounds: ReadonlyMap<string, readonly RoundMedian[]>;
}

const visitsOf = ({ configurations }: DeviceState): Recorded['recordings'][number] =>
  new Map(
    configurations.flatMap(({ configuration: { id, local }, visits }) => {
      const lists = visits.map(({ samples }) => samples.runNs).filter((list) => list.length > 0);
      return local === null || lists.length === 0 ? [] : [[id, lists] as const];
    }),
  );

/** No recording has so many. */
const roundsApart = 1_000_000;

const roundsOf = (
  { configurations }: DeviceState,
  id: string,
  at: number,
): readonly RoundMedian[] => {
  const state = configurations.find(({ configuration }) => configuration.id === id);
  const series = state === undefined ? [] : roundSeries(state);
  return series.map((one) => ({ ...one, round: one.round + at * roundsApart }));
};

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
  const rounds = new Map(
    ids.map((id) => [id, states.flatMap((state, at) => roundsOf(state, id, at))]),
  );
  return { device: device.device, global: run.header.spec.global, recordings, medians, rounds };
};

/** One search; deterministic in the seed. */
export const searchRecorded = (recorded: Recorded, seed: number): SearchReport => {
  const { device, global, recordings, medians } = recorded;
  const random = seededRandom(seed * 7919 + 13);
  const run = simulateSearch({
    device,
    global,
    seed,
    without: (id) => !medians.has(id),
    draw: (id, samples, round) => {
      const shared = seededRandom(seed * 100_003 + round * 17 + 3);
      const recording = recordings[Math.floor(shared() * recordings.length)];
      const visits = recording?.get(id) ?? [];
      const visit = visits[Math.floor(shared() * visits.length)] ?? [];
      return Array.from({ length: samples }, () => visit[Math.floor(random() * visit.length)] ?? 0);
    },
  });
  const [state] = run.devices;
  const report = state === undefined ? null : reportSearch(run, state);
  if (report === null) throw new Error('no search');
  return report;
};

/**
 * How far the size to use lies behind any other candidate, round by round over all recordings and as the product
 * compares (ratio.ts); 1: behind none, Infinity when none is named. Medians of each size by itself would let the
 * luckiest of so many be the best.
 */
export const lossOf = (report: SearchReport, { rounds }: Recorded): number => {
  const own = rounds.get(report.verdict.recommended ?? '');
  if (own === undefined) return Infinity;
  const others = [...rounds.values()].filter((series) => series !== own);
  return Math.max(1, ...others.map((series) => pairedRatio(own, series)?.ratio ?? 0));
};
