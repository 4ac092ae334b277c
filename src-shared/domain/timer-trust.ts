/**
 * How far a device's event times can be trusted, and why. Plain data: found in the worker (which tries the
 * clock), stored with the run, shown as a badge.
 */
export const timerReasons = [
  'trusted',
  'no-timestamps',
  'constant',
  'end-before-start',
  'wall-disagrees',
] as const;
export type TimerReason = (typeof timerReasons)[number];

export interface TimerTrust {
  /** The step in which event times were seen to move, ns; null: no usable event time, or it never moved. */
  readonly tickNs: number | null;
  readonly source: 'event' | 'wall';
  /** Why wall clock is used; closed codes. */
  readonly reason: TimerReason;
}
