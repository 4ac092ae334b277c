import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { LogFile } from '@main/store/run-log';
import { logOver } from '@main/store/run-log';
import { ok } from '@shared/domain/result';
import { foldEvents } from '@shared/domain/run';
import type { Run } from '@shared/domain/run-types';
import { createBench, outcomesOf, sourceText, type TestBench } from '../../support/engine-run';
import { buildDevice } from '../../support/run-builder';
import {
  createSimulatedHost,
  visitsOf,
  type Fault,
  type SimulatedDevice,
  type SimulatedHost,
} from '../../support/simulated-worker-host';

const benches: TestBench[] = [];
const benchOf = (
  host: SimulatedHost,
  internals: Parameters<typeof createBench>[1] = {},
): TestBench => {
  const bench = createBench(host, internals);
  benches.push(bench);
  return bench;
};
const oneDevice = (more: Partial<SimulatedDevice> = {}): SimulatedHost =>
  createSimulatedHost([{ device: buildDevice(), ...more }]);
const withFaults = (faults: Readonly<Record<string, Fault>>): SimulatedHost =>
  oneDevice({ faults });

afterEach(async () => {
  vi.useRealTimers();
  for (const bench of benches.splice(0)) await bench.dispose();
});

describe('a sweep', () => {
  it('measures every size in as many samples as were asked for', async () => {
    const run = await benchOf(oneDevice()).sweep({}, { samples: 12 });
    expect(outcomesOf(run)).toEqual([
      '16 measured',
      '32 measured',
      '64 measured',
      '128 measured',
      'auto measured',
    ]);
    for (const state of run.devices[0]?.configurations ?? []) {
      expect(state.visits.flatMap((visit) => visit.samples.runNs)).toHaveLength(12);
      expect(state.stopReason).toBe('fixed');
    }
    expect(run.phase).toBe('finished');
  });

  it('visits every live size once per round, in an order that the seed decides', async () => {
    const host = oneDevice();
    await benchOf(host).sweep({}, { samples: 4, verify: false, seed: 7 });
    const again = oneDevice();
    await benchOf(again).sweep({}, { samples: 4, verify: false, seed: 7 });
    const other = oneDevice();
    await benchOf(other).sweep({}, { samples: 4, verify: false, seed: 8 });
    const visits = visitsOf(host);
    expect(visits).toHaveLength(20);
    for (let round = 0; round < 4; round += 1) {
      expect(new Set(visits.slice(5 * round, 5 * round + 5)).size).toBe(5);
    }
    expect(visitsOf(again)).toEqual(visits);
    expect(visitsOf(other)).not.toEqual(visits);
  });

  it('gives up early on sizes that are certainly far from the best', async () => {
    const host = oneDevice({ timeNs: (local) => (local?.[0] === 16 ? 300_000 : 100_000) });
    const run = await benchOf(host).sweep();
    const reasons = run.devices[0]?.configurations.map(({ stopReason }) => stopReason);
    expect(reasons?.[0]).toBe('far-from-best');
    expect(reasons?.slice(1)).toEqual(['settled', 'settled', 'settled', 'settled']);
  });

  it('numbers its events without a gap and tells of none that the log does not hold', async () => {
    const bench = benchOf(oneDevice());
    let behind = 0;
    bench.engine.onEvents((run, events) => {
      const lines = readFileSync(join(bench.dir, `${run}.ndrun`), 'utf8').split('\n').length - 1;
      if (lines <= (events.at(-1)?.seq ?? 0)) behind += 1;
    });
    const run = await bench.sweep({}, { samples: 5 });
    expect(bench.events.map(({ seq }) => seq)).toEqual(bench.events.map((_, at) => at));
    expect(behind).toBe(0);
    const read = await bench.engine.runs.read(run.header.run);
    expect(read.ok && read.value).toEqual(bench.events);
  });

  it('asks once what the driver chooses for NULL', async () => {
    const host = oneDevice({ chosen: [256] });
    const run = await benchOf(host).sweep({}, { samples: 3 });
    expect(run.devices[0]?.configurations.at(-1)?.chosen).toEqual([256]);
    expect(host.requests.filter(({ request }) => request.type === 'chosen')).toHaveLength(1);
  });

  it('keeps the times of a wrong result and fails it, and the others are verified', async () => {
    const run = await benchOf(withFaults({ '64': 'wrong' })).sweep({}, { samples: 6 });
    const states = run.devices[0]?.configurations ?? [];
    expect(outcomesOf(run)).toContain('64 failed wrong-result');
    expect(states[2]?.visits.flatMap((visit) => visit.samples.runNs)).toHaveLength(6);
    expect(states.map(({ verified }) => verified)).toEqual([true, true, false, true, true]);
  });

  it('leaves points that the device cannot do in the plan, with their reason, and launches none', async () => {
    const host = oneDevice({ device: buildDevice({ limit: 64 }) });
    const run = await benchOf(host).sweep({}, { samples: 3 });
    expect(outcomesOf(run)).toContain('128 skipped exceeds-device-limit');
    expect(visitsOf(host)).not.toContain('128');
  });

  it('builds once, whatever the number of sizes', async () => {
    const host = oneDevice();
    await benchOf(host).sweep({}, { samples: 3 });
    expect(host.requests.filter(({ request }) => request.type === 'build')).toHaveLength(1);
  });

  it('builds each size for itself when the options name the size', async () => {
    const host = oneDevice();
    const run = await benchOf(host).sweep(
      { buildOptions: '-DTILE={lx}', local: [[16], [32]] },
      { samples: 2 },
    );
    expect(outcomesOf(run)).toEqual(['16 measured', '32 measured']);
    const options = host.requests.flatMap(({ request }) =>
      request.type === 'build' ? [request.options] : [],
    );
    expect(new Set(options)).toEqual(new Set(['-DTILE=16', '-DTILE=32']));
  });

  it('leaves no worker behind', async () => {
    const host = oneDevice();
    await benchOf(host).sweep({}, { samples: 2 });
    expect(host.alive).toBe(0);
  });
});

