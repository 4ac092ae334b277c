/**
 * Measures one device: from its plan to the outcome of every configuration, in rounds. Each round visits
 * every live configuration once in seeded random order, so that drift of clocks and heat hits all alike;
 * after it the strategy (stopping.ts) says who is done. A configuration that kills or hangs its worker
 * is failed and never tried again; the others go on in a fresh worker. Refuses nothing: whatever happens,
 * every configuration ends with exactly one outcome.
 */
import { buildOptionsFor, hasPerSizeBuild } from '@shared/domain/build-options';
import type { DeviceInfo } from '@shared/domain/device';
import type { Outcome } from '@shared/domain/outcome';
import { applyKernelLimits } from '@shared/domain/plan';
import type { Configuration, DevicePlan } from '@shared/domain/plan-types';
import { roundOrder } from '@shared/domain/random';
import type { RunEventBody } from '@shared/domain/run-event';
import { chooseSentinel, driftOf } from '@shared/domain/sentinel';
import { localLabel } from '@shared/domain/sizes';
import { fixedCount, planVisit, type VisitSize } from '@shared/domain/stopping';
import type { MeasureOptions, SweepSpec } from '@shared/domain/sweep';
import { strategyView, typicalNs, type ConfigurationProgress } from './configuration-progress';
import { countDeaths } from './death-count';
import { createDeviceWorker, type Built, type BuildWish } from './device-worker';
import { outcomeOfMisfortune, outcomeOfRefusal, type Failed } from './outcome-of';
import type { BufferPlan, LaunchPlan, ReferencePlan, VisitReply, WorkerRequest } from './protocol';
import type { EarlierStates } from './resumed-run';
import { createLedger } from './sweep-ledger';
import { createSweepStatus, type StatusListener } from './sweep-status';
import { createIntake } from './visit-intake';
import { warningOfDrift, warningOfLoops, warningsOfInPlace } from './warnings';
import { groupNs, takeGroup } from './visit-group';
import type { WorkerHost } from './worker-host';

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
  /** What the spec wants the results to be held against. */
  readonly reference?: ReferencePlan | undefined;
  readonly laneShared: boolean;
  /** What a resumed run measured before. */
  readonly earlier?: EarlierStates | undefined;
  readonly record: (body: RunEventBody) => void;
  /** Resolves when the log has room for more events. */
  readonly room: () => Promise<void>;
  /** Resolves when nothing waits for a gap between two visits. */
  readonly breathe: () => Promise<void>;
  /** Aborted when the run is to stop. */
  readonly signal: AbortSignal;
  readonly onStatus: StatusListener;
}

/** A visit that is due: whose, in which round, and how long. */
interface Turn {
  readonly item: ConfigurationProgress;
  readonly round: number;
  readonly size: VisitSize;
}

/** How long a launch may still take after the user cancelled before its worker is killed. */
export const cancelGraceMs = 1000;
const warmUpLaunches = 5;
const warmUpNs = 1e9;
/** How far launching without restoring is tried, once per device. */
const inPlaceWish = { cycles: 10, launches: 50, maxNs: 0.5e9 };

