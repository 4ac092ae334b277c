/**
 * The sentinel: one configuration that is measured in every round, also after its own times have settled,
 * so that what the machine did meanwhile (clock, heat, neighbours) can be seen. Decides which one it is
 * and whether its times moved; refuses to speak of drift below nine rounds.
 *
 * The rounds are parted into thirds, because a clock that falls and rises again would cancel in halves.
 * Each later third is compared with each earlier one as if they were two runs (ratio.ts), three comparisons
 * at 5 % together (Bonferroni); drift is said only beyond 2 %, the least that two runs are allowed to differ.
 */
import type { RoundMedian } from './pooled';
import { pooledMedian, roundSeries } from './pooled';
import { isRankable } from './ranking';
import type { RatioInterval } from './ratio';
import { unpairedRatio } from './ratio';
import type { ConfigurationState, DeviceState } from './run-types';
import { medianOf } from './statistics';
import type { Progress } from './stopping';

export interface SentinelDrift {
  readonly configuration: string;
  /** Round median ÷ median of all rounds, by round: 1.1 is 10 % slower than usual. */
  readonly series: readonly { readonly round: number; readonly relative: number }[];
  /** The band in which eight of ten rounds lie (0.1 and 0.9 quantile), relative. */
  readonly low: number;
  readonly high: number;
  /** The two thirds that differ most, later ÷ earlier; null below nine rounds. */
  readonly trend: RatioInterval | null;
  /** The trend is more than noise and more than 2 %. */
  readonly drifts: boolean;
}

const fewestRoundsForDrift = 9;
/** Two runs of the same thing may differ by as much (compare.ts). */
const allowance = 0.02;
const oneSided = 1 - 0.025 / 3;

/** Which configuration goes on as the sentinel: of those with the most rounds the fastest, since it costs least. */
export const chooseSentinel = (configurations: readonly Progress[]): string | null => {
  const most = Math.max(0, ...configurations.map(({ rounds }) => rounds.length));
  let chosen: { readonly id: string; readonly median: number } | null = null;
  for (const { configuration, rounds, live } of configurations) {
    const median = medianOf(rounds.map(({ medianNs }) => medianNs));
    if (!live || median === null || rounds.length < most) continue;
    if (chosen === null || median < chosen.median) chosen = { id: configuration, median };
  }
  return chosen?.id ?? null;
};

const strongestTrend = (medians: readonly number[]): RatioInterval | null => {
  if (medians.length < fewestRoundsForDrift) return null;
  const third = Math.floor(medians.length / 3);
  const [first, second, last] = [
    medians.slice(0, third),
    medians.slice(third, medians.length - third),
    medians.slice(medians.length - third),
  ];
  const trends = [unpairedRatio(last, first, oneSided), unpairedRatio(second, first, oneSided)];
  trends.push(unpairedRatio(last, second, oneSided));
  // Distance of the interval from 1: what is certain counts, not the largest chance.
  const certain = ({ low, high }: RatioInterval): number =>
    Math.max(0, Math.log(low), -Math.log(high));
  return trends
    .filter((trend) => trend !== null)
    .reduce<RatioInterval | null>(
      (best, trend) => (best === null || certain(trend) > certain(best) ? trend : best),
      null,
    );
};

const quantile = (sorted: readonly number[], share: number): number => {
  const place = (sorted.length - 1) * share;
  const low = sorted[Math.floor(place)] ?? 1;
  const high = sorted[Math.ceil(place)] ?? low;
  return low + (high - low) * (place - Math.floor(place));
};

/** The drift of one configuration over its rounds (in order); null without rounds or times. */
export const driftOf = (
  configuration: string,
  rounds: readonly RoundMedian[],
): SentinelDrift | null => {
  const medians = rounds.map(({ medianNs }) => medianNs);
  const middle = medianOf(medians);
  if (middle === null || middle <= 0) return null;
  const series = rounds.map(({ round, medianNs }) => ({ round, relative: medianNs / middle }));
  const sorted = series.map(({ relative }) => relative).sort((a, b) => a - b);
  const trend = strongestTrend(medians);
  return {
    configuration,
    series,
    low: quantile(sorted, 0.1),
    high: quantile(sorted, 0.9),
    trend,
    drifts: trend !== null && (trend.low > 1 + allowance || trend.high < 1 / (1 + allowance)),
  };
};

/**
 * The drift that a device's run shows: of the configuration with the most rounds, which is the sentinel in
 * an adaptive run and any one in a fixed one (there the fastest). null: nothing measured.
 */
export const sentinelDrift = (device: DeviceState): SentinelDrift | null => {
  let chosen: ConfigurationState | null = null;
  for (const state of device.configurations.filter(isRankable)) {
    const more = roundSeries(state).length - (chosen === null ? 0 : roundSeries(chosen).length);
    const faster =
      chosen === null || (pooledMedian(state) ?? Infinity) < (pooledMedian(chosen) ?? Infinity);
    if (more > 0 || (more === 0 && faster)) chosen = state;
  }
  return chosen === null ? null : driftOf(chosen.configuration.id, roundSeries(chosen));
};
