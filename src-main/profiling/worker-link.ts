/**
 * One worker process and the conversation with it: requests in order, each answered by a reply, a
 * failure, a death or a time-out. A request may be sent while another is under way: it waits in the worker, and
 * its clock begins when the one before it is answered. The parent's clock watches, since a worker inside a
 * driver call hears nothing; every stage message winds it up again. A link whose worker died or was killed is
 * finished, and what had not begun in it is answered `stopped`: the caller starts another.
 */
import type { Stage } from '@shared/domain/outcome';
import { boundOf } from './bounds';
import {
  protocolVersion,
  type FromWorker,
  type WorkerFailure,
  type WorkerReplies,
  type WorkerRequest,
} from './protocol';
import { watchMemory } from './memory-watch';
import type { WorkerEnvironment, WorkerExit, WorkerHost } from './worker-host';

export type Answer<Reply> =
  | { readonly kind: 'reply'; readonly value: Reply }
  | { readonly kind: 'failure'; readonly failure: WorkerFailure }
  /** `output`: the end of what the process printed, such as a driver's assertion. */
  | {
      readonly kind: 'died';
      readonly stage: Stage;
      readonly exit: WorkerExit;
      readonly output: string;
      /** Set when it was killed because it had grown to this size, before the machine ran out of memory. */
      readonly outgrownBytes?: number | undefined;
      /**
       * More had been asked for behind it. What a process said last can be lost with it, so it may have died in the
       * next.
       */
      readonly followed?: boolean | undefined;
    }
  | {
      readonly kind: 'timed-out';
      readonly stage: Stage;
      readonly afterMs: number;
      /** A first launch that never got to run: the driver still compiled. */
      readonly compiling?: boolean | undefined;
    }
  | { readonly kind: 'stopped' };

export type StageListener = (stage: Stage, detail: string) => void;

export interface RequestOptions {
  /** The stage that holds until the worker names one. */
  readonly stage: Stage;
  readonly timeoutSeconds: number | null;
  readonly buildTimeoutSeconds?: number | null | undefined;
  readonly onStage?: StageListener | undefined;
  /** How long an earlier launch of the same size took; null before the first. */
  readonly launchMs?: number | null | undefined;
  /** Stands in for every stage's own bound, milliseconds. */
  readonly boundMs?: number | undefined;
}

export interface WorkerLink {
  readonly pid: number | undefined;
  request<Type extends WorkerRequest['type']>(
    request: Extract<WorkerRequest, { type: Type }>,
    options: RequestOptions,
  ): Promise<Answer<WorkerReplies[Type]>>;
  /** false once the process has ended or was told to. */
  readonly alive: boolean;
  /**
   * Ends the worker: at once when it is idle, after `graceMs` when it is inside a request, whose answer
   * is `stopped` unless it comes in time.
   */
  stop(graceMs: number): Promise<void>;
}

/** Output kept for the message about a death; a kernel's printf can flood. */
const outputKept = 2000;
const startUpMs = 30_000;
/** A worker that is up speaks before a launch when it has been silent for 500 ms; what it takes to be heard comes on top. */
const silenceMs = 800;
const exitWaitMs = 5000;

interface Pending {
  readonly id: number;
  /** Told after the answer, whatever it was. */
  onSettled: (() => void) | null;
  readonly settle: (answer: Answer<never>) => void;
  readonly options: RequestOptions;
  stage: Stage;
  detail: string;
  firstLaunchAt: number | null;
  firstLaunchMs: number | null;
  timer: NodeJS.Timeout | null;
}

