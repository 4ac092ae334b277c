import { afterEach, describe, expect, it } from 'vitest';
import type { Run } from '@shared/domain/run-types';
import type { SweepSpec } from '@shared/domain/sweep';
import { createBench, outcomesOf, type TestBench } from '../../support/engine-run';
import { buildDevice } from '../../support/run-builder';
import {
  createSimulatedHost,
  visitsOf,
  type Fault,
  type SimulatedHost,
} from '../../support/simulated-worker-host';

const benches: TestBench[] = [];
afterEach(async () => {
  for (const bench of benches.splice(0)) await bench.dispose();
});

const local: SweepSpec['local'] = [[16], [32], [64], [128], [256]];
const hostWith = (faults: Readonly<Record<string, Fault>>): SimulatedHost =>
  createSimulatedHost([{ device: buildDevice(), faults }]);
/** Loses what the process said last, as a channel does that another thread of it writes to. */
const losingLastWords = (host: SimulatedHost): SimulatedHost => {
  const start: SimulatedHost['start'] = (name) => {
    const worker = host.start(name);
    let dead = false;
    worker.onExit(() => {
      dead = true;
    });
    return {
      ...worker,
      get pid() {
        return worker.pid;
      },
      onMessage: (listener) =>
        worker.onMessage((message) => {
          setTimeout(() => {
            if (!dead) listener(message);
          }, 20);
        }),
    };
  };
  return Object.create(host, { start: { value: start } }) as SimulatedHost;
};
const sweep = async (host: SimulatedHost, seed: number, samples = 6): Promise<Run> => {
  const bench = createBench(host);
  benches.push(bench);
  return bench.sweep({ local }, { samples, seed });
};
const messageOf = (run: Run, id: string): string => {
  const state = run.devices[0]?.configurations.find(({ configuration }) => configuration.id === id);
  return state?.outcome?.kind === 'failed' ? state.outcome.message : '';
};
const seeds = [1, 2, 3, 4, 5, 6];
const allBut = (id: string, word: string): readonly string[] =>
  local.map((size) => (String(size) === id ? `${id} ${word}` : `${String(size)} measured`));

describe('a size that breaks the memory of its process', () => {
  it.each(seeds)('fails for it, and not the size that died of it (seed %i)', async (seed) => {
    const host = hostWith({ '64': 'breaks-others' });
    const run = await sweep(host, seed);
    expect(outcomesOf(run)).toEqual(allBut('64', 'failed crashed'));
    expect(messageOf(run, '64')).toMatch(/alone in a fresh process/);
    // The one that died is visited again as often as was asked for.
    for (const { configuration, visits } of run.devices[0]?.configurations ?? []) {
      if (configuration.id === '64') continue;
      expect(visits.flatMap(({ samples }) => samples.runNs)).toHaveLength(6);
    }
    expect(host.alive).toBe(0);
  });

  it('that is never found out ends the run all the same, and its victim says what is not known', async () => {
    const host = hostWith({ '64': 'breaks-unseen' });
    const run = await sweep(host, 1);
    expect(run.phase).toBe('finished');
    expect(run.devices[0]?.configurations.every(({ outcome }) => outcome !== null)).toBe(true);
    const failed = outcomesOf(run).filter((word) => word.includes('failed'));
    expect(failed.length).toBeGreaterThan(0);
    for (const word of failed) {
      expect(messageOf(run, word.split(' ')[0] ?? '')).toMatch(/one of them may be at fault/);
    }
    // Five sizes are tried alone once each at most, five worker deaths at most follow.
    expect(host.started).toBeLessThan(20);
  });

  it('keeps its times where it was over already, with a warning', async () => {
    const seen = new Set<string>();
    for (const seed of seeds) {
      // Far from the best after three rounds, it breaks the memory in the last of them.
      const host = createSimulatedHost([
        {
          device: buildDevice(),
          faults: { '64': 'breaks-late' },
          timeNs: (size) => (String(size) === '64' ? 90e6 : 40e6),
        },
      ]);
      const bench = createBench(host);
      benches.push(bench);
      const run = await bench.sweep({ local }, { seed, maxSamples: 30 });
      const outcomes = outcomesOf(run);
      const wasOver = outcomes.includes('64 measured');
      const warned = run.warnings.filter(({ code }) => code === 'out-of-bounds');
      expect(outcomes).toEqual(allBut('64', wasOver ? 'measured' : 'failed crashed'));
      expect(warned.map(({ configuration }) => configuration)).toEqual(wasOver ? ['64'] : []);
      seen.add(wasOver ? 'over' : 'live');
    }
    expect([...seen].sort()).toEqual(['live', 'over']);
  });
});

describe('a size that crashes', () => {
  it('is at fault when it does so alone as well, at the cost of one more worker', async () => {
    const host = hostWith({ '128': 'crash' });
    const run = await sweep(host, 3);
    expect(outcomesOf(run)).toEqual(allBut('128', 'failed crashed'));
    expect(visitsOf(host).filter((size) => size === '128').length).toBeLessThanOrEqual(2);
  });

  it('as the first in its process is not tried again', async () => {
    const host = hostWith({ '16': 'crash' });
    const run = await sweep(host, 1);
    // The reference comes first.
    expect(outcomesOf(run)).toEqual(allBut('16', 'failed crashed'));
    expect(visitsOf(host).filter((size) => size === '16')).toHaveLength(1);
  });

  it('by never ending is not tried again', async () => {
    const host = hostWith({ '128': 'hang' });
    const bench = createBench(host);
    benches.push(bench);
    const run = await bench.sweep({ local }, { samples: 3, timeoutSeconds: 0.05 });
    expect(outcomesOf(run)).toEqual(allBut('128', 'failed timed-out'));
    expect(visitsOf(host).filter((size) => size === '128')).toHaveLength(1);
  });
});

describe('a size that writes outside of its buffers', () => {
  it.each([true, false])(
    'ends at once, and nothing else runs in its process (verify %s)',
    async (verify) => {
      const host = hostWith({ '64': 'escapes' });
      const bench = createBench(host);
      benches.push(bench);
      const run = await bench.sweep({ local }, { samples: 6, verify });
      expect(outcomesOf(run)).toEqual(allBut('64', 'failed wrong-result'));
      expect(visitsOf(host).filter((size) => size === '64')).toHaveLength(1);
      expect(host.started).toBe(3);
      expect(messageOf(run, '64')).toContain('behind the end of y');
    },
  );
});

describe('a size that kills the worker before the answer of the size before it has arrived', () => {
  // With 14, 16, 17 and 19 it is the second: nothing had come through before it.
  it.each([1, 3, 14, 16, 17, 19])(
    'fails, and the size before it is measured (seed %i)',
    async (seed) => {
      const host = losingLastWords(hostWith({ '64': 'crash' }));
      const bench = createBench(host);
      benches.push(bench);
      // Nothing is verified: the second visit is asked for before the first is answered.
      const options = { samples: 6, seed, verify: false, restore: false };
      const run = await bench.sweep({ local }, options);
      expect(outcomesOf(run)).toEqual(allBut('64', 'failed crashed'));
      expect(host.alive).toBe(0);
    },
  );
});
