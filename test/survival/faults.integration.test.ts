/**
 * The fault matrix: every kind of failure on every kind of driver comes to exactly one outcome with the
 * right reason, and nothing else is lost. Prints its table.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Plugin } from 'vite';
import { createForkHost } from '@main/profiling/fork-host';
import type { WorkerHost } from '@main/profiling/worker-host';
import {
  createFaultBench,
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
    if (killing !== null) {
      expect(killing.killed).toBe(true);
      const failed = report.outcomes.filter((outcome) => outcome.includes('failed'));
      expect(failed.length).toBeLessThanOrEqual(1);
    }
  });

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