/** Resolves when every configuration has its outcome and the worker is gone. */
export const sweepDevice = async (sweep: DeviceSweep): Promise<void> => {
  const { device, spec, options, plan, record, signal } = sweep;
  const deviceKey = device.key;
  const fixed = fixedCount(spec, options);
  const perSize = hasPerSizeBuild(spec);
  const deaths = countDeaths(device.name, plan.configurations.length);
  const ledger = createLedger({ ...sweep, fixed });
  const status = createSweepStatus({ ledger, options, fixed, onStatus: sweep.onStatus });
  const worker = createDeviceWorker({
    host: sweep.host,
    device,
    source: sweep.sourceText,
    kernel: spec.kernel,
    buffers: sweep.buffers,
    reference: sweep.reference,
    timeoutSeconds: options.timeoutSeconds,
    buildTimeoutSeconds: options.buildTimeoutSeconds,
    onStage: status.stage,
  });
  let round = nextRound(sweep.earlier);
  let givenUp = null as string | null;
  let chosenAsked = false;
  // An earlier part of the run has said it.
  let loopsSaid = sweep.earlier !== undefined;
  // Nothing is restored, or an earlier part of the run has said it.
  let inPlaceAsked = sweep.earlier !== undefined || !sweep.buffers.some(({ restore }) => restore);
  let chosen: readonly number[] | null = null;
  /** The worker's life in which the reference outputs were made; 0: not yet. */
  let referenceLife = 0;
  const builtSizes = new Set<string>();
  /** Once part of a group that the worker did not come through. */
  const alone = new Set<ConfigurationProgress>();
  const intake = createIntake({
    device,
    kernel: spec.kernel,
    ledger,
    record,
    onReference: () => {
      referenceLife = worker.life;
    },
  });
  const stopped = (): boolean => signal.aborted || givenUp !== null;
  const misfortune = (
    item: ConfigurationProgress,
    answer: Parameters<typeof outcomeOfMisfortune>[0],
  ): Failed => outcomeOfMisfortune(answer, device.name, item.configuration.local);

  /** A worker died, with `cause` in flight: says so, unless it was the last that this device gets. */
  const countDeath = (cause: ConfigurationProgress | null): void => {
    deaths.died();
    givenUp ??= deaths.verdict;
    sayRestarted(cause);
  };
  const sayRestarted = (cause: ConfigurationProgress | null): void => {
    if (stopped() || ledger.live().length === 0) return;
    status.show('restarting');
    ledger.warn({
      code: 'worker-restarted',
      configuration: cause?.configuration.id ?? null,
      message: `The worker of ${device.name} was started again; the other sizes go on.`,
    });
  };
  const sayLoops = (): void => {
    const warning = loopsSaid ? null : warningOfLoops(worker.loopLimit, device.name);
    loopsSaid = true;
    if (warning !== null) ledger.warn(warning);
  };
  const loseWorker = async (item: ConfigurationProgress, outcome: Failed): Promise<void> => {
    ledger.end(item, outcome);
    await worker.discard();
    countDeath(item);
  };

  const wishOf = (configuration: Configuration): BuildWish | Failed => {
    if (!perSize) return { key: '', options: spec.buildOptions };
    const text = buildOptionsFor(spec, configuration);
    return text.ok
      ? { key: configuration.id, options: text.value }
      : { kind: 'failed', reason: 'build-failed', stage: 'build', message: text.error.message };
  };
  /**
   * Has a worker with this configuration's build. false: the configuration has ended, or all have; the
   * caller goes on with the next.
   */
  const makeReady = async (item: ConfigurationProgress): Promise<boolean> => {
    const wish = wishOf(item.configuration);
    if ('kind' in wish) {
      ledger.end(item, wish);
      return false;
    }
    while (!stopped()) {
      const readiness = await worker.ready(wish);
      switch (readiness.kind) {
        case 'ready':
          return perSize ? fitsKernel(item, readiness.built) : true;
        case 'stopped':
          return false;
        case 'refused':
          if (perSize) ledger.end(item, readiness.outcome);
          else ledger.close(readiness.outcome);
          return false;
        case 'died':
          if (perSize) ledger.end(item, readiness.outcome);
          countDeath(item);
          if (perSize) return false;
      }
    }
    return false;
  };
  /** In per-size builds the kernel's limits are known only now. */
  const fitsKernel = (item: ConfigurationProgress, built: Built): boolean => {
    const { id } = item.configuration;
    if (builtSizes.has(id)) return true;
    builtSizes.add(id);
    ledger.announceBuild(built, id, worker.timer);
    sayLoops();
    const one = { deviceKey, configurations: [item.configuration] };
    const [limited] = applyKernelLimits(one, spec, built.kernel, device).configurations;
    const rejected = limited?.rejected ?? null;
    if (rejected === null) return true;
    ledger.end(item, rejected);
    return false;
  };

  const request = (
    item: ConfigurationProgress,
    samples: number,
    maxNs: number,
    verify: boolean,
  ): Extract<WorkerRequest, { type: 'visit' }> => ({
    type: 'visit',
    launch: item.launch,
    warmUps: item.life === worker.life || samples === 0 ? 0 : warmUpLaunches,
    warmUpNs,
    samples,
    maxNs: Math.max(1, maxNs),
    cold: options.cold,
    verify,
  });
  /** What the driver picks for NULL. Not to know it is no reason to lose the configuration itself. */
  const askChosen = async (item: ConfigurationProgress): Promise<void> => {
    chosenAsked = true;
    const answer = await worker.chosen({ type: 'chosen', launch: item.launch });
    if (answer.kind === 'reply') chosen = answer.value.local;
    else if (answer.kind === 'died' || answer.kind === 'timed-out') {
      await worker.discard();
      countDeath(null);
    }
  };
  /** A fresh worker has no reference outputs: a configuration that was found right makes them again. */
  const rebuildReference = async (): Promise<void> => {
    if (referenceLife === worker.life) return;
    const source = ledger.all.find((item) => item.comparable && item.verified === true);
    if (source === undefined) return;
    const wish = wishOf(source.configuration);
    if ('kind' in wish || (await worker.ready(wish)).kind !== 'ready') return;
    referenceLife = worker.life;
    const answer = await worker.visit(request(source, 0, 1, true), true, null);
    if (answer.kind === 'died' || answer.kind === 'timed-out') {
      source.verified = null;
      await loseWorker(source, misfortune(source, answer));
      source.comparable = false;
    }
  };

  const sizeOf = (
    item: ConfigurationProgress,
    samples = item.samples,
    visits = item.rounds.length,
  ): VisitSize => {
    const size = planVisit({
      options,
      fixed,
      samples,
      visits,
      typicalNs: typicalNs(item),
      watching: item.watching,
    });
    const left = options.maxSeconds * 1e9 - item.spentNs;
    return { ...size, maxNs: fixed === null ? Math.min(size.maxNs, left) : size.maxNs };
  };
  const visit = async (item: ConfigurationProgress): Promise<void> => {
    status.visiting(item.configuration.id, round);
    if (!(await makeReady(item))) return;
    if (item.configuration.local === null && !chosenAsked) await askChosen(item);
    const verify = options.verify && !item.checked;
    if (verify && !stopped()) await rebuildReference();
    if (!item.live || !(await makeReady(item))) return;

    const size = sizeOf(item);
    const isFirst = item.life !== worker.life;
    const wanted = request(item, size.samples, size.maxNs, verify);
    item.life = worker.life;
    const typical = typicalNs(item);
    const answer = await worker.visit(wanted, isFirst, typical === null ? null : typical / 1e6);
    switch (answer.kind) {
      case 'stopped':
        return;
      case 'died':
      case 'timed-out':
        return loseWorker(item, misfortune(item, answer));
      case 'failure': {
        const outcome = misfortune(item, answer);
        if (outcome.reason === 'device-lost') return loseWorker(item, outcome);
        ledger.end(item, outcome);
        return worker.discard();
      }
      case 'reply':
        return takeReply(item, answer.value);
    }
  };
  const takeReply = async (item: ConfigurationProgress, reply: VisitReply): Promise<void> => {
    if (reply.refused === null) {
      deaths.livedThrough();
      intake.take(item, reply, round, chosen);
      status.launched(reply.samples?.runNs.length ?? 0);
      return;
    }
    const outcome = outcomeOfRefusal(reply.refused, device.name, item.configuration.local);
    if (outcome.kind === 'failed' && outcome.reason === 'device-lost') {
      return loseWorker(item, outcome);
    }
    ledger.end(item, outcome);
    // After a launch that failed half-way some drivers fail every later one in the same context.
    if (reply.refused.workerUnusable === true) await worker.discard();
  };

  /** Whether the restored buffers, left to grow, would change times or values: asked once, of the reference. */
  const checkInPlace = async (item: ConfigurationProgress): Promise<void> => {
    if (inPlaceAsked || !item.live || item.samples === 0 || stopped()) return;
    inPlaceAsked = true;
    const typical = typicalNs(item);
    const answer = await worker.inPlace(
      { type: 'in-place', launch: item.launch, ...inPlaceWish },
      typical === null ? null : typical / 1e6,
    );
    const isLost = answer.kind === 'died' || answer.kind === 'timed-out';
    if (answer.kind === 'reply' || isLost) {
      const found = answer.kind === 'reply' ? answer.value : 'hung';
      for (const body of warningsOfInPlace(found, spec.kernel, device.name)) ledger.warn(body);
    }
    if (answer.kind !== 'reply' && answer.kind !== 'stopped') await worker.discard();
    // A kernel that cannot live on its own output is no fault of the size: the others go on.
    if (isLost) sayRestarted(item);
  };

  /** How long a visit will take if it can share a message with others; null: it goes alone. */
  const expectedNs = ({ item, size }: Turn): number | null => {
    const typical = typicalNs(item);
    const canShare =
      item.live &&
      item.life === worker.life &&
      !alone.has(item) &&
      !perSize &&
      !options.cold &&
      (item.checked || !options.verify);
    return typical === null || !canShare ? null : typical * size.samples;
  };
  const visitAlone = async (turn: Turn): Promise<void> => {
    round = turn.round;
    if (turn.item.live && !stopped()) await visit(turn.item);
  };
  /**
   * Visits that share a message. When the worker does not come through them, it is not known whose fault that
   * was: they are all made again, and from then on each alone.
   */
  const visitTogether = async (turns: readonly Turn[]): Promise<void> => {
    const [first] = turns;
    if (first === undefined || !(await makeReady(first.item))) return;
    if (first.item.life !== worker.life) {
      // A fresh worker: each of them has a first launch to make.
      for (const turn of turns) await visitAlone(turn);
      return;
    }
    const wanted = turns.map(({ item, size }) => request(item, size.samples, size.maxNs, false));
    const longestNs = Math.max(...turns.map(({ item }) => typicalNs(item) ?? 0));
    const answer = await worker.visitTogether(wanted, longestNs / 1e6);
    if (answer.kind === 'stopped') return;
    const replies = answer.kind === 'reply' ? answer.value : [];
    if (answer.kind !== 'reply') {
      for (const { item } of turns) alone.add(item);
      await worker.discard();
      sayRestarted(null);
    }
    for (const [index, turn] of turns.entries()) {
      const reply = replies[index];
      if (reply === undefined) await visitAlone(turn);
      else {
        round = turn.round;
        status.visiting(turn.item.configuration.id, round);
        await takeReply(turn.item, reply);
      }
    }
  };

  /**
   * The log holds the times of a configuration that was cut off, but not the verdict on its results: it is
   * found again before anything is decided, so that no wrong result passes for a measured one.
   */
  const verifyEarlier = async (): Promise<void> => {
    const unchecked = order(round).filter(({ samples, checked }) => samples > 0 && !checked);
    for (const item of unchecked) {
      if (stopped()) return;
      status.visiting(item.configuration.id, round);
      if (!(await makeReady(item))) continue;
      await rebuildReference();
      if (!item.live || !(await makeReady(item))) continue;
      const answer = await worker.visit(request(item, 0, 1, true), true, null);
      switch (answer.kind) {
        case 'stopped':
          return;
        case 'reply':
          if (answer.value.refused === null) intake.verify(item, answer.value);
          else await takeReply(item, answer.value);
          break;
        default:
          await loseWorker(item, misfortune(item, answer));
      }
    }
  };

  /** The first round begins with the reference of the verification: an explicit size if there is one. */
  const order = (inRound: number): readonly ConfigurationProgress[] => {
    const items = ledger.live();
    const shuffled = roundOrder(items, options.seed, inRound);
    if (inRound > 0 || !options.verify) return shuffled;
    const reference = items.find((item) => item.configuration.local !== null) ?? items[0];
    return reference === undefined
      ? shuffled
      : [reference, ...shuffled.filter((item) => item !== reference)];
  };
  /**
   * The visits that are due next: a round of them. With a fixed number of samples nothing is decided between two
   * rounds, and so as many rounds as fit into one message come at once.
   */
  const due = (): readonly Turn[] => {
    const turns: Turn[] = order(round).map((item) => ({ item, round, size: sizeOf(item) }));
    const times = turns.map(expectedNs);
    if (fixed === null || times.some((time) => time === null)) return turns;
    const roundNs = times.reduce<number>((sum, time) => sum + (time ?? 0), 0);
    const planned = new Map(turns.map(({ item, size }) => [item, item.samples + size.samples]));
    for (let ahead = 1; (ahead + 1) * roundNs <= groupNs; ahead += 1) {
      const more = order(round + ahead).flatMap((item): readonly Turn[] => {
        const samples = planned.get(item) ?? 0;
        const visits = item.rounds.length + ahead;
        const size = sizeOf(item, samples, visits);
        planned.set(item, samples + size.samples);
        return size.samples === 0 ? [] : [{ item, round: round + ahead, size }];
      });
      if (more.length === 0) break;
      turns.push(...more);
    }
    return turns;
  };
  /** The first build gives the kernel's limits, and with them the plan. */
  const begin = async (): Promise<void> => {
    const nothing = plan.configurations.every(({ rejected }) => rejected !== null);
    if (perSize || nothing || signal.aborted) {
      ledger.announce(plan.configurations);
      return;
    }
    const wish: BuildWish = { key: '', options: spec.buildOptions };
    let readiness = await worker.ready(wish);
    if (readiness.kind === 'died' && readiness.outcome.reason === 'crashed') {
      // Nothing was launched yet, and a compiler that crashes does so soon: it may have been another's doing.
      countDeath(null);
      readiness = await worker.ready(wish);
    }
    if (readiness.kind === 'ready') {
      const { kernel } = readiness.built;
      ledger.announce(applyKernelLimits(plan, spec, kernel, device).configurations);
      ledger.announceBuild(readiness.built, null, worker.timer);
      sayLoops();
      return;
    }
    ledger.announce(plan.configurations);
    if (readiness.kind !== 'stopped') ledger.close(readiness.outcome);
  };
  const progressMade = (): number =>
    ledger.all.reduce((sum, { samples, live }) => sum + samples + (live ? 0 : 1), 0);
  const measure = async (): Promise<void> => {
    await begin();
    // A run may have been cut off between the last visit of a configuration and its end.
    if (sweep.earlier !== undefined && !stopped()) {
      if (options.verify) await verifyEarlier();
      if (stopped()) return;
      ledger.decide();
    }
    for (; ledger.live().length > 0; round += 1) {
      const before = progressMade();
      for (let left = due(); left.length > 0;) {
        await sweep.breathe();
        await sweep.room();
        if (stopped()) return;
        const group = takeGroup(left, expectedNs);
        left = left.slice(group.length);
        const [only] = group;
        if (group.length > 1) await visitTogether(group);
        else if (only !== undefined) await visitAlone(only);
        if (only !== undefined) await checkInPlace(only.item);
      }
      if (stopped()) return;
      ledger.decide();
      // A round that brings neither a sample nor an end would be repeated for ever.
      if (progressMade() === before) {
        givenUp = `${device.name} gave neither times nor a reason in a whole round; its other sizes were not tried.`;
        return;
      }
    }
  };

  /** What the size that was measured in every round tells of the machine. */
  const sayDrift = (): void => {
    const measured = ledger.all.filter(({ comparable, samples }) => comparable && samples > 0);
    const all = measured.map((item) => ({ ...strategyView(item), live: true }));
    const watched = measured.find(({ configuration }) => configuration.id === chooseSentinel(all));
    if (watched === undefined) return;
    const { id, local } = watched.configuration;
    const warning = warningOfDrift(driftOf(id, watched.rounds), localLabel(local), device.name);
    if (warning !== null) ledger.warn(warning);
  };

  const onAbort = (): void => void worker.retire(cancelGraceMs);
  signal.addEventListener('abort', onAbort, { once: true });
  await measure();
  signal.removeEventListener('abort', onAbort);
  await worker.retire(0);
  sayDrift();
  ledger.close(outcomeOfTheRest(givenUp, signal));
  record({ type: 'device-ended', deviceKey, problem: givenUp ?? reasonOf(signal) });
  status.show('done');
};

/** The round after the last that left samples. */
const nextRound = (earlier: EarlierStates | undefined): number =>
  Math.max(-1, ...[...(earlier?.values() ?? [])].map(({ visits }) => visits.at(-1)?.round ?? -1)) +
  1;

const outcomeOfTheRest = (givenUp: string | null, signal: AbortSignal): Outcome => {
  const because = givenUp ?? reasonOf(signal);
  return because === null
    ? {
        kind: 'skipped',
        reason: 'cancelled',
        message: 'The run was cancelled before this size was done.',
      }
    : { kind: 'skipped', reason: 'lane-stopped', message: because };
};

/** An abort for another reason than the user's wish carries its sentence as the reason. */
const reasonOf = (signal: AbortSignal): string | null =>
  signal.aborted && typeof signal.reason === 'string' ? signal.reason : null;
