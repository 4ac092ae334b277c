/**
 * The books of one device's sweep: which configurations live, what each came to, and the events that say
 * so. Guarantees that a configuration ends exactly once. Decides nothing about launching.
 */
import type { DeviceInfo } from '@shared/domain/device';
import { measured, type Outcome } from '@shared/domain/outcome';
import type { Configuration } from '@shared/domain/plan-types';
import type { RunEventBody, StopReason } from '@shared/domain/run-event';
import { chooseSentinel } from '@shared/domain/sentinel';
import { decideNext } from '@shared/domain/stopping';
import type { MeasureOptions } from '@shared/domain/sweep';
import { startProgress, strategyView, type ConfigurationProgress } from './configuration-progress';
import type { Built } from './device-worker';
import type { Failed } from './outcome-of';
import type { EarlierStates } from './resumed-run';
import type { LaunchPlan, TimerTrust } from './protocol';
import { createSweepSearch } from './sweep-search';
import { warningOfTimer, type WarningBody } from './warnings';

export interface LedgerOptions {
  readonly device: DeviceInfo;
  readonly options: MeasureOptions;
  /** Samples per configuration; null: adaptive. */
  readonly fixed: number | null;
  /** By configuration id. */
  readonly launches: ReadonlyMap<string, LaunchPlan>;
  readonly laneShared: boolean;
  /** What a resumed run measured before. */
  readonly earlier?: EarlierStates | undefined;
  readonly record: (body: RunEventBody) => void;
}

export interface SweepLedger {
  /** All that were not rejected by the plan, in plan order. */
  readonly all: readonly ConfigurationProgress[];
  /** Those that are to be visited. */
  live(): readonly ConfigurationProgress[];
  /** Says what the plan is, ends what it rejects and takes the rest in. */
  announce(configurations: readonly Configuration[]): void;
  /** `configuration`: whose own build it was; null: one build for all. */
  announceBuild(built: Built, configuration: string | null, timer: TimerTrust | null): void;
  end(item: ConfigurationProgress, outcome: Outcome, stopReason?: StopReason): void;
  /** Its results differ: it keeps its times, gets its least number of samples, and then fails. */
  markWrong(item: ConfigurationProgress, outcome: Failed): void;
  /** After a round: ends those that have had enough. */
  decide(): void;
  /** Ends what is left. */
  close(outcome: Outcome): void;
  warn(body: WarningBody): void;
}

const measuredAs = ({ compared }: ConfigurationProgress): Outcome =>
  compared === null ? measured : { ...measured, detail: compared };

export const createLedger = (options: LedgerOptions): SweepLedger => {
  const { device, fixed, record } = options;
  const deviceKey = device.key;
  const all: ConfigurationProgress[] = [];
  const byId = new Map<string, ConfigurationProgress>();
  const wrong = new Map<ConfigurationProgress, Failed>();
  /** The configuration that is measured in every round (sentinel.ts). */
  let sentinel: string | null = null;
  // A resumed run has said it before.
  let saidTimer = (options.earlier?.size ?? 0) > 0;

  const ended = (
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
  const live = (): readonly ConfigurationProgress[] =>
    all.filter((item) => item.live && !item.waiting);
  const end = (item: ConfigurationProgress, outcome: Outcome, stopReason?: StopReason): void => {
    if (!item.live) return;
    item.live = false;
    if (outcome.kind !== 'measured') item.comparable = false;
    ended(item.configuration.id, outcome, stopReason ?? null, item.verified);
  };

  const endMeasured = (item: ConfigurationProgress, reason: StopReason): void => {
    // A wrong one keeps its times, and fails.
    end(item, wrong.get(item) ?? measuredAs(item), reason);
  };
  const wanted = options.options.search ?? null;
  const search =
    wanted === null
      ? null
      : createSweepSearch({
          ...{ device, options: options.options, search: wanted, all },
          ...{ end, endMeasured, record },
        });

  return {
    all,
    live,
    end,
    warn,
    announce: (configurations) => {
      record({ type: 'device-planned', deviceKey, configurations });
      for (const configuration of configurations) {
        const before = options.earlier?.get(configuration.id);
        if (configuration.rejected !== null) {
          if (before?.outcome?.kind !== 'skipped') {
            ended(configuration.id, configuration.rejected, null, null);
          }
          continue;
        }
        const launch = options.launches.get(configuration.id);
        if (launch === undefined) throw new Error(`no launch was planned for ${configuration.id}`);
        const item = startProgress(configuration, launch, before);
        item.waiting = search !== null && item.live && item.samples === 0;
        item.watching = search !== null;
        all.push(item);
        byId.set(configuration.id, item);
      }
      // A resumed run verifies first what it had measured.
      if (options.earlier === undefined) search?.decide();
      if (!options.laneShared) return;
      warn({
        code: 'lane-shared',
        configuration: null,
        message: `${device.name} was measured while other devices used the same hardware; its times are disturbed.`,
      });
    },
    announceBuild: (built, configuration, timer) => {
      record({
        type: 'device-built',
        deviceKey,
        buildNs: built.report.buildTime,
        log: built.report.log,
        kernel: built.kernel,
        laneShared: options.laneShared,
        configuration,
        ...(timer === null ? {} : { timer }),
      });
      const doubt = timer === null || saidTimer ? null : warningOfTimer(timer, device.name);
      saidTimer = true;
      search?.learnWavefront(built.kernel.preferredMultiple);
      if (doubt !== null) warn(doubt);
    },
    markWrong: (item, outcome) => {
      item.verified = false;
      item.comparable = false;
      wrong.set(item, outcome);
    },
    decide: () => {
      for (const [item, outcome] of wrong) {
        const enough = item.samples >= (fixed ?? options.options.minSamples);
        const late = fixed === null && item.spentNs >= options.options.maxSeconds * 1e9;
        if (enough || late) end(item, outcome, 'ended');
      }
      if (search !== null) {
        search.decide();
        return;
      }
      const configurations = all
        .filter((item) => item.comparable && item.samples > 0)
        .map(strategyView);
      const input = { options: options.options, fixed, configurations };
      // Before the first has enough, all were measured in every round: any could be the sentinel.
      if (fixed === null && byId.get(sentinel ?? '')?.live !== true) {
        sentinel = decideNext(input).stop.length === 0 ? null : chooseSentinel(configurations);
      }
      const decision = decideNext({ ...input, sentinel });
      for (const { configuration, reason } of decision.stop) {
        const item = byId.get(configuration);
        if (item === undefined) continue;
        item.givenUp = reason === 'far-from-best';
        end(item, measuredAs(item), reason);
      }
      const held = byId.get(decision.held ?? '');
      if (held !== undefined) held.watching = true;
    },
    close: (outcome) => {
      for (const item of all) end(item, wrong.get(item) ?? outcome);
    },
  };
};
