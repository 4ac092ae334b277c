import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BufferPlan, LaunchPlan } from '@main/profiling/protocol';
import type { Session } from '@main/opencl/session';
import { createSession } from '@main/opencl/session';
import {
  bothDevices,
  bufferArg,
  bufferPlan,
  count,
  expectOk,
  visit,
  visitOf,
} from './test-session';

const source = `
__kernel void twice(__global const float *x, __global float *y) {
  const size_t i = get_global_id(0);
  y[i] = 2.0f * x[i];
}
__kernel void by_addition(__global const float *x, __global float *y) {
  const size_t i = get_global_id(0);
  y[i] = x[i] + x[i];
}
__kernel void half_of(__global const float *x, __global float *y) {
  const size_t i = get_global_id(0);
  y[i] = 0.5f * x[i];
}
__kernel void one_too_far(__global const float *x, __global float *y) {
  const size_t i = get_global_id(0);
  y[i] = 2.0f * x[i];
  if (i == get_global_size(0) - 1 && get_local_size(0) == 64) y[i + 1] = 1.0f;
}
__kernel void one_too_early(__global const float *x, __global float *y) {
  const size_t i = get_global_id(0);
  y[i] = 2.0f * x[i];
  if (i == 0) y[-1] = 1.0f;
}
__kernel void copy_too_far(__global const float *x, __global float *y) {
  const size_t i = get_global_id(0);
  y[i] = x[i];
  if (i == get_global_size(0) - 1) y[i + 1] = x[i + 1];
}
__kernel void grow(__global const float *x, __global float *y) {
  const size_t i = get_global_id(0);
  y[i] = 1.0e30f * (1.0f + y[i]) * (2.0f + x[i]);
}
__kernel void decay(__global const float *x, __global float *y) {
  const size_t i = get_global_id(0);
  float v = y[i];
  for (int k = 0; k < 4000 && fabs(v) > 1e-6f; ++k) v *= 0.99f;
  y[i] = v;
}`;

const buffers: readonly BufferPlan[] = [bufferPlan('x', { write: false }), bufferPlan('y')];
const launch = (local: readonly number[]): LaunchPlan => ({
  configuration: local.join('x'),
  local,
  launched: [count],
  args: [bufferArg('x'), bufferArg('y')],
});
const inPlace = { type: 'in-place', cycles: 10, launches: 50, maxNs: 5e8 } as const;
const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

describe.each(bothDevices)('the method on $title', ({ device }) => {
  let session: Session;
  let folder: string;
  beforeEach(() => {
    session = createSession(() => undefined);
    folder = mkdtempSync(join(tmpdir(), 'ndrange-reference-'));
    expectOk(session.open(device.key));
    const report = expectOk(session.build(source, ''));
    if (!report.ok) throw new Error(report.log);
  });
  afterEach(() => {
    session.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const verified = (local: readonly number[]) =>
    visit(session, visitOf(launch(local), { verify: true })).verification;

  it('holds the first configuration against a reference kernel, and says how close it is', () => {
    const reference = { kind: 'kernel', kernel: 'by_addition', launch: launch([64]) } as const;
    expectOk(session.prepare('twice', buffers, reference));
    expect(verified([64])).toMatchObject({
      kind: 'reference',
      outside: { against: 'kernel', relativeL2: 0, maxUlp: 0 },
    });
    expect(verified([32])).toMatchObject({ kind: 'right', against: 'kernel' });
  });

  it('finds every configuration wrong that differs from the reference kernel', () => {
    const reference = { kind: 'kernel', kernel: 'half_of', launch: launch([64]) } as const;
    expectOk(session.prepare('twice', buffers, reference));
    for (const local of [[64], [32]]) {
      const verification = verified(local);
      expect(verification).toMatchObject({ kind: 'wrong', argument: 'y', against: 'kernel' });
      expect(verification?.kind === 'wrong' && verification.maxUlp).toBeGreaterThan(1000);
    }
  });

  it('holds outputs against a file', () => {
    const path = join(folder, 'y.bin');
    expectOk(session.prepare('twice', buffers));
    visit(session, visitOf(launch([64])));
    const right = session.readBuffer('y');
    writeFileSync(path, right);
    const reference = { kind: 'file', path, argument: 'y' } as const;
    expectOk(session.prepare('half_of', buffers, reference));
    expect(verified([64])).toMatchObject({ kind: 'wrong', against: 'file' });
    expectOk(session.prepare('by_addition', buffers, reference));
    expect(verified([64])).toMatchObject({ outside: { against: 'file' } });
  });

  it('refuses a reference that cannot be had', () => {
    const missing = session.prepare('twice', buffers, {
      kind: 'file',
      path: join(folder, 'missing'),
      argument: 'y',
    });
    expect(missing.ok).toBe(false);
    const unknown = { kind: 'kernel', kernel: 'nobody', launch: launch([64]) } as const;
    expect(session.prepare('twice', buffers, unknown).ok).toBe(false);
  });

  it('sees a single element that was written behind the buffer, and blames no other size', () => {
    expectOk(session.prepare('one_too_far', buffers));
    expect(verified([32])?.kind).toBe('reference');
    expect(verified([64])).toEqual({
      kind: 'out-of-bounds',
      argument: 'y',
      bytes: 4,
      where: 'behind',
      escaped: true,
    });
    visit(session, visitOf(launch([64])));
    expect(verified([128])?.kind).toBe('right');
  });

  it('sees a single element that was written before the buffer', () => {
    expectOk(session.prepare('one_too_early', buffers, undefined, true));
    expect(verified([64])).toMatchObject({
      argument: 'y',
      bytes: 4,
      where: 'before',
      escaped: true,
    });
  });

  it('sees what leaves a buffer in a first launch when nothing is to be verified, and says nothing else', () => {
    const unasked = (kernel: string): unknown => {
      expectOk(session.prepare(kernel, buffers, undefined, true));
      return visit(session, visitOf(launch([64]), { verify: false })).verification;
    };
    expect(unasked('one_too_far')).toMatchObject({ argument: 'y', where: 'behind', escaped: true });
    expect(unasked('one_too_early')).toMatchObject({ argument: 'y', where: 'before' });
    expect(unasked('twice')).toBeNull();
  });

  it('sees what was copied from behind one buffer behind another', () => {
    expectOk(session.prepare('copy_too_far', buffers));
    expect(verified([64])).toMatchObject({ kind: 'out-of-bounds', argument: 'y', bytes: 4 });
  });

  it('measures what growing on its own output does to values and to times', () => {
    expectOk(session.prepare('grow', buffers));
    const grown = expectOk(session.inPlace({ ...inPlace, launch: launch([64]) }));
    expect(grown).toMatchObject({ becameNotFinite: true });
    expectOk(session.prepare('decay', buffers));
    const decayed = expectOk(session.inPlace({ ...inPlace, launch: launch([64]) }));
    const ratio = median(decayed?.unrestoredNs ?? []) / median(decayed?.restoredNs ?? []);
    expect(ratio).toBeLessThan(0.5);
  });

  it('has nothing to measure where the kernel only overwrites, or nothing is restored', () => {
    expectOk(session.prepare('twice', buffers));
    expect(expectOk(session.inPlace({ ...inPlace, launch: launch([64]) }))).toBeNull();
    const free = buffers.map((plan) => ({ ...plan, restore: false }));
    expectOk(session.prepare('grow', free));
    expect(expectOk(session.inPlace({ ...inPlace, launch: launch([64]) }))).toBeNull();
  });
});
