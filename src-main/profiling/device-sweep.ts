/**
 * Measures one device: from its plan to the outcome of every configuration, in rounds. Each round visits
 * every live configuration once in seeded random order, so that drift of clocks and heat hits all alike;
 * after it the strategy (stopping.ts) says who is done. A configuration that kills or hangs its worker
 * is failed and never tried again; the others go on in a fresh worker. Refuses nothing: whatever happens,
 * every configuration ends with exactly one outcome.
 */
import { buildOptionsFor, hasPerSizeBuild } from '@shared/domain/build-options';
import type { DeviceInfo } from '@shared/domain/device';
import { measured, type Outcome } from '@shared/domain/outcome';
import { applyKernelLimits } from '@shared/domain/plan';
import type { Configuration, DevicePlan } from '@shared/domain/plan-types';
import { roundOrder } from '@shared/domain/random';
import type { LaneStatus, RunEventBody, StopReason } from '@shared/domain/run-event';
import { localLabel } from '@shared/domain/sizes';
import { medianOf } from '@shared/domain/statistics';
import { decideNext, fixedCount, fixedRounds, planVisit } from '@shared/domain/stopping';
import type { MeasureOptions, SweepSpec } from '@shared/domain/sweep';
import {
  addVisit,
  startProgress,
  strategyView,
  typicalNs,
  type ConfigurationProgress,
} from './configuration-progress';
import { countDeaths } from './death-count';
import { createDeviceWorker, type Built, type BuildWish, type DeviceWorker } from './device-worker';
import { outcomeOfMisfortune, outcomeOfRefusal, type Failed, type Skipped } from './outcome-of';
import type { BufferPlan, LaunchPlan, VisitReply } from './protocol';
import { warningsOfReference, warningOfTimer, type WarningBody } from './warnings';
import type { WorkerHost } from './worker-host';
import type { StageListener } from './worker-link';

export interface DeviceSweep {
  readonly host: WorkerHost;
  readonly device: DeviceInfo;
  readonly spec: SweepSpec;
  readonly sourceText: string;
  readonly options: MeasureOptions;
  /** Stage one: device limits applied. */
  readonly plan: DevicePlan;
  readonly buffers: readonly BufferPlan[];
  /** By configuration id. */
  readonly launches: ReadonlyMap<string, LaunchPlan>;
  readonly laneShared: boolean;
  readonly record: (body: RunEventBody) => void;
  /** Resolves when the log has room for more events. */
  readonly room: () => Promise<void>;
  /** Resolves when nothing waits for a gap between two visits. */
  readonly breathe: () => Promise<void>;
  /** Aborted when the run is to stop. */
  readonly signal: AbortSignal;
  /** Takes a function, because most statuses are never looked at. */
  readonly onStatus: (status: () => Omit<LaneStatus, 'run' | 'deviceKey'>) => void;
}

/** How long a launch may still take after the user cancelled before its worker is killed. */
export const cancelGraceMs = 1000;
const warmUpLaunches = 5;
const warmUpNs = 1e9;
/** Below this many ticks of the timer a time is mostly the tick. */
const ticksToTrust = 20;

