import { describe, expect, it } from 'vitest';
import type { LaunchDemand } from '@main/opencl/limits';
import { checkLimits } from '@main/opencl/limits';

const limits = { maxWorkGroupSize: 1024, maxWorkItemSizes: [1024, 1024, 64], localMemory: 32768 };
const demand = (rest: Partial<LaunchDemand>): LaunchDemand => ({
  global: [4096],
  local: [256],
  requiredLocal: null,
  dynamicLocalBytes: 0,
  claimedLocalBytes: 0,
  ...rest,
});
const reason = (rest: Partial<LaunchDemand>): string | undefined =>
  checkLimits(demand(rest), limits)?.reason;

describe('checkLimits', () => {
  it('lets a size pass that fits, and NULL', () => {
    expect(reason({})).toBeUndefined();
    expect(reason({ local: null })).toBeUndefined();
  });

  it.each([[0], [-4], [1.5], [Number.NaN], [2 ** 60]])('refuses %d as a local size', (size) => {
    expect(reason({ local: [size] })).toBe('exceeds-dimension-limit');
  });

  it('refuses a dimension over its limit, and says which', () => {
    const refusal = checkLimits(demand({ global: [64, 64, 128], local: [1, 1, 128] }), limits);
    expect(refusal).toEqual({
      reason: 'exceeds-dimension-limit',
      detail: { dimension: 2, size: 128, limit: 64 },
    });
  });

  it('refuses a product over the limit although each dimension is within its own', () => {
    expect(reason({ global: [1024, 1024], local: [1024, 2] })).toBe('exceeds-device-limit');
  });

  it('refuses an indivisible size', () => {
    expect(reason({ global: [1000] })).toBe('indivisible');
  });

  it('refuses a size other than the required one', () => {
    expect(reason({ requiredLocal: [128, 1, 1] })).toBe('required-size-mismatch');
    expect(reason({ requiredLocal: [256, 1, 1] })).toBeUndefined();
  });

  it('refuses too much local memory, static or dynamic, for NULL too', () => {
    expect(reason({ dynamicLocalBytes: 32772 })).toBe('exceeds-local-memory');
    expect(reason({ claimedLocalBytes: 40000 })).toBe('exceeds-local-memory');
    expect(reason({ local: null, claimedLocalBytes: 40000 })).toBe('exceeds-local-memory');
  });

  it('lets all of the local memory be used although the driver counts a word more', () => {
    expect(reason({ dynamicLocalBytes: 32768, claimedLocalBytes: 32772 })).toBeUndefined();
  });

  it('checks nothing that the driver does not say', () => {
    const unknown = { maxWorkGroupSize: null, maxWorkItemSizes: null, localMemory: null };
    expect(checkLimits(demand({ dynamicLocalBytes: 1e9 }), unknown)).toBeNull();
  });
});
