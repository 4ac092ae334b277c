/**
 * A whole "Find the best size" without a device: the product's candidates, rounds, search and verdict over times
 * that a test draws (from a known truth, or out of recorded samples). Deterministic in the seed.
 */
import type { DeviceInfo } from '@shared/domain/device';
import { roundOrder } from '@shared/domain/random';
import { foldEvents } from '@shared/domain/run';
import type { RunEventBody } from '@shared/domain/run-event';
import type { Run } from '@shared/domain/run-types';
import { wavefrontOf } from '@shared/domain/search/candidates';
import { decideSearch, type SearchCandidate } from '@shared/domain/search/decide-search';
import { planSearch } from '@shared/domain/search/plan-search';
import type { SearchOptions } from '@shared/domain/search/search-types';
import { medianOf } from '@shared/domain/statistics';
import { planVisit } from '@shared/domain/stopping';
import { defaultMeasureOptions, type MeasureOptions } from '@shared/domain/sweep';
import { buildSamples, buildSpec, numberEvents } from './run-builder';

export interface SimulatedSearch {
  readonly device: DeviceInfo;
  readonly global: readonly number[];
  /** The samples of one visit, ns. */
  readonly draw: (configuration: string, samples: number, round: number) => readonly number[];
  readonly seed: number;
  readonly search?: Partial<SearchOptions>;
  readonly options?: Partial<MeasureOptions>;
  /** Candidates that are not there (nothing is known of them). */
  readonly without?: (configuration: string) => boolean;
}

type Progress = { -readonly [Key in keyof SearchCandidate]: SearchCandidate[Key] };

/** The run as its events would fold, with its end. */
export const simulateSearch = (wish: SimulatedSearch): Run => {
  const { device, seed } = wish;
  const search: SearchOptions = { add: [], forbid: [], ...wish.search };
  const options: MeasureOptions = { ...defaultMeasureOptions, seed, search, ...wish.options };
  const spec = buildSpec({ global: wish.global });
  const deviceKey = device.key;
  const configurations = planSearch(spec, '', device, search).configurations.filter(
    ({ id }) => wish.without?.(id) !== true,
  );
  const bodies: RunEventBody[] = [
    {
      type: 'run-started',
      header: {
        format: 'ndrange-run',
        version: 1,
        run: 'simulated',
        startedAt: '2026-11-29T21:30:16.000Z',
        appVersion: '0.1.0',
        spec,
        sourceText: '',
        sourceSha256: '',
        specSha256: '',
        options,
        devices: [device],
        host: { system: '', processor: '' },
      },
    },
    { type: 'device-planned', deviceKey, configurations },
  ];
  const all = configurations
    .filter(({ rejected }) => rejected === null)
    .map(({ id, local }): Progress => ({
      configuration: id,
      local,
      rounds: [],
      samples: 0,
      spentNs: 0,
      live: true,
      waiting: true,
      comparable: true,
      givenUp: false,
    }));
  const ended = (one: Progress, reason: 'not-needed' | null, stopReason: string | null): void => {
    one.live = false;
    bodies.push({
      type: 'configuration-ended',
      deviceKey,
      configuration: one.configuration,
      outcome:
        reason === null
          ? { kind: 'measured' }
          : { kind: 'skipped', reason, message: 'Not needed.' },
      // What the decision says; the union of its reasons is part of this one.
      stopReason: stopReason as 'decided' | null,
      verified: true,
    });
  };
  const decide = (): void => {
    const wavefront = wavefrontOf(device);
    const decision = decideSearch({ options, search, wavefront, candidates: all });
    for (const { configuration, reason } of decision.stop) {
      const one = all.find((candidate) => candidate.configuration === configuration);
      if (one === undefined) continue;
      one.givenUp = reason === 'far-from-best';
      ended(one, null, reason);
    }
    if (decision.take !== null) {
      for (const one of all) {
        if (decision.take.configurations.includes(one.configuration)) one.waiting = false;
      }
      bodies.push({ type: 'search-step', deviceKey, ...decision.take });
    }
    if (!decision.over) return;
    for (const one of all) if (one.live && one.waiting) ended(one, 'not-needed', null);
  };
  decide();
  for (let round = 0; ; round += 1) {
    const live = all.filter((one) => one.live && !one.waiting);
    if (live.length === 0) break;
    for (const one of roundOrder(live, seed, round)) {
      const { samples: wanted } = planVisit({
        options,
        fixed: null,
        samples: one.samples,
        visits: one.rounds.length,
        typicalNs: one.samples === 0 ? null : one.spentNs / one.samples,
        watching: true,
      });
      const runNs = wish.draw(one.configuration, wanted, round);
      const samples = buildSamples(runNs);
      one.rounds = [...one.rounds, { round, medianNs: medianOf(runNs) ?? 0 }];
      one.samples += runNs.length;
      one.spentNs += samples.wallNs.reduce((sum, wall) => sum + wall, 0);
      bodies.push({ type: 'visit', deviceKey, configuration: one.configuration, round, samples });
    }
    decide();
  }
  bodies.push({ type: 'device-ended', deviceKey, problem: null });
  bodies.push({ type: 'run-ended', phase: 'finished', wallNs: 1e9 });
  const run = foldEvents(numberEvents(bodies));
  if (run === null) throw new Error('the simulation gave no run');
  return run;
};
