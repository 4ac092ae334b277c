/**
 * How many times as long one configuration takes as another, with an interval. Decides by rounds: within a
 * run the same round of both is one pair, so that a drift of the machine cancels; between runs there are
 * no pairs. Refuses (null) an interval from fewer than three rounds.
 *
 * Both work on logarithms of round medians with trimmed means and winsorised variances (Tukey &
 * McLaughlin 1963 for pairs, Yuen 1974 for two samples), because single rounds on a busy machine can be
 * several times too long and must not blow up the interval.
 */
import { mean } from 'simple-statistics';
import type { RoundMedian } from './pooled';
import { sortedTogether } from './statistics';
import { studentQuantile } from './student-t';

/** Times ÷ times: 2 means twice as long. */
export interface RatioInterval {
  readonly ratio: number;
  readonly low: number;
  readonly high: number;
  /** Rounds (pairs, or the smaller number of two runs) that it stands on. */
  readonly rounds: number;
}

interface Trimmed {
  readonly center: number;
  /** Squared standard error of the trimmed mean. */
  readonly squaredError: number;
  readonly degrees: number;
}

/**
 * Rounds cut at each end. A quarter keeps the interval narrow when another process stalls a visit in ten;
 * below eight rounds that would leave too few degrees of freedom.
 */
const cutOf = (rounds: number): number => Math.floor((rounds < 8 ? 0.15 : 0.25) * rounds);

export const fewestRounds = 3;

const trimmed = (values: readonly number[]): Trimmed => {
  const sorted = sortedTogether([values]);
  const n = sorted.length;
  const cut = cutOf(n);
  const kept = sorted.slice(cut, n - cut);
  const center = mean(kept);
  // Winsorised: the values that were cut become the outermost of those that were kept.
  sorted.fill(kept[0] ?? 0, 0, cut);
  sorted.fill(kept.at(-1) ?? 0, n - cut);
  const middle = mean(sorted);
  let squares = 0;
  for (const value of sorted) squares += (value - middle) ** 2;
  const h = kept.length;
  return { center, squaredError: squares / (h * (h - 1)), degrees: h - 1 };
};

const interval = (center: number, reach: number, rounds: number): RatioInterval => ({
  ratio: Math.exp(center),
  low: Math.exp(center - reach),
  high: Math.exp(center + reach),
  rounds,
});

/** Logarithms of a's round median ÷ b's, one per round in which both were measured. Both by round. */
export const pairedLogRatios = (
  a: readonly RoundMedian[],
  b: readonly RoundMedian[],
): readonly number[] => {
  const ratios: number[] = [];
  let other = 0;
  for (const { round, medianNs } of a) {
    while (other < b.length && (b[other]?.round ?? Infinity) < round) other += 1;
    const partner = b[other];
    if (partner?.round === round && medianNs > 0 && partner.medianNs > 0) {
      ratios.push(Math.log(medianNs / partner.medianNs));
    }
  }
  return ratios;
};

/** From a one-sided probability to the interval. */
export type RatioAt = (oneSided: number) => RatioInterval;

/** a ÷ b within one run at any certainty, worked out once; null below three common rounds. See `pairedRatio`. */
export const pairedRatios = (
  a: readonly RoundMedian[],
  b: readonly RoundMedian[],
  timerShare = 0,
): RatioAt | null => {
  const ratios = pairedLogRatios(a, b);
  if (ratios.length < fewestRounds) return null;
  const { center, squaredError, degrees } = trimmed(ratios);
  const error = Math.sqrt(squaredError);
  const step = Math.log1p(timerShare);
  return (oneSided) =>
    interval(center, studentQuantile(oneSided, degrees) * error + step, ratios.length);
};

/**
 * a ÷ b within one run. `oneSided` is the probability that the truth lies below `high`, and also that it
 * lies above `low` (0.975 gives the usual 95 % interval). `timerShare` is one step of the timer as a share
 * of b's time: what the clock cannot tell is added to both ends.
 */
export const pairedRatio = (
  a: readonly RoundMedian[],
  b: readonly RoundMedian[],
  oneSided = 0.975,
  timerShare = 0,
): RatioInterval | null => pairedRatios(a, b, timerShare)?.(oneSided) ?? null;

/** a ÷ b between two runs or devices; round medians in ns. Degrees of freedom by Welch, rounded down. */
export const unpairedRatio = (
  a: readonly number[],
  b: readonly number[],
  oneSided = 0.975,
  timerShare = 0,
): RatioInterval | null => {
  const logs = (values: readonly number[]): number[] =>
    values.filter((value) => value > 0).map(Math.log);
  const [logA, logB] = [logs(a), logs(b)];
  const rounds = Math.min(logA.length, logB.length);
  if (rounds < fewestRounds) return null;
  const [first, second] = [trimmed(logA), trimmed(logB)];
  const error = first.squaredError + second.squaredError;
  const welch =
    error === 0
      ? first.degrees + second.degrees
      : error ** 2 /
        (first.squaredError ** 2 / first.degrees + second.squaredError ** 2 / second.degrees);
  const degrees = Math.max(1, Math.floor(welch));
  const reach = studentQuantile(oneSided, degrees) * Math.sqrt(error);
  return interval(first.center - second.center, reach + Math.log1p(timerShare), rounds);
};

/** Greatest common divisor of durations in whole ns; 0 of nothing. */
export const commonDivisor = (durations: Iterable<number>): number => {
  let step = 0;
  for (const duration of durations) {
    let [a, b] = [step, Math.round(duration)];
    while (b !== 0) [a, b] = [b, a % b];
    step = a;
    if (step === 1) break;
  }
  return step;
};

/** Over 2 µs a common divisor is chance, not a clock: 0 then. */
export const asTimerStep = (divisor: number): number => (divisor > 2000 ? 0 : divisor);

/**
 * The step in which a device's durations move, ns: their greatest common divisor. Drivers claim one figure
 * and move in another, so it is read off the samples.
 */
export const timerStep = (durations: Iterable<number>): number =>
  asTimerStep(commonDivisor(durations));
