/**
 * What is reported of one configuration: statistics of its samples, rates, and which clock gave them.
 * Decides that the interval comes from the rounds and not from the single launches, which are not
 * independent; refuses to give a rate where the work per item was not stated.
 */
import { roundMedians, sortedSamples } from './pooled';
import type { ConfigurationState } from './run-types';
import { timeSources, type TimeSource } from './sample';
import type { GlobalSize } from './sizes';
import type { Summary } from './statistics';
import { medianInterval, summarizeSorted } from './statistics';
import type { BytesPerSecond, FlopsPerSecond } from './units';
import { bytesPerSecond, flopsPerSecond } from './units';

/** Per asked work-item; null: not stated. */
export interface WorkPerItem {
  readonly flops: number | null;
  readonly bytes: number | null;
}

export const noWork: WorkPerItem = { flops: null, bytes: null };

/**
 * As Summary, except that `ciLow` and `ciHigh` are the 95 % interval that the round medians give (null
 * below six rounds), widened where needed to hold the pooled median.
 */
export interface ConfigurationSummary extends Summary {
  readonly rounds: number;
  /** At the median, from the asked items. */
  readonly flopsRate: FlopsPerSecond | null;
  readonly bytesRate: BytesPerSecond | null;
  /** The source of the samples; the least trusted one when they are mixed. null: no samples. */
  readonly timeSource: TimeSource | null;
  /** The visits do not share one time source: the figures mix what should not be mixed. */
  readonly sourceMixed: boolean;
  /** Launches per sample, the largest of the visits; null: no samples. */
  readonly batchK: number | null;
}

const statisticsOf = new WeakMap<ConfigurationState, Summary>();

const samplesInOrder = function* ({ visits }: ConfigurationState): Iterable<number> {
  for (const { samples } of visits) yield* samples.runNs;
};

const samplesSummary = (state: ConfigurationState): Summary => {
  const before = statisticsOf.get(state);
  if (before !== undefined) return before;
  const plain = summarizeSorted(sortedSamples(state), samplesInOrder(state));
  const interval = medianInterval(roundMedians(state));
  const summary: Summary = {
    ...plain,
    ciLow: interval && plain.median !== null ? Math.min(interval.low, plain.median) : null,
    ciHigh: interval && plain.median !== null ? Math.max(interval.high, plain.median) : null,
  };
  statisticsOf.set(state, summary);
  return summary;
};

/** More replaced times than this share, and the configuration's times are the host's (the timer's test draws the same line). */
const mostReplaced = 0.25;

/** A source alone, as nearly every configuration has it. */
const alone: Readonly<Record<TimeSource, readonly TimeSource[]>> = {
  event: ['event'],
  batch: ['batch'],
  wall: ['wall'],
};

/** The sources of the visits that hold samples, best trusted first, without repeats. */
export const sourcesOf = ({ visits }: ConfigurationState): readonly TimeSource[] => {
  let replaced = 0;
  let all = 0;
  let first: TimeSource | null = null;
  let isMixed = false;
  for (const { samples } of visits) {
    replaced += samples.wallAt?.length ?? 0;
    if (samples.runNs.length === 0) continue;
    all += samples.runNs.length;
    first ??= samples.timeSource;
    if (samples.timeSource !== first) isMixed = true;
  }
  if (replaced > mostReplaced * all) return alone.wall;
  if (first === null) return [];
  return isMixed
    ? timeSources.filter((source) =>
        visits.some(({ samples }) => samples.runNs.length > 0 && samples.timeSource === source),
      )
    : alone[first];
};

/** `asked` is the asked global size: padding is not work. */
export const summarizeConfiguration = (
  state: ConfigurationState,
  work: WorkPerItem,
  asked: GlobalSize,
): ConfigurationSummary => {
  const summary = samplesSummary(state);
  const items = asked.reduce((product, size) => product * size, 1);
  const perSecond = (amount: number | null): number | null =>
    amount === null || summary.median === null || summary.median <= 0
      ? null
      : (amount * items) / (summary.median / 1e9);
  const flops = perSecond(work.flops);
  const bytes = perSecond(work.bytes);
  const sources = sourcesOf(state);
  return {
    ...summary,
    rounds: roundMedians(state).length,
    flopsRate: flops === null ? null : flopsPerSecond(flops),
    bytesRate: bytes === null ? null : bytesPerSecond(bytes),
    timeSource: sources.at(-1) ?? null,
    sourceMixed: sources.length > 1,
    batchK:
      sources.length === 0
        ? null
        : state.visits.reduce((largest, visit) => Math.max(largest, visit.samples.batchK), 1),
  };
};
