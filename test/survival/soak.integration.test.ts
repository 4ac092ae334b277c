/**
 * A long sweep with 1 % random faults on a simulated device: every configuration ends once, and memory,
 * file descriptors and processes stay flat. Prints its figures.
 */
import { readdirSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, describe, expect, it } from 'vitest';
import { seededRandom } from '@shared/domain/random';
import type { Outcome } from '@shared/domain/outcome';
import { defaultMeasureOptions } from '@shared/domain/sweep';
import { createBench, sourceText, type TestBench } from '../support/engine-run';
import { buildDevice, buildSpec } from '../support/run-builder';
import {
  createSimulatedHost,
  type Fault,
  type SimulatedHost,
} from '../support/simulated-worker-host';
import { textTable } from '../support/text-table';
import { isLong, saveReport } from './amount';

const configurations = isLong ? 10_000 : 500;
/** A run has at most this many sizes; the engine lives through all runs. */
const perRun = isLong ? 500 : 100;
const faultShare = 0.01;
const kinds: readonly Fault[] = ['crash', 'launch-failed', 'device-lost', 'wrong'];

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

interface Reading {
  readonly done: number;
  readonly heapBytes: number;
  readonly descriptors: number;
  readonly workers: number;
}

const benches: TestBench[] = [];
afterEach(async () => {
  for (const bench of benches.splice(0)) await bench.dispose();
});

/** Forgets what a test would otherwise keep of each request. */
const withoutMemory = (host: SimulatedHost): SimulatedHost => ({
  ...host,
  get started() {
    return host.started;
  },
  get alive() {
    return host.alive;
  },
  start: (...how) => {
    (host.requests as unknown[]).length = 0;
    return host.start(...how);
  },
});

describe('a soak', () => {
  it(
    `of ${configurations} configurations with 1 % faults stays flat`,
    async () => {
      const random = seededRandom(11);
      const faults: Record<string, Fault> = {};
      const device = buildDevice({ limit: perRun });
      const host = withoutMemory(createSimulatedHost([{ device, faults }]));
      const bench = createBench(host);
      benches.push(bench);
      const readings: Reading[] = [];
      const outcomes = new Map<string, number>();
      let ended = 0;
      let faulty = 0;
      bench.engine.onEvents((_, events) => {
        for (const event of events) {
          if (event.type !== 'configuration-ended') continue;
          ended += 1;
          const word = wordOf(event.outcome);
          outcomes.set(word, (outcomes.get(word) ?? 0) + 1);
        }
        // The bench keeps all events for others; here that would be the growth that is looked for.
        (bench.events as unknown[]).length = 0;
      });
      const take = (done: number): void => {
        collectGarbage();
        readings.push({
          done,
          heapBytes: process.memoryUsage().heapUsed,
          descriptors: readdirSync('/proc/self/fd').length,
          workers: host.alive,
        });
      };
      for (let done = 0; done < configurations; done += perRun) {
        for (const size of Object.keys(faults)) Reflect.deleteProperty(faults, size);
        for (let size = 1; size <= perRun; size += 1) {
          if (random() >= faultShare) continue;
          faults[String(size)] = kinds[Math.floor(random() * kinds.length)] ?? 'crash';
          faulty += 1;
        }
        const started = await bench.engine.start({
          spec: buildSpec({ local: Array.from({ length: perRun }, (_, at) => [at + 1]) }),
          sourceText,
          deviceKeys: [device.key],
          options: { ...defaultMeasureOptions, samples: 3, seed: done },
        });
        if (!started.ok) throw new Error(started.error.message);
        await bench.engine.finished(started.value.run);
        take(done + perRun);
      }
      const settled = readings.filter(({ done }) => done >= (isLong ? 1000 : 200));
      const first = settled[0];
      const last = settled.at(-1);
      if (first === undefined || last === undefined) throw new Error('nothing was read');
      const growth = last.heapBytes / first.heapBytes - 1;
      saveReport(
        'soak',
        textTable(
          ['configurations', 'heap', 'file descriptors', 'workers alive'],
          settled
            .filter(
              (_, at) => at % Math.ceil(settled.length / 10) === 0 || at === settled.length - 1,
            )
            .map(({ done, heapBytes, descriptors, workers }) => [
              String(done),
              `${(heapBytes / 1024 / 1024).toFixed(1)} MiB`,
              String(descriptors),
              String(workers),
            ]),
        ) +
          `${faulty} faults, ${host.started} workers started, heap ${(100 * growth).toFixed(1)} %\n` +
          `${[...outcomes].map(([word, times]) => `${word} ${times}`).join(', ')}\n`,
      );
      expect(ended).toBe(configurations);
      expect([...outcomes.values()].reduce((sum, times) => sum + times, 0)).toBe(configurations);
      const failed = [...outcomes].filter(([word]) => word.startsWith('failed'));
      expect(failed.reduce((sum, [, times]) => sum + times, 0)).toBe(faulty);
      expect(growth).toBeLessThan(0.1);
      expect(Math.abs(last.descriptors - first.descriptors)).toBeLessThanOrEqual(2);
      expect(readings.every(({ workers }) => workers === 0)).toBe(true);
    },
    isLong ? 1_800_000 : 120_000,
  );
});

const wordOf = (outcome: Outcome): string =>
  outcome.kind === 'measured' ? 'measured' : `${outcome.kind} ${outcome.reason}`;
