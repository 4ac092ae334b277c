/**
 * The worker of one device through its lives: started, opened, built and prepared when needed, and
 * again after each death. It knows nothing of plans and rounds; worker-lives.ts decides what a death
 * means.
 */
import { argumentMisfit } from '@shared/domain/argument-fit';
import type { DeviceInfo } from '@shared/domain/device';
import type { BuildReport, KernelHardware, KernelInfo } from '@shared/domain/kernel';
import { canInspect, startInspection, type Inspection } from './inspect-build';
import type { Argument } from '@shared/domain/sweep';
import {
  outcomeOfBuildFailure,
  outcomeOfMisfit,
  outcomeOfMisfortune,
  outcomeOfMissingKernel,
  type Failed,
} from './outcome-of';
import type {
  ReferencePlan,
  BufferPlan,
  FurtherVisit,
  TimerTrust,
  WorkerReplies,
  WorkerRequest,
} from './protocol';
import type { WorkerHost } from './worker-host';
import { startWorkerLink, type Answer, type StageListener, type WorkerLink } from './worker-link';

/** What is built: `key` tells one build from another (per-size builds have one each). */
export interface BuildWish {
  readonly key: string;
  readonly options: string;
  /** Of a worker that is started for it: see the `prepare` request. */
  readonly guarded?: boolean;
}

export interface Built {
  readonly report: BuildReport;
  readonly kernel: KernelInfo;
}

export type Readiness =
  | { readonly kind: 'ready'; readonly built: Built }
  /** The process lives: the source is at fault, and trying again would change nothing. */
  | { readonly kind: 'refused'; readonly outcome: Failed }
  /** The process is gone. */
  | { readonly kind: 'died'; readonly outcome: Failed }
  | { readonly kind: 'stopped' };

export interface DeviceWorkerOptions {
  readonly host: WorkerHost;
  readonly device: DeviceInfo;
  readonly source: string;
  readonly kernel: string;
  readonly buffers: readonly BufferPlan[];
  /** The spec's, held against the parameters that the compiler reports; absent: not checked. */
  readonly args?: readonly Argument[] | undefined;
  readonly reference?: ReferencePlan | undefined;
  readonly timeoutSeconds: number | null;
  readonly buildTimeoutSeconds?: number | null | undefined;
  readonly onStage: StageListener;
}

export interface DeviceWorker {
  /** Sees to it that a worker with this build, its kernel and its buffers is there. */
  ready(wish: BuildWish): Promise<Readiness>;
  /** Whether it is there already. */
  isReady(wish: BuildWish): boolean;
  /** Tells one worker process from another, also between the end of one and the start of the next; null: none. */
  readonly process: object | null;
  visit(
    request: Extract<WorkerRequest, { type: 'visit' }>,
    isFirst: boolean,
    /** How long a launch of it took before; null: not known. */
    launchMs: number | null,
  ): Promise<Answer<WorkerReplies['visit']>>;
  /** Visits in a row to configurations that were launched before. `launchMs`: of the longest of them. */
  visitTogether(
    visits: readonly FurtherVisit[],
    launchMs: number,
  ): Promise<Answer<WorkerReplies['visits']>>;
  inPlace(
    request: Extract<WorkerRequest, { type: 'in-place' }>,
    launchMs: number | null,
  ): Promise<Answer<WorkerReplies['in-place']>>;
  chosen(
    request: Extract<WorkerRequest, { type: 'chosen' }>,
  ): Promise<Answer<WorkerReplies['chosen']>>;
  /** Has the worker give back all that it holds on the device. */
  close(): Promise<Answer<null>>;
  /** Ends this life; `ready` starts the next. */
  discard(): Promise<void>;
  /** Ends the last life: what is in flight may take `graceMs` more, and `ready` answers `stopped`. */
  retire(graceMs: number): Promise<void>;
  /** Counts lives from 1; 0 before the first. What a worker remembers lasts one life. */
  readonly life: number;
  /** Known once a worker has opened the device. */
  readonly timer: TimerTrust | null;
  /** Iterations after which the driver silently ends a work-item's loops; null: none that was found. */
  readonly loopLimit: number | null;
}

