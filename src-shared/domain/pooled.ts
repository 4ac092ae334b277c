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
}

/** By the first visit: it is the same object in every later state of the same configuration. */
const sortedOf = new WeakMap<Visit, Sorted>();

const merge = (a: readonly number[], b: readonly number[]): readonly number[] => {
  if (a.length === 0) return b;
  const merged = new Array<number>(a.length + b.length);
  let [left, right] = [0, 0];
  for (let place = 0; place < merged.length; place += 1) {
    const [one, other] = [a[left] ?? Infinity, b[right] ?? Infinity];
    if (one <= other) left += 1;
    else right += 1;
    merged[place] = Math.min(one, other);
  }
  return merged;
};

/** All durations of a configuration in ns, ascending. */
export const sortedSamples = (state: ConfigurationState): readonly number[] => {
  const { visits } = state;
  const [first, last] = [visits[0], visits.at(-1)];
  if (first === undefined || last === undefined) return [];
  const known = sortedOf.get(first);
  if (known?.last === last && known.visits === visits.length) return known.durations;
  const grown = known !== undefined && visits[known.visits - 1] === known.last;
  const fresh = grown ? visits.slice(known.visits) : visits;
  const durations = merge(
    grown ? known.durations : [],
    sortedTogether(fresh.map(({ samples }) => samples.runNs)),
  );
  // An older state of the same configuration must not push out the newest.
  if (known === undefined || grown) sortedOf.set(first, { last, visits: visits.length, durations });
  return durations;
};

/** Median of all durations of a configuration in ns; null without samples. */
export const pooledMedian = (state: ConfigurationState): number | null =>
  medianOfSorted(sortedSamples(state));

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

/** One entry per round that gave samples, by round: the unit of every interval. */
export const roundSeries = (state: ConfigurationState): readonly RoundMedian[] => {
  const before = roundsOf.get(state);
  if (before !== undefined) return before;
  const byRound = new Map<number, (readonly number[])[]>();
  for (const { round, samples } of state.visits) {
    const earlier = byRound.get(round);
    if (earlier === undefined) byRound.set(round, [samples.runNs]);
    else earlier.push(samples.runNs);
  }
  const series = [...byRound]
    .flatMap(([round, lists]) => {
      const medianNs = medianOfSorted(sortedTogether(lists));
      return medianNs === null ? [] : [{ round, medianNs }];
    })
    .sort((a, b) => a.round - b.round);
  roundsOf.set(state, series);
  return series;
};

/** Median duration of each round in ns, by round. */
export const roundMedians = (state: ConfigurationState): readonly number[] =>
  roundSeries(state).map((entry) => entry.medianNs);
