/**
 * Visits that share one message (visit-group.ts says how many). Decides which may: short ones, of
 * configurations that were launched in this life of the worker and have nothing left to verify. Refuses to
 * guess the culprit when the worker does not come through them: they are all made again, and from then on
 * each alone.
 */
import type { VisitSize } from '@shared/domain/stopping';
import { typicalNs, type ConfigurationProgress } from './configuration-progress';
import type { SweepBuilds } from './sweep-builds';
import type { SweepContext } from './sweep-context';
import { requestVisit } from './visit-request';
import type { Visits } from './visits';

/** A visit that is due: whose, in which round, and how long. */
export interface Turn {
  readonly item: ConfigurationProgress;
  readonly round: number;
  readonly size: VisitSize;
}

export interface GroupedVisits {
  /** How long a visit will take if it can share a message with others; null: it goes alone. */
  readonly expectedNs: (turn: Turn) => number | null;
  /** Makes one visit, or several that share a message. */
  visit(turns: readonly Turn[]): Promise<void>;
}

export const createGroupedVisits = (
  context: SweepContext,
  builds: SweepBuilds,
  visits: Visits,
): GroupedVisits => {
  const { sweep, perSize, status, worker, lives } = context;
  const { options } = sweep;
  /** Once part of a group that the worker did not come through. */
  const alone = new Set<ConfigurationProgress>();

  const visitTogether = async (turns: readonly Turn[], first: Turn): Promise<void> => {
    if (!(await builds.makeReady(first.item))) return;
    if (first.item.life !== worker.life) {
      // A fresh worker: each of them has a first launch to make.
      for (const { item, round } of turns) await visits.visit(item, round);
      return;
    }
    const wanted = turns.map(({ item, size }) =>
      requestVisit(context, item, { ...size, verify: false }),
    );
    const longestNs = Math.max(...turns.map(({ item }) => typicalNs(item) ?? 0));
    const answer = await worker.visitTogether(wanted, longestNs / 1e6);
    if (answer.kind === 'stopped') return;
    const replies = answer.kind === 'reply' ? answer.value : [];
    if (answer.kind !== 'reply') {
      for (const { item } of turns) alone.add(item);
      await worker.discard();
      lives.sayRestarted(null);
    }
    for (const [index, { item, round }] of turns.entries()) {
      const reply = replies[index];
      if (reply === undefined) await visits.visit(item, round);
      else {
        status.visiting(item.configuration.id, round);
        await visits.take(item, reply, round);
      }
    }
  };

  return {
    expectedNs: ({ item, size }) => {
      const typical = typicalNs(item);
      const canShare =
        item.live &&
        item.life === worker.life &&
        !alone.has(item) &&
        !perSize &&
        !options.cold &&
        (item.checked || !options.verify);
      return typical === null || !canShare ? null : typical * size.samples;
    },
    visit: async (turns) => {
      const [first] = turns;
      if (first === undefined) return;
      if (turns.length > 1) await visitTogether(turns, first);
      else await visits.visit(first.item, first.round);
    },
  };
};
