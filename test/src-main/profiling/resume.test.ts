import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { foldEvents } from '@shared/domain/run';
import type { Run } from '@shared/domain/run-types';
import { createEngine } from '@main/profiling/engine';
import { createBench, outcomesOf, type TestBench } from '../../support/engine-run';
import { buildDevice } from '../../support/run-builder';
import { createSimulatedHost, visitsOf } from '../../support/simulated-worker-host';

const benches: TestBench[] = [];
afterEach(async () => {
  for (const bench of benches.splice(0)) await bench.dispose();
});

/** A run of 6 samples per size whose 64 crashed, and its file's lines. */
const finishedRun = async (): Promise<{ bench: TestBench; path: string; run: string }> => {
  const bench = createBench(
    createSimulatedHost([{ device: buildDevice(), faults: { '64': 'crash' } }]),
  );
  benches.push(bench);
  const { header } = await bench.sweep({}, { samples: 6 });
  return { bench, run: header.run, path: join(bench.dir, `${header.run}.ndrun`) };
};
const readAll = async (bench: TestBench, run: string): Promise<Run> => {
  const events = await bench.engine.runs.read(run);
  const folded = events.ok ? foldEvents(events.value) : null;
  if (folded === null) throw new Error('unreadable');
  return folded;
};
const samplesOf = (run: Run): readonly number[] =>
  (run.devices[0]?.configurations ?? []).map(({ visits }) =>
    visits.reduce((sum, visit) => sum + visit.samples.runNs.length, 0),
  );

