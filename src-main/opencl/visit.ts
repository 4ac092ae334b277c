/**
 * One visit to one configuration: our checks, arguments, first launch, verification, warm-up, samples.
 * A launch that we or the driver refuse is an answer with its reason code; the visit never throws for it.
 */
import type { VisitSamples } from '@shared/domain/sample';
import type {
  LaunchPlan,
  TimerTrust,
  Verification,
  VisitReply,
  WorkerRequest,
} from '../profiling/protocol';
import { initialData } from './device-buffers';
import type { GuardLook } from './launch-buffers';
import {
  findOutOfBounds,
  lookAtGuards,
  overwritesOnly,
  makeShape,
  readOutputs,
  resetBehindAll,
  resetUnrestored,
} from './launch-buffers';
import type { PreparedKernel, Refused, VisitContext } from './launch-check';
import { readyLaunch } from './launch-check';
import type { LaunchShape } from './launcher';
import { batchSize } from './launcher';
import type { Output } from './reference';
import { ClCallFailure, classifyLaunch, leavesWorkerUnusable, statusName } from './status';

export type VisitRequest = Extract<WorkerRequest, { type: 'visit' }>;

export const emptySamples = (timer: TimerTrust): VisitSamples => ({
  timeSource: timer.source,
  batchK: 1,
  queueNs: [],
  submitNs: [],
  runNs: [],
  wallNs: [],
});

export const refusedReply = (refused: Refused): VisitReply => ({
  samples: null,
  firstLaunchNs: null,
  warmUps: 0,
  verification: null,
  endBeforeStart: 0,
  refused,
});

/** Launches on the initial data beyond the first, to see whether the kernel gives the same each time. */
const furtherLaunches = 2;

/** Outputs of as many further launches, each from the initial data. */
const launchAgain = (
  context: VisitContext,
  prepared: PreparedKernel,
  shape: LaunchShape,
  launch: LaunchPlan,
): readonly (readonly Output[])[] =>
  Array.from({ length: furtherLaunches }, () => {
    resetUnrestored(context, prepared, launch);
    context.stages.report('launch', launch.configuration);
    context.launcher.once(shape);
    return readOutputs(context, prepared, launch);
  });

/** Expects the outputs of one launch on initial data to lie on the device. */
const verify = (
  context: VisitContext,
  prepared: PreparedKernel,
  shape: LaunchShape,
  { launch }: VisitRequest,
): Verification => {
  context.stages.report('verify', launch.configuration);
  const overrun = findOutOfBounds(context, prepared, launch);
  if (overrun !== null) {
    resetBehindAll(context, prepared, launch);
    return overrun;
  }
  const outputs = readOutputs(context, prepared, launch);
  if (outputs.length === 0) return { kind: 'not-comparable' };
  const expected = context.references.compareExpected(outputs);
  if (expected?.kind === 'wrong') return expected;
  if (!context.references.isEmpty) {
    const compared = context.references.compare(outputs);
    // What the spec names says more than what another size gave.
    return compared.kind === 'wrong' ? compared : (expected ?? compared);
  }
  const initial = outputs.map(({ plan, bytes }) => ({
    plan,
    bytes: initialData(plan).subarray(0, bytes.length),
  }));
  const again = launchAgain(context, prepared, shape, launch);
  context.stages.report('verify', launch.configuration);
  const kept = context.references.keep(outputs, initial, again);
  if (expected === null) return kept;
  const { against = 'kernel', relativeL2, maxUlp = null } = expected;
  return { ...kept, outside: { against, relativeL2, maxUlp } };
};

/** Two launches in a row within this share of each other: the times have settled. */
const settledWithin = 0.05;

const warmUp = (
  context: VisitContext,
  prepared: PreparedKernel,
  shape: LaunchShape,
  { launch, warmUps, warmUpNs }: VisitRequest,
): number => {
  const begun = process.hrtime.bigint();
  let done = 0;
  let previous = Number.NaN;
  while (done < warmUps) {
    context.stages.keepAlive('launch', launch.configuration);
    const run = context.launcher.once(shape);
    done += 1;
    prepared.lastRun.set(launch.configuration, run);
    if (Math.abs(run - previous) <= settledWithin * previous) break;
    previous = run;
    if (process.hrtime.bigint() - begun >= BigInt(Math.round(warmUpNs))) break;
  }
  return done;
};

/** Timers with a finer step than this need no batches: no launch is shorter than 20 of their steps. */
const fineTickNs = 10;

/** Whether `chooseBatch` has to launch something to find out. */
export const batchNeedsTrial = (
  { timer: { tickNs } }: VisitContext,
  prepared: PreparedKernel,
  { restores }: LaunchShape,
  { configuration }: LaunchPlan,
): boolean =>
  tickNs !== null &&
  tickNs > fineTickNs &&
  (!prepared.lastRun.has(configuration) ||
    (restores.length > 0 && prepared.overwritesOnly === null));