/** Resolves when every configuration has its outcome and the worker is gone. Never rejects. */
export const sweepDevice = async (sweep: DeviceSweep): Promise<void> => {
  const { device, spec, options, plan, record, signal } = sweep;
  const deviceKey = device.key;
  const fixed = fixedCount(spec, options);
  const perSize = hasPerSizeBuild(spec);
  const deaths = countDeaths(device.name, plan.configurations.length);
  const all: ConfigurationProgress[] = [];
  let givenUp: string | null = null;
  let round = 0;
  let launchesDone = 0;
  let current: string | null = null;
  let announcedBuild = false;
  let saidNotComparable = false;
  let chosenAsked = false;
  let chosen: readonly number[] | null = null;
  let referenceLife = 0;
  const startedAt = performance.now();

  const live = (): ConfigurationProgress[] => all.filter((item) => item.live);
  const showStage: StageListener = (stage, detail) => {
    const state =
      stage === 'open'
        ? 'opening'
        : stage === 'build' || stage === 'create' || stage === 'prepare'
          ? 'building'
          : stage === 'first-launch' && detail !== 'running'
            ? 'compiling'
            : 'running';
    show(state);
  };
  const show = (state: LaneStatus['state']): void => {
    sweep.onStatus(() => ({
      state,
      configuration: current,
      round,
      rounds: fixed === null ? null : fixedRounds(fixed),
      launchesDone,
      launchesExpected: fixed === null ? null : all.length * fixed,
      etaMs: estimate(),
    }));
  };
  /** Time left if every live configuration needs its least number of samples at its own pace. */
  const estimate = (): number | null => {
    if (launchesDone === 0) return null;
    const wanted = fixed ?? options.minSamples;
    const left = live().reduce((sum, item) => sum + Math.max(1, wanted - item.samples), 0);
    return Math.round(((performance.now() - startedAt) / launchesDone) * left);
  };
  const worker: DeviceWorker = createDeviceWorker({
    host: sweep.host,
    device,
    source: sweep.sourceText,
    kernel: spec.kernel,
    buffers: sweep.buffers,
    timeoutSeconds: options.timeoutSeconds,
    onStage: showStage,
  });

  const end = (
    item: ConfigurationProgress,
    outcome: Outcome,
    stopReason: StopReason | null,
  ): void => {
    if (!item.live) return;
    item.live = false;
    if (outcome.kind !== 'measured') item.comparable = false;
    endConfiguration(item.configuration.id, outcome, stopReason, item.verified);
  };
  const endConfiguration = (
    configuration: string,
    outcome: Outcome,
    stopReason: StopReason | null,
    verified: boolean | null,
  ): void =>
    record({
      type: 'configuration-ended',
      deviceKey,
      configuration,
      outcome,
      stopReason,
      verified,
    });
  const warn = (body: WarningBody): void => record({ type: 'warning', deviceKey, ...body });

  /** Announces a plan and takes its live configurations in. */
  const announce = (configurations: readonly Configuration[]): void => {
    record({ type: 'device-planned', deviceKey, configurations });
    for (const configuration of configurations) {
      const launch = sweep.launches.get(configuration.id);
      if (configuration.rejected !== null || launch === undefined) {
        if (configuration.rejected !== null) {
          endConfiguration(configuration.id, configuration.rejected, null, null);
        }
        continue;
      }
      all.push(startProgress(configuration, launch));
    }
    if (sweep.laneShared) {
      warn({
        code: 'lane-shared',
        configuration: null,
        message: `${device.name} was measured while other devices used the same hardware; its times are disturbed.`,
      });
    }
  };
  const announceBuild = (built: Built, configuration: string | null): void => {
    record({
      type: 'device-built',
      deviceKey,
      buildNs: built.report.buildTime,
      log: built.report.log,
      kernel: built.kernel,
      laneShared: sweep.laneShared,
      configuration,
    });
    const doubt = worker.timer === null ? null : warningOfTimer(worker.timer, device.name);
    if (doubt !== null && !announcedBuild) warn(doubt);
    announcedBuild = true;
  };
  const wishOf = (configuration: Configuration): BuildWish | Failed => {
    if (!perSize) return { key: '', options: spec.buildOptions };
    const text = buildOptionsFor(spec, configuration);
    return text.ok
      ? { key: configuration.id, options: text.value }
      : { kind: 'failed', reason: 'build-failed', stage: 'build', message: text.error.message };
  };
  const restarting = (cause: ConfigurationProgress | null): void => {
    if (live().length === 0) return;
    show('restarting');
    warn({
      code: 'worker-restarted',
      configuration: cause?.configuration.id ?? null,
      message: `The worker of ${device.name} was started again; the other sizes go on.`,
    });
  };

  /**
   * Has a worker with this configuration's build. false: the configuration has ended, or the run is to
   * stop; the caller goes on with the next.
   */
  const makeReady = async (item: ConfigurationProgress): Promise<boolean> => {
    const wish = wishOf(item.configuration);
    if ('kind' in wish) {
      end(item, wish, null);
      return false;
    }
    for (;;) {
      if (signal.aborted) return false;
      const readiness = await worker.ready(wish);
      switch (readiness.kind) {
        case 'ready':
          return perSize ? fitsKernel(item, readiness.built) : true;
        case 'stopped':
          return false;
        case 'refused':
          if (perSize) end(item, readiness.outcome, null);
          else for (const other of live()) end(other, readiness.outcome, null);
          return false;
        case 'died':
          deaths.died();
          if (perSize) {
            end(item, readiness.outcome, null);
            giveUpIfHopeless();
            return false;
          }
          if (giveUpIfHopeless()) return false;
      }
    }
  };
  const builtSizes = new Set<string>();
  /** In per-size builds the kernel's limits are known only now. */
  const fitsKernel = (item: ConfigurationProgress, built: Built): boolean => {
    const { id } = item.configuration;
    if (builtSizes.has(id)) return true;
    builtSizes.add(id);
    announceBuild(built, id);
    const one = { deviceKey, configurations: [item.configuration] };
    const rejected = applyKernelLimits(one, spec, built.kernel, device).configurations[0]?.rejected;
    if (rejected == null) return true;
    end(item, rejected, null);
    return false;
  };
  const giveUpIfHopeless = (): boolean => {
    givenUp ??= deaths.verdict;
    return givenUp !== null;
  };

  const lostIn = async (item: ConfigurationProgress, outcome: Failed): Promise<void> => {
    end(item, outcome, null);
    await worker.discard();
    deaths.died();
    if (!giveUpIfHopeless()) restarting(item);
  };
  const chooseForNull = async (item: ConfigurationProgress): Promise<void> => {
    chosenAsked = true;
    const answer = await worker.chosen({ type: 'chosen', launch: item.launch });
    if (answer.kind === 'reply') chosen = answer.value.local;
    else if (answer.kind === 'died' || answer.kind === 'timed-out') {
      // Not knowing what the driver chose is no reason to lose the configuration itself.
      deaths.died();
      await worker.discard();
      if (!giveUpIfHopeless()) restarting(item);
    }
  };
  /** A fresh worker has no reference outputs: an already verified configuration makes them again. */
  const rebuildReference = async (): Promise<void> => {
    if (!options.verify || perSize || referenceLife === worker.life || referenceLife === 0) return;
    const source = all.find((item) => item.comparable && item.verified === true);
    if (source === undefined || !live().some((item) => !item.checked)) return;
    referenceLife = worker.life;
    const answer = await worker.visit(visitRequest(source, 0, 0, true), true);
    if (answer.kind === 'died' || answer.kind === 'timed-out') {
      source.verified = null;
      source.comparable = false;
      await lostIn(source, outcomeOfMisfortune(answer, device.name, source.configuration.local));
    }
  };
  const visitRequest = (
    item: ConfigurationProgress,
    samples: number,
    maxNs: number,
    verify: boolean,
  ) =>
    ({
      type: 'visit',
      launch: item.launch,
      warmUps: item.life === worker.life || samples === 0 ? 0 : warmUpLaunches,
      warmUpNs,
      samples,
      maxNs: Math.max(1, maxNs),
      cold: options.cold,
      verify,
    }) as const;

  const visit = async (item: ConfigurationProgress): Promise<void> => {
    current = item.configuration.id;
    if (!(await makeReady(item))) return;
    if (item.configuration.local === null && !chosenAsked) {
      await chooseForNull(item);
      if (givenUp !== null || signal.aborted || !(await makeReady(item))) return;
    }
    await rebuildReference();
    if (givenUp !== null || signal.aborted || !item.live || !(await makeReady(item))) return;

    const size = planVisit({
      options,
      fixed,
      samples: item.samples,
      visits: item.rounds.length,
      typicalNs: typicalNs(item),
    });
    const verify = options.verify && !perSize && !item.checked;
    const left = options.maxSeconds * 1e9 - item.spentNs;
    const maxNs = fixed === null ? Math.min(size.maxNs, left) : size.maxNs;
    const isFirst = item.life !== worker.life;
    const request = visitRequest(item, size.samples, maxNs, verify);
    item.life = worker.life;
    const answer = await worker.visit(request, isFirst);
    switch (answer.kind) {
      case 'stopped':
        return;
      case 'died':
      case 'timed-out':
        return lostIn(item, outcomeOfMisfortune(answer, device.name, item.configuration.local));
      case 'failure': {
        const outcome = outcomeOfMisfortune(answer, device.name, item.configuration.local);
        if (outcome.reason === 'device-lost') return lostIn(item, outcome);
        end(item, outcome, null);
        return worker.discard();
      }
      case 'reply':
        return take(item, answer.value);
    }
  };
  /** Takes in what a visit brought. */
  const take = async (item: ConfigurationProgress, reply: VisitReply): Promise<void> => {
    if (reply.refused !== null) {
      const outcome: Failed | Skipped = outcomeOfRefusal(
        reply.refused,
        device.name,
        item.configuration.local,
      );
      if (outcome.kind === 'failed' && outcome.reason === 'device-lost') {
        return lostIn(item, outcome);
      }
      end(item, outcome, null);
      // After a failed launch some drivers fail every later one in the same context.
      if (outcome.kind === 'failed') await worker.discard();
      return;
    }
    deaths.livedThrough();
    const isFirstVisit = item.samples === 0;
    if (reply.samples !== null && reply.samples.runNs.length > 0) {
      addVisit(item, round, reply.samples);
      launchesDone += reply.samples.runNs.length;
      record({
        type: 'visit',
        deviceKey,
        configuration: item.configuration.id,
        round,
        samples: reply.samples,
        ...(isFirstVisit && reply.firstLaunchNs !== null
          ? { firstLaunchNs: reply.firstLaunchNs }
          : {}),
        ...(isFirstVisit && item.configuration.local === null ? { chosen } : {}),
      });
      warnOfTimes(item, reply);
    }
    takeVerification(item, reply);
  };
  const takeVerification = (item: ConfigurationProgress, reply: VisitReply): void => {
    const { verification } = reply;
    if (verification === null) return;
    item.checked = true;
    const { id, local } = item.configuration;
    switch (verification.kind) {
      case 'reference':
        referenceLife = worker.life;
        item.verified = true;
        for (const body of warningsOfReference(verification, spec.kernel, device.name)) warn(body);
        return;
      case 'right':
        item.verified = true;
        return;
      case 'wrong':
        item.verified = false;
        item.comparable = false;
        wrong.set(id, {
          kind: 'failed',
          reason: 'wrong-result',
          stage: 'verify',
          message:
            `${verification.argument} came out different with local size ${localLabel(local)} on ${device.name} ` +
            `(relative error ${verification.relativeL2.toPrecision(3)}). ` +
            'The size changes the result: look for a missing barrier or a wrong index.',
          detail: {
            device: device.name,
            argument: verification.argument,
            relativeL2: verification.relativeL2,
          },
        });
        return;
      case 'not-comparable':
        if (saidNotComparable) return;
        saidNotComparable = true;
        warn({
          code: 'not-comparable',
          configuration: null,
          message: `The results of ${spec.kernel} on ${device.name} follow the local size, so they were not compared.`,
        });
    }
  };
  const wrong = new Map<string, Failed>();
  const warnOfTimes = (item: ConfigurationProgress, reply: VisitReply): void => {
    const { id, local } = item.configuration;
    if (reply.endBeforeStart > 0 && !item.saidEndBeforeStart) {
      item.saidEndBeforeStart = true;
      warn({
        code: 'end-before-start',
        configuration: id,
        message:
          `${device.name} said that ${reply.endBeforeStart} launches with local size ${localLabel(local)} ` +
          'ended before they started; the host clock stands in for them.',
        detail: { count: reply.endBeforeStart },
      });
    }
    const tick = worker.timer?.tickNs ?? null;
    const samples = reply.samples;
    if (tick === null || samples?.timeSource !== 'event' || item.saidNearTimer) return;
    const median = medianOf(samples.runNs);
    if (median === null || median >= ticksToTrust * tick) return;
    item.saidNearTimer = true;
    warn({
      code: 'near-timer-resolution',
      configuration: id,
      message:
        `Local size ${localLabel(local)} takes ${Math.round(median)} ns on ${device.name}, ` +
        `whose timer moves in steps of ${tick} ns: launch more work-items for a time to rely on.`,
      detail: { medianNs: Math.round(median), tickNs: tick },
    });
  };

  /** After a round: who has had enough. Wrong ones stop as soon as the least number is there. */
  const decide = (): void => {
    for (const [id, outcome] of wrong) {
      const item = all.find((candidate) => candidate.configuration.id === id);
      if (item?.live === true && item.samples >= (fixed ?? options.minSamples)) {
        end(item, outcome, 'ended');
        wrong.delete(id);
      }
    }
    const decision = decideNext({
      options,
      fixed,
      configurations: all.filter((item) => item.comparable && item.samples > 0).map(strategyView),
    });
    const byId = new Map(all.map((item) => [item.configuration.id, item]));
    for (const { configuration, reason } of decision.stop) {
      const item = byId.get(configuration);
      if (item !== undefined) end(item, measured, reason);
    }
  };
  /** The first round begins with the reference of the verification: an explicit size if there is one. */
  const orderOf = (items: readonly ConfigurationProgress[]): readonly ConfigurationProgress[] => {
    const shuffled = roundOrder(items, options.seed, round);
    if (round > 0 || !options.verify) return shuffled;
    const reference = items.find((item) => item.configuration.local !== null) ?? items[0];
    return reference === undefined
      ? shuffled
      : [reference, ...shuffled.filter((item) => item !== reference)];
  };

  /** The first build: it gives the kernel's limits, and with them the plan. false: nothing to measure. */
  const begin = async (): Promise<boolean> => {
    if (perSize || plan.configurations.every(({ rejected }) => rejected !== null)) {
      announce(plan.configurations);
      return all.length > 0;
    }
    const readiness = await worker.ready({ key: '', options: spec.buildOptions });
    if (readiness.kind === 'ready') {
      const limited = applyKernelLimits(plan, spec, readiness.built.kernel, device);
      announce(limited.configurations);
      announceBuild(readiness.built, null);
      return all.length > 0;
    }
    announce(plan.configurations);
    if (readiness.kind !== 'stopped') {
      for (const item of live()) end(item, readiness.outcome, null);
    }
    return false;
  };
  const measure = async (): Promise<void> => {
    if (signal.aborted || !(await begin())) {
      if (all.length === 0 && signal.aborted) announce(plan.configurations);
      return;
    }
    while (live().length > 0) {
      for (const item of orderOf(live())) {
        if (!item.live) continue;
        await sweep.breathe();
        await sweep.room();
        if (signal.aborted || givenUp !== null) return;
        await visit(item);
      }
      if (signal.aborted || givenUp !== null) return;
      decide();
      round += 1;
    }
  };

  const onAbort = (): void => void worker.retire(cancelGraceMs);
  signal.addEventListener('abort', onAbort, { once: true });
  await measure();
  signal.removeEventListener('abort', onAbort);
  await worker.retire(0);
  for (const item of live()) {
    const outcome = wrong.get(item.configuration.id);
    end(item, outcome ?? leftOver(givenUp, signal), outcome === undefined ? null : 'ended');
  }
  record({ type: 'device-ended', deviceKey, problem: givenUp ?? stopSentence(signal) });
  current = null;
  show('done');
};

const leftOver = (givenUp: string | null, signal: AbortSignal): Outcome => {
  if (givenUp !== null) return { kind: 'skipped', reason: 'lane-stopped', message: givenUp };
  const stopped = stopSentence(signal);
  return stopped === null
    ? {
        kind: 'skipped',
        reason: 'cancelled',
        message: 'The run was cancelled before this size was done.',
      }
    : { kind: 'skipped', reason: 'lane-stopped', message: stopped };
};

/** An abort for another reason than the user's wish carries its sentence as the reason. */
const stopSentence = (signal: AbortSignal): string | null =>
  signal.aborted && typeof signal.reason === 'string' ? signal.reason : null;