describe('a bad size', () => {
  it('that crashes costs itself and no other, and is tried again only alone', async () => {
    const host = withFaults({ '64': 'crash' });
    const run = await benchOf(host).sweep({}, { samples: 5 });
    expect(outcomesOf(run)).toEqual([
      '16 measured',
      '32 measured',
      '64 failed crashed',
      '128 measured',
      'auto measured',
    ]);
    // Once beside others, and once alone to see whether it was to blame.
    expect(visitsOf(host).filter((size) => size === '64')).toHaveLength(2);
    expect(run.warnings.map(({ code }) => code)).toContain('worker-restarted');
    const states = run.devices[0]?.configurations ?? [];
    expect(states.filter((state) => state.verified === true)).toHaveLength(4);
  });

  it('that crashes in a later round keeps its samples but is failed', async () => {
    const run = await benchOf(withFaults({ '32': 'crash-later' })).sweep({}, { samples: 5 });
    expect(outcomesOf(run)).toContain('32 failed crashed');
    // It comes through two visits of each worker. It died beside others and came through alone in a fresh worker: once
    // more it gets visits, then it dies and nobody else is left to blame.
    expect(run.devices[0]?.configurations[1]?.visits).toHaveLength(4);
  });

  it('that hangs in a later launch is stopped by the bound of a launch, although no message announces it', async () => {
    const begun = performance.now();
    const run = await benchOf(withFaults({ '32': 'hang-later' })).sweep(
      {},
      { samples: 5, timeoutSeconds: 0.2 },
    );
    const outcomes = outcomesOf(run);
    expect(outcomes.filter((word) => word.endsWith(' measured'))).toHaveLength(outcomes.length - 1);
    expect(outcomes).toContainEqual(expect.stringMatching(/^32 failed timed-out/));
    // Once in a message with others and once alone; the bound of a starting worker would be 30 s each.
    expect(performance.now() - begun).toBeLessThan(10_000);
  });

  it('is measured in whole rounds when they all come in one message', async () => {
    const run = await benchOf(oneDevice()).sweep({}, { samples: 7 });
    for (const { visits } of run.devices[0]?.configurations ?? [])
      expect(visits.map(({ round, samples }) => [round, samples.runNs.length])).toEqual(
        [0, 1, 2, 3, 4, 5, 6].map((round) => [round, 1]),
      );
  });

  it('that kills the worker among visits that share a message costs the others nothing', async () => {
    const run = await benchOf(withFaults({ '32': 'crash-later' })).sweep({}, { samples: 5 });
    const others = (run.devices[0]?.configurations ?? []).filter(
      ({ configuration }) => configuration.id !== '32',
    );
    expect(others.map(({ outcome }) => outcome?.kind)).toEqual(others.map(() => 'measured'));
    for (const { visits } of others)
      expect(visits.map(({ round }) => round)).toEqual([0, 1, 2, 3, 4]);
  });

  it('that names no driver fault says how the process died and in which stage', async () => {
    const run = await benchOf(withFaults({ '64': 'crash' })).sweep({}, { samples: 2 });
    const outcome = run.devices[0]?.configurations[2]?.outcome;
    expect(outcome).toMatchObject({ kind: 'failed', reason: 'crashed', stage: 'first-launch' });
    expect(outcome?.kind === 'failed' && outcome.message).toMatch(/SIGSEGV.*assertion failed/);
  });

  it.each([
    // With the silence that a launch is allowed on top.
    ['hang', 20_800],
    ['compile-hang', 180_000],
  ] as const)('that never answers (%s) is stopped by its bound', async (fault, boundMs) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const host = withFaults({ '64': fault });
    const bench = benchOf(host);
    const swept = bench.sweep({}, { samples: 3 });
    await host.hanging();
    vi.advanceTimersByTime(boundMs - 1);
    expect(host.alive).toBe(1);
    vi.advanceTimersByTime(1);
    const run = await swept;
    expect(outcomesOf(run)).toContain('64 failed timed-out');
    expect(outcomesOf(run).filter((word) => word.endsWith('measured'))).toHaveLength(4);
    expect(run.devices[0]?.configurations[2]?.outcome).toMatchObject({ stage: 'first-launch' });
  });

  it('that never answers is stopped after --timeout when one is given', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const host = withFaults({ '64': 'hang' });
    const swept = benchOf(host).sweep({}, { samples: 3, timeoutSeconds: 2 });
    await host.hanging();
    vi.advanceTimersByTime(2800);
    expect(outcomesOf(await swept)).toContain('64 failed timed-out');
  });

  it('that the driver refuses is skipped with the driver’s words and costs no worker', async () => {
    const host = withFaults({ '128': 'refuse' });
    const run = await benchOf(host).sweep({}, { samples: 2 });
    const outcome = run.devices[0]?.configurations[3]?.outcome;
    expect(outcome).toMatchObject({ kind: 'skipped', reason: 'exceeds-kernel-limit' });
    expect(outcome?.kind === 'skipped' && outcome.message).toContain('CL_INVALID_WORK_GROUP_SIZE');
    expect(host.started).toBe(2); // One lists the devices, one measures.
  });

  it('that loses the device is failed as such, and the others go on in a fresh worker', async () => {
    const run = await benchOf(withFaults({ '16': 'device-lost' })).sweep({}, { samples: 2 });
    expect(outcomesOf(run)).toEqual([
      '16 failed device-lost',
      '32 measured',
      '64 measured',
      '128 measured',
      'auto measured',
    ]);
  });

  it('does not lose NULL when only the question for the driver’s choice crashes', async () => {
    const run = await benchOf(oneDevice({ chosen: 'crash' })).sweep({}, { samples: 2 });
    expect(outcomesOf(run)).toContain('auto measured');
  });
});

