import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { foldEvents } from '@shared/domain/run';
import { defaultMeasureOptions } from '@shared/domain/sweep';
import { createEngine } from '@main/profiling/engine';
import { createForkHost } from '@main/profiling/fork-host';
import { createDriverGuard } from '@main/profiling/driver-guard';
import { buildDriver, canBuildDrivers, vendors } from '../../support/driver-library';
import { buildSpec } from '../../support/run-builder';
import { buildWorker, type BuiltWorker } from '../worker/built-worker';

let dir: string;
let worker: BuiltWorker;
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'ndrange-icd-'));
  worker = await buildWorker();
});
afterAll(async () => {
  vi.unstubAllEnvs();
  rmSync(dir, { recursive: true, force: true });
  await worker.remove();
});

/** A folder with the machine's own registrations and one that breaks; returns the bad one's file. */
const registerBroken = (fault: number): string => {
  const folder = join(dir, `fault-${fault}`);
  mkdirSync(folder);
  const library = buildDriver('broken-driver', folder, [`FAULT=${fault}`]);
  for (const name of ['pocl.icd', 'rusticl.icd']) {
    copyFileSync(join(vendors, name), join(folder, name));
  }
  const file = join(folder, 'broken.icd');
  writeFileSync(file, `${library}\n`);
  vi.stubEnv('RUSTICL_ENABLE', 'llvmpipe');
  vi.stubEnv('OCL_ICD_VENDORS', folder);
  return file;
};

describe.runIf(canBuildDrivers)('a broken driver', () => {
  it.each([
    ['that dies when it is loaded', 1, /crashed \(SIG/],
    ['that dies when it is asked for its platforms', 2, /crashed \(SIG/],
    ['that ends the process by itself', 4, /crashed \(exit code 7\)/],
  ])('%s costs its own platform and is named with its file', async (_, fault, words) => {
    const file = registerBroken(fault);
    const listing = await createDriverGuard(createForkHost(worker.path)).list();
    expect(listing.devices.map(({ platform }) => platform.name)).toEqual([
      'Portable Computing Language',
      'rusticl',
    ]);
    expect(listing.problems).toHaveLength(1);
    expect(listing.problems[0]).toMatchObject({ code: 'platform-failed', subject: file });
    expect(listing.problems[0]?.message).toMatch(words);
    expect(listing.problems[0]?.message).toContain('libbroken-driver.so');
  });

  it('that never answers costs its own platform, within the bound', async () => {
    const file = registerBroken(3);
    const guard = createDriverGuard(createForkHost(worker.path), { boundMs: 8_000 });
    const listing = await guard.list();
    expect(listing.devices).toHaveLength(2);
    expect(listing.problems[0]).toMatchObject({ subject: file });
    expect(listing.problems[0]?.message).toMatch(/did not answer within 8 s/);
  });

  it('does not keep the good ones from being measured', async () => {
    vi.stubEnv('OCL_ICD_VENDORS', join(dir, 'fault-1'));
    const engine = createEngine({
      host: createForkHost(worker.path),
      runsDir: join(dir, 'runs'),
      appVersion: '0',
    });
    const { devices } = await engine.listDevices(false);
    const started = await engine.start({
      spec: buildSpec({ kernel: 'a', args: [], global: [1024], local: [[16], [32]] }),
      sourceText: '__kernel void a(void) {}',
      deviceKeys: devices.map(({ key }) => key),
      options: { ...defaultMeasureOptions, samples: 2, verify: false },
    });
    if (!started.ok) throw new Error(started.error.message);
    await engine.finished(started.value.run);
    const events = await engine.runs.read(started.value.run);
    const run = events.ok ? foldEvents(events.value) : null;
    await engine.close();
    expect(run?.phase).toBe('finished');
    const outcomes = run?.devices.flatMap((device) =>
      device.configurations.map(({ outcome }) => outcome?.kind),
    );
    expect(outcomes).toEqual(['measured', 'measured', 'measured', 'measured']);
  });
});
