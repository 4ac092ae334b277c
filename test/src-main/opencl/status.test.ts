import { describe, expect, it } from 'vitest';
import {
  ClCallFailure,
  classifyLaunch,
  failReasonOf,
  leavesWorkerUnusable,
  statusName,
} from '@main/opencl/status';

const context = {
  call: 'clEnqueueNDRangeKernel',
  local: [512],
  requiredLocal: null,
  kernelLimit: 256,
};

describe('statusName', () => {
  it('names every code of the core ranges', () => {
    const codes = [
      ...Array.from({ length: 20 }, (_, index) => -index),
      ...Array.from({ length: 43 }, (_, index) => -30 - index),
    ];
    for (const code of codes) expect(statusName(code)).toMatch(/^CL_/);
    expect(new Set(codes.map(statusName)).size).toBe(codes.length);
  });

  it('names extension codes, and shows the number of an unknown one', () => {
    expect(statusName(-1001)).toBe('CL_PLATFORM_NOT_FOUND_KHR');
    expect(statusName(-4242)).toContain('-4242');
  });
});

describe('classifyLaunch', () => {
  it("takes a refused size as the kernel's limit, since the device's was checked before", () => {
    expect(classifyLaunch(-54, context)).toEqual({
      kind: 'skipped',
      reason: 'exceeds-kernel-limit',
    });
    expect(classifyLaunch(-55, context).reason).toBe('exceeds-kernel-limit');
  });

  it('names the required size when that is the reason, for NULL too', () => {
    const required = { ...context, requiredLocal: [64, 1, 1] };
    expect(classifyLaunch(-54, required).reason).toBe('required-size-mismatch');
    expect(classifyLaunch(-54, { ...required, local: null }).reason).toBe('required-size-mismatch');
  });

  it('tells too few registers at the enqueue from a failure while running', () => {
    expect(classifyLaunch(-5, context).reason).toBe('exceeds-kernel-limit');
    expect(classifyLaunch(-5, { ...context, local: [64] }).reason).toBe('launch-failed');
    expect(classifyLaunch(-5, { ...context, call: 'clFinish' }).reason).toBe('launch-failed');
  });

  it('tells memory and a lost device apart', () => {
    expect(classifyLaunch(-4, context)).toEqual({ kind: 'failed', reason: 'out-of-memory' });
    expect(failReasonOf(-61)).toBe('out-of-memory');
    expect(failReasonOf(-2)).toBe('device-lost');
    expect(failReasonOf(-43)).toBe('build-failed');
    expect(failReasonOf(-9999)).toBe('launch-failed');
  });
});

describe('leavesWorkerUnusable', () => {
  const unusable = (call: string, status: number): boolean =>
    leavesWorkerUnusable(new ClCallFailure(call, status));

  it('keeps a worker whose driver only said no', () => {
    expect(unusable('clEnqueueNDRangeKernel', -54)).toBe(false);
    expect(unusable('clEnqueueNDRangeKernel', -5)).toBe(false);
    expect(unusable('clSetKernelArg', -51)).toBe(false);
  });

  it('gives up a worker whose kernel failed while it ran, whichever call tells', () => {
    expect(unusable('clFinish', -5)).toBe(true);
    expect(unusable('clGetEventInfo', -9999)).toBe(true);
    expect(unusable('clEnqueueNDRangeKernel', -36)).toBe(true);
  });
});