describe('repeated deaths', () => {
  it('three in a row stop the device with a reason instead of looping', async () => {
    const crash = 'crash' as const;
    const host = withFaults({ '16': crash, '32': crash, '64': crash, '128': crash, auto: crash });
    const run = await benchOf(host).sweep({}, { samples: 2 });
    const words = outcomesOf(run);
    expect(words.filter((word) => word.endsWith('failed crashed'))).toHaveLength(3);
    expect(words.filter((word) => word.endsWith('skipped lane-stopped'))).toHaveLength(2);
    expect(run.devices[0]?.problem).toMatch(/3 worker deaths in a row/);
    expect(run.phase).toBe('finished');
  });

  it.each([
    ['crashes', 'crashed'],
    ['fails', 'build-failed'],
  ] as const)('a build that %s fails every size', async (build, reason) => {
    const run = await benchOf(oneDevice({ build })).sweep({}, { samples: 2 });
    expect(new Set(outcomesOf(run).map((word) => word.split(' ').at(-1)))).toEqual(
      new Set([reason]),
    );
  });

  it('a build that never ends is stopped after 120 s and fails every size', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const host = oneDevice({ build: 'hangs' });
    const swept = benchOf(host).sweep({}, { samples: 2 });
    await host.hanging();
    vi.advanceTimersByTime(120_000);
    const run = await swept;
    expect(outcomesOf(run)[0]).toBe('16 failed timed-out');
    expect(run.devices[0]?.configurations[0]?.outcome).toMatchObject({ stage: 'build' });
  });

  it('names the line of a build error', async () => {
    const run = await benchOf(oneDevice({ build: 'fails' })).sweep();
    const outcome = run.devices[0]?.configurations[0]?.outcome;
    expect(outcome?.kind === 'failed' && outcome.message).toMatch(/line 3.*expected ';'/);
  });
});

