/**
 * What would happen without restoring: launches of one configuration with the initial data put back before
 * each, and without, half of the former before and half after the latter, so that a drift of the machine
 * does not look like one of the kernel.
 */
import { describeOutput } from './verify';
import type { InPlaceReply, WorkerRequest } from '../profiling/protocol';
import type { PreparedKernel, VisitContext } from './launch-check';
import { readyLaunch } from './launch-check';
import { makeShape, readOutputs } from './launch-buffers';
import type { Output } from './reference';

export type InPlaceRequest = Extract<WorkerRequest, { type: 'in-place' }>;

const factsOf = (outputs: readonly Output[]) => {
  const facts = outputs.map(({ plan, bytes }) => describeOutput(bytes, plan.type));
  return {
    notFinite: facts.some(({ notFinite }) => notFinite),
    hasSubnormal: facts.some(({ hasSubnormal }) => hasSubnormal),
  };
};

/** Throws ClCallFailure when a launch fails. */
export const measureInPlace = (
  context: VisitContext,
  prepared: PreparedKernel,
  { launch, launches, maxNs }: InPlaceRequest,
): InPlaceReply => {
  if (readyLaunch(context, prepared, launch) !== null) return null;
  const shape = makeShape(context, prepared, { launch, cold: false });
  if (shape.restores.length === 0) return null;
  context.stages.report('launch', launch.configuration);
  const keepAlive = (): void => context.stages.keepAlive('launch', launch.configuration);
  const sample = (restores: typeof shape.restores, share: number): readonly number[] => {
    const bounds = { samples: Math.ceil(launches * share), maxNs: maxNs * share };
    return context.launcher.sample({ ...shape, restores }, bounds, 1, keepAlive).samples.runNs;
  };
  const before = sample(shape.restores, 0.5);
  const first = factsOf(readOutputs(context, prepared, launch));
  const unrestoredNs = sample([], 1);
  const last = factsOf(readOutputs(context, prepared, launch));
  const after = sample(shape.restores, 0.5);
  return {
    restoredNs: [...before, ...after],
    unrestoredNs,
    becameNotFinite: last.notFinite && !first.notFinite,
    becameSubnormal: last.hasSubnormal && !first.hasSubnormal,
  };
};
