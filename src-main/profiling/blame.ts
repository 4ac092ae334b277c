/**
 * Who is to blame when a worker dies. A launch that writes out of bounds can break the memory of its process so that
 * it dies only later, in the launch of another size; and when its last answer is lost with it, it was the next size
 * that it died in. So where other sizes had been launched in a process that died, or asked for behind the one in
 * flight, the size in flight is tried alone in a fresh one before it fails; if it comes through, so are the others, the last
 * launched first, until one dies alone. Decides who fails; refuses to try a size twice, to try one that was the only
 * one in its process, and to try again what hung or outgrew the memory.
 */
import type { RunWarningCode } from '@shared/domain/run-event';
import { localLabel } from '@shared/domain/sizes';
import type { ConfigurationProgress } from './configuration-progress';
import { outcomeOfOverrun, type Failed, type Misfortune } from './outcome-of';
import type { SweepBuilds } from './sweep-builds';
import type { SweepContext } from './sweep-context';
import { requestVisit } from './visit-request';

export interface Blame {
  /**
   * The worker died, or was killed, in a launch of `item`: fails whoever is to blame. true: that was not `item`,
   * which can be visited again in a fresh worker.
   */
  died(item: ConfigurationProgress, answer: Misfortune): Promise<boolean>;
  /**
   * The worker died in visits that shared a message; they are made again alone. What is returned is called once
   * they were: if that cost no further worker, the others that had been launched beside them are tried.
   */
  diedTogether(items: ReadonlySet<ConfigurationProgress>): () => Promise<void>;
  /** A launch of `item` came through in the worker that is there now. */
  cameThrough(item: ConfigurationProgress): void;
  /** A launch of `item`, which has failed for it, wrote outside of its buffers: nothing else runs in that process. */
  escaped(item: ConfigurationProgress): Promise<void>;
}

/** A trial costs a start of the worker; one death costs at most so many. */
const mostTrials = 8;
/** Enough launches for the damage to show. */
const trialSamples = 10;
const trialNs = 0.3e9;

export const createBlame = (context: SweepContext, builds: SweepBuilds): Blame => {
  const { sweep, ledger, worker, lives } = context;
  const { device, spec, options } = sweep;
  /** Tried alone, and nothing was wrong. */
  const cleared = new Set<ConfigurationProgress>();
  const launchedIn = new Map<ConfigurationProgress, number>();
  let order: readonly ConfigurationProgress[] = [];

  /** Launched in the present life, the last first. */
  const others = (item: ConfigurationProgress): readonly ConfigurationProgress[] =>
    order.filter((other) => other !== item && launchedIn.get(other) === worker.life).toReversed();

  /** Alone in a process of its own, from its start to the release of all that it had; null: it came through. */
  const tryAlone = async (item: ConfigurationProgress): Promise<Failed | null> => {
    await worker.discard();
    const wish = builds.wishOf(item.configuration);
    if ('kind' in wish || (await worker.ready({ ...wish, guarded: true })).kind !== 'ready') {
      return null;
    }
    const size = { samples: trialSamples, maxNs: trialNs, verify: options.verify };
    const visited = await worker.visit(requestVisit(context, item, size), true, null);
    // Broken memory often shows when it is given back.
    const answer = visited.kind === 'reply' ? await worker.close() : visited;
    const found = visited.kind === 'reply' ? visited.value.verification : null;
    await worker.discard();
    if (answer.kind === 'died' || answer.kind === 'timed-out') {
      const outcome = lives.misfortune(item, answer);
      const message = `${outcome.message} It did so alone in a fresh process.`;
      return { ...outcome, message };
    }
    return found?.kind === 'out-of-bounds' && found.escaped
      ? outcomeOfOverrun(found, spec.kernel, device.name, item.configuration.local)
      : null;
  };
  const warn = (code: RunWarningCode, item: ConfigurationProgress | null, message: string): void =>
    ledger.warn({
      code,
      configuration: item?.configuration.id ?? null,
      message,
      detail: { device: device.name },
    });
  const convict = async (item: ConfigurationProgress, outcome: Failed): Promise<void> => {
    if (!item.live) {
      const size = localLabel(item.configuration.local);
      warn(
        'out-of-bounds',
        item,
        `Local size ${size} on ${device.name} had its times when another size died beside it; tried alone in a fresh process, it failed: ` +
          `${outcome.message} Do not use it before the kernel is mended.`,
      );
    }
    await lives.lose(item, outcome);
    item.comparable = false;
  };

  const died = async (item: ConfigurationProgress, answer: Misfortune): Promise<boolean> => {
    const beside = others(item);
    const outcome = lives.misfortune(item, answer);
    const couldBeAnother =
      answer.kind === 'died' &&
      answer.outgrownBytes === undefined &&
      (beside.length > 0 || answer.followed === true);
    if (!couldBeAnother) {
      await lives.lose(item, outcome);
      return false;
    }
    const suspects = [item, ...beside].filter((one) => !cleared.has(one)).slice(0, mostTrials);
    if (suspects.length === 0) {
      const names = beside.map(({ configuration }) => localLabel(configuration.local)).join(', ');
      const others =
        names === ''
          ? ''
          : `, and so was each of those launched beside it (${names}): one of them may be at fault`;
      const message = `${outcome.message} Alone in a fresh process it was well${others}.`;
      await lives.lose(item, { ...outcome, message });
      return false;
    }
    for (const suspect of suspects) {
      const found = await tryAlone(suspect);
      if (lives.stopped()) return false;
      if (found === null) {
        cleared.add(suspect);
        lives.livedThrough();
        continue;
      }
      await convict(suspect, found);
      return suspect !== item;
    }
    lives.countDeath(item);
    return true;
  };

  const diedTogether = (items: ReadonlySet<ConfigurationProgress>): (() => Promise<void>) => {
    const { life } = worker;
    const beside = order.filter(
      (one) =>
        one.comparable && !items.has(one) && !cleared.has(one) && launchedIn.get(one) === life,
    );
    return async () => {
      if (worker.life !== life + 1) return;
      for (const suspect of beside.toReversed().slice(0, mostTrials)) {
        const found = await tryAlone(suspect);
        if (lives.stopped()) return;
        if (found !== null) return convict(suspect, found);
        cleared.add(suspect);
        lives.livedThrough();
      }
    };
  };

  return {
    died,
    diedTogether,
    cameThrough: (item) => {
      if (launchedIn.get(item) !== worker.life) launchedIn.set(item, worker.life);
      if (order.at(-1) !== item) order = [...order.filter((one) => one !== item), item];
    },
    escaped: async (item) => {
      await worker.discard();
      lives.sayRestarted(item);
    },
  };
};