describe('lanes', () => {
  const pair = (first: string, second: string, more: Partial<SimulatedDevice> = {}) =>
    createSimulatedHost([
      { device: buildDevice({ name: 'A', index: 0, resource: first }), ...more },
      { device: buildDevice({ name: 'B', index: 1, resource: second }), ...more },
    ]);
  /** Both devices are inside a visit at the same time, or the test times out. */
  const meeting = (): (() => Promise<void>) => {
    let arrived = 0;
    const waiters: (() => void)[] = [];
    return () =>
      new Promise((resolve) => {
        arrived += 1;
        waiters.push(resolve);
        if (arrived >= 2) for (const waiter of waiters.splice(0)) waiter();
      });
  };

  it('devices of different resources measure at the same time', async () => {
    const host = pair('gpu-0', 'gpu-1', { duringVisit: meeting() });
    const run = await benchOf(host).sweep({ local: [[16]] }, { samples: 1 });
    expect(outcomesOf(run, 0)).toEqual(['16 measured']);
    expect(outcomesOf(run, 1)).toEqual(['16 measured']);
  });

  it('devices of one resource take turns', async () => {
    const host = pair('cpu', 'cpu', {
      duringVisit: () => new Promise((resolve) => setImmediate(resolve)),
    });
    const run = await benchOf(host).sweep({}, { samples: 3 });
    expect(host.mostAtOnce['cpu']).toBe(1);
    expect(run.devices.every(({ laneShared }) => !laneShared)).toBe(true);
  });

  it('a shared lane runs them at once and marks every device', async () => {
    const host = pair('cpu', 'cpu', { duringVisit: meeting() });
    const run = await benchOf(host).sweep({ local: [[16]] }, { samples: 1, shareLanes: true });
    expect(host.mostAtOnce['cpu']).toBe(2);
    expect(run.devices.map(({ laneShared }) => laneShared)).toEqual([true, true]);
    expect(run.warnings.filter(({ code }) => code === 'lane-shared')).toHaveLength(2);
  });

  it('a second run on the same resource waits for the first', async () => {
    const host = oneDevice({ duringVisit: () => new Promise((resolve) => setImmediate(resolve)) });
    const bench = benchOf(host);
    const runs = await Promise.all([
      bench.engine.start(await bench.request({}, { samples: 3 })),
      bench.engine.start(await bench.request({}, { samples: 3 })),
    ]);
    for (const started of runs) if (started.ok) await bench.engine.finished(started.value.run);
    expect(host.mostAtOnce['resource-0']).toBe(1);
    expect((await bench.engine.runs.list()).map(({ phase }) => phase)).toEqual([
      'finished',
      'finished',
    ]);
  });

  it('never builds for the editor while a visit of the same lane is under way', async () => {
    const editorBuilds = (): number =>
      host.requests.filter(
        ({ request }) => request.type === 'build' && request.options === '-DEDITOR',
      ).length;
    const compiled: Promise<unknown>[] = [];
    let builtDuringVisit = 0;
    const host = oneDevice({
      duringVisit: async () => {
        const before = editorBuilds();
        if (compiled.length === 0)
          compiled.push(
            bench.engine.compile({
              sourceText,
              buildOptions: '-DEDITOR',
              deviceKeys: [buildDevice().key],
            }),
          );
        for (let turn = 0; turn < 20; turn += 1) {
          await new Promise((resolve) => setImmediate(resolve));
        }
        builtDuringVisit += editorBuilds() - before;
      },
    });
    const bench = benchOf(host);
    await bench.sweep({}, { samples: 3 });
    await Promise.all(compiled);
    expect(builtDuringVisit).toBe(0);
    const order = host.requests.map(({ request }) =>
      request.type === 'build' && request.options === '-DEDITOR' ? 'editor' : request.type,
    );
    // It came in the gap right after the visit that was under way, not at the sweep's end.
    expect(order.slice(0, order.indexOf('editor')).filter((type) => type === 'visit')).toHaveLength(
      1,
    );
  });
});

