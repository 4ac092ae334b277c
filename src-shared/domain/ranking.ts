/**
 * The verdict on one device of a run: which sizes cannot be told apart from the lowest median (the tie
 * set), which are within a few percent of it (the plateau), and which one to use. Decides by rounds and by
 * a stated rule, so that the answer is the same tomorrow; refuses to rank what failed or gave a wrong
 * result, to compare device time with wall clock, and to name a size before the rounds carry it.
 *
 * Every configuration is compared with the one of the lowest median by its paired round ratios (ratio.ts).
 * Tie set: two-sided at 5 % ÷ (number of comparisons), Bonferroni, so that the truly fastest size is in it
 * with at least 95 %. "The size does not matter" needs each of its claims at 95 % and no correction: it
 * is said only when all of them hold (an intersection–union test).
 */
import { propertyValue } from './device';
import { findEdge } from './edge';
import type { RoundMedian } from './pooled';
import { commonTimerStep, pooledMedian, roundSeries } from './pooled';
import type { RatioAt } from './ratio';
import { pairedRatios } from './ratio';
import { byPreference } from './recommend';
import type { ConfigurationState, DeviceState, Run } from './run-types';
import type { TimeSource } from './sample';
import type { Steps } from './steps';
import { finishSteps } from './steps';
import { sourcesOf } from './summary';
import type { RankedConfiguration, Verdict, VerdictKind } from './verdict';

export const fewestRoundsToJudge = 5;
const confidence = 0.95;

/** Whether a configuration has times that can be compared: not failed, not rejected. What was cut short by a cancel keeps its place. */
export const isRankable = (state: ConfigurationState): boolean => {
  const { outcome } = state;
  const valid =
    outcome === null ||
    outcome.kind === 'measured' ||
    (outcome.kind === 'skipped' &&
      (outcome.reason === 'cancelled' || outcome.reason === 'lane-stopped'));
  // A median of 0 is a clock that does not move, not a time.
  return valid && (pooledMedian(state) ?? 0) > 0;
};

/** Whose clock timed it: the host's as soon as one visit was timed by the host. */
export const clockOf = (state: ConfigurationState): 'device' | 'host' =>
  sourcesOf(state).at(-1) === 'wall' ? 'host' : 'device';

/** Splits by kind of clock; the larger part is ranked, device time where they are equal. */
const splitByClock = (
  states: readonly ConfigurationState[],
): {
  readonly ranked: readonly ConfigurationState[];
  readonly others: readonly ConfigurationState[];
} => {
  const device: ConfigurationState[] = [];
  const host: ConfigurationState[] = [];
  for (const state of states) (clockOf(state) === 'host' ? host : device).push(state);
  return host.length > device.length
    ? { ranked: host, others: device }
    : { ranked: device, others: host };
};

/** One step of the clock as a share of the shortest median: no ratio can be known better. */
const timerShareOf = (states: readonly ConfigurationState[], bestNs: number): number =>
  commonTimerStep(states) / bestNs;

/**
 * A ratio that is remembered with one of its sides: while a run is measured, most configurations are compared
 * again with the same other one, of which nothing has changed either.
 */
const rememberedRatios = () => {
  const known = new WeakMap<
    readonly RoundMedian[],
    { readonly other: readonly RoundMedian[]; readonly share: number; readonly at: RatioAt | null }
  >();
  return (
    one: readonly RoundMedian[],
    other: readonly RoundMedian[],
    share: number,
    isInverse = false,
  ): RatioAt | null => {
    const before = known.get(one);
    if (before?.other === other && before.share === share) return before.at;
    const at = isInverse ? pairedRatios(other, one, share) : pairedRatios(one, other, share);
    known.set(one, { other, share, at });
    return at;
  };
};

/** Each configuration ÷ the best, and the chosen one ÷ each. */
const againstBest = rememberedRatios();
const ofChosen = rememberedRatios();

/** Configurations per step: about a millisecond. */
const perStep = 50;

interface Ranking {
  readonly ranked: readonly RankedConfiguration[];
  readonly timerShare: number;
}

