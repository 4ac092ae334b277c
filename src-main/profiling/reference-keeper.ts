/**
 * Sees to it that there is something to compare results with: reference outputs last one life of the worker,
 * and a configuration that was found right makes them again in the next. Refuses nothing: while no
 * configuration was found right, the next to be verified becomes the reference itself.
 */
import type { Blame } from './blame';
import type { SweepContext } from './sweep-context';
import type { SweepBuilds } from './sweep-builds';
import { requestVerdict } from './visit-request';

export interface ReferenceKeeper {
  /** The worker has just made the reference outputs. */
  readonly made: () => void;
  /** Whether the worker that runs now has them. */
  isThere(): boolean;
  /** Makes them again if the worker that had them is gone. */
  rebuild(): Promise<void>;
}

export const createReferenceKeeper = (
  context: SweepContext,
  builds: SweepBuilds,
  blame: Blame,
): ReferenceKeeper => {
  const { ledger, worker } = context;
  /** The worker's life in which the reference outputs were made; 0: not yet. */
  let referenceLife = 0;

  const rebuild = async (): Promise<void> => {
    if (referenceLife === worker.life) return;
    const source = ledger.all.find((item) => item.comparable && item.verified === true);
    if (source === undefined) return;
    const wish = builds.wishOf(source.configuration);
    if ('kind' in wish || (await worker.ready(wish)).kind !== 'ready') return;
    referenceLife = worker.life;
    const answer = await worker.visit(requestVerdict(context, source), true, null);
    if (answer.kind === 'reply') blame.cameThrough(source);
    if (answer.kind === 'died' || answer.kind === 'timed-out') {
      const { verified } = source;
      source.verified = null;
      if (await blame.died(source, answer)) {
        source.verified = verified;
        return rebuild();
      }
      source.comparable = false;
    }
  };

  return {
    made: () => {
      referenceLife = worker.life;
    },
    isThere: () => referenceLife === worker.life,
    rebuild,
  };
};
