/**
 * Whether a kernel that works in place would have had other times without restoring. Decides from pairs of
 * launches of one configuration, one on restored data and one on what launches before it left; refuses to
 * speak of a change that noise explains, or from fewer than three pairs.
 *
 * The pairs are treated as rounds are (ratio.ts, paired, 99 %), and a change is said beyond 10 %.
 */
import type { RatioInterval } from './ratio';
import { pairedRatio } from './ratio';

export interface InPlaceJudgement {
  /** Unrestored ÷ restored; null: too few pairs. */
  readonly ratio: RatioInterval | null;
  readonly changes: boolean;
}

const oneSided = 0.995;
const allowance = 0.1;

const series = (durations: readonly number[]) =>
  durations.map((medianNs, round) => ({ round, medianNs }));

/** Durations in ns; those of equal index are a pair. */
export const judgeInPlace = (
  restored: readonly number[],
  unrestored: readonly number[],
): InPlaceJudgement => {
  const ratio = pairedRatio(series(unrestored), series(restored), oneSided);
  if (ratio === null) return { ratio, changes: false };
  const changes = ratio.low > 1 + allowance || ratio.high < 1 / (1 + allowance);
  return { ratio, changes };
};
