/**
 * The fault matrix: every kind of failure on every kind of driver comes to exactly one outcome with the
 * right reason, and nothing else is lost. Prints its table.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Plugin } from 'vite';
import { launchesCsv } from '@shared/domain/csv';
import type { VisitSamples } from '@shared/domain/sample';
import { sourcesOf } from '@shared/domain/summary';
import { createForkHost } from '@main/profiling/fork-host';
import type { WorkerHost } from '@main/profiling/worker-host';
import { buildDriver, canBuildDrivers, poclLibrary } from '../support/driver-library';
import {
  createFaultBench,
  outputAndCount,
  runFault,
  type FaultBench,
  type FaultReport,
} from '../support/fault-run';
import { killOnce, withoutLocalMemory } from '../support/hostile-hosts';
import { buildDevice } from '../support/run-builder';
import { createSimulatedHost } from '../support/simulated-worker-host';
import { textTable } from '../support/text-table';
import { buildWorker, type BuiltWorker } from '../src-main/worker/built-worker';
import { faultCases } from './fault-cases';

/** A worker that launches what our own checks refuse. */
const withoutChecks: Plugin = {
  name: 'without-checks',
  transform: (code, id) =>
    id.endsWith('/opencl/limits.ts')
      ? `${code.replace('export const checkLimits', 'const unused')}\nexport const checkLimits = () => null;\nvoid unused;`
      : null,
};

const platforms = { pocl: 'Portable Computing Language', rusticl: 'rusticl' } as const;
const rows: string[][] = [];
let worker: BuiltWorker;
let unchecked: BuiltWorker;
let cache: string;
let shared: FaultBench;

beforeAll(async () => {
  cache = mkdtempSync(join(tmpdir(), 'ndrange-cache-'));
  vi.stubEnv('RUSTICL_ENABLE', 'llvmpipe');
  // A kernel that was compiled in an earlier run would have no slow first launch.
  vi.stubEnv('POCL_CACHE_DIR', cache);
  worker = await buildWorker();
  shared = createFaultBench(createForkHost(worker.path));
  unchecked = await buildWorker([withoutChecks]);
});
afterAll(async () => {
  await shared.dispose();
  vi.unstubAllEnvs();
  rmSync(cache, { recursive: true, force: true });
  await Promise.all([worker.remove(), unchecked.remove()]);
  const table = textTable(
    ['fault', 'device', 'outcomes', 'recovered after', 'lost', 'duplicates', 'took'],
    rows,
  );
  const reports = resolve(import.meta.dirname, '../../artifacts/reports');
  mkdirSync(reports, { recursive: true });
  writeFileSync(join(reports, 'faults.txt'), table);
  console.log(table);
});

const hostWithoutChecks = (): WorkerHost => withoutLocalMemory(createForkHost(unchecked.path));

const addRow = (fault: string, device: string, report: FaultReport): void => {
  rows.push([
    fault,
    device,
    report.outcomes.join(', '),
    report.recoveryMs === null ? '–' : `${Math.round(report.recoveryMs)} ms`,
    String(report.lost),
    String(report.duplicates),
    `${(report.wallMs / 1000).toFixed(1)} s`,
  ]);
};

/** Processes that still run this worker, or began as one: what a kernel has started looks like it. */
const left = (path: string): number =>
  readdirSync('/proc').filter((name) => {
    try {
      return /^\d+$/.test(name) && readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(path);
    } catch {
      return false; // It has ended since.
    }
  }).length;

const cells = faultCases.flatMap((fault) =>
  (['pocl', 'rusticl'] as const).flatMap((device) => {
    const expected = fault.expected[device];
    return expected === undefined ? [] : [{ fault, device, expected, title: fault.fault }];
  }),
);

