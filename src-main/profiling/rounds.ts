/**
 * Which visits are due, and when it is enough. Each round visits every live configuration once in seeded
 * random order, so that drift of clocks and heat hits all alike; after it the strategy (stopping.ts) says who
 * is done. Refuses to go on after a round that brought neither a sample nor an end.
 */
import { roundOrder } from '@shared/domain/random';
import type { ConfigurationProgress } from './configuration-progress';
import type { GroupedVisits } from './grouped-visits';
import { createInFlight } from './in-flight';
import type { InPlaceCheck } from './in-place-check';
import type { EarlierStates } from './resumed-run';
import type { SweepContext } from './sweep-context';
import { takeGroup } from './visit-group';
import { sizeOf } from './visit-request';
import type { Turn } from './visits';

export interface RoundParts {
  readonly grouped: GroupedVisits;
  readonly inPlace: InPlaceCheck;
}

/** How far ahead is planned where nothing is decided in between. */
const aheadNs = 4e9;

/** The round after the last that left samples. */
export const nextRound = (earlier: EarlierStates | undefined): number =>
  Math.max(-1, ...[...(earlier?.values() ?? [])].map(({ visits }) => visits.at(-1)?.round ?? -1)) +
  1;

/** The first round begins with the reference of the verification: an explicit size if there is one. */
export const orderOf = (
  { sweep, ledger }: SweepContext,
  round: number,
): readonly ConfigurationProgress[] => {
  const { options } = sweep;
  const items = ledger.live();
  const shuffled = roundOrder(items, options.seed, round);
  if (round > 0 || !options.verify) return shuffled;
  const reference = items.find((item) => item.configuration.local !== null) ?? items[0];
  return reference === undefined
    ? shuffled
    : [reference, ...shuffled.filter((item) => item !== reference)];
};

/**
 * The visits that are due next: a round of them. With a fixed number of samples nothing is decided between two
 * rounds, and so the rounds of the next while come at once. `inFlight`: those that were asked for and not answered.
 */
const dueFrom = (
  context: SweepContext,
  round: number,
  expectedNs: GroupedVisits['expectedNs'],
  inFlight: readonly Turn[] = [],
): readonly Turn[] => {
  const turns = orderOf(context, round).flatMap((item): readonly Turn[] => {
    const asked = inFlight.filter((turn) => turn.item === item);
    const samples = asked.reduce((sum, { size }) => sum + size.samples, item.samples);
    const size = sizeOf(context, item, samples, item.rounds.length + asked.length);
    return size.samples === 0 ? [] : [{ item, round, size }];
  });
  const times = turns.map(expectedNs);
  if (context.fixed === null || times.some((time) => time === null)) return turns;
  const roundNs = times.reduce<number>((sum, time) => sum + (time ?? 0), 0);
  const planned = new Map<ConfigurationProgress, { samples: number; visits: number }>();
  const count = ({ item, size }: Turn): void => {
    const { samples, visits } = planned.get(item) ?? {
      samples: item.samples,
      visits: item.rounds.length,
    };
    planned.set(item, { samples: samples + size.samples, visits: visits + 1 });
  };
  [...inFlight, ...turns].forEach(count);
  for (let ahead = 1; (ahead + 1) * roundNs <= aheadNs; ahead += 1) {
    const more = orderOf(context, round + ahead).flatMap((item): readonly Turn[] => {
      const before = planned.get(item);
      const size = sizeOf(context, item, before?.samples, before?.visits);
      const turn = { item, round: round + ahead, size };
      count(turn);
      return size.samples === 0 ? [] : [turn];
    });
    if (more.length === 0) break;
    turns.push(...more);
  }
  return turns;
};

/** How long visits that were sent together will take; null: first launches are made in them. */
const expectedOf = (
  group: readonly Turn[],
  expectedNs: GroupedVisits['expectedNs'],
): number | null =>
  group.reduce<number | null>((sum, turn) => {
    const expected = expectedNs(turn);
    return sum === null || expected === null ? null : sum + expected;
  }, 0);

/** Resolves when no configuration lives, or the sweep is to stop. */
export const measureInRounds = async (
  context: SweepContext,
  { grouped, inPlace }: RoundParts,
  firstRound: number,
): Promise<void> => {
  const { sweep, ledger, lives } = context;
  const progressMade = (): number =>
    ledger.all.reduce((sum, { samples, live }) => sum + samples + (live ? 0 : 1), 0);

  const groupOf = (due: readonly Turn[]): readonly Turn[] =>
    takeGroup(due, (turn) => {
      const ns = grouped.expectedNs(turn);
      return ns === null ? null : { ns, launches: turn.size.samples };
    });

  const flight = createInFlight();
  /** Asks for the visits at the head, as far ahead as is good; those that are left. */
  const askAhead = (due: readonly Turn[]): readonly Turn[] => {
    let left = due;
    while (left.length > 0 && flight.hasRoom) {
      const group = groupOf(left);
      const sent = grouped.sendAhead(group);
      if (sent === null) break;
      flight.add(sent, group, expectedOf(group, grouped.expectedNs));
      left = left.slice(group.length);
      // Asked as soon as there is a time: nothing is to run ahead of it.
      if (inPlace.isDue()) break;
    }
    return left;
  };
  /** Takes in what was asked for; when there is nothing, makes the visit at the head. Those that are left. */
  const goOn = async (due: readonly Turn[]): Promise<readonly Turn[]> => {
    const left = flight.isLow ? askAhead(due) : due;
    if (!flight.isEmpty) {
      await flight.arrive();
      return left;
    }
    const group = groupOf(left);
    await grouped.visit(group);
    return left.slice(group.length);
  };

  for (let round = firstRound; ledger.live().length > 0; round += 1) {
    const before = progressMade();
    let left = dueFrom(context, round, grouped.expectedNs);
    while (left.length > 0 || !flight.isEmpty) {
      if (sweep.isAwaited() || inPlace.isDue()) await flight.arriveAll();
      await sweep.breathe();
      await sweep.room();
      if (lives.stopped()) break;
      const isNextDue = left.length === 0 && flight.isLow && context.fixed !== null;
      const due = isNextDue ? dueFrom(context, round + 1, grouped.expectedNs, flight.turns) : left;
      const [head] = due;
      left = await goOn(due);
      // What is due at once may reach over several rounds.
      round = due[due.length - left.length - 1]?.round ?? round;
      if (inPlace.isDue() && head !== undefined) {
        await flight.arriveAll();
        await inPlace.make(head.item);
      }
    }
    await flight.arriveAll();
    if (lives.stopped()) return;
    ledger.decide();
    // A round that brings neither a sample nor an end would be repeated for ever.
    if (progressMade() === before) {
      lives.giveUp(
        `${sweep.device.name} gave neither times nor a reason in a whole round; its other sizes were not tried.`,
      );
      return;
    }
  }
};
