/**
 * What the next visit to a configuration asks of the worker: how many samples, for how long at most, and
 * whether it has to warm up first. Refuses nothing: who is visited at all is decided in rounds.ts.
 */
import { planVisit, type VisitSize } from '@shared/domain/stopping';
import { typicalNs, type ConfigurationProgress } from './configuration-progress';
import type { VisitRequest } from './protocol';
import type { SweepContext } from './sweep-context';

const warmUpLaunches = 5;
const warmUpNs = 1e9;

/** What one visit is asked for; `maxNs`: stop taking samples after this long. */
export interface VisitWish extends VisitSize {
  /** Its results are compared with the reference as well. */
  readonly verify: boolean;
}

export const requestVisit = (
  { sweep, worker }: SweepContext,
  item: ConfigurationProgress,
  { samples, maxNs, verify }: VisitWish,
): VisitRequest => ({
  type: 'visit',
  launch: item.launch,
  warmUps: item.life === worker.life || samples === 0 ? 0 : warmUpLaunches,
  warmUpNs,
  samples,
  maxNs: Math.max(1, maxNs),
  cold: sweep.options.cold,
  verify,
  announced: item.life !== worker.life,
});

/** A visit for the verdict on the results only: nothing is timed. */
export const requestVerdict = (context: SweepContext, item: ConfigurationProgress): VisitRequest =>
  requestVisit(context, item, { samples: 0, maxNs: 1, verify: true });

/** How long the next visit is; `samples` and `visits`: what it will have had by then. */
export const sizeOf = (
  { fixed, sweep }: SweepContext,
  item: ConfigurationProgress,
  samples = item.samples,
  visits = item.rounds.length,
): VisitSize => {
  const { options } = sweep;
  const size = planVisit({
    options,
    fixed,
    samples,
    visits,
    typicalNs: typicalNs(item),
    watching: item.watching,
  });
  const left = options.maxSeconds * 1e9 - item.spentNs;
  return { ...size, maxNs: fixed === null ? Math.min(size.maxNs, left) : size.maxNs };
};

/** Mean host time of one launch, milliseconds, from which the next is bounded; null before the first. */
export const typicalMs = (item: ConfigurationProgress): number | null => {
  const typical = typicalNs(item);
  return typical === null ? null : typical / 1e6;
};
