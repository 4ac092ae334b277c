/**
 * A whole adaptive sweep without a device: true times, seeded noise and drift, the product's own rounds and
 * stopping. For tests that count how often the method is right.
 */
import { roundOrder, seededRandom } from '@shared/domain/random';
import { foldEvents } from '@shared/domain/run';
import type { RunEventBody } from '@shared/domain/run-event';
import type { Run } from '@shared/domain/run-types';
import { chooseSentinel } from '@shared/domain/sentinel';
import type { Progress } from '@shared/domain/stopping';
import { decideNext, planVisit } from '@shared/domain/stopping';
import { defaultMeasureOptions } from '@shared/domain/sweep';
import type { MeasureOptions } from '@shared/domain/sweep';
import { medianOf } from '@shared/domain/statistics';
import { buildDevice, buildSamples, buildSpec, numberEvents } from './run-builder';

export interface SimulatedSweep {
  /** Local size (work-items, or 'auto') and its true median, ns. */
  readonly truth: Readonly<Record<string, number>>;
  /** Standard deviation of the log of single launches. */
  readonly noise: number;
  /** Standard deviation of what a whole round shares (clock, heat), log. */
  readonly roundNoise?: number;
  /** Standard deviation of what one visit shares, log. */
  readonly visitNoise?: number;
  /** Share of launches that something interrupts, up to five times as long. */
  readonly hiccups?: number;
  /** Share of visits in which something else takes the processor: 1.2 to 2 times as long. */
  readonly stalls?: number;
  /** Step of the timer, ns; 1 when absent. */
  readonly tick?: number;
  readonly seed: number;
  readonly options?: Partial<MeasureOptions>;
  readonly run?: string;
}

export interface SimulatedResult {
  readonly run: Run;
  readonly launches: number;
}

/** Simulates one device. Deterministic in the seed. */
export const simulateSweep = (sweep: SimulatedSweep): SimulatedResult => {
  const options: MeasureOptions = { ...defaultMeasureOptions, seed: sweep.seed, ...sweep.options };
  const random = seededRandom(sweep.seed * 7919 + 13);
  const normal = (): number =>
    Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const tick = sweep.tick ?? 1;
  const device = buildDevice();
  const ids = Object.keys(sweep.truth);
  const bodies: RunEventBody[] = [
    {
      type: 'run-started',
      header: {
        format: 'ndrange-run',
        version: 1,
        run: sweep.run ?? 'simulated',
        startedAt: '2026-11-29T21:30:16.000Z',
        appVersion: '0.1.0',
        spec: buildSpec(),
        sourceText: '',
        sourceSha256: '',
        specSha256: '',
        options,
        devices: [device],
        host: { system: '', processor: '' },
      },
    },
    {
      type: 'device-planned',
      deviceKey: device.key,
      configurations: ids.map((id) => ({
        id,
        local: id === 'auto' ? null : id.split('x').map(Number),
        asked: [1048576],
        launched: [1048576],
        rejected: null,
      })),
    },
  ];
  const progress = new Map<string, Progress>(
    ids.map((id) => [id, { configuration: id, rounds: [], samples: 0, spentNs: 0, live: true }]),
  );
  let live: readonly string[] = ids;
  let launches = 0;
  let sentinel: string | null = null;
  const watching = new Set<string>();
  for (let round = 0; live.length > 0; round += 1) {
    const shared = (sweep.roundNoise ?? 0) * normal();
    for (const id of roundOrder(live, options.seed, round)) {
      const before = progress.get(id);
      const truth = sweep.truth[id];
      if (before === undefined || truth === undefined) throw new Error(`no such size: ${id}`);
      const size = planVisit({
        options,
        fixed: options.samples,
        samples: before.samples,
        visits: before.rounds.length,
        typicalNs: before.samples === 0 ? null : before.spentNs / before.samples,
        watching: watching.has(id),
      });
      const stall = random() < (sweep.stalls ?? 0) ? Math.log(1.2 + 0.8 * random()) : 0;
      const visitShared = shared + stall + (sweep.visitNoise ?? 0) * normal();
      const runNs = Array.from({ length: size.samples }, () => {
        const hiccup = random() < (sweep.hiccups ?? 0) ? 1 + 4 * random() : 1;
        const exact = truth * Math.exp(visitShared + sweep.noise * normal()) * hiccup;
        // A stepping clock gives the steps between two instants, so the phase is chance.
        return Math.floor(exact / tick + random()) * tick;
      });
      launches += runNs.length;
      const samples = buildSamples(runNs);
      bodies.push({ type: 'visit', deviceKey: device.key, configuration: id, round, samples });
      progress.set(id, {
        ...before,
        rounds: [...before.rounds, { round, medianNs: medianOf(runNs) ?? 0 }],
        samples: before.samples + runNs.length,
        spentNs: before.spentNs + samples.wallNs.reduce((sum, wall) => sum + wall, 0),
      });
    }
    const input = { options, fixed: options.samples, configurations: [...progress.values()] };
    const alone = decideNext(input);
    if (alone.stop.length > 0) sentinel ??= chooseSentinel(input.configurations);
    const decision = decideNext({ ...input, sentinel });
    if (decision.held !== undefined) watching.add(decision.held);
    for (const { configuration, reason } of decision.stop) {
      const ended = progress.get(configuration);
      if (ended !== undefined) progress.set(configuration, { ...ended, live: false });
      bodies.push({
        type: 'configuration-ended',
        deviceKey: device.key,
        configuration,
        outcome: { kind: 'measured' },
        stopReason: reason,
        verified: true,
      });
    }
    live = decision.next;
  }
  bodies.push({ type: 'device-ended', deviceKey: device.key, problem: null });
  bodies.push({ type: 'run-ended', phase: 'finished', wallNs: 1e9 });
  const run = foldEvents(numberEvents(bodies));
  if (run === null) throw new Error('the simulation gave no run');
  return { run, launches };
};
