/**
 * The samples of a configuration taken together: in order, sorted, and by rounds. States never change, so what
 * was worked out of one is remembered as long as it lives; of a run that is being measured only the new visits
 * are sorted, and merged into what was sorted before. Decides nothing; refuses a median of nothing (null).
 */
import { asTimerStep, commonDivisor } from './ratio';
import type { ConfigurationState, Visit } from './run-types';
import { medianOfSorted, sortedTogether } from './statistics';

/** All durations of a configuration in ns, in the order in which they were measured. */
export const pooledSamples = (state: ConfigurationState): readonly number[] =>
  state.visits.flatMap(({ samples }) => samples.runNs);

interface Sorted {
  /** The last of the visits that are in it. */
  readonly last: Visit;
  readonly visits: number;
  readonly durations: readonly number[];
  readonly medianNs: number | null;
}

/** By the first visit: it is the same object in every later state of the same configuration. */
const sortedOf = new WeakMap<Visit, Sorted>();

const merge = (a: readonly number[], b: readonly number[]): readonly number[] => {
  const merged = new Array<number>(a.length + b.length);
  let left = 0;
  let right = 0;
  for (let place = 0; place < merged.length; place += 1) {
    const one = a[left] ?? Infinity;
    const other = b[right] ?? Infinity;
    if (one <= other) left += 1;
    else right += 1;
    merged[place] = Math.min(one, other);
  }
  return merged;
};

const sorted = ({ visits }: ConfigurationState): Sorted | null => {
  const first = visits[0];
  const last = visits.at(-1);
  if (first === undefined || last === undefined) return null;
  const known = sortedOf.get(first);
  if (known?.last === last && known.visits === visits.length) return known;
  const grown = known !== undefined && visits[known.visits - 1] === known.last;
  const fresh = grown ? visits.slice(known.visits) : visits;
  const added = sortedTogether(fresh.map(({ samples }) => samples.runNs));
  const durations = grown ? merge(known.durations, added) : added;
  const found = { last, visits: visits.length, durations, medianNs: medianOfSorted(durations) };
  // An older state of the same configuration must not push out the newest.
  if (known === undefined || grown) sortedOf.set(first, found);
  return found;
};

/** All durations of a configuration in ns, ascending. */
export const sortedSamples = (state: ConfigurationState): readonly number[] =>
  sorted(state)?.durations ?? [];

/** Median of all durations of a configuration in ns; null without samples. */
export const pooledMedian = (state: ConfigurationState): number | null =>
  sorted(state)?.medianNs ?? null;

const stepOf = new WeakMap<Visit, number>();

const visitSteps = function* (states: Iterable<ConfigurationState>): Iterable<number> {
  for (const { visits } of states) {
    for (const visit of visits) {
      let step = stepOf.get(visit);
      if (step === undefined) {
        step = commonDivisor(visit.samples.runNs);
        stepOf.set(visit, step);
      }
      yield step;
    }
  }
};

/** `timerStep` (ratio.ts) of all durations of these configurations together, ns. */
export const commonTimerStep = (states: Iterable<ConfigurationState>): number =>
  asTimerStep(commonDivisor(visitSteps(states)));

export interface RoundMedian {
  readonly round: number;
  /** ns, of all samples that the configuration got in that round. */
  readonly medianNs: number;
}

const roundsOf = new WeakMap<ConfigurationState, readonly RoundMedian[]>();

/** Whether each visit is a round of its own, in their order: so it is unless a round was measured again. */
const isByRound = (visits: readonly Visit[]): boolean => {
  let before = -Infinity;
  for (const { round } of visits) {
    if (round <= before) return false;
    before = round;
  }
  return true;
};

const listsByRound = (
  visits: readonly Visit[],
): Iterable<readonly [round: number, lists: readonly (readonly number[])[]]> => {
  const byRound = new Map<number, (readonly number[])[]>();
  for (const { round, samples } of visits) {
    const earlier = byRound.get(round);
    if (earlier === undefined) byRound.set(round, [samples.runNs]);
    else earlier.push(samples.runNs);
  }
  return [...byRound].sort(([a], [b]) => a - b);
};

/** One entry per round that gave samples, by round: the unit of every interval. */
export const roundSeries = (state: ConfigurationState): readonly RoundMedian[] => {
  const before = roundsOf.get(state);
  if (before !== undefined) return before;
  const { visits } = state;
  const series: RoundMedian[] = [];
  const add = (round: number, lists: readonly (readonly number[])[]): void => {
    const medianNs = medianOfSorted(sortedTogether(lists));
    if (medianNs !== null) series.push({ round, medianNs });
  };
  if (isByRound(visits)) for (const { round, samples } of visits) add(round, [samples.runNs]);
  else for (const [round, lists] of listsByRound(visits)) add(round, lists);
  roundsOf.set(state, series);
  return series;
};

/** Median duration of each round in ns, by round. */
export const roundMedians = (state: ConfigurationState): readonly number[] =>
  roundSeries(state).map((entry) => entry.medianNs);