describe('a fault costs its own sizes, with the right reason, and nothing else', () => {
  it.each(cells)('$title, on $device', async ({ fault, device, expected }) => {
    const killing =
      fault.killAt === undefined ? null : killOnce(createForkHost(worker.path), fault.killAt);
    const isPlain = fault.killAt === undefined && fault.unchecked === undefined;
    const bench = isPlain ? shared : createFaultBench(killing ?? hostWithoutChecks());
    const report = await runFault(bench, fault, platforms[device]);
    if (!isPlain) await bench.dispose();
    addRow(fault.fault, device, report);
    expect(report.outcomes).toHaveLength(expected.length);
    for (const [at, outcome] of report.outcomes.entries()) {
      const [size = '', ...words] = (expected[at] ?? '').split(' ');
      const allowed = words.join(' ').split('|');
      expect(allowed.map((word) => `${size} ${word}`)).toContain(outcome);
    }
    expect(report.lost).toBe(0);
    expect(report.duplicates).toBe(0);
    expect(report.run.phase).toBe('finished');
    expect(report.sameOnDisk).toBe(true);
    if (isPlain && process.platform === 'linux') {
      await vi.waitFor(() => expect(left(worker.path)).toBe(0), { timeout: 5000 });
    }
    if (killing !== null) {
      expect(killing.killed).toBe(true);
      const failed = report.outcomes.filter((outcome) => outcome.includes('failed'));
      expect(failed.length).toBeLessThanOrEqual(1);
    }
  });

  describe.runIf(canBuildDrivers)(
    'launches that end before they start, on PoCL behind a driver of ours',
    () => {
      const reversed = async (whose: string): Promise<FaultReport> => {
        vi.stubEnv('OCL_ICD_VENDORS', driver);
        vi.stubEnv('NDRANGE_TEST_REVERSE', whose);
        const bench = createFaultBench(createForkHost(worker.path));
        try {
          const report = await runFault(
            bench,
            {
              source:
                '__kernel void good(__global float *y, const uint n) { y[get_global_id(0)] = n; }',
              spec: { kernel: 'good', args: outputAndCount() },
              options: { samples: 9 },
            },
            platforms.pocl,
          );
          addRow(`ends before it starts: ${whose}`, 'pocl', report);
          expect([report.lost, report.duplicates, report.sameOnDisk]).toEqual([0, 0, true]);
          expect(report.outcomes).toEqual(['32 measured', '64 measured', '128 measured']);
          return report;
        } finally {
          await bench.dispose();
          vi.stubEnv('OCL_ICD_VENDORS', undefined);
          vi.stubEnv('NDRANGE_TEST_REVERSE', undefined);
        }
      };
      /** But for the drift of the machine, which is true now and then on a busy one. */
      const warningsOf = ({ events }: FaultReport): readonly string[] =>
        events.flatMap((event) =>
          event.type === 'warning' && event.code !== 'sentinel-drift'
            ? [`${event.configuration ?? 'device'} ${event.code}`]
            : [],
        );
      const visitsOf = ({ run }: FaultReport, size: string): readonly VisitSamples[] =>
        run.devices.flatMap(({ configurations }) =>
          configurations
            .filter(({ configuration }) => configuration.id === size)
            .flatMap(({ visits }) => visits.map(({ samples }) => samples)),
        );
      let driver = '';
      beforeAll(() => {
        driver = buildDriver('reversed-times', cache, [`POCL="${poclLibrary()}"`]);
      });

      it('single ones get the host time, are marked and said', async () => {
        const report = await reversed('third');
        const visits = ['32', '64', '128'].flatMap((size) => visitsOf(report, size));
        const replaced = visits.flatMap((samples) =>
          (samples.wallAt ?? []).map((at) => [samples.runNs[at], samples.wallNs[at]]),
        );
        expect(replaced.length).toBeGreaterThan(0);
        for (const [run, wall] of replaced) expect(run).toBe(wall);
        expect(visits.every(({ timeSource }) => timeSource === 'event')).toBe(true);
        expect(warningsOf(report)).toContain('32 end-before-start');
        const rows = launchesCsv([report.run]).split('\r\n').slice(1, -1);
        expect(rows.filter((row) => row.includes(',wall,'))).toHaveLength(replaced.length);
        expect(rows.filter((row) => row.includes(',event,'))).toHaveLength(27 - replaced.length);
      });

      it('a size with nothing else is one of the host clock, the others are not', async () => {
        const report = await reversed('at-64');
        const sources = report.run.devices[0]?.configurations.map(sourcesOf);
        expect(sources).toEqual([['event'], ['wall'], ['event']]);
        expect(warningsOf(report)).toEqual(['64 end-before-start']);
      });

      it('a device with nothing else is measured by the host clock', async () => {
        const report = await reversed('all');
        const visits = ['32', '64', '128'].flatMap((size) => visitsOf(report, size));
        expect(visits.every(({ timeSource }) => timeSource === 'wall')).toBe(true);
        expect(warningsOf(report)).toEqual(['device no-event-time']);
        const reasons = report.events.flatMap((event) =>
          event.type === 'device-built' ? [event.timer?.reason] : [],
        );
        expect(reasons).toEqual(['end-before-start']);
      });
    },
  );

  it('device lost, simulated', async () => {
    const host = createSimulatedHost([{ device: buildDevice(), faults: { '64': 'device-lost' } }]);
    const bench = createFaultBench(host);
    const report = await runFault(
      bench,
      { source: '__kernel void a() {}', spec: { args: [] } },
      buildDevice().platform.name,
    );
    await bench.dispose();
    addRow('loses its device at 64', 'simulated', report);
    expect(report.outcomes).toEqual(['32 measured', '64 failed device-lost', '128 measured']);
    expect([report.lost, report.duplicates, host.alive]).toEqual([0, 0, 0]);
  });
});
