/**
 * Sessions on this machine's real devices for integration tests, with the SAXPY that most of them use.
 */
import type { DeviceInfo } from '@shared/domain/device';
import type { LocalSize } from '@shared/domain/sizes';
import type { Result } from '@shared/domain/result';
import type { BufferPlan, LaunchPlan, VisitReply, WorkerFailure } from '@main/profiling/protocol';
import type { Session } from '@main/opencl/session';
import { listDevices } from '@main/opencl/session';
import type { VisitRequest } from '@main/opencl/visit';

/** Before the first OpenCL call of the process: Mesa reads it when it loads. */
process.env['RUSTICL_ENABLE'] ??= 'llvmpipe';

export const count = 1 << 16;

export const saxpySource = `__kernel void saxpy(__global const float *x, __global float *y, float a, uint n) {
  uint i = get_global_id(0);
  if (i < n) y[i] = a * x[i] + y[i];
}`;

export const bufferPlan = (name: string, rest: Partial<BufferPlan> = {}): BufferPlan => ({
  name,
  type: 'float',
  bytes: 4 * count,
  init: { random: [-1, 1], seed: name.charCodeAt(0) },
  write: true,
  restore: true,
  compare: 'elementwise',
  tolerance: 1e-5,
  ...rest,
});

export const saxpyBuffers = [bufferPlan('x', { write: false }), bufferPlan('y')];

export const bufferArg = (name: string, bytes = 4 * count): LaunchPlan['args'][number] => ({
  kind: 'buffer',
  name,
  type: 'float',
  count: bytes / 4,
  bytes,
});

export const saxpyLaunch = (local: LocalSize): LaunchPlan => ({
  configuration: local?.join('x') ?? 'auto',
  local,
  launched: [count],
  args: [
    bufferArg('x'),
    bufferArg('y'),
    { kind: 'scalar', name: 'a', type: 'float', components: ['2'] },
    { kind: 'scalar', name: 'n', type: 'uint', components: [String(count)] },
  ],
});

export const visitOf = (launch: LaunchPlan, rest: Partial<VisitRequest> = {}): VisitRequest => ({
  type: 'visit',
  launch,
  warmUps: 0,
  warmUpNs: 1e9,
  samples: 3,
  maxNs: 1e10,
  cold: false,
  verify: false,
  ...rest,
});

/** The value, or a failed test that shows the whole error. */
export const expectOk = <T>(result: Result<T, WorkerFailure>): T => {
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
};

const devices = listDevices().devices;

const deviceOf = (platform: string): DeviceInfo => {
  const found = devices.find((device) => device.platform.name.includes(platform));
  if (found === undefined) throw new Error(`These tests need an OpenCL device of ${platform}`);
  return found;
};

export const pocl = deviceOf('Portable');
export const rusticl = deviceOf('rusticl');
export const bothDevices = [
  { title: 'PoCL', device: pocl },
  { title: 'rusticl', device: rusticl },
];

/** Opens, builds and prepares; throws when any of it fails. */
export const prepareKernel = (
  session: Session,
  device: DeviceInfo,
  source: string,
  kernel: string,
  buffers: readonly BufferPlan[],
): void => {
  expectOk(session.open(device.key));
  const report = expectOk(session.build(source, ''));
  if (!report.ok) throw new Error(report.log);
  expectOk(session.prepare(kernel, buffers));
};

export const visit = (session: Session, request: VisitRequest): VisitReply =>
  expectOk(session.visit(request));
