/**
 * A worker host whose workers are objects of the test: devices with a known optimum and seeded noise, and
 * with faults that strike at a chosen size. It keeps what a real machine would show: which processes
 * live, what was asked, and how many launches ran at the same time on one resource.
 */
import type { DeviceInfo, DeviceListing } from '@shared/domain/device';
import type { KernelInfo } from '@shared/domain/kernel';
import { seededRandom } from '@shared/domain/random';
import { localKey, type LocalSize } from '@shared/domain/sizes';
import { nanoseconds } from '@shared/domain/units';
import type {
  FromWorker,
  InPlaceReply,
  TimerTrust,
  ToWorker,
  Verification,
  VisitReply,
  VisitRequest,
  WorkerReplies,
  WorkerRequest,
} from '@main/profiling/protocol';
import { protocolVersion } from '@main/profiling/protocol';
import type { WorkerExit, WorkerHost, WorkerProcess } from '@main/profiling/worker-host';

export type Fault =
  /** The process dies by SIGSEGV. */
  | 'crash'
  /** Dies in its second visit. */
  | 'crash-later'
  /** Never answers. */
  | 'hang'
  /** Never answers in its second visit. */
  | 'hang-later'
  /** Compiles for ever in its first launch. */
  | 'compile-hang'
  | 'refuse'
  | 'launch-failed'
  | 'device-lost'
  | 'wrong'
  /** The next visit to another size in the same process dies of it, and so does giving the memory back. */
  | 'breaks-others'
  /** The same from its third visit on, over all processes. */
  | 'breaks-late'
  /** As the first, but alone it is never found out. */
  | 'breaks-unseen'
  /** Writes into the guard behind its buffer. */
  | 'escapes';

export interface SimulatedDevice {
  readonly device: DeviceInfo;
  /** Duration of a launch in ns; default 100 µs for all. */
  readonly timeNs?: (local: LocalSize) => number;
  /** Relative standard deviation; default 1 %. */
  readonly noise?: number;
  /** By configuration id. */
  readonly faults?: Readonly<Record<string, Fault>>;
  readonly build?: 'fails' | 'crashes' | 'hangs';
  readonly timer?: TimerTrust;
  readonly kernel?: Partial<KernelInfo>;
  /** Called when a visit begins; the visit ends when the promise resolves. */
  readonly duringVisit?: (configuration: string, samples: number) => Promise<void>;
  readonly chosen?: readonly number[] | 'crash';
  readonly inPlace?: InPlaceReply | 'hang';
  /** Factor on the times of the n-th visit that this worker gets: what clock and heat do. */
  readonly drift?: (visit: number) => number;
  readonly verification?: Verification;
}

export interface SimulatedHost extends WorkerHost {
  /** Processes started so far, and those that still live. */
  readonly started: number;
  readonly alive: number;
  /** Requests in the order in which workers got them. */
  readonly requests: readonly { readonly device: string | null; readonly request: WorkerRequest }[];
  /** Most visits that were under way at the same time on one resource. */
  readonly mostAtOnce: Readonly<Record<string, number>>;
  /** Resolves when a worker hangs (or hangs already). */
  hanging(): Promise<void>;
}

const trusted: TimerTrust = { tickNs: 1, source: 'event', reason: 'trusted' };

