/**
 * The types that a visit works on, and what is done before its first launch: our own checks, the
 * arguments, and the checks once more with what the driver then says of local memory.
 */
import type { KernelInfo } from '@shared/domain/kernel';
import type { FailReason, OutcomeDetail, SkipReason } from '@shared/domain/outcome';
import type { ResolvedArgument } from '@shared/domain/plan-types';
import type { LaunchPlan, TimerTrust, VisitReply } from '../profiling/protocol';
import type { Handle, OpenCl } from './binding';
import type { CacheEvictor } from './cache-evictor';
import { kernelWorkGroupInfo } from './constants';
import type { DeviceBuffer } from './device-buffers';
import { dynamicLocalBytes, setArguments } from './kernel-args';
import type { Launcher, LaunchShape } from './launcher';
import type { LaunchLimits } from './limits';
import { checkLimits } from './limits';
import { readNumber, valueOr } from './query';
import type { ReferenceStore } from './reference';
import type { Renewal } from './renewal';
import type { StageReporter } from './stage-reporter';

/** A kernel that is ready to launch. */
export interface PreparedKernel {
  readonly kernel: Handle;
  readonly info: KernelInfo;
  /** Replaced now and then by others of the same content (renewal.ts). */
  buffers: ReadonlyMap<string, DeviceBuffer>;
  readonly renewal: Renewal;
  /** Configurations that were launched in this worker: their compilation lies behind. */
  readonly launched: Set<string>;
  /** How they were launched, for further visits that only name them. */
  readonly plans: Map<string, LaunchPlan>;
  /** What the launch loop needs of them, made once: a short launch takes hardly longer than that. */
  readonly shapes: Map<string, LaunchShape>;
  /** Their last untimed or timed run, ns: what batches are sized by. */
  readonly lastRun: Map<string, number>;
  /** It writes its restored buffers without reading them; null: not tried yet. */
  overwritesOnly: boolean | null;
}

export interface VisitContext {
  readonly cl: OpenCl;
  readonly device: Handle;
  readonly queue: Handle;
  readonly timer: TimerTrust;
  readonly limits: LaunchLimits;
  readonly launcher: Launcher;
  readonly evictor: CacheEvictor;
  readonly references: ReferenceStore;
  /** The device's memory is this process's: what a kernel writes outside of its buffers can break it. */
  readonly inHostMemory: boolean;
  readonly stages: StageReporter;
}

export type Refused = NonNullable<VisitReply['refused']>;

const refusedBefore = (
  kind: 'skipped' | 'failed',
  reason: SkipReason | FailReason,
  call: string,
  detail: OutcomeDetail,
): Refused => ({ kind, reason, status: '', call, detail });

/** Local memory that the launch takes: the driver's figure may leave out the dynamic part, or count it. */
const claimedLocalBytes = (
  context: VisitContext,
  prepared: PreparedKernel,
  args: readonly ResolvedArgument[],
  argsAreSet: boolean,
): number => {
  const own = (prepared.info.localMemory ?? 0) + dynamicLocalBytes(args);
  if (!argsAreSet) return own;
  const claimed = readNumber(
    (...rest) => context.cl.clGetKernelWorkGroupInfo(prepared.kernel, context.device, ...rest),
    kernelWorkGroupInfo.LOCAL_MEM_SIZE,
  );
  return Math.max(own, valueOr(claimed, 0));
};

const checkLaunch = (
  context: VisitContext,
  prepared: PreparedKernel,
  launch: LaunchPlan,
  argsAreSet: boolean,
): Refused | null => {
  const refusal = checkLimits(
    {
      global: launch.launched,
      local: launch.local,
      requiredLocal: prepared.info.requiredLocal,
      dynamicLocalBytes: dynamicLocalBytes(launch.args),
      claimedLocalBytes: claimedLocalBytes(context, prepared, launch.args, argsAreSet),
    },
    context.limits,
  );
  if (refusal === null) return null;
  return refusedBefore('skipped', refusal.reason, 'check before the launch', refusal.detail);
};

/** What the kernel's arguments were last set to. Setting and checking anew would cost a short launch a tenth. */
const argumentsSet = new WeakMap<PreparedKernel, string>();

/** To be told when buffers lie elsewhere. */
export const forgetArguments = (prepared: PreparedKernel): void => {
  argumentsSet.delete(prepared);
};

/** By plan: those of further visits are the same objects. */
const passedTexts = new WeakMap<LaunchPlan, string>();

const passedBy = (launch: LaunchPlan): string => {
  const known = passedTexts.get(launch);
  if (known !== undefined) return known;
  const text = passedByValue(launch.args);
  passedTexts.set(launch, text);
  return text;
};

/** The same text: the driver would be given the same arguments. */
const passedByValue = (args: readonly ResolvedArgument[]): string =>
  args
    .map((arg) =>
      arg.kind === 'scalar'
        ? arg.components.join(',')
        : arg.kind === 'local'
          ? String(arg.bytes)
          : arg.name,
    )
    .join('|');

/** What was launched before can be launched again as it is. */
export const isReady = (prepared: PreparedKernel, launch: LaunchPlan): boolean =>
  prepared.launched.has(launch.configuration) && argumentsSet.get(prepared) === passedBy(launch);

/** Checks, then sets the arguments, then checks again with what the driver says of local memory. */
export const readyLaunch = (
  context: VisitContext,
  prepared: PreparedKernel,
  launch: LaunchPlan,
): Refused | null => {
  const { launched, local, args } = launch;
  // All checks were passed when it was launched before, and often the arguments are still those that are set.
  if (isReady(prepared, launch)) return null;
  const isKnown = prepared.launched.has(launch.configuration);
  const passed = passedBy(launch);
  const dimensionsFit =
    launched.length >= 1 &&
    launched.length <= 3 &&
    launched.every((size) => Number.isSafeInteger(size) && size >= 1) &&
    (local === null || local.length === launched.length);
  if (!dimensionsFit) {
    return refusedBefore('failed', 'launch-failed', 'check before the launch', {
      global: launched.join('x'),
      local: local?.join('x') ?? 'NULL',
    });
  }
  const areSet = argumentsSet.get(prepared) === passed;
  const early = checkLaunch(context, prepared, launch, areSet);
  if (early !== null || areSet) return early;
  argumentsSet.delete(prepared);
  const set = setArguments(context.cl, prepared.kernel, args, prepared.buffers);
  if (!set.ok) {
    return refusedBefore('failed', 'launch-failed', 'clSetKernelArg', { message: set.error });
  }
  argumentsSet.set(prepared, passed);
  if (isKnown) return null;
  return checkLaunch(context, prepared, launch, true);
};