export const startWorkerLink = (
  host: WorkerHost,
  name: string,
  environment?: WorkerEnvironment,
): WorkerLink => {
  const process = host.start(name, environment);
  let nextId = 1;
  /** In the order sent; the first is under way. */
  const sent: Pending[] = [];
  let exit: WorkerExit | null = null;
  /** It has answered before: its start lies behind. */
  let isUp = false;
  let stopping = false;
  let output = '';
  let outgrownBytes: number | undefined;
  const memory = watchMemory(
    () => process.pid,
    (bytes) => {
      outgrownBytes = bytes;
      process.kill();
    },
  );
  const exitWaiters: (() => void)[] = [];

  /** Answers the request under way; after anything but an answer of the worker, those behind it are `stopped`. */
  const settle = (answer: Answer<never>): void => {
    const current = sent.shift();
    if (current === undefined) return;
    if (current.timer !== null) clearTimeout(current.timer);
    current.settle(answer);
    current.onSettled?.();
    const isOver = answer.kind !== 'reply' && answer.kind !== 'failure';
    if (isOver || stopping) for (const behind of sent.splice(0)) behind.settle({ kind: 'stopped' });
    const next = sent[0];
    if (next === undefined) memory.rest();
    else begin(next);
  };
  const begin = (current: Pending): void => {
    const { options } = current;
    // The request itself announces a first launch (protocol.ts): its time counts from here.
    if (options.stage === 'first-launch') {
      current.firstLaunchAt = performance.now();
      options.onStage?.('first-launch', 'compiling');
    }
    memory.look();
    const bound = boundOf({ ...options, detail: '', firstLaunchMs: current.firstLaunchMs });
    if (options.boundMs !== undefined) watch(current, options.boundMs);
    else if (isUp) watch(current, bound, silenceMs);
    else watch(current, Math.max(bound, startUpMs));
  };
  /** `silentMs`: how long nothing need have been heard although all is well. */
  const watch = (current: Pending, boundMs: number, silentMs = 0): void => {
    if (current.timer !== null) clearTimeout(current.timer);
    current.timer = setTimeout(() => {
      stopping = true;
      process.kill();
      settle({
        kind: 'timed-out',
        stage: current.stage,
        afterMs: boundMs,
        compiling: current.stage === 'first-launch' && current.detail !== 'running',
      });
    }, boundMs + silentMs);
  };
  const enter = (current: Pending, stage: Stage, detail: string): void => {
    const now = performance.now();
    if (stage === 'first-launch') current.firstLaunchAt = now;
    else if (current.firstLaunchAt !== null && current.firstLaunchMs === null) {
      current.firstLaunchMs = now - current.firstLaunchAt;
    }
    current.stage = stage;
    current.detail = detail;
    const { boundMs, timeoutSeconds, buildTimeoutSeconds } = current.options;
    const { firstLaunchMs } = current;
    if (boundMs !== undefined) watch(current, boundMs);
    else {
      const context = { stage, detail, timeoutSeconds, buildTimeoutSeconds, firstLaunchMs };
      // The launch after it may not be announced, and must not be left with less than its bound.
      const isLaunch = stage === 'launch' || detail === 'running';
      watch(current, boundOf(context), isLaunch ? silenceMs : 0);
    }
    current.options.onStage?.(stage, detail);
  };
  const receive = (message: FromWorker): void => {
    switch (message.type) {
      case 'ready':
        if (message.protocol !== protocolVersion) process.kill();
        return;
      case 'stage':
        if (sent[0]?.id === message.id) enter(sent[0], message.stage, message.detail);
        return;
      case 'reply':
        isUp = true;
        if (sent[0]?.id !== message.id) return;
        settle(
          message.result.ok
            ? { kind: 'reply', value: message.result.value as never }
            : { kind: 'failure', failure: message.result.error },
        );
    }
  };

  process.onMessage(receive);
  process.onOutput((text) => {
    output = (output + text).slice(-outputKept);
  });
  process.onExit((how) => {
    exit = how;
    const [inFlight] = sent;
    if (inFlight !== undefined) {
      settle(
        stopping
          ? { kind: 'stopped' }
          : {
              kind: 'died',
              stage: inFlight.stage,
              exit: how,
              output: output.trim(),
              outgrownBytes,
              followed: sent.length > 1,
            },
      );
    }
    for (const waiter of exitWaiters) waiter();
  });

  /** A process that hangs in the kernel of the system outlives SIGKILL: it is not waited for longer. */
  const exited = (): Promise<void> =>
    exit !== null
      ? Promise.resolve()
      : new Promise((resolve) => {
          const timer = setTimeout(resolve, exitWaitMs);
          exitWaiters.push(() => {
            clearTimeout(timer);
            resolve();
          });
        });

  return {
    get pid() {
      return process.pid;
    },
    get alive() {
      return exit === null && !stopping;
    },
    request: (request, options) =>
      new Promise((resolve) => {
        if (exit !== null) {
          resolve({ kind: 'died', stage: options.stage, exit, output: output.trim() });
          return;
        }
        if (stopping) {
          resolve({ kind: 'stopped' });
          return;
        }
        const current: Pending = {
          id: nextId,
          onSettled: null,
          settle: resolve,
          options,
          stage: options.stage,
          detail: '',
          firstLaunchAt: null,
          firstLaunchMs: options.launchMs ?? null,
          timer: null,
        };
        nextId += 1;
        sent.push(current);
        if (sent.length === 1) begin(current);
        process.send({ id: current.id, request });
      }),
    stop: async (graceMs) => {
      const [inFlight] = sent;
      // What waits behind it is not begun any more.
      for (const behind of sent.splice(1)) behind.settle({ kind: 'stopped' });
      if (inFlight !== undefined && graceMs > 0) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, graceMs);
          inFlight.onSettled = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      stopping = true;
      process.kill();
      settle({ kind: 'stopped' });
      await exited();
    },
  };
};