describe('cancel', () => {
  const startOn = async (bench: TestBench, samples: number): Promise<string> => {
    const started = await bench.engine.start(await bench.request({}, { samples }));
    if (!started.ok) throw new Error(started.error.message);
    return started.value.run;
  };
  const foldOf = (bench: TestBench): Run => {
    const run = foldEvents(bench.events);
    if (run === null) throw new Error('nothing was told');
    return run;
  };

  it('keeps what was measured and skips the rest as cancelled', async () => {
    let visits = 0;
    let id = '';
    const host = oneDevice({
      // Too long for two visits to share a message.
      timeNs: () => 500e6,
      duringVisit: () => {
        visits += 1;
        if (visits === 7) bench.engine.cancel(id);
        return new Promise((resolve) => setImmediate(resolve));
      },
    });
    const bench = benchOf(host);
    id = await startOn(bench, 10);
    await bench.engine.finished(id);
    const run = foldOf(bench);
    expect(run.phase).toBe('cancelled');
    expect(new Set(outcomesOf(run).map((word) => word.split(' ').at(-1)))).toEqual(
      new Set(['cancelled']),
    );
    // The visit that was under way came to its end and counts.
    expect(run.devices[0]?.configurations.flatMap((state) => state.visits)).toHaveLength(7);
    expect(host.alive).toBe(0);
  });

  it('kills a worker that does not come back from its launch within a second', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const host = withFaults({ '64': 'hang' });
    const bench = benchOf(host);
    const id = await startOn(bench, 2);
    await host.hanging();
    bench.engine.cancel(id);
    vi.advanceTimersByTime(999);
    expect(host.alive).toBe(1);
    vi.advanceTimersByTime(1);
    await bench.engine.finished(id);
    const run = foldOf(bench);
    expect(run.phase).toBe('cancelled');
    expect(outcomesOf(run)).toContain('64 skipped cancelled');
    expect(host.alive).toBe(0);
  });

  it('of a run that waits for its lane ends it without a launch', async () => {
    const host = oneDevice({ duringVisit: () => new Promise((resolve) => setImmediate(resolve)) });
    const bench = benchOf(host);
    const first = await bench.engine.start(await bench.request({}, { samples: 3 }));
    const second = await bench.engine.start(await bench.request({}, { samples: 3 }));
    if (!first.ok || !second.ok) throw new Error('did not start');
    expect(bench.engine.cancel(second.value.run).ok).toBe(true);
    await bench.engine.finished(second.value.run);
    const rows = await bench.engine.runs.list();
    const row = rows.find(({ run }) => run === second.value.run);
    expect(row).toMatchObject({ phase: 'cancelled', configurations: 5, measured: 0 });
  });

  it('of a run that is not there says so', () => {
    const bench = benchOf(oneDevice());
    expect(bench.engine.cancel('nothing')).toMatchObject({
      ok: false,
      error: { code: 'unknown-run' },
    });
  });
});

