/**
 * What "Find the best size" does after a round: which sizes are given up, which are taken up next, and whether
 * one can be named. Pure, and decided from the rounds alone, so that a resumed run goes on as it would have.
 * Refuses to name a size before the verdict's own rule would: five rounds, and within the plateau of every
 * other size; its last look is stricter than the verdict's, because there is one after every round.
 */
import { fewestRoundsToJudge } from '../ranking';
import { fewestRounds, pairedRatios, timerStep } from '../ratio';
import { byPreference } from '../recommend';
import { groupItems, localKey, type LocalSize } from '../sizes';
import { medianOf } from '../statistics';
import type { Progress, StopDecision } from '../stopping';
import type { MeasureOptions } from '../sweep';
import { isCoarse, isFirst } from './candidates';
import { lookAround, type Place } from './neighbours';
import type { SearchOptions, SearchStep } from './search-types';

export interface SearchCandidate extends Progress {
  readonly local: LocalSize;
  /** Not taken up yet. */
  readonly waiting: boolean;
  /** false: it failed, was refused or is wrong. */
  readonly comparable: boolean;
  /** An earlier look gave it up as far from the best. */
  readonly givenUp: boolean;
}

export interface SearchInput {
  readonly options: MeasureOptions;
  readonly search: SearchOptions;
  /** Lanes that run together; null: not known. */
  readonly wavefront: number | null;
  /** All of one device that the plan did not reject. */
  readonly candidates: readonly SearchCandidate[];
}

export interface SearchDecision {
  readonly stop: readonly StopDecision[];
  /** Sizes to take up now; null: none. */
  readonly take: SearchStep | null;
  /** The search has come to its end: what still waits is not needed. */
  readonly over: boolean;
  /** The best so far; null: nothing was measured. */
  readonly best: string | null;
}

/** One-sided certainty, per look, that a size is slower than the plateau allows before it is given up. */
export const dropCertainty = 0.99;
/** One-sided certainty, per look, that the size to use is within the plateau of another. */
const nameCertainty = 0.975;
/** One-sided certainty that a size is faster than the one with the lowest median, in the rounds of both. */
const fasterCertainty = 0.975;
/** Taken up when none of the usual first sizes is there. */
const firstAtMost = 4;
const middleItems = 256;

interface Ranked {
  readonly candidate: SearchCandidate;
  readonly medianNs: number;
}

/** What could still be the best, the fastest first. */
const rank = (candidates: readonly SearchCandidate[]): readonly Ranked[] => {
  const byMedian = candidates
    .flatMap((candidate): readonly Ranked[] => {
      const medianNs = medianOf(candidate.rounds.map((round) => round.medianNs));
      const { comparable, givenUp } = candidate;
      return medianNs === null || !comparable || givenUp ? [] : [{ candidate, medianNs }];
    })
    .sort((a, b) => a.medianNs - b.medianNs);
  const [lowest] = byMedian;
  if (lowest === undefined) return [];
  // Each was measured in other rounds: a machine that became slower makes newcomers look so.
  const faster = byMedian
    .slice(1)
    .flatMap((entry) => {
      const paired = pairedRatios(
        entry.candidate.rounds,
        lowest.candidate.rounds,
      )?.(fasterCertainty);
      return paired !== undefined && paired.high < 1 ? [{ entry, ratio: paired.ratio }] : [];
    })
    .sort((a, b) => a.ratio - b.ratio)[0]?.entry;
  return faster === undefined
    ? byMedian
    : [faster, ...byMedian.filter((entry) => entry !== faster)];
};

/** The first step; also the next one when nothing of it could be measured. */
const firstStep = (waiting: readonly SearchCandidate[], added: ReadonlySet<string>): SearchStep => {
  const usual = waiting.filter(({ local }) => isFirst(local));
  const distance = ({ local }: SearchCandidate): number =>
    Math.abs(Math.log2((groupItems(local) ?? middleItems) / middleItems)) +
    (local === null || !isCoarse(local) ? 1 : 0);
  const nearest = [...waiting].sort((a, b) => distance(a) - distance(b)).slice(0, firstAtMost);
  const ids = (usual.length > 0 ? usual : nearest).map(({ configuration }) => configuration);
  const asked = waiting.filter(({ configuration }) => added.has(configuration));
  const all = new Set([...ids, ...asked.map(({ configuration }) => configuration)]);
  return { stage: 'first', around: null, configurations: [...all] };
};

/** Time ÷ the best's, paired where there are rounds in common; null: it has none that count. */
const againstBest = (candidate: SearchCandidate, best: Ranked): number | null => {
  const medianNs = medianOf(candidate.rounds.map((round) => round.medianNs));
  if (medianNs === null || !candidate.comparable) return null;
  const paired = pairedRatios(candidate.rounds, best.candidate.rounds)?.(0.95).ratio;
  return paired ?? medianNs / best.medianNs;
};

