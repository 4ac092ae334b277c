/** "Find the best size" through the engine: what is launched, what the log says, and what a resumed run makes of it. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { configurationsCsv } from '@shared/domain/csv';
import { foldEvents } from '@shared/domain/run';
import type { Run } from '@shared/domain/run-types';
import { reportSearch, type SearchReport } from '@shared/domain/search/search-report';
import { groupItems, type LocalSize } from '@shared/domain/sizes';
import { createEngine } from '@main/profiling/engine';
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
afterEach(async () => {
  for (const bench of benches.splice(0)) await bench.dispose();
});

/** 256 is best; each octave away takes half as long again. */
const timeNs = (local: LocalSize): number =>
  1e5 * 1.5 ** Math.abs(Math.log2((groupItems(local) ?? 256) / 256));
const hostOf = (more: Partial<SimulatedDevice> = {}): SimulatedHost =>
  createSimulatedHost([{ device: buildDevice(), timeNs, ...more }]);
const search = { add: [], forbid: [] };
const reportOf = (run: Run): SearchReport => {
  const [device] = run.devices;
  const report = device === undefined ? null : reportSearch(run, device);
  if (report === null) throw new Error('no search');
  return report;
};

describe('a search', () => {
  it('launches only what it takes up, and gives every candidate an outcome', async () => {
    const host = hostOf();
    const run = await benchOf(host).sweep({}, { search });
    expect(run.phase).toBe('finished');
    expect([...new Set(visitsOf(host))].map(Number).sort((a, b) => a - b)).toEqual([
      32, 64, 128, 192, 224, 256, 320, 384, 512, 1024,
    ]);
    expect(reportOf(run).verdict).toMatchObject({ kind: 'use', recommended: '256' });
    const outcomes = outcomesOf(run);
    expect(outcomes).toHaveLength(16);
    expect(outcomes).toContain('256 measured');
    expect(outcomes).toContain('448 skipped not-needed');
    expect(outcomes.some((word) => word.endsWith('open'))).toBe(false);
  });

  it('is in the log with its options and steps, and has every row in the CSV', async () => {
    const bench = benchOf(hostOf());
    const wish = { add: [[48]], forbid: [[512]] };
    const run = await bench.sweep({}, { search: wish });
    const read = await bench.engine.runs.read(run.header.run);
    const again = read.ok ? foldEvents(read.value) : null;
    expect(again).toEqual(run);
    expect(again?.header.options.search).toEqual(wish);
    expect(again?.devices[0]?.searchSteps?.[0]).toEqual({
      stage: 'first',
      around: null,
      configurations: ['64', '128', '256', '48'],
    });
    const rows = configurationsCsv([run]).trimEnd().split('\r\n');
    expect(rows).toHaveLength(1 + 17);
    expect(rows.filter((row) => row.includes('skipped,forbidden'))).toHaveLength(1);
    expect(rows.filter((row) => row.includes('skipped,not-needed')).length).toBeGreaterThan(5);
  });

  it('counts its candidates in the list of runs, also while it is measured', async () => {
    const listed: number[] = [];
    const bench: TestBench = benchOf(
      hostOf({
        duringVisit: async () => {
          if (listed.length === 0)
            listed.push((await bench.engine.runs.list())[0]?.configurations ?? 0);
        },
      }),
    );
    await bench.sweep({}, { search });
    listed.push((await bench.engine.runs.list())[0]?.configurations ?? 0);
    expect(listed).toEqual([16, 16]);
  });

  it('ignores the sizes and the fixed samples of the spec, and refuses a fixed number of its own', async () => {
    const bench = benchOf(hostOf());
    const run = await bench.sweep({ local: [], samples: 3 }, { search });
    expect(reportOf(run).verdict.recommended).toBe('256');
    const request = await bench.request({}, { search, samples: 5 });
    const started = await bench.engine.start(request);
    expect(started).toMatchObject({ ok: false, error: { code: 'invalid-option' } });
  });

  it('goes on without sizes that fail, and tries others when all of the first do', async () => {
    const one = await benchOf(hostOf({ faults: { '256': 'launch-failed' } })).sweep({}, { search });
    expect(outcomesOf(one)).toContain('256 failed launch-failed');
    expect(['192', '224', '320']).toContain(reportOf(one).verdict.recommended);
    const faults = { '64': 'refuse', '128': 'refuse', '256': 'refuse', '512': 'refuse' } as const;
    const all = await benchOf(hostOf({ faults })).sweep({}, { search });
    expect(reportOf(all).verdict.kind).toBe('use');
    expect(reportOf(all).steps.length).toBeGreaterThan(1);
  });

  it('names no size that gave a wrong result', async () => {
    const run = await benchOf(hostOf({ faults: { '256': 'wrong' } })).sweep({}, { search });
    expect(outcomesOf(run)).toContain('256 failed wrong-result');
    expect(reportOf(run).verdict.recommended).not.toBe('256');
  });
});

describe('a search that was cut off', () => {
  it('is resumed from any place: it takes up nothing twice, and comes to the same answer', async () => {
    const bench = benchOf(hostOf());
    const { header } = await bench.sweep({}, { search });
    const path = join(bench.dir, `${header.run}.ndrun`);
    const lines = readFileSync(path, 'utf8').split('\n');
    for (let cut = 2; cut < lines.length - 1; cut += 9) {
      writeFileSync(path, `${lines.slice(0, cut).join('\n')}\n`);
      const host = hostOf();
      const engine = createEngine({ host, runsDir: bench.dir, appVersion: '0' });
      expect(await engine.resume(header.run)).toEqual({ ok: true, value: { run: header.run } });
      await engine.finished(header.run);
      const read = await engine.runs.read(header.run);
      const run = read.ok ? foldEvents(read.value) : null;
      if (run === null) throw new Error('unreadable');
      expect(run.phase).toBe('finished');
      const report = reportOf(run);
      expect(report.verdict).toMatchObject({ kind: 'use', recommended: '256' });
      expect(report.candidates.every(({ row }) => row.outcome !== null)).toBe(true);
      await engine.close();
    }
  });

  it('is cancelled with all that waits, and taken up again', async () => {
    let visits = 0;
    const bench: TestBench = benchOf(
      hostOf({
        duringVisit: () => {
          visits += 1;
          if (visits === 6)
            bench.engine.cancel(
              bench.events[0]?.type === 'run-started' ? bench.events[0].header.run : '',
            );
          return Promise.resolve();
        },
      }),
    );
    const run = await bench.sweep({}, { search });
    expect(run.phase).toBe('cancelled');
    expect(outcomesOf(run)).toContain('1024 skipped cancelled');
    await bench.engine.resume(run.header.run);
    await bench.engine.finished(run.header.run);
    const whole = foldEvents(bench.events);
    if (whole === null) throw new Error('nothing was told');
    expect(reportOf(whole).verdict).toMatchObject({ kind: 'use', recommended: '256' });
    expect(outcomesOf(whole)).toContain('448 skipped not-needed');
  });
});
