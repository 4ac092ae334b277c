/**
 * A worker's whole relation with one OpenCL device: open, build, prepare, visit, close, in this order.
 * Decides nothing about what to measure. Every refusal is a value with a reason code; a ClCallFailure
 * of the layers below becomes one here, and anything else that is thrown is a bug.
 */
import type { BuildReport } from '@shared/domain/kernel';
import type { FailReason } from '@shared/domain/outcome';
import { propertyValue } from '@shared/domain/device';
import type { Result } from '@shared/domain/result';
import { err, ok } from '@shared/domain/result';
import type {
  BufferPlan,
  FurtherVisit,
  InPlaceReply,
  LaunchPlan,
  OpenReply,
  PrepareReply,
  ReferencePlan,
  TimerTrust,
  VisitReply,
  WorkerFailure,
  WorkerReplies,
} from '../profiling/protocol';
import type { Handle, OpenCl } from './binding';
import { loadOpenCl } from './binding';
import { createCacheEvictor, evictionBytes } from './cache-evictor';
import { findChosenSize } from './chosen-size';
import { queueProfilingEnable } from './constants';
import { createBuffers, readBack, releaseBuffers } from './device-buffers';
import type { FoundDevice } from './devices';
import { findDevice } from './devices';
import { prepareExpected } from './expected';
import type { InPlaceRequest } from './in-place';
import { measureInPlace } from './in-place';
import { createLauncher } from './launcher';
import { findLoopLimit } from './loop-limit';
import type { BuiltProgram } from './program';
import { buildProgram, created, releaseProgram } from './program';
import { createReferenceStore } from './reference';
import { createRenewal, mayRenew, renewBuffers } from './renewal';
import type { OnStage } from './stage-reporter';
import { createStageReporter } from './stage-reporter';
import { ClCallFailure, failReasonOf, statusName } from './status';
import { testTimer } from './timer';
import type { PreparedKernel, VisitContext } from './launch-check';
import type { VisitRequest } from './visit';
import { visitConfiguration } from './visit';
import { visitInRow } from './visit-row';

export { listDevices } from './devices';

type Answer<T> = Result<T, WorkerFailure>;

export interface Session {
  /** To be called when a request has come, before what it asks for. */
  begin(): void;
  /** Context, profiling queue, timer test. `deviceKey` is a key of `listDevices()`. */
  open(deviceKey: string, tryLoops?: boolean): Answer<OpenReply>;
  /** Replaces an earlier program. A failed build is ok, with `report.ok` false. */
  build(source: string, options: string): Answer<BuildReport>;
  /** Allocates and fills the buffers. Replaces earlier ones. `guarded`: also what lies before them is watched. */
  prepare(
    kernel: string,
    buffers: readonly BufferPlan[],
    reference?: ReferencePlan,
    guarded?: boolean,
  ): Answer<PrepareReply>;
  inPlace(request: InPlaceRequest): Answer<InPlaceReply>;
  visit(request: VisitRequest): Answer<VisitReply>;
  /**
   * Visits in a row. Ends after one that is refused, and before a configuration that was not visited since `prepare`;
   * refuses when that is the first.
   */
  visitAgain(visits: readonly FurtherVisit[]): Answer<readonly VisitReply[]>;
  chosen(launch: LaunchPlan): Answer<WorkerReplies['chosen']>;
  /** What the device's buffer holds now, as allocated. Throws Error for a name that was not prepared. */
  readBuffer(name: string): Uint8Array<ArrayBuffer>;
  /** Releases everything; the session can be opened again. Never throws. */
  close(): void;
}

interface OpenDevice extends VisitContext {
  readonly found: FoundDevice;
  readonly context: Handle;
}

const failure = (reason: FailReason, message: string): { ok: false; error: WorkerFailure } =>
  err({ reason, status: null, call: null, message });

/** Runs a step; a failed OpenCL call in it becomes the step's answer. */
const attempt = <T>(what: string, step: () => Answer<T>): Answer<T> => {
  try {
    return step();
  } catch (thrown) {
    if (!(thrown instanceof ClCallFailure)) throw thrown;
    const { call, status } = thrown;
    return err({
      reason: failReasonOf(status),
      status: statusName(status),
      call,
      message: `${what} failed: ${thrown.message}.`,
    });
  }
};

