/**
 * What "Find the best size" is asked for, and the steps in which it goes. Plain data: the options are part of
 * a run's header, the steps of its log.
 */
import type { LocalSize } from '../sizes';

/** Part of the options of a run; a run without it measures the sizes of its spec, all of them. */
export interface SearchOptions {
  /** Sizes that are measured from the beginning, beside those that are tried first anyway. */
  readonly add: readonly LocalSize[];
  /** Sizes that are not measured whatever the search comes to. */
  readonly forbid: readonly LocalSize[];
}

/**
 * Why sizes are taken up: `first`, what the user added with them; `wider`: smaller and larger than all that was
 * tried; `refine`: around the best.
 */
export type SearchStage = 'first' | 'wider' | 'refine';
export const searchStages = ['first', 'wider', 'refine'] as const satisfies readonly SearchStage[];

/** Sizes that the search takes up together, between two rounds. */
export interface SearchStep {
  readonly stage: SearchStage;
  /** The size (configuration id) that was the best then; null: nothing was measured yet. */
  readonly around: string | null;
  /** Configuration ids. */
  readonly configurations: readonly string[];
}