const rank = function* (states: readonly ConfigurationState[], plateau: number): Steps<Ranking> {
  const byMedian = states
    .map((state) => ({ state, medianNs: pooledMedian(state) ?? Infinity }))
    .sort((a, b) => a.medianNs - b.medianNs);
  // What was given up as far from the best lost by common rounds: if its median is lower all the same, it was measured
  // at a better time.
  const best = byMedian.find(({ state }) => state.stopReason !== 'far-from-best') ?? byMedian[0];
  if (best === undefined) return { ranked: [], timerShare: 0 };
  const bestRounds = roundSeries(best.state);
  const timerShare = timerShareOf(states, best.medianNs);
  const tieCertainty = 1 - (1 - confidence) / 2 / Math.max(1, states.length - 1);
  const place = ({ state, medianNs }: (typeof byMedian)[number]): RankedConfiguration => {
    const isBest = state === best.state;
    const rounds = roundSeries(state);
    const against = isBest ? null : againstBest(rounds, bestRounds, timerShare);
    const tie = against?.(tieCertainty) ?? null;
    const upper = against?.(confidence) ?? null;
    // Given up with more certainty than is asked here, against a size that the best can only be faster than.
    const isFar = !isBest && state.stopReason === 'far-from-best';
    const byMedians = medianNs / best.medianNs;
    const relative = isFar
      ? Math.max(byMedians, upper?.ratio ?? (byMedians < 1 ? 1 + plateau : byMedians))
      : byMedians;
    return {
      configuration: state.configuration.id,
      local: state.configuration.local,
      medianNs,
      relative,
      interval: against?.(1 - (1 - confidence) / 2) ?? null,
      rounds: rounds.length,
      inTieSet: isBest || (!isFar && (tie === null || tie.low <= 1)),
      inPlateau: isBest || (!isFar && (upper?.ratio ?? relative) <= 1 + plateau),
      plateauCertain: isBest || (upper !== null && upper.high <= 1 + plateau),
    };
  };
  const ranked: RankedConfiguration[] = [];
  for (const entry of byMedian) {
    ranked.push(place(entry));
    if (ranked.length % perStep === 0) yield;
  }
  return { ranked: ranked.sort((a, b) => a.relative - b.relative), timerShare };
};

/**
 * Whether a configuration is, with 95 %, within the plateau of the best, whichever that is: against every
 * other one, not only against the lowest median, which on a noisy machine is the luckiest.
 */
const isSafeChoice = function* (
  chosen: ConfigurationState,
  states: readonly ConfigurationState[],
  edge: number,
  timerShare: number,
): Steps<boolean> {
  const rounds = roundSeries(chosen);
  for (const [at, other] of states.entries()) {
    if (other === chosen) continue;
    // Given up long before the choice was taken up, for being slower by more than the plateau than others here.
    const isSlower = (pooledMedian(other) ?? 0) > (pooledMedian(chosen) ?? 0);
    if (other.stopReason === 'far-from-best' && isSlower) continue;
    const ratio = ofChosen(roundSeries(other), rounds, timerShare, true)?.(confidence);
    if (ratio === undefined || ratio.high > edge) return false;
    if (at % perStep === 0) yield;
  }
  return true;
};

/** Sizes of the plateau that are looked at for one that is safe. */
const mostPreferred = 8;

/** Time ÷ the best's in the rounds of both: medians of other rounds differ by what the machine did meanwhile too. */
const byRounds = ({ interval, relative }: RankedConfiguration): number =>
  interval === null || interval.rounds < fewestRoundsToJudge ? relative : interval.ratio;

interface Choice {
  readonly kind: VerdictKind;
  readonly reason: Verdict['reason'];
  readonly recommended: string | null;
}

/**
 * The size that the rule prefers among those that are safe; which lies at the plateau's edge may be decided only
 * by noise.
 */
const choose = function* (
  ranked: readonly RankedConfiguration[],
  preferred: readonly RankedConfiguration[],
  isSafe: (entry: RankedConfiguration) => Steps<boolean>,
): Steps<Choice> {
  const [first] = preferred;
  if (first === undefined) return { kind: 'nothing-measured', reason: null, recommended: null };
  // Nothing can be told apart yet: the fastest so far is the better guess than the middle of a plateau of noise.
  const fastest = preferred.reduce((a, b) => (byRounds(b) < byRounds(a) ? b : a));
  const unsure = { kind: 'more-samples-needed', recommended: fastest.configuration } as const;
  if (Math.min(ranked[0]?.rounds ?? 0, first.rounds) < fewestRoundsToJudge) {
    return { ...unsure, reason: 'too-few-rounds' };
  }
  for (const entry of preferred.slice(0, mostPreferred)) {
    if (entry.rounds < fewestRoundsToJudge || !(yield* isSafe(entry))) continue;
    const explicit = ranked.filter(({ local }) => local !== null).length;
    const flat = explicit >= 2 && ranked.every((one) => one.inPlateau && one.plateauCertain);
    const kind = flat ? 'does-not-matter' : 'use';
    return { kind, reason: null, recommended: entry.configuration };
  }
  return { ...unsure, reason: 'not-certain' };
};

