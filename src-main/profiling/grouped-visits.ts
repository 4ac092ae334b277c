/**
 * Visits that share one message (visit-group.ts says how many). Decides which may: short ones, of
 * configurations that were launched in this life of the worker and have nothing left to verify. Refuses to
 * guess the culprit when the worker does not come through them: they are all made again, and from then on
 * each alone.
 */
import type { Blame } from './blame';
import { typicalNs, type ConfigurationProgress } from './configuration-progress';
import type { SweepBuilds } from './sweep-builds';
import type { SweepContext } from './sweep-context';
import type { SentAhead, Turn, Visits } from './visits';

export interface GroupedVisits {
  /** How long a visit will take if it can share a message with others; null: it goes alone. */
  readonly expectedNs: (turn: Turn) => number | null;
  /** Makes one visit, or several that share a message. */
  visit(turns: readonly Turn[]): Promise<void>;
  /** Asks for them while the worker is still busy; null: not possible now, `visit` makes them. */
  sendAhead(turns: readonly Turn[]): SentAhead | null;
}

export const createGroupedVisits = (
  context: SweepContext,
  builds: SweepBuilds,
  visits: Visits,
  blame: Blame,
): GroupedVisits => {
  const { sweep, perSize, status, worker, lives } = context;
  const { options } = sweep;
  /** Once part of a group that the worker did not come through. */
  const alone = new Set<ConfigurationProgress>();

  const visitEach = async (turns: readonly Turn[]): Promise<void> => {
    for (const { item, round } of turns) await visits.visit(item, round);
  };
  /** null: no such worker is there, or one that each of them has a first launch to make in. */
  const sendTogether = (turns: readonly Turn[], first: Turn): SentAhead | null => {
    const wish = builds.wishOf(first.item.configuration);
    const isReady = !('kind' in wish) && worker.isReady(wish);
    if (!isReady || lives.stopped() || first.item.life !== worker.life) return null;
    const wanted = turns.map(({ item, size: { samples, maxNs } }) => ({
      configuration: item.configuration.id,
      samples,
      maxNs: Math.max(1, maxNs),
    }));
    const longestNs = Math.max(...turns.map(({ item }) => typicalNs(item) ?? 0));
    const { process } = worker;
    const sent = worker.visitTogether(wanted, longestNs / 1e6);
    return {
      arrive: async () => {
        status.visiting(first.item.configuration.id, first.round);
        const answer = await sent;
        // What came before has cost the worker, and this one with it.
        if (worker.process !== process && !lives.stopped()) return visitEach(turns);
        if (answer.kind === 'stopped') return;
        const replies = answer.kind === 'reply' ? answer.value : [];
        const searchOn =
          answer.kind === 'died'
            ? blame.diedTogether(new Set(turns.map(({ item }) => item)))
            : null;
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
        await searchOn?.();
      },
    };
  };
  const sendAhead = (turns: readonly Turn[]): SentAhead | null => {
    const [first] = turns;
    if (first === undefined) return null;
    return turns.length > 1 ? sendTogether(turns, first) : visits.sendAhead(first);
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
    sendAhead,
    visit: async (turns) => {
      const [first] = turns;
      if (first === undefined) return;
      if (turns.length === 1) return visits.visit(first.item, first.round);
      if (!(await builds.makeReady(first.item))) return;
      const sent = sendTogether(turns, first);
      await (sent === null ? visitEach(turns) : sent.arrive());
    },
  };
};
