/**
 * When a configuration has been measured enough, and how many launches its next visit takes. Pure: the
 * queue asks after every round. Decides so that time goes to the sizes among which the decision lies;
 * refuses to call anything settled from fewer than six rounds, or far from the best from fewer than three.
 *
 * The unit is the round (one visit of a configuration), not the launch: launches of one visit share what
 * the machine did at that moment. The interval is that of the median of the round medians by order
 * statistics, which assumes nothing of the distribution.
 */
import type { RoundMedian } from './pooled';
import { roundSeries } from './pooled';
import { pairedRatios } from './ratio';
import type { StopReason } from './run-event';
import type { ConfigurationState } from './run-types';
import { medianInterval, medianOf } from './statistics';
import type { MeasureOptions, SweepSpec } from './sweep';

/** What the strategy must know of a configuration that can still be measured or was ended by it. */
export interface Progress {
  readonly configuration: string;
  /** By round. */
  readonly rounds: readonly RoundMedian[];
  readonly samples: number;
  /** Host time of all its timed launches, ns. */
  readonly spentNs: number;
  /** false: it has ended; it is still what the live ones are compared with. */
  readonly live: boolean;
  /** It ended as far from the best: a lower median of it comes from a better time, and nothing is compared with it. */
  readonly givenUp?: boolean | undefined;
}

export interface DecisionInput {
  readonly options: MeasureOptions;
  /** `fixedCount(spec, options)`. */
  readonly fixed: number | null;
  /** All of one device that have samples and are neither failed nor skipped. */
  readonly configurations: readonly Progress[];
  /** Goes on as long as any other does, within its bounds (sentinel.ts). null: there is none. */
  readonly sentinel?: string | null | undefined;
}

export interface StopDecision {
  readonly configuration: string;
  readonly reason: Extract<
    StopReason,
    'settled' | 'max-samples' | 'max-time' | 'far-from-best' | 'decided' | 'fixed'
  >;
}

export interface Decision {
  /** Those that get no more samples, each with why. */
  readonly stop: readonly StopDecision[];
  /** Those that get a visit in the next round, in the order given. */
  readonly next: readonly string[];
  /** The sentinel, when it is among `next` although it would have stopped. */
  readonly held?: string | undefined;
}

/**
 * One-sided certainty, per look, that a configuration lies outside the plateau before it is given up. The
 * margin is the plateau itself. 99.9 %, because there is a look after every round.
 */
export const farCertainty = 0.999;

const roundsToSettle = 6;
const fixedRoundsAtMost = 10;
/** A visit should not last longer than this: short enough for many rounds, long against the switch. */
export const visitSliceNs = 30e6;
/** The first rounds take few launches: they are for finding out what is far from the best. */
const scoutRounds = 3;
const scoutLaunches = 3;

/** The fixed number of samples per configuration, null when the run is adaptive, as a search always is. The options win. */
export const fixedCount = (spec: SweepSpec, options: MeasureOptions): number | null =>
  options.search ? null : (options.samples ?? spec.samples);

/** Over how many rounds `fixed` samples are spread. */
export const fixedRounds = (fixed: number): number => Math.min(fixed, fixedRoundsAtMost);

/** The progress that a folded configuration stands at. */
export const progressOf = (state: ConfigurationState): Progress => ({
  configuration: state.configuration.id,
  rounds: roundSeries(state),
  samples: state.visits.reduce((sum, { samples }) => sum + samples.runNs.length, 0),
  spentNs: state.visits.reduce(
    (total, visit) =>
      total + visit.samples.batchK * visit.samples.wallNs.reduce((sum, wall) => sum + wall, 0),
    0,
  ),
  live: state.outcome === null,
  givenUp: state.stopReason === 'far-from-best',
});

/** Half of the 95 % interval of the median as a share of it; null below six rounds. */
export const relativeHalfWidth = (rounds: readonly RoundMedian[]): number | null => {
  const medians = rounds.map((entry) => entry.medianNs);
  const interval = medianInterval(medians);
  const middle = medianOf(medians);
  if (interval === null || middle === null || middle <= 0) return null;
  return (interval.high - interval.low) / 2 / middle;
};

const lowest = (configurations: readonly Progress[]): Progress | null => {
  let best: { readonly progress: Progress; readonly median: number } | null = null;
  for (const progress of configurations) {
    if (progress.givenUp === true) continue;
    const median = medianOf(progress.rounds.map((entry) => entry.medianNs));
    if (median !== null && (best === null || median < best.median)) best = { progress, median };
  }
  return best?.progress ?? null;
};