const boundReached = (
  { samples, spentNs }: Progress,
  { maxSamples, maxSeconds }: MeasureOptions,
): StopDecision['reason'] | null =>
  samples >= maxSamples ? 'max-samples' : spentNs >= maxSeconds * 1e9 ? 'max-time' : null;

/** Whether the verdict would name a size, by its own rule (ranking.ts). */
const canBeNamed = ({ options, wavefront }: SearchInput, left: readonly Ranked[]): boolean => {
  const [best] = left;
  if (best === undefined) return false;
  const edge = 1 + options.plateau;
  const plateau = left.filter(
    (entry) => entry === best || (againstBest(entry.candidate, best) ?? Infinity) <= edge,
  );
  const enough = plateau.filter(({ candidate }) => candidate.rounds.length >= fewestRoundsToJudge);
  if (best.candidate.rounds.length < fewestRoundsToJudge) return false;
  const medians = left.flatMap(({ candidate }) => candidate.rounds.map(({ medianNs }) => medianNs));
  const share = timerStep(medians.filter(Number.isInteger)) / best.medianNs;
  const isSafe = (chosen: SearchCandidate): boolean =>
    left.every(({ candidate }) => {
      if (candidate === chosen) return true;
      const ratio = pairedRatios(chosen.rounds, candidate.rounds, share)?.(nameCertainty);
      return ratio !== undefined && ratio.high <= edge;
    });
  return byPreference(
    enough.map(({ candidate }) => candidate),
    wavefront,
  ).some(isSafe);
};

/** What is known of each explicit candidate, for looking around the best of them. */
const placesOf = (
  candidates: readonly SearchCandidate[],
  center: Ranked,
): readonly (Place & { readonly isCenter: boolean })[] =>
  candidates.flatMap((candidate) => {
    const { configuration: id, local, waiting } = candidate;
    if (local === null) return [];
    const state = waiting ? ('waiting' as const) : ('tried' as const);
    const isCenter = candidate === center.candidate;
    return [{ id, local, state, ratio: againstBest(candidate, center), isCenter }];
  });

const look = (input: SearchInput, ranked: readonly Ranked[]): SearchStep | null => {
  const center = ranked.find(({ candidate }) => candidate.local !== null);
  if (center === undefined) return null;
  const places = placesOf(input.candidates, center);
  const here = places.find(({ isCenter }) => isCenter);
  return here === undefined ? null : lookAround(here, places, 1 + input.options.plateau);
};

/** Before anything has times: the first step, or the next sizes when all that was tried failed. */
const begin = ({ search, candidates }: SearchInput): SearchDecision => {
  const waiting = candidates.filter((candidate) => candidate.waiting);
  const isBusy = candidates.some((candidate) => candidate.live && !candidate.waiting);
  const added = new Set(search.add.map(localKey));
  const take = isBusy || waiting.length === 0 ? null : firstStep(waiting, added);
  return { stop: [], take, over: !isBusy && take === null, best: null };
};

/** The decision after a round, or before the first. */
export const decideSearch = (input: SearchInput): SearchDecision => {
  const { options, candidates } = input;
  const ranked = rank(candidates);
  const [best] = ranked;
  if (best === undefined) return begin(input);
  const edge = 1 + options.plateau;
  const live = candidates.filter((candidate) => candidate.live && !candidate.waiting);
  const isFar = ({ rounds }: SearchCandidate): boolean =>
    (pairedRatios(rounds, best.candidate.rounds)?.(dropCertainty).low ?? 0) > edge;
  const stop = live.flatMap((candidate): readonly StopDecision[] => {
    const isBeaten = candidate !== best.candidate && candidate.comparable && isFar(candidate);
    const reason = isBeaten ? 'far-from-best' : boundReached(candidate, options);
    return reason === null ? [] : [{ configuration: candidate.configuration, reason }];
  });
  const stopped = new Set(stop.map(({ configuration }) => configuration));
  const staying = live.filter(({ configuration }) => !stopped.has(configuration));
  const soFar = { stop, take: null, over: false, best: best.candidate.configuration };
  const end = (reason: StopDecision['reason']): SearchDecision => ({
    ...soFar,
    stop: [...stop, ...staying.map(({ configuration }) => ({ configuration, reason }))],
    over: true,
  });
  // Without the best there is nothing left to compare newcomers with.
  if (!staying.includes(best.candidate)) {
    return end(boundReached(best.candidate, options) ?? 'max-samples');
  }
  if (staying.some(({ rounds, comparable }) => comparable && rounds.length < fewestRounds)) {
    return soFar;
  }
  const take = look(input, ranked);
  if (take !== null) return { ...soFar, take };
  const left = ranked.filter(
    ({ candidate }) => !stopped.has(candidate.configuration) || !isFar(candidate),
  );
  return canBeNamed(input, left) ? end('decided') : soFar;
};