const notOpen = failure('launch-failed', 'No device was opened in this worker.');
const notPrepared = failure('launch-failed', 'No kernel was prepared in this worker.');

const makeContext = (cl: OpenCl, device: Handle): Handle => {
  const status = new Int32Array(1);
  return created(
    'clCreateContext',
    cl.clCreateContext(null, 1, new BigUint64Array([device]), null, null, status),
    status,
  );
};

const makeQueue = (cl: OpenCl, context: Handle, device: Handle): Handle => {
  const status = new Int32Array(1);
  return created(
    'clCreateCommandQueue',
    // The 1.0 call: it exists on every device, and its successor does not on 1.2.
    cl.clCreateCommandQueue(context, device, queueProfilingEnable, status),
    status,
  );
};

/** A driver that cannot even run the probe says nothing of loops; its kernels will say more. */
const loopLimitOf = (target: OpenDevice): number | null => {
  try {
    return findLoopLimit(target, target.queue);
  } catch (thrown) {
    if (!(thrown instanceof ClCallFailure)) throw thrown;
    return null;
  }
};

const openDevice = (cl: OpenCl, found: FoundDevice, stages: VisitContext['stages']): OpenDevice => {
  const { device, info } = found;
  const limits = info.limits;
  const context = makeContext(cl, device);
  let queue: Handle | null = null;
  let timer: TimerTrust;
  try {
    queue = makeQueue(cl, context, device);
    timer = testTimer(cl, context, queue, propertyValue(limits.timerResolution) ?? null);
  } catch (thrown) {
    if (queue !== null) cl.clReleaseCommandQueue(queue);
    cl.clReleaseContext(context);
    throw thrown;
  }
  return {
    cl,
    found,
    device,
    context,
    queue,
    timer,
    limits: {
      maxWorkGroupSize: propertyValue(limits.maxWorkGroupSize) ?? null,
      maxWorkItemSizes: propertyValue(limits.maxWorkItemSizes) ?? null,
      localMemory: propertyValue(limits.localMemory) ?? null,
    },
    // What fails on a CPU device takes the process along: no event is lost by waiting.
    launcher: createLauncher(cl, queue, timer, info.types.includes('cpu')),
    evictor: createCacheEvictor(
      cl,
      context,
      queue,
      evictionBytes(
        propertyValue(limits.globalCache) ?? null,
        propertyValue(limits.maxAllocation) ?? null,
      ),
    ),
    references: createReferenceStore(),
    inHostMemory: info.types.includes('cpu'),
    stages,
  };
};

