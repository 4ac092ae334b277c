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
import type { DeviceBuffer } from './device-buffers';
import { initialData, readBack, writeInitial } from './device-buffers';
import type { PreparedKernel, Refused, VisitContext } from './launch-check';
import { readyLaunch } from './launch-check';
import type { LaunchShape } from './launcher';
import { batchSize } from './launcher';
import type { Output } from './reference';
import { ClCallFailure, classifyLaunch, leavesWorkerUnusable, statusName } from './status';

export type VisitRequest = Extract<WorkerRequest, { type: 'visit' }>;

const emptySamples = (timer: TimerTrust): VisitSamples => ({
  timeSource: timer.source,
  batchK: 1,
  queueNs: [],
  submitNs: [],
  runNs: [],
  wallNs: [],
});

const refusedReply = (refused: Refused): VisitReply => ({
  samples: null,
  firstLaunchNs: null,
  warmUps: 0,
  verification: null,
  endBeforeStart: 0,
  refused,
});

/** Buffer arguments of a launch with the bytes that it may use. */
const usedBuffers = (
  prepared: PreparedKernel,
  launch: LaunchPlan,
): readonly { readonly buffer: DeviceBuffer; readonly bytes: number }[] =>
  launch.args.flatMap((arg) => {
    const buffer = arg.kind === 'buffer' ? prepared.buffers.get(arg.name) : undefined;
    return arg.kind === 'buffer' && buffer !== undefined ? [{ buffer, bytes: arg.bytes }] : [];
  });

const makeShape = (
  context: VisitContext,
  prepared: PreparedKernel,
  { launch, cold }: VisitRequest,
): LaunchShape => ({
  kernel: prepared.kernel,
  global: launch.launched,
  local: launch.local,
  restores: usedBuffers(prepared, launch).flatMap(({ buffer, bytes }) =>
    buffer.pristine === null || bytes === 0
      ? []
      : [{ pristine: buffer.pristine, target: buffer.handle, bytes }],
  ),
  evictCache: cold ? context.evictor.evict : null,
});

/** Written buffers that no launch restores get their initial data, so that a verified launch starts from it. */
const resetUnrestored = (
  context: VisitContext,
  prepared: PreparedKernel,
  launch: LaunchPlan,
): void => {
  for (const { buffer } of usedBuffers(prepared, launch)) {
    if (buffer.plan.write && buffer.pristine === null) {
      writeInitial(context.cl, context.queue, buffer);
    }
  }
};

const readOutputs = (
  context: VisitContext,
  prepared: PreparedKernel,
  launch: LaunchPlan,
): readonly Output[] =>
  usedBuffers(prepared, launch)
    .filter(({ buffer }) => buffer.plan.write)
    .map(({ buffer, bytes }) => ({
      plan: buffer.plan,
      bytes: readBack(context.cl, context.queue, buffer, bytes),
    }));

/** Expects the outputs of one launch on initial data to lie on the device. */
const verify = (
  context: VisitContext,
  prepared: PreparedKernel,
  shape: LaunchShape,
  { launch }: VisitRequest,
): Verification => {
  context.stages.report('verify', launch.configuration);
  const outputs = readOutputs(context, prepared, launch);
  if (outputs.length === 0) return { kind: 'not-comparable' };
  if (!context.references.isEmpty) return context.references.compare(outputs);
  const initial = outputs.map(({ plan, bytes }) => ({
    plan,
    bytes: initialData(plan).subarray(0, bytes.length),
  }));
  resetUnrestored(context, prepared, launch);
  context.stages.report('launch', launch.configuration);
  context.launcher.once(shape);
  const again = readOutputs(context, prepared, launch);
  context.stages.report('verify', launch.configuration);
  return context.references.keep(outputs, initial, again);
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

const chooseBatch = (
  context: VisitContext,
  prepared: PreparedKernel,
  shape: LaunchShape,
  { launch }: VisitRequest,
): { readonly batchK: number; readonly nearTimerResolution: boolean } => {
  const { tickNs } = context.timer;
  if (tickNs === null || tickNs <= fineTickNs) return { batchK: 1, nearTimerResolution: false };
  const run = prepared.lastRun.get(launch.configuration) ?? context.launcher.once(shape);
  prepared.lastRun.set(launch.configuration, run);
  const wanted = batchSize(run, tickNs);
  // Between the launches of a batch nothing can be restored, nor the cache emptied.
  const possible = shape.restores.length === 0 && shape.evictCache === null;
  return possible
    ? { batchK: wanted, nearTimerResolution: false }
    : { batchK: 1, nearTimerResolution: wanted > 1 };
};

const firstLaunch = (
  context: VisitContext,
  prepared: PreparedKernel,
  shape: LaunchShape,
  configuration: string,
): number => {
  context.stages.report('first-launch', 'compiling');
  const wallNs = context.launcher.first(shape, () => {
    context.stages.report('first-launch', 'running');
  });
  prepared.launched.add(configuration);
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
  const { batchK, nearTimerResolution } = chooseBatch(context, prepared, shape, request);
  const keepAlive = (): void => context.stages.keepAlive('launch', launch.configuration);
  const taken = context.launcher.sample(shape, { samples, maxNs }, batchK, keepAlive);
  return { ...taken, nearTimerResolution };
};

const refusedByDriver = (
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
    const shape = makeShape(context, prepared, request);
    const isFirst = !prepared.launched.has(launch.configuration);
    if (request.verify) resetUnrestored(context, prepared, launch);
    if (isFirst) firstLaunchNs = firstLaunch(context, prepared, shape, launch.configuration);
    if (request.verify) {
      if (!isFirst) {
        context.stages.report('launch', launch.configuration);
        context.launcher.once(shape);
      }
      verification = verify(context, prepared, shape, request);
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