export const createSimulatedHost = (
  devices: readonly SimulatedDevice[],
  seed = 1,
  /** false: `requests` stays empty, so that a soak does not find the test's own memory. */
  remembers = true,
): SimulatedHost => {
  const random = seededRandom(seed);
  const everVisited = new Map<string, number>();
  /** Counts only what somebody asks for: in a soak, each size ever visited would be memory that grows. */
  const timesEver = (configuration: string): number => {
    const times = (everVisited.get(configuration) ?? 0) + 1;
    everVisited.set(configuration, times);
    return times;
  };
  const requests: { device: string | null; request: WorkerRequest }[] = [];
  const atOnce: Record<string, number> = {};
  const mostAtOnce: Record<string, number> = {};
  let started = 0;
  let alive = 0;
  let hangs = 0;
  const hangWaiters: (() => void)[] = [];
  const hang = (): void => {
    hangs += 1;
    for (const waiter of hangWaiters.splice(0)) waiter();
  };
  /** Sum of twelve uniform numbers: normal enough for noise. */
  const normal = (): number => {
    let sum = -6;
    for (let term = 0; term < 12; term += 1) sum += random();
    return sum;
  };

  const start = (): WorkerProcess => {
    started += 1;
    alive += 1;
    const messageListeners: ((message: FromWorker) => void)[] = [];
    const outputListeners: ((text: string) => void)[] = [];
    const exitListeners: ((exit: WorkerExit) => void)[] = [];
    const visits = new Map<string, number>();
    /** The last full request by configuration. */
    const plans = new Map<string, VisitRequest>();
    let self: SimulatedDevice | null = null;
    let hasReference = false;
    let visited = 0;
    let dead = false;
    let brokenBy: string | null = null;
    let running: string | null = null;
    /** Requests are worked on one after the other; a hang holds up all that follow. */
    let tail: Promise<unknown> = Promise.resolve();

    const tell = (message: FromWorker): void => {
      if (dead) return;
      for (const listener of messageListeners) listener(message);
    };
    const exit = (how: WorkerExit): void => {
      if (dead) return;
      dead = true;
      alive -= 1;
      if (running !== null) atOnce[running] = (atOnce[running] ?? 1) - 1;
      setImmediate(() => {
        for (const listener of exitListeners) listener(how);
      });
    };
    const crash = (): 'silence' => {
      for (const listener of outputListeners) listener('driver: assertion failed\n');
      exit({ code: null, signal: 'SIGSEGV' });
      return 'silence';
    };
    const stay = (): 'silence' => {
      hang();
      return 'silence';
    };

    const answerVisit = async (
      id: number,
      request: Extract<WorkerRequest, { type: 'visit' }>,
      owner: SimulatedDevice,
    ): Promise<VisitReply | 'silence'> => {
      const { configuration, local } = request.launch;
      const fault = owner.faults?.[configuration];
      const before = visits.get(configuration) ?? 0;
      visits.set(configuration, before + 1);
      const isFirst = before === 0;
      const { resource } = owner.device;
      running = resource;
      atOnce[resource] = (atOnce[resource] ?? 0) + 1;
      mostAtOnce[resource] = Math.max(mostAtOnce[resource] ?? 0, atOnce[resource]);
      if (isFirst) tell({ type: 'stage', id, stage: 'first-launch', detail: 'compiling' });
      if (fault === 'compile-hang') return stay();
      if (isFirst) tell({ type: 'stage', id, stage: 'first-launch', detail: 'running' });
      await owner.duringVisit?.(configuration, request.samples);
      if (dead) return 'silence';
      if (brokenBy !== null && brokenBy !== configuration) return crash();
      const breaksNow = fault === 'breaks-late' && timesEver(configuration) >= 3;
      if (breaksNow || fault === 'breaks-others' || fault === 'breaks-unseen') {
        brokenBy = configuration;
      }
      if (fault === 'crash' || (fault === 'crash-later' && before > 0)) return crash();
      if (fault === 'hang' || (fault === 'hang-later' && before > 0)) return stay();
      tell({ type: 'stage', id, stage: 'launch', detail: configuration });
      atOnce[resource] -= 1;
      running = null;
      const nothing: VisitReply = {
        samples: null,
        firstLaunchNs: null,
        warmUps: 0,
        verification: null,
        endBeforeStart: 0,
        refused: null,
      };
      if (fault === 'refuse' || fault === 'launch-failed' || fault === 'device-lost') {
        return { ...nothing, refused: refusalOf(fault) };
      }
      visited += 1;
      const mean = (owner.timeNs?.(local) ?? 100_000) * (owner.drift?.(visited) ?? 1);
      const runNs = Array.from({ length: request.samples }, () =>
        Math.max(1, Math.round(mean * (1 + (owner.noise ?? 0.01) * normal()))),
      );
      return {
        ...nothing,
        samples: {
          timeSource: (owner.timer ?? trusted).source,
          batchK: 1,
          queueNs: runNs.map(() => 1000),
          submitNs: runNs.map(() => 2000),
          runNs,
          wallNs: runNs.map((run) => run + 5000),
        },
        firstLaunchNs: isFirst ? mean * 10 : null,
        warmUps: request.warmUps,
        verification: request.verify || (isFirst && fault === 'escapes') ? verify(fault) : null,
      };
    };
    const verify = (fault: Fault | undefined): Verification => {
      if (fault === 'wrong') {
        return { kind: 'wrong', argument: 'y', relativeL2: 0.5, maxUlp: null };
      }
      if (fault === 'escapes') {
        const where = 'behind';
        return { kind: 'out-of-bounds', argument: 'y', bytes: 4, where, escaped: true };
      }
      if (self?.verification !== undefined) return self.verification;
      if (hasReference) return { kind: 'right', relativeL2: 0 };
      hasReference = true;
      return { kind: 'reference', allZero: false, unchanged: false, notFinite: false };
    };

    /** As it is begun. */
    const remember = (request: WorkerRequest): void => {
      if (request.type === 'visit') plans.set(request.launch.configuration, request);
      const device = request.type === 'open' ? request.deviceKey : (self?.device.key ?? null);
      if (remembers) requests.push({ device, request });
    };
    const answer = async (
      id: number,
      request: WorkerRequest,
    ): Promise<WorkerReplies[WorkerRequest['type']] | 'silence'> => {
      switch (request.type) {
        case 'list':
          return listingOf(devices.map(({ device }) => device));
        case 'open':
          self = devices.find(({ device }) => device.key === request.deviceKey) ?? null;
          return { timer: self?.timer ?? trusted };
        case 'build': {
          tell({ type: 'stage', id, stage: 'build', detail: '' });
          if (self?.build === 'crashes') return crash();
          if (self?.build === 'hangs') return stay();
          const failed = self?.build === 'fails';
          return {
            ok: !failed,
            buildTime: nanoseconds(5_000_000),
            log: failed ? 'error: expected ;' : '',
            diagnostics: failed
              ? [{ severity: 'error', line: 3, column: 7, message: "expected ';'" }]
              : [],
            kernels: failed ? [] : [kernelOf(self?.kernel)],
            status: failed ? 'CL_BUILD_PROGRAM_FAILURE' : null,
          };
        }
        case 'prepare':
          return { allocatedBytes: 0 };
        case 'visit':
          if (self === null) throw new Error('a visit came before open');
          return answerVisit(id, request, self);
        case 'visits': {
          if (self === null) throw new Error('a visit came before open');
          const replies: VisitReply[] = [];
          for (const further of request.visits) {
            const first = plans.get(further.configuration);
            if (first === undefined) throw new Error('a further visit came before the first');
            const visit: VisitRequest = { ...first, ...further, warmUps: 0, verify: false };
            remember(visit);
            const reply = await answerVisit(id, visit, self);
            if (reply === 'silence') return reply;
            replies.push(reply);
            if (reply.refused !== null) break;
          }
          return replies;
        }
        case 'in-place':
          tell({ type: 'stage', id, stage: 'launch', detail: request.launch.configuration });
          if (self?.inPlace === 'hang') return stay();
          return self?.inPlace ?? null;
        case 'chosen':
          if (self?.chosen === 'crash') return crash();
          return { local: self?.chosen ?? null, how: 'probe' };
        case 'close':
          return brokenBy !== null && self?.faults?.[brokenBy] !== 'breaks-unseen' ? crash() : null;
      }
    };

    return {
      pid: 100_000 + started,
      send: ({ id, request }: ToWorker) => {
        if (dead) return;
        setImmediate(() => {
          if (dead) return;
          tail = tail.then(async () => {
            if (dead) return undefined;
            if (request.type !== 'visits') remember(request);
            const value = await answer(id, request);
            if (value === 'silence') return new Promise(() => undefined);
            tell({ type: 'reply', id, result: { ok: true, value } });
            return undefined;
          });
        });
      },
      onMessage: (listener) => {
        messageListeners.push(listener);
        setImmediate(() =>
          listener({ type: 'ready', protocol: protocolVersion, pid: 100_000 + started }),
        );
      },
      onOutput: (listener) => void outputListeners.push(listener),
      onExit: (listener) => void exitListeners.push(listener),
      kill: () => exit({ code: null, signal: 'SIGKILL' }),
    };
  };

  return {
    start,
    get started() {
      return started;
    },
    get alive() {
      return alive;
    },
    requests,
    mostAtOnce,
    hanging: () =>
      new Promise((resolve) => {
        if (hangs > 0) {
          hangs -= 1;
          resolve();
        } else {
          hangWaiters.push(() => {
            hangs -= 1;
            resolve();
          });
        }
      }),
  };
};

const refusalOf = (
  fault: 'refuse' | 'launch-failed' | 'device-lost',
): NonNullable<VisitReply['refused']> =>
  fault === 'refuse'
    ? {
        kind: 'skipped',
        reason: 'exceeds-kernel-limit',
        status: 'CL_INVALID_WORK_GROUP_SIZE',
        call: 'clEnqueueNDRangeKernel',
      }
    : { kind: 'failed', reason: fault, status: 'CL_OUT_OF_RESOURCES', call: 'clFinish' };

const kernelOf = (changes: Partial<KernelInfo> = {}): KernelInfo => ({
  name: 'a',
  parameters: null,
  workGroupSize: 1024,
  requiredLocal: null,
  preferredMultiple: 32,
  localMemory: null,
  privateMemory: null,
  ...changes,
});

const listingOf = (devices: readonly DeviceInfo[]): DeviceListing => ({
  devices,
  problems: [],
  loader: 'libOpenCL.so.1',
  searched: [],
});

/** Launches of a size by its id, in the order in which they were asked for. */
export const visitsOf = (host: SimulatedHost): readonly string[] =>
  host.requests.flatMap(({ request }) =>
    request.type === 'visit' ? [localKey(request.launch.local)] : [],
  );
