import { afterEach, describe, expect, it } from 'vitest';
import { fillBuffer } from '@shared/domain/buffer-data';
import type { Session } from '@main/opencl/session';
import { createSession, listDevices } from '@main/opencl/session';
import {
  bothDevices,
  bufferArg,
  bufferPlan,
  count,
  expectOk,
  pocl,
  prepareKernel,
  rusticl,
  saxpyBuffers,
  saxpyLaunch,
  saxpySource,
  visit,
  visitOf,
} from './test-session';

let stages: string[] = [];
let session: Session = createSession(() => undefined);

const fresh = (): Session => {
  stages = [];
  session = createSession((stage, detail) => stages.push(`${stage} ${detail}`));
  return session;
};

afterEach(() => session.close());

const expectedSaxpy = (): Float32Array => {
  const x = new Float32Array(
    fillBuffer({ random: [-1, 1], seed: 'x'.charCodeAt(0) }, 'float', count).buffer,
  );
  const y = new Float32Array(
    fillBuffer({ random: [-1, 1], seed: 'y'.charCodeAt(0) }, 'float', count).buffer,
  );
  return y.map((value, index) => Math.fround(2 * (x[index] ?? 0) + value));
};

const readFloats = (name: string): Float32Array =>
  new Float32Array(session.readBuffer(name).buffer);

describe('listDevices', () => {
  it('lists PoCL and rusticl, sorted, in one lane, and hides the platform without devices', () => {
    const { devices, problems, loader, searched } = listDevices();
    expect(devices.map(({ platform }) => platform.name)).toEqual([
      'Portable Computing Language',
      'rusticl',
    ]);
    expect(devices.map(({ index }) => index)).toEqual([0, 1]);
    expect(devices.map(({ resource }) => resource)).toEqual(['cpu', 'cpu']);
    expect(problems).toEqual([]);
    expect(loader).toMatch(/^libOpenCL/);
    expect(searched.some(({ what }) => what.endsWith('pocl.icd'))).toBe(true);
  });

  it('reads every limit that both drivers have', () => {
    for (const { device } of bothDevices) {
      for (const [name, property] of Object.entries(device.limits)) {
        expect(property, name).toMatchObject({ ok: true });
      }
      expect(device.versionNumber[0]).toBeGreaterThanOrEqual(3);
    }
  });

  it('answers an absent loader with advice instead of failing', () => {
    const { devices, problems, loader, searched } = listDevices(['libNoSuchOpenCL.so.9']);
    expect(devices).toEqual([]);
    expect(loader).toBeNull();
    expect(problems[0]).toMatchObject({ code: 'no-loader', subject: 'libNoSuchOpenCL.so.9' });
    expect(problems[0]?.advice).toContain('apt install');
    expect(searched[0]?.found).not.toBe('loaded');
  });
});

describe('steps out of order', () => {
  it('answers each with a sentence', () => {
    fresh();
    expect(session.open('no such device')).toMatchObject({ error: { reason: 'device-lost' } });
    expect(session.build('', '').ok).toBe(false);
    expect(session.visit(visitOf(saxpyLaunch([64]))).ok).toBe(false);
    expectOk(session.open(pocl.key));
    expect(session.prepare('saxpy', []).ok).toBe(false);
    expectOk(session.build(saxpySource, ''));
    expect(session.prepare('sxpy', [])).toMatchObject({
      error: { message: expect.stringContaining('saxpy') as string },
    });
  });
});