/**
 * Which configurations of one device stop after this round and which go on.
 *
 * Settled: enough samples, the interval of the median narrower than the target, and its place inside or
 * outside the plateau clear (the 95 % interval of its ratio to the best does not hold the plateau's edge).
 * The best itself goes on while another needs it to be compared with: ratios are made of common rounds.
 */
export const decideNext = (input: DecisionInput): Decision => {
  const { stop, next } = decideAlone(input);
  const held = stop.find(({ configuration }) => configuration === input.sentinel);
  // No bound is exceeded for its sake: then another that still lives takes its place.
  const isBound = held?.reason !== 'settled' && held?.reason !== 'far-from-best';
  if (held === undefined || next.length === 0 || isBound) return { stop, next };
  return {
    held: held.configuration,
    stop: stop.filter((decision) => decision !== held),
    next: [...next, held.configuration],
  };
};

/** What each comes to by its own figures. */
const decideAlone = ({ options, fixed, configurations }: DecisionInput): Decision => {
  const best = lowest(configurations);
  const edge = 1 + options.plateau;
  const isNarrow = ({ samples, rounds }: Progress): boolean => {
    const width = rounds.length >= roundsToSettle ? relativeHalfWidth(rounds) : null;
    return samples >= options.minSamples && width !== null && width <= options.target;
  };
  const reasonFor = (progress: Progress): StopDecision['reason'] | null => {
    const { samples, rounds, spentNs } = progress;
    if (fixed !== null) return samples >= fixed ? 'fixed' : null;
    if (best !== null && best !== progress) {
      const against = pairedRatios(rounds, best.rounds);
      if (against !== null) {
        if (against(farCertainty).low > edge) return 'far-from-best';
        const place = against(0.975);
        const clear = place.high <= edge || place.low > edge;
        if (clear && isNarrow(progress)) return 'settled';
      }
    }
    if (samples >= options.maxSamples) return 'max-samples';
    return spentNs >= options.maxSeconds * 1e9 ? 'max-time' : null;
  };
  const stop: StopDecision[] = [];
  const next: string[] = [];
  for (const progress of configurations) {
    if (!progress.live) continue;
    const reason = reasonFor(progress);
    if (reason === null) next.push(progress.configuration);
    else stop.push({ configuration: progress.configuration, reason });
  }
  if (fixed === null && best !== null && next.length === 1 && next[0] === best.configuration) {
    if (isNarrow(best)) {
      return {
        stop: [...stop, { configuration: best.configuration, reason: 'settled' }],
        next: [],
      };
    }
  }
  return { stop, next };
};

export interface VisitInput {
  readonly options: MeasureOptions;
  readonly fixed: number | null;
  /** Samples and visits that the configuration has so far. */
  readonly samples: number;
  readonly visits: number;
  /** Host time of one launch of it, ns; null before the first. */
  readonly typicalNs: number | null;
  /** It is done and goes on as the sentinel only: a few launches are enough. */
  readonly watching?: boolean | undefined;
}

export interface VisitSize {
  /** Launches to take; at least 1 unless the configuration has its fixed number. */
  readonly samples: number;
  /** Stop taking samples after this long (never before the first), ns. */
  readonly maxNs: number;
}

/**
 * How long a visit may get. Adaptive: as many launches as fit in 30 ms, at least one, at most a 20th of the
 * sample bound (3 in the first three rounds, and for a sentinel that is done). Fixed: N samples evenly over min(N, 10) rounds, without a
 * time limit.
 */
export const planVisit = ({
  options,
  fixed,
  samples,
  visits,
  typicalNs,
  watching = false,
}: VisitInput): VisitSize => {
  if (fixed !== null) {
    const roundsLeft = Math.max(1, fixedRounds(fixed) - visits);
    const left = Math.max(0, fixed - samples);
    return { samples: Math.ceil(left / roundsLeft), maxNs: Number.MAX_SAFE_INTEGER };
  }
  const share = Math.max(1, Math.ceil(options.maxSamples / 20));
  const most = watching || visits < scoutRounds ? Math.min(scoutLaunches, share) : share;
  const fitting =
    typicalNs === null || typicalNs <= 0 ? most : Math.floor(visitSliceNs / typicalNs);
  const left = Math.max(1, options.maxSamples - samples);
  return { samples: Math.max(1, Math.min(most, fitting, left)), maxNs: visitSliceNs };
};
