/**
 * What would happen without restoring, in two parts. For times: cycles of one launch on restored data and a few
 * on what each before left, whose last counts; the two of a cycle are a pair, so that a drift of the
 * machine does not look like one of the kernel. For values: one longer chain without restoring. A kernel
 * that only overwrites its buffers has nothing that could grow, and is not measured.
 */
import { describeOutput } from './verify';
import type { InPlaceReply, WorkerRequest } from '../profiling/protocol';
import type { PreparedKernel, VisitContext } from './launch-check';
import { readyLaunch } from './launch-check';
import { makeShape, overwritesOnly, readOutputs } from './launch-buffers';
import type { LaunchShape } from './launcher';
import type { Output } from './reference';

export type InPlaceRequest = Extract<WorkerRequest, { type: 'in-place' }>;

const factsOf = (outputs: readonly Output[]) => {
  const facts = outputs.map(({ plan, bytes }) => describeOutput(bytes, plan.type));
  return {
    notFinite: facts.some(({ notFinite }) => notFinite),
    hasSubnormal: facts.some(({ hasSubnormal }) => hasSubnormal),
  };
};

/** Launches without restoring in a cycle. */
const chain = 4;

/** Throws ClCallFailure when a launch fails. */
export const measureInPlace = (
  context: VisitContext,
  prepared: PreparedKernel,
  { launch, cycles, launches, maxNs }: InPlaceRequest,
): InPlaceReply => {
  if (readyLaunch(context, prepared, launch) !== null) return null;
  const shape = makeShape(context, prepared, { launch, cold: false });
  if (shape.restores.length === 0) return null;
  context.stages.report('launch', launch.configuration);
  if (overwritesOnly(context, prepared, shape, launch)) return null;
  const unrestored: LaunchShape = { ...shape, restores: [] };
  const keepAlive = (): void => context.stages.keepAlive('launch', launch.configuration);
  const restoredNs: number[] = [];
  const unrestoredNs: number[] = [];
  const begun = process.hrtime.bigint();
  const isOver = (): boolean => Number(process.hrtime.bigint() - begun) > maxNs;
  while (restoredNs.length < cycles && !isOver()) {
    keepAlive();
    restoredNs.push(context.launcher.once(shape));
    let last = 0;
    for (let index = 0; index < chain; index++) {
      keepAlive();
      last = context.launcher.once(unrestored);
    }
    unrestoredNs.push(last);
  }
  context.launcher.once(shape);
  const first = factsOf(readOutputs(context, prepared, launch));
  const chained = { shape: unrestored, samples: launches, maxNs, batchK: 1 };
  const taken = context.launcher.sample({ ...chained, beforeLaunch: keepAlive }).samples.runNs
    .length;
  const last = factsOf(readOutputs(context, prepared, launch));
  return {
    restoredNs,
    unrestoredNs,
    launches: taken,
    becameNotFinite: last.notFinite && !first.notFinite,
    becameSubnormal: last.hasSubnormal && !first.hasSubnormal,
  };
};