describe('resume', () => {
  it('from any cut of the log completes the run: nothing lost, nothing twice, nothing killed tried again', async () => {
    const { bench, path, run } = await finishedRun();
    const text = readFileSync(path, 'utf8');
    const whole = await readAll(bench, run);
    const lines = text.split('\n');
    for (let cut = 2; cut < lines.length - 1; cut += 3) {
      const kept = `${lines.slice(0, cut).join('\n')}\n`;
      writeFileSync(path, kept);
      appendFileSync(path, '{"type":"vis');
      const before = await readAll(bench, run);
      const failedBefore = before.devices[0]?.configurations[2]?.outcome?.kind === 'failed';
      const host = createSimulatedHost([{ device: buildDevice(), faults: { '64': 'crash' } }]);
      const engine = createEngine({ host, runsDir: bench.dir, appVersion: '0' });
      const resumed = await engine.resume(run);
      expect(resumed).toEqual({ ok: true, value: { run } });
      await engine.finished(run);
      const after = await readAll(bench, run);
      expect(outcomesOf(after)).toEqual(outcomesOf(whole));
      expect(after.phase).toBe('finished');
      expect(samplesOf(after)).toEqual([6, 6, 0, 6, 6]);
      if (failedBefore) expect(visitsOf(host)).not.toContain('64');
      const events = await engine.runs.read(run);
      const seqs = events.ok ? events.value.map(({ seq }) => seq) : [];
      expect(seqs).toEqual(seqs.map((_, at) => at));
      expect(readFileSync(path, 'utf8').startsWith(kept)).toBe(true);
      expect((await engine.runs.list())[0]).toMatchObject({
        phase: 'finished',
        configurations: 5,
        measured: 4,
        failed: 1,
      });
      await engine.close();
    }
  });

  it('judges again what was cut off between its times and its verdict', async () => {
    const faults = { '64': 'wrong' } as const;
    const host = createSimulatedHost([{ device: buildDevice(), faults }]);
    const bench = createBench(host);
    benches.push(bench);
    const { header } = await bench.sweep({}, { samples: 6 });
    const path = join(bench.dir, `${header.run}.ndrun`);
    const lines = readFileSync(path, 'utf8').split('\n');
    const cut = lines.findIndex((line) => line.includes('"configuration-ended"'));
    writeFileSync(path, `${lines.slice(0, cut).join('\n')}\n`);
    expect(samplesOf(await readAll(bench, header.run))).toEqual([6, 6, 6, 6, 6]);
    await bench.engine.resume(header.run);
    await bench.engine.finished(header.run);
    const after = await readAll(bench, header.run);
    expect(outcomesOf(after)[2]).toBe('64 failed wrong-result');
    expect(samplesOf(after)).toEqual([6, 6, 6, 6, 6]);
    expect(after.devices[0]?.configurations.map(({ verified }) => verified)).toEqual([
      true,
      true,
      false,
      true,
      true,
    ]);
  });

  it('brings a run to its end that lacks nothing but its end', async () => {
    const { bench, path, run } = await finishedRun();
    const lines = readFileSync(path, 'utf8').split('\n');
    writeFileSync(path, `${lines.slice(0, -2).join('\n')}\n`);
    expect((await bench.engine.runs.list())[0]?.phase).toBe('interrupted');
    expect((await bench.engine.resume(run)).ok).toBe(true);
    await bench.engine.finished(run);
    expect((await readAll(bench, run)).phase).toBe('finished');
    expect((await bench.engine.runs.list())[0]).toMatchObject({
      phase: 'finished',
      measured: 4,
      failed: 1,
    });
  });

  it('is done by one of two programs that try it at once', async () => {
    const { bench, path, run } = await finishedRun();
    writeFileSync(path, `${readFileSync(path, 'utf8').split('\n').slice(0, 6).join('\n')}\n`);
    const engines = [1, 2, 3].map(() =>
      createEngine({
        host: createSimulatedHost([{ device: buildDevice() }]),
        runsDir: bench.dir,
        appVersion: '0',
      }),
    );
    const resumed = await Promise.all(engines.map((engine) => engine.resume(run)));
    expect(resumed.filter(({ ok }) => ok)).toHaveLength(1);
    expect(resumed.flatMap((one) => (one.ok ? [] : [one.error.code]))).toEqual(['busy', 'busy']);
    expect(await bench.engine.runs.delete(run)).toMatchObject({
      ok: false,
      error: { code: 'busy' },
    });
    for (const engine of engines) await engine.finished(run);
    const events = await bench.engine.runs.read(run);
    expect(events.ok && events.value.map(({ seq }) => seq)).toEqual(
      events.ok && events.value.map((_, at) => at),
    );
    for (const engine of engines) await engine.close();
  });

  it('keeps durations right when the clock of the machine is set back', async () => {
    const { bench, path, run } = await finishedRun();
    writeFileSync(path, `${readFileSync(path, 'utf8').split('\n').slice(0, 6).join('\n')}\n`);
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('1999-01-01') });
    await bench.engine.resume(run);
    await bench.engine.finished(run);
    vi.useRealTimers();
    const events = await bench.engine.runs.read(run);
    const at = events.ok ? events.value.map((event) => event.at) : [];
    expect(at.length).toBeGreaterThan(6);
    expect(at).toEqual(at.toSorted((left, right) => left - right));
    const last = events.ok ? events.value.at(-1) : undefined;
    expect(last?.type === 'run-ended' && last.wallNs > 0).toBe(true);
  });

  it('takes up what was cancelled', async () => {
    let id = '';
    let visits = 0;
    const host = createSimulatedHost([
      {
        device: buildDevice(),
        duringVisit: () => {
          visits += 1;
          if (visits === 7) bench.engine.cancel(id);
          return new Promise((resolve) => setImmediate(resolve));
        },
      },
    ]);
    const bench = createBench(host);
    benches.push(bench);
    const started = await bench.engine.start(await bench.request({}, { samples: 4 }));
    id = started.ok ? started.value.run : '';
    await bench.engine.finished(id);
    expect((await readAll(bench, id)).phase).toBe('cancelled');
    await bench.engine.resume(id);
    await bench.engine.finished(id);
    const after = await readAll(bench, id);
    expect(after.phase).toBe('finished');
    expect(samplesOf(after)).toEqual([4, 4, 4, 4, 4]);
    expect(after.devices[0]?.configurations.every(({ verified }) => verified === true)).toBe(true);
  });

  it('refuses a complete run and one that is not there', async () => {
    const { bench, run } = await finishedRun();
    expect(await bench.engine.resume(run)).toMatchObject({
      ok: false,
      error: { code: 'nothing-to-measure' },
    });
    expect((await bench.engine.resume('nothing')).ok).toBe(false);
  });

  it.each([
    ['another driver', buildDevice({ driver: '2.0' }), /another driver/],
    ['no such device', buildDevice({ name: 'Other' }), /not on this machine/],
  ])('refuses with %s, and says so', async (_, device, words) => {
    const { bench, path, run } = await finishedRun();
    writeFileSync(path, `${readFileSync(path, 'utf8').split('\n').slice(0, 5).join('\n')}\n`);
    const kept = readFileSync(path, 'utf8');
    const engine = createEngine({
      host: createSimulatedHost([{ device }]),
      runsDir: bench.dir,
      appVersion: '0',
    });
    const resumed = await engine.resume(run);
    expect(resumed).toMatchObject({ ok: false, error: { code: 'unknown-device' } });
    expect(resumed.ok ? '' : resumed.error.message).toMatch(words);
    expect(readFileSync(path, 'utf8')).toBe(kept);
    await engine.close();
  });

  it('goes on with a file that lies elsewhere, in its place', async () => {
    const { bench, path, run } = await finishedRun();
    const elsewhere = mkdtempSync(join(tmpdir(), 'ndrange-else-'));
    const copy = join(elsewhere, `${run}.ndrun`);
    writeFileSync(copy, `${readFileSync(path, 'utf8').split('\n').slice(0, 6).join('\n')}\n`);
    const resumed = await bench.engine.resume(copy);
    expect(resumed.ok).toBe(true);
    await bench.engine.finished(run);
    const events = await bench.engine.runs.read(copy);
    expect(events.ok && foldEvents(events.value)?.phase).toBe('finished');
    rmSync(elsewhere, { recursive: true });
  });
});
