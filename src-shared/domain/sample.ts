/**
 * Samples: what one timed launch gave. They travel in visits (all samples that one configuration got in
 * one round) as parallel arrays, because a run can hold a million of them.
 */
export const timeSources = ['event', 'batch', 'wall'] as const;
export type TimeSource = (typeof timeSources)[number];

/**
 * Durations in whole nanoseconds, one entry per sample, all arrays of the same length.
 * For `batch`, `runNs` and `wallNs` are per launch (the batch's time divided by `batchK`).
 */
export interface VisitSamples {
  readonly timeSource: TimeSource;
  /** Launches per sample: 1 except for `batch`. */
  readonly batchK: number;
  /** QUEUED → SUBMIT. null in a place: the driver's value could not be trusted. */
  readonly queueNs: readonly (number | null)[];
  /** SUBMIT → START. */
  readonly submitNs: readonly (number | null)[];
  /** The sample itself: START → END for `event`, host time for `wall`. */
  readonly runNs: readonly number[];
  /** Host time from before the enqueue to after the blocking finish. */
  readonly wallNs: readonly number[];
  /**
   * Places of samples whose `runNs` is the host's time, because the driver's event ended before it started or
   * gave no time. Absent: none. Never given for `wall`, where all are.
   */
  readonly wallAt?: readonly number[] | undefined;
}