/** How many launches make a sample. */
export const chooseBatch = (
  context: VisitContext,
  prepared: PreparedKernel,
  shape: LaunchShape,
  launch: LaunchPlan,
): { readonly batchK: number; readonly nearTimerResolution: boolean } => {
  const { tickNs } = context.timer;
  if (tickNs === null || tickNs <= fineTickNs) return { batchK: 1, nearTimerResolution: false };
  const run = prepared.lastRun.get(launch.configuration) ?? context.launcher.once(shape);
  prepared.lastRun.set(launch.configuration, run);
  const wanted = batchSize(run, tickNs);
  // Between the launches of a batch the cache cannot be emptied, and nothing be restored: a kernel whose
  // results would grow on its own output is not batched.
  const possible =
    shape.evictCache === null &&
    (shape.restores.length === 0 ||
      (wanted > 1 && overwritesOnly(context, prepared, shape, launch)));
  return possible
    ? { batchK: wanted, nearTimerResolution: false }
    : { batchK: 1, nearTimerResolution: wanted > 1 };
};

const firstLaunch = (
  context: VisitContext,
  prepared: PreparedKernel,
  shape: LaunchShape,
  { launch, announced }: VisitRequest,
  guards: GuardLook | null,
): number => {
  const { configuration } = launch;
  if (!announced) context.stages.report('first-launch', 'compiling');
  const onRunning = (): void => context.stages.report('first-launch', 'running');
  const behind = guards === null ? undefined : (): void => guards.enqueue();
  const wallNs = context.launcher.first(shape, onRunning, behind);
  prepared.launched.add(configuration);
  prepared.plans.set(configuration, launch);
  return wallNs;
};

const takeSamples = (
  context: VisitContext,
  prepared: PreparedKernel,
  shape: LaunchShape,
  request: VisitRequest,
): Pick<VisitReply, 'samples' | 'endBeforeStart' | 'nearTimerResolution'> => {
  const { samples, maxNs, launch } = request;
  if (samples === 0) {
    return { samples: emptySamples(context.timer), endBeforeStart: 0, nearTimerResolution: false };
  }
  const { batchK, nearTimerResolution } = chooseBatch(context, prepared, shape, launch);
  const beforeLaunch = (): void => context.stages.keepAlive('launch', launch.configuration);
  const taken = context.launcher.sample({ shape, samples, maxNs, batchK, beforeLaunch });
  return { ...taken, nearTimerResolution };
};

export const refusedByDriver = (
  failure: ClCallFailure,
  prepared: PreparedKernel,
  { local }: LaunchPlan,
): Refused => ({
  ...classifyLaunch(failure.status, {
    call: failure.call,
    local,
    requiredLocal: prepared.info.requiredLocal,
    kernelLimit: prepared.info.workGroupSize,
  }),
  status: statusName(failure.status),
  call: failure.call,
  workerUnusable: leavesWorkerUnusable(failure),
});

export const shapeOf = (
  context: VisitContext,
  prepared: PreparedKernel,
  request: Pick<VisitRequest, 'launch' | 'cold'>,
): LaunchShape => {
  const { configuration } = request.launch;
  const known = request.cold ? undefined : prepared.shapes.get(configuration);
  const shape = known ?? makeShape(context, prepared, request);
  if (!request.cold) prepared.shapes.set(configuration, shape);
  return shape;
};

/** Carries out a `visit` request. Only bugs throw. */
export const visitConfiguration = (
  context: VisitContext,
  prepared: PreparedKernel,
  request: VisitRequest,
): VisitReply => {
  const { launch } = request;
  let firstLaunchNs: number | null = null;
  let warmUps = 0;
  let verification: Verification | null = null;
  try {
    const refused = readyLaunch(context, prepared, launch);
    if (refused !== null) return refusedReply(refused);
    const shape = shapeOf(context, prepared, request);
    const isFirst = !prepared.launched.has(launch.configuration);
    if (request.verify) {
      resetUnrestored(context, prepared, launch);
      resetBehindAll(context, prepared, launch);
    }
    // Asked or not: what breaks the memory of this process would be blamed on the next size. The guards are as
    // they were made: after a launch that touched one there is no other in this process.
    const guards =
      isFirst && !request.verify && context.inHostMemory
        ? lookAtGuards(context, prepared, launch)
        : null;
    if (isFirst) firstLaunchNs = firstLaunch(context, prepared, shape, request, guards);
    if (request.verify) {
      if (!isFirst) {
        context.stages.report('launch', launch.configuration);
        context.launcher.once(shape);
      }
      verification = verify(context, prepared, shape, request);
    } else if (guards?.isIntact() === false) {
      verification = findOutOfBounds(context, prepared, launch, true);
    }
    // A visit that begins with its launches was announced by the request: no message is spent on it.
    const announce = isFirst || request.verify ? 'report' : 'keepAlive';
    context.stages[announce]('launch', launch.configuration);
    warmUps = warmUp(context, prepared, shape, request);
    const taken = takeSamples(context, prepared, shape, request);
    return { ...taken, firstLaunchNs, warmUps, verification, refused: null };
  } catch (failure) {
    if (!(failure instanceof ClCallFailure)) throw failure;
    return {
      ...refusedReply(refusedByDriver(failure, prepared, launch)),
      firstLaunchNs,
      warmUps,
      verification,
    };
  }
};