/** What may be named: a size that stopped after a few rounds is no choice beside neighbours with enough of them. */
const judgeable = (plateau: readonly RankedConfiguration[]): readonly RankedConfiguration[] => {
  const most = Math.max(0, ...plateau.map((entry) => entry.rounds));
  const enough = Math.min(most, fewestRoundsToJudge);
  return plateau.filter((entry) => entry.rounds >= enough);
};

const judgeDevice = function* (device: DeviceState, plateau: number): Steps<Verdict> {
  for (const [at, state] of device.configurations.entries()) {
    // What is sorted here is remembered; the rest of the work finds it ready.
    pooledMedian(state);
    roundSeries(state);
    if (at % perStep === 0) yield;
  }
  const { ranked: compared, others } = splitByClock(device.configurations.filter(isRankable));
  const { ranked, timerShare } = yield* rank(compared, plateau);
  const inPlateau = ranked.filter((entry) => entry.inPlateau);
  const wavefront =
    device.kernel?.preferredMultiple ?? propertyValue(device.device.limits.preferredMultiple);
  const states = new Map(compared.map((state) => [state.configuration.id, state]));
  // The fastest first: against them a size that is not safe shows it soonest.
  const rivals = ranked.flatMap(({ configuration }) => states.get(configuration) ?? []);
  const isSafe = function* ({ configuration }: RankedConfiguration): Steps<boolean> {
    const state = states.get(configuration);
    return state !== undefined && (yield* isSafeChoice(state, rivals, 1 + plateau, timerShare));
  };
  const preferred = byPreference(judgeable(inPlateau), wavefront ?? null);
  const sources = new Set<TimeSource>();
  for (const state of compared) for (const source of sourcesOf(state)) sources.add(source);
  return {
    ...(yield* choose(ranked, preferred, isSafe)),
    deviceKey: device.device.key,
    best: ranked[0]?.configuration ?? null,
    ranked,
    tieSet: ranked.filter((entry) => entry.inTieSet).map((entry) => entry.configuration),
    plateau: inPlateau.map((entry) => entry.configuration),
    plateauShare: plateau,
    confidence,
    rounds: ranked[0]?.rounds ?? 0,
    provisional: device.configurations.some((state) => state.outcome === null),
    edge: findEdge(device.device, device.configurations, ranked),
    timeSource: sources.has('wall')
      ? 'wall'
      : sources.has('batch')
        ? 'batch'
        : sources.has('event')
          ? 'event'
          : null,
    mixedSources: sources.size > 1,
    notCompared: others.map((state) => ({
      configuration: state.configuration.id,
      source: sourcesOf(state).at(-1) ?? 'wall',
    })),
  };
};

// A live window asks many times between two visits; the state is the same object until one comes.
const verdicts = new WeakMap<
  DeviceState,
  { readonly plateau: number; readonly verdict: Verdict }
>();

const noVerdict = (deviceKey: string, plateau: number): Verdict => ({
  kind: 'nothing-measured',
  deviceKey,
  reason: null,
  recommended: null,
  best: null,
  ranked: [],
  tieSet: [],
  plateau: [],
  plateauShare: plateau,
  confidence,
  rounds: 0,
  provisional: false,
  edge: null,
  timeSource: null,
  mixedSources: false,
  notCompared: [],
});

/**
 * The verdict on one device; `nothing-measured` for a device that the run does not have. In steps of about a
 * millisecond, between which a window can do something else; a verdict that is known takes none.
 */
export const judgeInSteps = function* (run: Run, deviceKey: string): Steps<Verdict> {
  const { plateau } = run.header.options;
  const device = run.devices.find((state) => state.device.key === deviceKey);
  if (device === undefined) return noVerdict(deviceKey, plateau);
  const before = verdicts.get(device);
  if (before?.plateau === plateau) return before.verdict;
  const verdict = yield* judgeDevice(device, plateau);
  verdicts.set(device, { plateau, verdict });
  return verdict;
};

/** `judgeInSteps` at one go. */
export const judge = (run: Run, deviceKey: string): Verdict =>
  finishSteps(judgeInSteps(run, deviceKey));
