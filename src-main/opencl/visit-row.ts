/**
 * Visits in a row to configurations that were launched before. All that can be made ready beforehand is, so that
 * nothing but launches lies between the launches of two visits: after a kernel of some ms each further step has to be
 * fetched into a CPU's caches anew. Decides where a row has to be interrupted, for new buffers, other arguments or a
 * trial launch. A launch that the driver refuses is an answer, the last one.
 */
import type { FurtherVisit, LaunchPlan, VisitReply } from '../profiling/protocol';
import type { BufferHome } from './device-buffers';
import type { PreparedKernel, VisitContext } from './launch-check';
import { isReady, readyLaunch } from './launch-check';
import type { Series } from './launcher';
import { mayRenew, renewBuffers } from './renewal';
import { ClCallFailure } from './status';
import {
  batchNeedsTrial,
  chooseBatch,
  emptySamples,
  refusedByDriver,
  refusedReply,
  shapeOf,
} from './visit';

interface Ready {
  readonly launch: LaunchPlan;
  readonly series: Series;
  readonly nearTimerResolution: boolean;
}

const nothingElse = { firstLaunchNs: null, warmUps: 0, verification: null, refused: null } as const;

/** One reply per visit, until one is refused or was not visited before. Only bugs throw. */
export const visitInRow = (
  context: VisitContext & BufferHome,
  prepared: PreparedKernel,
  visits: readonly FurtherVisit[],
): readonly VisitReply[] => {
  const replies: VisitReply[] = [];
  let row: Ready[] = [];
  /** Launches what is ready; false: one of them was refused. */
  const launchRow = (): boolean => {
    if (row.length === 0) return true;
    const { taken, failure } = context.launcher.sampleAll(row.map(({ series }) => series));
    for (const [index, one] of taken.entries()) {
      replies.push({
        samples: one.samples,
        firstLaunchNs: null,
        warmUps: 0,
        verification: null,
        endBeforeStart: one.endBeforeStart,
        refused: null,
        nearTimerResolution: row[index]?.nearTimerResolution ?? false,
      });
    }
    const failed = failure === null ? undefined : row[taken.length];
    row = [];
    if (failure === null || failed === undefined) return true;
    replies.push(refusedReply(refusedByDriver(failure, prepared, failed.launch)));
    return false;
  };
  /** Adds a visit to the row; false: it, or one before it, was refused. */
  const makeReady = (
    { configuration, samples, maxNs }: FurtherVisit,
    launch: LaunchPlan,
  ): boolean => {
    const refused = readyLaunch(context, prepared, launch);
    if (refused !== null) {
      replies.push(refusedReply(refused));
      return false;
    }
    const shape = shapeOf(context, prepared, { launch, cold: false });
    if (batchNeedsTrial(context, prepared, shape, launch) && !launchRow()) return false;
    const { batchK, nearTimerResolution } = chooseBatch(context, prepared, shape, launch);
    const beforeLaunch = (): void => context.stages.keepAlive('launch', configuration);
    const series = { shape, samples, maxNs, batchK, beforeLaunch };
    row.push({ launch, series, nearTimerResolution });
    return true;
  };

  for (const visit of visits) {
    const launch = prepared.plans.get(visit.configuration);
    if (launch === undefined) break;
    const moves = mayRenew(context, prepared, visit);
    // What is in the row is launched with the buffers and the arguments that it was made ready for.
    const isOver = moves || visit.samples === 0 || !isReady(prepared, launch);
    if (isOver && !launchRow()) return replies;
    if (visit.samples === 0) {
      replies.push({ ...nothingElse, samples: emptySamples(context.timer), endBeforeStart: 0 });
      continue;
    }
    if (moves) renewBuffers(context, prepared, visit);
    try {
      if (!makeReady(visit, launch)) return replies;
    } catch (failure) {
      if (!(failure instanceof ClCallFailure)) throw failure;
      // What failed was this visit's own, and those before it are still to be launched.
      if (launchRow()) replies.push(refusedReply(refusedByDriver(failure, prepared, launch)));
      return replies;
    }
  }
  launchRow();
  return replies;
};
