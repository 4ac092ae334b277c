import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { RunEvent } from '@shared/domain/run-event';
import type { BufferArgument, SweepSpec } from '@shared/domain/sweep';
import { createBench, outcomesOf, type TestBench } from '../../support/engine-run';
import { buildDevice } from '../../support/run-builder';
import {
  createSimulatedHost,
  visitsOf,
  type SimulatedDevice,
  type SimulatedHost,
} from '../../support/simulated-worker-host';

const benches: TestBench[] = [];
const benchOf = (host: SimulatedHost): TestBench => {
  const bench = createBench(host);
  benches.push(bench);
  return bench;
};
const oneDevice = (more: Partial<SimulatedDevice> = {}): SimulatedHost =>
  createSimulatedHost([{ device: buildDevice(), ...more }]);
const warnings = (bench: TestBench): readonly string[] =>
  bench.events.flatMap((event: RunEvent) => (event.type === 'warning' ? [event.code] : []));
const y: BufferArgument = {
  kind: 'buffer',
  name: 'y',
  type: 'float',
  count: 'gx',
  init: { constant: 0 },
  write: true,
};

afterEach(async () => {
  for (const bench of benches.splice(0)) await bench.dispose();
});

describe('the sentinel', () => {
  it('is measured in every round, also after its own times have settled', async () => {
    // 32 wanders so much that it needs far more rounds than the others.
    let seed = 1;
    const wander = (): number => (seed = (seed * 48271) % 2147483647) / 2147483647;
    const host = oneDevice({
      timeNs: (local) => (local?.[0] === 32 ? 101_000 * (1 + 0.3 * wander()) : 100_000),
    });
    const run = await benchOf(host).sweep({ local: [[16], [32], [64]] });
    const states = run.devices[0]?.configurations ?? [];
    const rounds = states.map(({ visits }) => visits.length);
    const longest = Math.max(...rounds);
    expect(rounds[1]).toBe(longest);
    expect(rounds.filter((count) => count === longest).length).toBeGreaterThan(1);
    expect(Math.min(...rounds)).toBeLessThanOrEqual(longest);
    expect(states.map(({ outcome }) => outcome?.kind)).toEqual(Array(3).fill('measured'));
  });

  it('tells of a device that changed in the course of the run, and only of such', async () => {
    const slower = oneDevice({ drift: (visit) => (visit > 20 ? 1.3 : 1) });
    const drifting = benchOf(slower);
    await drifting.sweep({ local: [[16], [32], [64]] }, { samples: 40 });
    expect(warnings(drifting)).toContain('sentinel-drift');
    const calm = benchOf(oneDevice());
    await calm.sweep({ local: [[16], [32], [64]] }, { samples: 40 });
    expect(warnings(calm)).toEqual([]);
  });
});

describe('a kernel that works in place', () => {
  const spec: Partial<SweepSpec> = { args: [y], local: [[16], [32]] };
  const times = (ns: number): readonly number[] =>
    Array.from({ length: 20 }, (_, at) => ns + (at % 5));
  const inPlace = {
    restoredNs: times(100_000),
    unrestoredNs: times(1000),
    launches: 50,
    becameNotFinite: true,
    becameSubnormal: false,
  };

  it('is launched once with and once without restoring, and warned about', async () => {
    const host = oneDevice({ inPlace });
    const bench = benchOf(host);
    const run = await bench.sweep(spec, { samples: 4 });
    expect(host.requests.filter(({ request }) => request.type === 'in-place')).toHaveLength(1);
    expect(run.warnings.map(({ code }) => code)).toEqual(['in-place-drift', 'not-finite']);
    expect(run.warnings[0]?.detail['ratio']).toBeCloseTo(0.01, 3);
  });

  it('is not asked about where nothing is restored', async () => {
    const host = oneDevice({ inPlace });
    await benchOf(host).sweep(spec, { samples: 4, restore: false });
    expect(host.requests.some(({ request }) => request.type === 'in-place')).toBe(false);
  });

  it('costs no size when it does not come back from its own output', async () => {
    const host = oneDevice({ inPlace: 'hang' });
    const run = await benchOf(host).sweep(spec, { samples: 4, timeoutSeconds: 0.05 });
    expect(outcomesOf(run)).toEqual(['16 measured', '32 measured']);
    expect(run.warnings.map(({ code }) => code)).toEqual(['in-place-drift', 'worker-restarted']);
    expect(host.alive).toBe(0);
  });
});

describe('what is known of a device and its results', () => {
  it('reaches the run: its clock, and how results compare with the reference', async () => {
    const timer = { tickNs: 32, source: 'event', reason: 'trusted' } as const;
    const verification = { kind: 'right', relativeL2: 2e-7, maxUlp: 3, against: 'kernel' } as const;
    const run = await benchOf(oneDevice({ timer, verification })).sweep({}, { samples: 2 });
    expect(run.devices[0]?.timer).toEqual(timer);
    expect(run.devices[0]?.configurations[0]?.outcome).toEqual({
      kind: 'measured',
      detail: { relativeL2: 2e-7, maxUlp: 3, against: 'kernel' },
    });
  });

  it('fails a size that wrote behind the end of an argument', async () => {
    const verification = {
      kind: 'out-of-bounds',
      argument: 'y',
      bytes: 4,
      where: 'behind',
      escaped: false,
    } as const;
    const run = await benchOf(oneDevice({ verification })).sweep({ local: [[16]] }, { samples: 2 });
    const outcome = run.devices[0]?.configurations[0]?.outcome;
    expect(outcome).toMatchObject({ reason: 'wrong-result', detail: { argument: 'y', bytes: 4 } });
    expect(outcome?.kind === 'failed' && outcome.message).toContain('behind the end of y');
  });
});

describe('the reference of a spec', () => {
  const local = [[16]];

  it('is refused before the first launch when it cannot serve', async () => {
    const host = oneDevice();
    const bench = benchOf(host);
    const refusal = async (spec: Partial<SweepSpec>, referencePath?: string): Promise<string> => {
      const request = await bench.request({ args: [y], local, ...spec });
      const started = await bench.engine.start({ ...request, referencePath });
      return started.ok ? '' : started.error.message;
    };
    const path = join(bench.dir, 'y.bin');
    writeFileSync(path, new Uint8Array(12));
    const file = { reference: { file: 'y.bin', argument: 'y' } };
    expect(await refusal(file, path)).toContain('has 12 bytes, but y has 4194304');
    expect(await refusal(file, join(bench.dir, 'missing'))).toContain('is not there');
    expect(await refusal(file)).toContain('not at hand');
    expect(await refusal({ reference: { kernel: 'nobody' } })).toContain('nobody');
    expect(visitsOf(host)).toEqual([]);
  });

  it('reaches the worker with the size of the reference configuration', async () => {
    const host = oneDevice();
    const bench = benchOf(host);
    const path = join(bench.dir, 'y.bin');
    writeFileSync(path, new Uint8Array(4194304));
    const request = await bench.request(
      { args: [y], local, reference: { file: 'y.bin', argument: 'y' } },
      { samples: 2 },
    );
    const started = await bench.engine.start({ ...request, referencePath: path });
    if (!started.ok) throw new Error(started.error.message);
    await bench.engine.finished(started.value.run);
    const prepared = host.requests.flatMap(({ request: one }) =>
      one.type === 'prepare' ? [one.reference] : [],
    );
    expect(prepared).toEqual([{ kind: 'file', path, argument: 'y' }]);
    expect(JSON.stringify(bench.events)).not.toContain(path);
  });
});
