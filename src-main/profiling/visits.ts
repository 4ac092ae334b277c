/**
 * One visit to one configuration: made ready, launched, and what comes back taken in. Decides what an answer
 * of the worker means: samples, the end of the configuration, or of the worker too. Refuses to launch what
 * has ended while it was made ready, and to send ahead what needs something else first.
 */
import type { Blame } from './blame';
import type { ConfigurationProgress } from './configuration-progress';
import { outcomeOfRefusal } from './outcome-of';
import type { VisitReply } from './protocol';
import type { SweepBuilds } from './sweep-builds';
import type { ReferenceKeeper } from './reference-keeper';
import type { SweepContext } from './sweep-context';
import type { Intake } from './visit-intake';
import { requestVisit, sizeOf, typicalMs, type VisitWish } from './visit-request';
import type { Answer } from './worker-link';
import type { VisitSize } from '@shared/domain/stopping';

export interface Visits {
  /** Launches nothing when the configuration has ended or the sweep is to stop. */
  visit(item: ConfigurationProgress, round: number): Promise<void>;
  /**
   * Asks for the visit while the worker is still busy with another. null: it needs a worker, a reference or an
   * answer first, and is to be made by `visit`.
   */
  sendAhead(turn: Turn): SentAhead | null;
  /** Takes in what the worker answered to a visit. */
  take(item: ConfigurationProgress, reply: VisitReply, round: number): Promise<void>;
}

/** A visit that is due: whose, in which round, and how long. */
export interface Turn {
  readonly item: ConfigurationProgress;
  readonly round: number;
  readonly size: VisitSize;
}

/** A visit, or several, that the worker was asked for. */
export interface SentAhead {
  /** Takes the answer in, whatever it is. */
  arrive(): Promise<void>;
}

/** It wrote outside of its buffers. */
export const hasEscaped = ({ verification }: VisitReply): boolean =>
  verification?.kind === 'out-of-bounds' && verification.escaped;

export interface VisitParts {
  readonly blame: Blame;
  readonly builds: SweepBuilds;
  readonly reference: ReferenceKeeper;
  readonly intake: Intake;
}

export const createVisits = (context: SweepContext, parts: VisitParts): Visits => {
  const { sweep, ledger, status, worker, lives } = context;
  const { blame, builds, reference, intake } = parts;
  const { device, options } = sweep;
  let chosenAsked = false;
  let chosen: readonly number[] | null = null;

  /** What the driver picks for NULL. Not to know it is no reason to lose the configuration itself. */
  const askChosen = async (item: ConfigurationProgress): Promise<void> => {
    chosenAsked = true;
    const answer = await worker.chosen({ type: 'chosen', launch: item.launch });
    if (answer.kind === 'reply') chosen = answer.value.local;
    else if (answer.kind === 'died' || answer.kind === 'timed-out') {
      await worker.discard();
      lives.countDeath(null);
    }
  };
  const take = async (
    item: ConfigurationProgress,
    reply: VisitReply,
    round: number,
  ): Promise<void> => {
    if (reply.refused === null) {
      lives.livedThrough();
      blame.cameThrough(item);
      intake.take(item, reply, round, chosen);
      status.launched(reply.samples?.runNs.length ?? 0);
      if (hasEscaped(reply)) await blame.escaped(item);
      return;
    }
    const outcome = outcomeOfRefusal(reply.refused, device.name, item.configuration.local);
    if (outcome.kind === 'failed' && outcome.reason === 'device-lost') {
      return lives.lose(item, outcome);
    }
    ledger.end(item, outcome);
    // After a launch that failed half-way some drivers fail every later one in the same context.
    if (reply.refused.workerUnusable === true) await worker.discard();
  };
  const launch = async (item: ConfigurationProgress, round: number): Promise<void> => {
    status.visiting(item.configuration.id, round);
    if (!(await builds.makeReady(item))) return;
    if (item.configuration.local === null && !chosenAsked) await askChosen(item);
    const verify = options.verify && !item.checked;
    if (verify && !lives.stopped()) await reference.rebuild();
    // Another life, or another build, may have come in between.
    if (!item.live || !(await builds.makeReady(item))) return;

    const { answer } = send(item, { ...sizeOf(context, item), verify });
    return accept(item, await answer, round);
  };
  const send = (
    item: ConfigurationProgress,
    wish: VisitWish,
  ): { readonly answer: Promise<Answer<VisitReply>> } => {
    const isFirst = item.life !== worker.life;
    const wanted = requestVisit(context, item, wish);
    item.life = worker.life;
    return { answer: worker.visit(wanted, isFirst, typicalMs(item)) };
  };
  const accept = async (
    item: ConfigurationProgress,
    answer: Answer<VisitReply>,
    round: number,
  ): Promise<void> => {
    switch (answer.kind) {
      case 'stopped':
        return;
      case 'died':
      case 'timed-out':
        return (await blame.died(item, answer)) ? visit(item, round) : undefined;
      case 'failure': {
        const outcome = lives.misfortune(item, answer);
        if (outcome.reason === 'device-lost') return lives.lose(item, outcome);
        ledger.end(item, outcome);
        return worker.discard();
      }
      case 'reply':
        return take(item, answer.value, round);
    }
  };

  const visit = async (item: ConfigurationProgress, round: number): Promise<void> => {
    if (item.live && !lives.stopped()) await launch(item, round);
  };
  const sendAhead = ({ item, round, size }: Turn): SentAhead | null => {
    const wish = builds.wishOf(item.configuration);
    const verify = options.verify && !item.checked;
    const canGo =
      item.live &&
      !lives.stopped() &&
      !context.perSize &&
      !('kind' in wish) &&
      worker.isReady(wish) &&
      (item.configuration.local !== null || chosenAsked) &&
      (!verify || reference.isThere());
    if (!canGo) return null;
    const { process } = worker;
    const { answer } = send(item, { ...size, verify });
    return {
      arrive: async () => {
        status.visiting(item.configuration.id, round);
        const answered = await answer;
        // Ended by a cancellation, the worker has told the truth; else what came before has cost it, and
        // nothing that it said after that counts.
        if (worker.process === process || lives.stopped()) await accept(item, answered, round);
        else await visit(item, round);
      },
    };
  };

  return { visit, sendAhead, take };
};