describe.each(bothDevices)('on $title', ({ title, device }) => {
  const isPocl = title === 'PoCL';

  it('reports build errors with line and column of the text, on a line with other letters too', () => {
    expectOk(fresh().open(device.key));
    const source = '// größe\n/* ü */ __kernel void k(__global int *a) { a[0] = b; }\n';
    const report = expectOk(session.build(source, ''));
    expect(report).toMatchObject({ ok: false, kernels: [] });
    expect(report.status).toMatch(/^CL_/);
    const error = report.diagnostics.find(({ severity }) => severity === 'error');
    const column = (source.split('\n')[1] ?? '').indexOf('b;') + 1;
    expect(error).toMatchObject({ line: 2, column });
  });

  it('survives build options that do not exist', () => {
    expectOk(fresh().open(device.key));
    const report = expectOk(session.build(saxpySource, '-bogus-option'));
    expect(report.ok).toBe(false);
    expect(report.diagnostics.some(({ severity }) => severity === 'error')).toBe(true);
  });

  it('builds an empty source, and one with BOM, CRLF and Latin letters in comments', () => {
    expectOk(fresh().open(device.key));
    expect(expectOk(session.build('', '')).kernels).toEqual([]);
    const odd = `\uFEFF// é\r\n${saxpySource.replace(/\n/g, '\r\n')}`;
    expect(expectOk(session.build(odd, '')).kernels.map(({ name }) => name)).toEqual(['saxpy']);
  });

  it('describes kernels in the order of the source, with arguments and required size', () => {
    expectOk(fresh().open(device.key));
    const source = `
      __kernel __attribute__((reqd_work_group_size(8, 4, 1)))
      void second(__global float4 *out, __constant int *table, __local float *tile, const uint n) {
        out[0] = (float4)(table[0] + tile[0] + n);
      }
      kernel void first(global const uchar *in) {}`;
    const { kernels } = expectOk(session.build(source, ''));
    expect(kernels.map(({ name }) => name)).toEqual(['second', 'first']);
    expect(kernels[0]?.requiredLocal).toEqual([8, 4, 1]);
    expect(kernels[0]?.parameters).toMatchObject([
      { name: 'out', type: 'float4', addressSpace: 'global', isPointer: true, isConst: false },
      { name: 'table', type: 'int', addressSpace: 'constant', isPointer: true, isConst: true },
      { name: 'tile', type: 'float', addressSpace: 'local', isPointer: true, isConst: false },
      { name: 'n', type: 'uint', addressSpace: 'private', isPointer: false },
    ]);
    expect(kernels[1]?.parameters).toMatchObject([{ name: 'in', type: 'uchar', isConst: true }]);
  });

  it('computes SAXPY right for several sizes and NULL', () => {
    prepareKernel(fresh(), device, saxpySource, 'saxpy', saxpyBuffers);
    const expected = expectedSaxpy();
    for (const local of [[16], [64], [1024], null]) {
      const reply = visit(session, visitOf(saxpyLaunch(local), { verify: true }));
      expect(reply.refused).toBeNull();
      expect(reply.samples?.runNs).toHaveLength(3);
      expect(reply.firstLaunchNs).toBeGreaterThan(0);
      expect(['reference', 'right']).toContain(reply.verification?.kind);
      const actual = readFloats('y');
      const worst = actual.reduce(
        (most, value, index) => Math.max(most, Math.abs(value - (expected[index] ?? 0))),
        0,
      );
      expect(worst).toBeLessThan(1e-6);
    }
  });

  it('tells each step before it begins it', () => {
    prepareKernel(fresh(), device, saxpySource, 'saxpy', saxpyBuffers);
    visit(session, visitOf(saxpyLaunch([64]), { verify: true }));
    const kinds = stages.map((stage) => stage.split(' ')[0]);
    const order = ['open', 'build', 'create', 'prepare', 'first-launch', 'verify', 'launch'];
    const positions = order.map((kind) => kinds.indexOf(kind));
    expect(positions).toEqual([...positions].sort((left, right) => left - right));
    expect(positions).not.toContain(-1);
  });

  it('restores what the kernel writes: 50 launches leave the result of one', () => {
    prepareKernel(fresh(), device, saxpySource, 'saxpy', saxpyBuffers);
    visit(session, visitOf(saxpyLaunch([64]), { samples: 1 }));
    const once = session.readBuffer('y');
    visit(session, visitOf(saxpyLaunch([64]), { samples: 50, warmUps: 3 }));
    expect(session.readBuffer('y')).toEqual(once);
  });

  it('lets values grow when restoring is off', () => {
    const grow = saxpyBuffers.map((plan) => ({ ...plan, restore: false }));
    prepareKernel(fresh(), device, saxpySource, 'saxpy', grow);
    visit(session, visitOf(saxpyLaunch([64]), { samples: 1 }));
    const before = session.readBuffer('y');
    visit(session, visitOf(saxpyLaunch([64]), { samples: 5 }));
    expect(session.readBuffer('y')).not.toEqual(before);
  });

  it('verifies from the initial data although restoring is off', () => {
    const grow = saxpyBuffers.map((plan) => ({ ...plan, restore: false }));
    prepareKernel(fresh(), device, saxpySource, 'saxpy', grow);
    visit(session, visitOf(saxpyLaunch([64]), { samples: 5, verify: true }));
    const reply = visit(session, visitOf(saxpyLaunch([128]), { samples: 5, verify: true }));
    expect(reply.verification).toMatchObject({ kind: 'right' });
  });

  it('detects a kernel whose result depends wrongly on the local size', () => {
    const wrong = `__kernel void w(__global float *y) {
      uint i = get_global_id(0);
      y[i] = get_local_size(0) == 128 ? y[i] + 1.0f : y[i] + 2.0f;
    }`;
    prepareKernel(fresh(), device, wrong, 'w', [bufferPlan('y')]);
    const launch = (size: number): ReturnType<typeof saxpyLaunch> => ({
      ...saxpyLaunch([size]),
      args: [bufferArg('y')],
    });
    const rebuilt = visit(session, visitOf(launch(64), { samples: 0, verify: true }));
    expect(rebuilt.samples?.runNs).toEqual([]);
    expect(rebuilt.verification).toEqual({
      kind: 'reference',
      allZero: false,
      unchanged: false,
      notFinite: false,
      varies: false,
    });
    const reply = visit(session, visitOf(launch(128), { verify: true }));
    expect(reply.verification).toMatchObject({ kind: 'wrong', argument: 'y' });
    expect(reply.samples?.runNs).toHaveLength(3);
  });

  it('calls out a kernel that writes nothing', () => {
    prepareKernel(fresh(), device, '__kernel void idle(__global float *y) {}', 'idle', [
      bufferPlan('y'),
    ]);
    const launch = { ...saxpyLaunch([64]), args: [bufferArg('y')] };
    expect(visit(session, visitOf(launch, { verify: true })).verification).toMatchObject({
      kind: 'reference',
      unchanged: true,
    });
  });

  it('measures cold as well as warm', () => {
    prepareKernel(fresh(), device, saxpySource, 'saxpy', saxpyBuffers);
    const reply = visit(session, visitOf(saxpyLaunch([64]), { cold: true }));
    expect(reply.samples?.runNs).toHaveLength(3);
  });

  it("names the driver's choice for NULL", () => {
    prepareKernel(fresh(), device, saxpySource, 'saxpy', saxpyBuffers);
    const { local, how } = expectOk(session.chosen(saxpyLaunch(null)));
    expect(how).toBe('probe');
    expect(count % (local?.[0] ?? 0)).toBe(0);
  });

  it('refuses sizes by itself that drivers run or abort on', () => {
    prepareKernel(fresh(), device, saxpySource, 'saxpy', saxpyBuffers);
    const refusal = (local: readonly number[], launched: readonly number[]): unknown =>
      visit(session, visitOf({ ...saxpyLaunch(local), launched })).refused?.reason;
    expect(refusal([0], [count])).toBe('exceeds-dimension-limit');
    expect(refusal([8192], [count])).toBe('exceeds-dimension-limit');
    expect(refusal([1024, 8], [4096, 16])).toBe('exceeds-device-limit');
    expect(refusal([48], [count])).toBe('indivisible');
    expect(refusal([64], [count, 1])).toBe('launch-failed');
    expect(refusal([64], [0])).toBe('launch-failed');
  });

  it('refuses 16 times too much local memory instead of letting the driver abort', () => {
    const source = `__kernel void l(__global float *y, __local float *tile) {
      tile[get_local_id(0)] = y[get_global_id(0)];
      y[get_global_id(0)] = tile[get_local_id(0)];
    }`;
    const limit = device.limits.localMemory.ok ? device.limits.localMemory.value : 0;
    prepareKernel(fresh(), device, source, 'l', [bufferPlan('y')]);
    const launch = (bytes: number): ReturnType<typeof saxpyLaunch> => ({
      ...saxpyLaunch([64]),
      args: [bufferArg('y'), { kind: 'local', name: 'tile', type: 'float', bytes }],
    });
    const refused = visit(session, visitOf(launch(16 * limit))).refused;
    expect(refused).toMatchObject({
      reason: 'exceeds-local-memory',
      detail: { needed: 16 * limit, limit },
    });
    expect(visit(session, visitOf(launch(256))).refused).toBeNull();
  });

  it('names a required size that differs, for NULL by the driver', () => {
    const source = `__kernel __attribute__((reqd_work_group_size(32, 1, 1)))
      void r(__global float *y) { y[get_global_id(0)] = 1.0f; }`;
    prepareKernel(fresh(), device, source, 'r', [bufferPlan('y')]);
    const launch = { ...saxpyLaunch([64]), args: [bufferArg('y')] };
    expect(visit(session, visitOf(launch)).refused?.reason).toBe('required-size-mismatch');
    const right = { ...saxpyLaunch([32]), args: [bufferArg('y')] };
    expect(visit(session, visitOf(right)).refused).toBeNull();
  });

  it('refuses a buffer that the device cannot hold before the driver accepts it', () => {
    expectOk(fresh().open(device.key));
    expectOk(session.build(saxpySource, ''));
    const huge = bufferPlan('y', { bytes: 2 ** 40 });
    expect(session.prepare('saxpy', [huge])).toMatchObject({ error: { reason: 'out-of-memory' } });
  });

  it('refuses a value that is no number, naming the argument', () => {
    prepareKernel(fresh(), device, saxpySource, 'saxpy', saxpyBuffers);
    const launch = saxpyLaunch([64]);
    const args = launch.args.map((arg) =>
      arg.name === 'a' ? { ...arg, kind: 'scalar' as const, components: ['two'] } : arg,
    );
    const { refused } = visit(session, visitOf({ ...launch, args }));
    expect(refused?.detail).toMatchObject({ message: expect.stringContaining('"a"') as string });
  });

  it('stops at the time bound but never before the first sample', () => {
    prepareKernel(fresh(), device, saxpySource, 'saxpy', saxpyBuffers);
    const reply = visit(session, visitOf(saxpyLaunch([64]), { samples: 100, maxNs: 0 }));
    expect(reply.samples?.runNs).toHaveLength(1);
  });

  it('takes event time only where it is real', () => {
    const { timer } = expectOk(fresh().open(device.key));
    expect(timer).toMatchObject(
      isPocl
        ? { source: 'event', reason: 'trusted' }
        : { source: 'wall', reason: 'constant', tickNs: null },
    );
    prepareKernel(session, device, saxpySource, 'saxpy', saxpyBuffers);
    const { samples } = visit(session, visitOf(saxpyLaunch([64])));
    expect(samples?.timeSource).toBe(isPocl ? 'event' : 'wall');
    expect(samples?.queueNs.every((value) => (value === null) === !isPocl)).toBe(true);
    samples?.runNs.forEach((run, index) => {
      expect(run).toBeGreaterThan(0);
      expect(run).toBeLessThanOrEqual(samples.wallNs[index] ?? 0);
    });
  });
});

describe('two sessions in one process', () => {
  it('work side by side on both devices', () => {
    const left = createSession(() => undefined);
    const right = createSession(() => undefined);
    prepareKernel(left, pocl, saxpySource, 'saxpy', saxpyBuffers);
    prepareKernel(right, rusticl, saxpySource, 'saxpy', saxpyBuffers);
    visit(left, visitOf(saxpyLaunch([64])));
    visit(right, visitOf(saxpyLaunch([64])));
    const a = new Float32Array(left.readBuffer('y').buffer);
    const b = new Float32Array(right.readBuffer('y').buffer);
    const worst = a.reduce((most, v, i) => Math.max(most, Math.abs(v - (b[i] ?? 0))), 0);
    expect(worst).toBeLessThan(1e-6);
    left.close();
    right.close();
  });
});
