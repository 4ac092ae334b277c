/**
 * What can be said of one device of a run: its words, its sets, and what each configuration has to do with them.
 * Decides nothing; ranking.ts makes it.
 */
import type { RatioInterval } from './ratio';
import type { TimeSource } from './sample';
import type { LocalSize } from './sizes';

export interface RankedConfiguration {
  /** Configuration id within the device. */
  readonly configuration: string;
  readonly local: LocalSize;
  readonly medianNs: number;
  /** Median ÷ the best's: what a table shows; 1 for the best. Of what was given up, by common rounds if those say more. */
  readonly relative: number;
  /** Paired by rounds against the best, 95 %; null for the best itself and below three common rounds. */
  readonly interval: RatioInterval | null;
  readonly rounds: number;
  readonly inTieSet: boolean;
  readonly inPlateau: boolean;
  /** Inside the plateau with 95 % certainty (one-sided). */
  readonly plateauCertain: boolean;
}

export type VerdictKind = 'use' | 'does-not-matter' | 'more-samples-needed' | 'nothing-measured';

/** The best size is the smallest or largest that was tried, and no size inside ties with it. */
export interface EdgeFinding {
  readonly side: 'smallest' | 'largest';
  readonly configuration: string;
  /** Sizes or shapes worth adding. */
  readonly add: readonly (readonly number[])[];
}

export interface Verdict {
  readonly kind: VerdictKind;
  readonly deviceKey: string;
  /** Why there is no firm answer: `more-samples-needed` only. */
  readonly reason: 'too-few-rounds' | 'not-certain' | null;
  /**
   * Configuration id by the rule; when more samples are needed, provisionally, the fastest of the plateau by common rounds. null:
   * nothing measured.
   */
  readonly recommended: string | null;
  /** Configuration id of the lowest median among those that were not given up. */
  readonly best: string | null;
  /** By `relative`, ascending. */
  readonly ranked: readonly RankedConfiguration[];
  /** Configuration ids, in the order of `ranked`. */
  readonly tieSet: readonly string[];
  readonly plateau: readonly string[];
  /** Width of the plateau: 0.05 is 5 %. */
  readonly plateauShare: number;
  readonly confidence: number;
  /** Rounds of the best. */
  readonly rounds: number;
  /** Some configuration is still to be dealt with. */
  readonly provisional: boolean;
  readonly edge: EdgeFinding | null;
  /** The least trusted source among the ranked; null: nothing measured. */
  readonly timeSource: TimeSource | null;
  /** Event times and batches are ranked together. */
  readonly mixedSources: boolean;
  /** Measured with the other kind of clock, therefore not ranked. */
  readonly notCompared: readonly { readonly configuration: string; readonly source: TimeSource }[];
}
