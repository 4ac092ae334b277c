/**
 * Whether a kernel that works in place would have had other times without restoring. Decides from two sets
 * of launches of one configuration; refuses to speak of a change that noise explains, or from fewer
 * than three launches of each.
 *
 * Only the later half of the unrestored launches counts, because growth needs launches to show. The
 * launches are treated as two runs (ratio.ts, unpaired, 99 %), and a change is said beyond 10 % or as much
 * as the launches of either kind wander (1.4826 · MAD ÷ median), whichever is more.
 */
import type { RatioInterval } from './ratio';
import { unpairedRatio } from './ratio';
import { summarize } from './statistics';

export interface InPlaceJudgement {
  /** Unrestored ÷ restored; null: too few launches. */
  readonly ratio: RatioInterval | null;
  readonly changes: boolean;
}

const oneSided = 0.995;
const leastAllowance = 0.1;

const wander = (durations: readonly number[]): number => {
  const { mad, median } = summarize(durations);
  return mad === null || median === null || median <= 0 ? 0 : (1.4826 * mad) / median;
};

/** Durations in ns, in the order in which they were measured. */
export const judgeInPlace = (
  restored: readonly number[],
  unrestored: readonly number[],
): InPlaceJudgement => {
  const grown = unrestored.slice(Math.floor(unrestored.length / 2));
  const ratio = unpairedRatio(grown, restored, oneSided);
  if (ratio === null) return { ratio, changes: false };
  const allowance = Math.max(leastAllowance, wander(restored), wander(grown));
  const changes = ratio.low > 1 + allowance || ratio.high < 1 / (1 + allowance);
  return { ratio, changes };
};
