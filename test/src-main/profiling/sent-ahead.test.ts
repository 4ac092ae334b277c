import { afterEach, describe, expect, it } from 'vitest';
import type { FromWorker, ToWorker } from '@main/profiling/protocol';
import { createBench, outcomesOf, type TestBench } from '../../support/engine-run';
import { buildDevice } from '../../support/run-builder';
import {
  createSimulatedHost,
  visitsOf,
  type SimulatedDevice,
  type SimulatedHost,
} from '../../support/simulated-worker-host';

const benches: TestBench[] = [];
afterEach(async () => {
  for (const bench of benches.splice(0)) await bench.dispose();
});

/** Explicit sizes only: the question for the driver's choice interrupts the row. */
const local = [[16], [32], [64], [128]];
/** Too long for two visits to share a message. */
const timeNs = (): number => 500e6;

interface Watched {
  readonly host: SimulatedHost;
  /** Visits sent, and answers that were still to come when each was. */
  readonly unanswered: number[];
}

const watched = (device: Partial<SimulatedDevice>): Watched => {
  const host = createSimulatedHost([{ device: buildDevice(), timeNs, ...device }]);
  const unanswered: number[] = [];
  const start: SimulatedHost['start'] = () => {
    const worker = host.start('device-0');
    const open = new Set<number>();
    worker.onMessage((message: FromWorker) => {
      if (message.type === 'reply') open.delete(message.id);
    });
    return {
      ...worker,
      get pid() {
        return worker.pid;
      },
      send: (message: ToWorker) => {
        if (message.request.type === 'visit') {
          unanswered.push(open.size);
          open.add(message.id);
        }
        worker.send(message);
      },
    };
  };
  return { host: Object.create(host, { start: { value: start } }) as SimulatedHost, unanswered };
};

const sweep = (host: SimulatedHost, samples = 6): ReturnType<TestBench['sweep']> => {
  const bench = createBench(host);
  benches.push(bench);
  return bench.sweep({ local }, { samples, verify: false, restore: false });
};

describe('a visit that is asked for while the worker is busy', () => {
  it('waits in the worker with others, up to two seconds of them', async () => {
    const { host, unanswered } = watched({});
    await sweep(host);
    // Four first visits at once, since the one before them was quick. Behind the last of them, whose time is not known
    // yet, one more waits.
    expect(Math.max(...unanswered)).toBe(4);
    // All but the first of each stretch that was planned at once.
    expect(unanswered.filter((count) => count > 0).length).toBeGreaterThan(unanswered.length / 2);
  });

  it.each(['crash', 'hang', 'device-lost', 'launch-failed', 'crash-later'] as const)(
    'is made in a fresh worker when what came before it ends the old one (%s)',
    async (fault) => {
      const { host } = watched({ faults: { '32': fault } });
      const bench = createBench(host);
      benches.push(bench);
      const run = await bench.sweep(
        { local },
        { samples: 6, verify: false, restore: false, timeoutSeconds: 0.2 },
      );
      expect(outcomesOf(run).filter((word) => !word.startsWith('32 '))).toEqual([
        '16 measured',
        '64 measured',
        '128 measured',
      ]);
      expect(outcomesOf(run)).toContainEqual(expect.stringMatching(/^32 failed /));
      for (const state of run.devices[0]?.configurations ?? []) {
        if (state.outcome?.kind !== 'measured') continue;
        expect(state.visits.flatMap(({ samples }) => samples.runNs)).toHaveLength(6);
        const rounds = state.visits.map(({ round }) => round);
        expect(new Set(rounds).size).toBe(rounds.length);
      }
    },
  );

  it('is not begun any more once the run was cancelled', async () => {
    let visits = 0;
    let id = '';
    const { host } = watched({
      duringVisit: () => {
        visits += 1;
        if (visits === 3) bench.engine.cancel(id);
        return new Promise((resolve) => setImmediate(resolve));
      },
    });
    const bench = createBench(host);
    benches.push(bench);
    const request = await bench.request({ local }, { samples: 6, verify: false, restore: false });
    const started = await bench.engine.start(request);
    if (!started.ok) throw new Error(started.error.message);
    id = started.value.run;
    await bench.engine.finished(id);
    const told = bench.events.filter(({ type }) => type === 'visit');
    expect(told).toHaveLength(3);
    expect(visitsOf(host).length).toBeLessThanOrEqual(4);
  });
});