describe('a log that cannot be written', () => {
  const failingAfter =
    (writes: number) => (path: string, onFailure: Parameters<typeof logOver>[3]) => {
      let done = 0;
      const file: LogFile = {
        write: (text) => {
          done += 1;
          return done > writes
            ? Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' }))
            : Promise.resolve(text.length);
        },
        exists: () => true,
        truncate: () => Promise.resolve(),
        close: () => Promise.resolve(),
      };
      return Promise.resolve(ok(logOver(path, file, 0, onFailure)));
    };

  it('ends the run with a clear problem, and nothing that was told is lost', async () => {
    const bench = benchOf(oneDevice(), { openLog: failingAfter(3) });
    const run = await bench.sweep({}, { samples: 50 });
    expect(run.phase).toBe('failed');
    const end = bench.events.at(-1);
    if (end?.type !== 'run-ended') throw new Error('the run has no end');
    expect(end.failure?.message).toMatch(/disk is full.*What was measured before is kept/);
    expect(end.failure?.advice).toMatch(new RegExp(`ndrange resume ${run.header.run}\\b`));
    // Said once: no device is to blame, and the sizes that were not done point at the run.
    expect(run.devices[0]?.problem).toBeNull();
    const reasons = run.devices[0]?.configurations.map(({ outcome }) =>
      outcome?.kind === 'skipped' ? outcome.message : outcome?.kind,
    );
    expect(reasons?.every((reason) => /^The run stopped before/.test(reason ?? ''))).toBe(true);
    expect(bench.events.map(({ seq }) => seq)).toEqual(bench.events.map((_, at) => at));
  });

  it('refuses to start in a folder that cannot be made', async () => {
    const { createEngine } = await import('@main/profiling/engine');
    const engine = createEngine({
      host: oneDevice(),
      runsDir: '/dev/null/runs',
      appVersion: '0',
    });
    const bench = benchOf(oneDevice());
    const started = await engine.start(await bench.request());
    expect(started).toMatchObject({ ok: false, error: { code: 'file-unwritable' } });
    await engine.close();
  });
});

describe('a request that cannot be carried out', () => {
  it.each([
    ['no size', { local: [] }, {}, 'nothing-to-measure'],
    ['a target of 0 %', {}, { target: 0 }, 'invalid-option'],
    ['bounds that contradict each other', {}, { minSamples: 20, maxSamples: 10 }, 'invalid-option'],
    ['an unknown buffer not to restore', {}, { noRestore: ['zz'] }, 'invalid-option'],
  ] as const)('%s is refused before anything is written', async (_, spec, options, code) => {
    const bench = benchOf(oneDevice());
    const started = await bench.engine.start(await bench.request(spec, options));
    expect(started).toMatchObject({ ok: false, error: { code } });
    expect(readdirSync(bench.dir)).toEqual([]);
  });

  it('an unknown device is named', async () => {
    const bench = benchOf(oneDevice());
    const started = await bench.engine.start(await bench.request({}, {}, ['nowhere']));
    expect(started).toMatchObject({ ok: false, error: { code: 'unknown-device' } });
    expect(started.ok ? '' : started.error.message).toContain('nowhere');
  });
});
