/**
 * The log of a run that was cut off holds the times of a configuration, but not the verdict on its results:
 * it is found again before anything is decided, so that no wrong result passes for a measured one. Refuses
 * to time anything.
 */
import type { ConfigurationProgress } from './configuration-progress';
import type { SweepContext } from './sweep-context';
import { requestVerdict } from './visit-request';
import { hasEscaped, type VisitParts, type Visits } from './visits';

export interface VerdictParts extends VisitParts {
  readonly visits: Visits;
}

/** Verifies those of `items` that have times without a verdict. `round`: the one that comes next. */
export const verifyEarlier = async (
  context: SweepContext,
  { blame, builds, reference, intake, visits }: VerdictParts,
  items: readonly ConfigurationProgress[],
  round: number,
): Promise<void> => {
  const { status, worker, lives } = context;
  for (const item of items.filter(({ samples, checked }) => samples > 0 && !checked)) {
    if (lives.stopped()) return;
    status.visiting(item.configuration.id, round);
    if (!(await builds.makeReady(item))) continue;
    await reference.rebuild();
    if (!item.live || !(await builds.makeReady(item))) continue;
    const answer = await worker.visit(requestVerdict(context, item), true, null);
    switch (answer.kind) {
      case 'stopped':
        return;
      case 'reply':
        if (answer.value.refused === null) {
          blame.cameThrough(item);
          intake.verify(item, answer.value);
          if (hasEscaped(answer.value)) await blame.escaped(item);
        } else await visits.take(item, answer.value, round);
        break;
      case 'died':
      case 'timed-out':
        // Not to blame: its next visit verifies it.
        await blame.died(item, answer);
        break;
      default:
        await lives.lose(item, lives.misfortune(item, answer));
    }
  }
};
