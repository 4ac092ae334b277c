/**
 * What the queue remembers of one configuration while it measures: little enough that a visit costs the
 * same at the first and at the thousandth configuration. The samples themselves go to the run log.
 */
import type { Configuration } from '@shared/domain/plan-types';
import type { OutcomeDetail } from '@shared/domain/outcome';
import type { ConfigurationState } from '@shared/domain/run-types';
import type { VisitSamples } from '@shared/domain/sample';
import { medianOf } from '@shared/domain/statistics';
import { progressOf, type Progress } from '@shared/domain/stopping';
import type { LaunchPlan } from './protocol';

export interface ConfigurationProgress {
  readonly configuration: Configuration;
  readonly launch: LaunchPlan;
  readonly rounds: { readonly round: number; readonly medianNs: number }[];
  samples: number;
  spentNs: number;
  live: boolean;
  /** false once it failed, was refused or is wrong: the others are not compared with it. */
  comparable: boolean;
  verified: boolean | null;
  /** It was verified, or found not comparable: no later visit does it again. */
  checked: boolean;
  /** The worker's life in which it was last visited: a fresh worker has to warm up again. */
  life: number;
  /** How its results compare with the reference; null: the same to the bit, or not compared. */
  compared: OutcomeDetail | null;
  /** A few launches a visit are enough: it is done and visited on as the sentinel only, or part of a search. */
  watching: boolean;
  /** Part of a search that has not taken it up yet: it lives, and is not visited. */
  waiting: boolean;
  /** Ended as far from the best. */
  givenUp: boolean;
  saidNearTimer: boolean;
  saidEndBeforeStart: boolean;
}

/** Over for good: measured, failed, or impossible; what was merely cancelled or given up is not. */
export const isOver = ({ outcome }: ConfigurationState): boolean =>
  outcome !== null &&
  !(
    outcome.kind === 'skipped' &&
    (outcome.reason === 'cancelled' || outcome.reason === 'lane-stopped')
  );

/** `before`: what an earlier part of the same run came to. */
export const startProgress = (
  configuration: Configuration,
  launch: LaunchPlan,
  before?: ConfigurationState,
): ConfigurationProgress => ({
  configuration,
  launch,
  rounds: before === undefined ? [] : [...progressOf(before).rounds],
  samples: before === undefined ? 0 : progressOf(before).samples,
  spentNs: before === undefined ? 0 : progressOf(before).spentNs,
  live: before === undefined || !isOver(before),
  comparable: before === undefined || !isOver(before) || before.outcome?.kind === 'measured',
  verified: before?.verified ?? null,
  checked: before?.verified === true,
  life: 0,
  compared: null,
  watching: false,
  waiting: false,
  givenUp: before?.stopReason === 'far-from-best',
  saidNearTimer: false,
  saidEndBeforeStart: false,
});

/** Counts a visit in. */
export const addVisit = (
  progress: ConfigurationProgress,
  round: number,
  samples: VisitSamples,
): void => {
  const medianNs = medianOf(samples.runNs);
  if (medianNs === null) return;
  progress.rounds.push({ round, medianNs });
  progress.samples += samples.runNs.length;
  for (const wall of samples.wallNs) progress.spentNs += wall * samples.batchK;
};

/** Mean host time of one launch, ns; null before the first. */
export const typicalNs = (progress: ConfigurationProgress): number | null =>
  progress.samples === 0 ? null : progress.spentNs / progress.samples;

export const strategyView = (progress: ConfigurationProgress): Progress => ({
  configuration: progress.configuration.id,
  rounds: progress.rounds,
  samples: progress.samples,
  spentNs: progress.spentNs,
  live: progress.live,
  givenUp: progress.givenUp,
});
