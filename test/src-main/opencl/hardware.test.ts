import { describe, expect, it } from 'vitest';
import type { HardwareIdentity } from '@main/opencl/hardware';
import { assignHardware, compareIdentity } from '@main/opencl/hardware';

const device = (
  platform: string,
  name: string,
  rest: Partial<HardwareIdentity> = {},
): HardwareIdentity => ({
  platform,
  name,
  types: ['gpu'],
  uuid: null,
  pci: null,
  ...rest,
});

describe('assignHardware', () => {
  it('prefers the UUID, then the PCI address, then platform, name and ordinal as key', () => {
    const keys = assignHardware([
      device('A', 'x', { uuid: 'u', pci: '0000:01:00.0' }),
      device('A', 'y', { pci: '0000:02:00.0' }),
      device('A', 'z'),
      device('A', 'z'),
    ]).map(({ key }) => key);
    expect(keys).toEqual(['u', '0000:02:00.0', 'A|z|0', 'A|z|1']);
  });

  it('puts one GPU under two platforms into one lane, with two keys that name each other', () => {
    const [cuda, rusticl] = assignHardware([
      device('NVIDIA CUDA', 'H200', { uuid: 'u' }),
      device('rusticl', 'NV200', { uuid: 'u' }),
    ]);
    expect(cuda).toMatchObject({ key: 'u', resource: 'u', sameHardwareAs: ['rusticl|NV200|0'] });
    expect(rusticl).toMatchObject({ key: 'rusticl|NV200|0', resource: 'u', sameHardwareAs: ['u'] });
  });

  it('joins devices that share only the PCI address, through a third too', () => {
    const resources = assignHardware([
      device('A', 'x', { uuid: 'u' }),
      device('B', 'x', { uuid: 'u', pci: 'p' }),
      device('C', 'x', { pci: 'p' }),
    ]).map(({ resource }) => resource);
    expect(resources).toEqual(['u', 'u', 'u']);
  });

  it('keeps different GPUs of one name apart', () => {
    const resources = assignHardware([
      device('A', 'H200', { uuid: 'u1' }),
      device('A', 'H200', { uuid: 'u2' }),
    ]).map(({ resource }) => resource);
    expect(new Set(resources).size).toBe(2);
  });

  it('gives all CPU devices one lane, also one that claims to be CPU and GPU at once', () => {
    const [pocl, simulator, gpu] = assignHardware([
      device('PoCL', 'cpu', { types: ['cpu'] }),
      device('Simulator', 'any', { types: ['cpu', 'gpu', 'accelerator', 'default'] }),
      device('Vendor', 'gpu', { uuid: 'u' }),
    ]);
    expect([pocl?.resource, simulator?.resource, gpu?.resource]).toEqual(['cpu', 'cpu', 'u']);
    expect(pocl?.sameHardwareAs).toEqual(['Simulator|any|0']);
    expect(gpu?.sameHardwareAs).toEqual([]);
  });

  it('does not call two devices of one platform doubles of each other', () => {
    const [basic] = assignHardware([
      device('PoCL', 'basic', { types: ['cpu'] }),
      device('PoCL', 'pthread', { types: ['cpu'] }),
    ]);
    expect(basic?.sameHardwareAs).toEqual([]);
  });
});

describe('compareIdentity', () => {
  it('sorts by platform, then by device name, whatever the locale', () => {
    const sorted = [device('b', 'a'), device('B', 'z'), device('B', 'a')].sort(compareIdentity);
    expect(sorted.map(({ platform, name }) => platform + name)).toEqual(['Ba', 'Bz', 'ba']);
  });
});