/** A session that is not open yet. `onStage` is told before each step that can hang. */
export const createSession = (onStage: OnStage): Session => {
  const stages = createStageReporter(onStage);
  let opened: OpenDevice | null = null;
  let program: BuiltProgram | null = null;
  let prepared: PreparedKernel | null = null;

  const releasePrepared = (): void => {
    if (opened !== null && prepared !== null) releaseBuffers(opened.cl, prepared.buffers.values());
    prepared = null;
  };

  const releaseBuilt = (): void => {
    releasePrepared();
    if (opened !== null && program !== null) releaseProgram(opened.cl, program);
    program = null;
  };

  const close = (): void => {
    releaseBuilt();
    if (opened === null) return;
    opened.evictor.release();
    opened.cl.clReleaseCommandQueue(opened.queue);
    opened.cl.clReleaseContext(opened.context);
    opened = null;
  };

  return {
    begin: () => stages.begin(),

    open(deviceKey, tryLoops = false) {
      close();
      stages.report('open', deviceKey);
      const library = loadOpenCl();
      if (!library.ok) return failure('device-lost', 'No OpenCL loader library could be loaded.');
      return attempt('Opening the device', () => {
        const found = findDevice(library.value, deviceKey);
        if (found === null) {
          return failure(
            'device-lost',
            `The device "${deviceKey}" is not listed by any OpenCL platform now; refresh the device list.`,
          );
        }
        opened = openDevice(library.value.cl, found, stages);
        const { timer } = opened;
        return ok(tryLoops ? { timer, loopLimit: loopLimitOf(opened) } : { timer });
      });
    },

    build(source, options) {
      const target = opened;
      if (target === null) return notOpen;
      releaseBuilt();
      stages.report('build', target.found.info.name);
      return attempt('Building the program', () => {
        const built = buildProgram(target, source, options, (kernel) => {
          stages.report('create', kernel);
        });
        program = built.program;
        return ok(built.report);
      });
    },

    prepare(kernelName, plans, reference, guarded = false) {
      const target = opened;
      if (target === null) return notOpen;
      const built = program;
      if (built === null) {
        return failure('build-failed', 'No program was built in this worker.');
      }
      const kernel = built.kernels.get(kernelName);
      const info = built.infos.get(kernelName);
      if (kernel === undefined || info === undefined) {
        const names = [...built.infos.keys()].join(', ') || 'none';
        return failure(
          'build-failed',
          `The driver has no kernel "${kernelName}" to launch; the program's kernels are: ${names}.`,
        );
      }
      releasePrepared();
      stages.report('prepare', kernelName);
      return attempt('Preparing the buffers', () => {
        const { limits, versionNumber } = target.found.info;
        const [major, minor] = versionNumber;
        const memory = {
          maxAllocation: propertyValue(limits.maxAllocation) ?? null,
          globalMemory: propertyValue(limits.globalMemory) ?? null,
          leadGuard: guarded && (major > 1 || (major === 1 && minor >= 1)),
        };
        const made = createBuffers(target, plans, memory, (name) => {
          stages.report('prepare', name);
        });
        if (!made.ok) return made;
        const { buffers, bytes } = made.value;
        prepared = {
          kernel,
          info,
          buffers,
          launched: new Set(),
          plans: new Map(),
          shapes: new Map(),
          lastRun: new Map(),
          overwritesOnly: null,
          renewal: createRenewal(),
        };
        target.references.use(kernelName, plans);
        if (reference !== undefined) {
          const expected = prepareExpected(target, prepared, built, reference);
          if (!expected.ok) return expected;
        }
        return ok({ allocatedBytes: bytes });
      });
    },

    visit(request) {
      if (opened === null) return notOpen;
      if (prepared === null) return notPrepared;
      const { launch, samples } = request;
      const coming = { configuration: launch.configuration, samples };
      if (mayRenew(opened, prepared, coming)) renewBuffers(opened, prepared, coming);
      return ok(visitConfiguration(opened, prepared, request));
    },

    visitAgain(visits) {
      if (opened === null) return notOpen;
      if (prepared === null) return notPrepared;
      const replies = visitInRow(opened, prepared, visits);
      return replies.length > 0 ? ok(replies) : notPrepared;
    },

    inPlace(request) {
      const target = opened;
      const ready = prepared;
      if (target === null) return notOpen;
      if (ready === null) return notPrepared;
      return attempt('Launching without restoring', () =>
        ok(measureInPlace(target, ready, request)),
      );
    },

    chosen(launch) {
      const target = opened;
      const ready = prepared;
      if (target === null) return notOpen;
      if (ready === null) return notPrepared;
      // OpenCL refuses NULL for a kernel that requires a size: nothing is chosen.
      if (ready.info.requiredLocal !== null) return ok({ local: null, how: 'unknown' });
      stages.report('launch', 'auto');
      return attempt("Asking for the driver's choice", () =>
        ok(
          findChosenSize(
            {
              cl: target.cl,
              context: target.context,
              device: target.device,
              platform: target.found.platform,
              queue: target.queue,
              extensions: target.found.info.extensions,
            },
            ready.kernel,
            launch.launched,
          ),
        ),
      );
    },

    readBuffer(name) {
      const buffer = prepared?.buffers.get(name);
      if (opened === null || buffer === undefined) {
        throw new Error(`No buffer "${name}" was prepared`);
      }
      return readBack(opened.cl, opened.queue, buffer, buffer.allocated);
    },

    close,
  };
};