export const createDeviceWorker = (options: DeviceWorkerOptions): DeviceWorker => {
  const { host, device, timeoutSeconds, buildTimeoutSeconds, onStage } = options;
  let link: WorkerLink | null = null;
  let life = 0;
  let timer: TimerTrust | null = null;
  let loopLimit: number | null = null;
  const hasLoops = /\b(?:for|while|do|goto)\b/.test(options.source);
  let current: { readonly key: string; readonly built: Built } | null = null;
  let retired = false;

  let ending: Promise<void> = Promise.resolve();
  /** What the compiler said of a build's kernel: asked once for each build, before anything is timed. */
  const inspected = new Map<string, KernelHardware | undefined>();
  let inspection: Inspection | null = null;
  const inspect = async (wish: BuildWish): Promise<KernelHardware | undefined> => {
    if (canInspect(device) && !inspected.has(wish.key)) {
      inspection = startInspection({
        host,
        device,
        source: options.source,
        options: wish.options,
        buildTimeoutSeconds: buildTimeoutSeconds ?? null,
      });
      inspected.set(wish.key, (await inspection.kernels).get(options.kernel));
      inspection = null;
    }
    return inspected.get(wish.key);
  };

  const lost = async (answer: Exclude<Answer<never>, { kind: 'reply' }>): Promise<Readiness> => {
    await discard(0);
    return answer.kind === 'stopped'
      ? { kind: 'stopped' }
      : { kind: 'died', outcome: outcomeOfMisfortune(answer, device.name, undefined) };
  };
  const discard = async (graceMs: number): Promise<void> => {
    const old = link;
    link = null;
    current = null;
    if (old !== null) ending = Promise.all([ending, old.stop(graceMs)]).then(() => undefined);
    await ending;
  };
  const ask = <Type extends WorkerRequest['type']>(
    on: WorkerLink,
    request: Extract<WorkerRequest, { type: Type }>,
    stage: 'open' | 'build' | 'prepare' | 'launch' | 'first-launch',
    launchMs: number | null = null,
  ): Promise<Answer<WorkerReplies[Type]>> =>
    on.request<Type>(request, { stage, timeoutSeconds, buildTimeoutSeconds, onStage, launchMs });

  const isReady = (wish: BuildWish): boolean => link?.alive === true && current?.key === wish.key;

  const ready = async (wish: BuildWish): Promise<Readiness> => {
    if (current !== null && isReady(wish)) return { kind: 'ready', built: current.built };
    if (retired) return { kind: 'stopped' };
    let on = link;
    if (on?.alive !== true) {
      await discard(0);
      life += 1;
      on = startWorkerLink(host, `device-${device.index}`);
      link = on;
      onStage('open', '');
      const open = {
        type: 'open',
        deviceKey: device.key,
        tryLoops: life === 1 && hasLoops,
      } as const;
      const opened = await ask<'open'>(on, open, 'open');
      if (opened.kind !== 'reply') return lost(opened);
      timer = opened.value.timer;
      loopLimit = opened.value.loopLimit ?? loopLimit;
    }
    onStage('build', '');
    const build = { type: 'build', source: options.source, options: wish.options } as const;
    const reported = await ask<'build'>(on, build, 'build');
    if (reported.kind === 'failure') {
      return { kind: 'refused', outcome: outcomeOfMisfortune(reported, device.name, undefined) };
    }
    if (reported.kind !== 'reply') return lost(reported);
    const report = reported.value;
    if (!report.ok) return { kind: 'refused', outcome: outcomeOfBuildFailure(report, device.name) };
    const kernel = report.kernels.find(({ name }) => name === options.kernel);
    if (kernel === undefined) {
      return {
        kind: 'refused',
        outcome: outcomeOfMissingKernel(options.kernel, report, device.name),
      };
    }
    const hardware = await inspect(wish);
    const misfit =
      options.args === undefined || kernel.parameters === null
        ? null
        : argumentMisfit(options.args, kernel.parameters, kernel.name);
    if (misfit !== null) return { kind: 'refused', outcome: outcomeOfMisfit(misfit, device.name) };
    const prepare = {
      type: 'prepare',
      kernel: options.kernel,
      buffers: options.buffers,
      reference: options.reference,
      guarded: wish.guarded,
    } as const;
    const prepared = await ask<'prepare'>(on, prepare, 'prepare');
    if (prepared.kind === 'failure') {
      return { kind: 'refused', outcome: outcomeOfMisfortune(prepared, device.name, undefined) };
    }
    if (prepared.kind !== 'reply') return lost(prepared);
    const built: Built = {
      report,
      kernel: hardware === undefined ? kernel : { ...kernel, hardware },
    };
    if (link === on) current = { key: wish.key, built };
    return { kind: 'ready', built };
  };

  const launch = async <Type extends 'visit' | 'visits' | 'chosen' | 'in-place' | 'close'>(
    request: Extract<WorkerRequest, { type: Type }>,
    stage: 'launch' | 'first-launch',
    launchMs: number | null,
  ): Promise<Answer<WorkerReplies[Type]>> =>
    link === null ? { kind: 'stopped' } : ask<Type>(link, request, stage, launchMs);

  return {
    ready,
    isReady,
    get process() {
      return link;
    },
    visit: (request, isFirst, launchMs) =>
      launch<'visit'>(request, isFirst ? 'first-launch' : 'launch', launchMs),
    visitTogether: (visits, launchMs) =>
      launch<'visits'>({ type: 'visits', visits }, 'launch', launchMs),
    inPlace: (request, launchMs) => launch<'in-place'>(request, 'launch', launchMs),
    chosen: (request) => launch<'chosen'>(request, 'first-launch', null),
    close: () => launch<'close'>({ type: 'close' }, 'launch', null),
    discard: () => discard(0),
    retire: async (graceMs) => {
      retired = true;
      await Promise.all([inspection?.stop(), discard(graceMs)]);
    },
    get life() {
      return life;
    },
    get loopLimit() {
      return loopLimit;
    },
    get timer() {
      return timer;
    },
  };
};
