import { describe, expect, test } from 'vitest';
import type { DeviceListing } from '@shared/domain/device';
import { selectDevices, shortDeviceName } from '@shared/domain/device-select';
import { buildDevice } from '../../support/run-builder';

const gpu0 = buildDevice({ name: 'NVIDIA H200', platform: 'NVIDIA CUDA', index: 0, key: 'uuid-0' });
const gpu1 = buildDevice({
  name: 'NVIDIA H200',
  platform: 'NVIDIA CUDA',
  index: 1,
  ordinal: 1,
  key: 'uuid-1',
});
const pocl = {
  ...buildDevice({
    name: 'pthread-skylake-avx512-Intel(R) Xeon(R) Processor @ 2.60GHz',
    platform: 'Portable Computing Language',
    index: 2,
  }),
  types: ['cpu' as const],
};
const llvmpipe = buildDevice({
  name: 'llvmpipe (LLVM 15.0.6, 256 bits)',
  platform: 'rusticl',
  index: 3,
});
const devices = [gpu0, gpu1, pocl, llvmpipe];

const listing = (changes: Partial<DeviceListing> = {}): DeviceListing => ({
  devices,
  problems: [],
  loader: 'libOpenCL.so.1',
  searched: [],
  ...changes,
});

const select = (...selectors: string[]) => {
  const chosen = selectDevices(listing(), selectors);
  return chosen.ok ? chosen.value.map((device) => device.index) : chosen.error;
};

describe('selectDevices', () => {
  test('takes all devices for no selector and for all', () => {
    expect(select()).toEqual([0, 1, 2, 3]);
    expect(select('ALL')).toEqual([0, 1, 2, 3]);
  });

  test('takes positions, parts of device and platform names ignoring case, and keys', () => {
    expect(select('3')).toEqual([3]);
    expect(select('h200')).toEqual([0, 1]);
    expect(select('portable')).toEqual([2]);
    expect(select('UUID-1')).toEqual([1]);
  });

  test('joins repeated selectors in the order of the listing, each device once', () => {
    expect(select('llvmpipe', '0', 'H200')).toEqual([0, 1, 3]);
  });

  test('a number is a position and never a part of a name', () => {
    expect(select('15')).toMatchObject({ code: 'unknown-device' });
    expect(select('2')).toEqual([2]);
  });

  test('names what is unknown and lists what there is', () => {
    expect(select('0', 'Radeon')).toMatchObject({
      code: 'unknown-device',
      message: 'No OpenCL device matches "Radeon".',
      params: { device: 'Radeon' },
    });
    expect(select('Radeon')).toMatchObject({
      advice: expect.stringContaining('3: llvmpipe (LLVM 15.0.6, 256 bits) (rusticl)') as string,
    });
  });

  test('refuses an empty selector, which would match everything', () => {
    expect(select(' ')).toMatchObject({ code: 'invalid-option' });
  });

  test('tells a missing loader from a loader without devices', () => {
    const none = selectDevices(listing({ devices: [], loader: null }), []);
    expect(none).toMatchObject({ ok: false, error: { code: 'no-opencl' } });
    const empty = selectDevices(
      listing({
        devices: [],
        problems: [
          { code: 'platform-failed', subject: 'P', message: 'P failed.', advice: 'Mend P.' },
        ],
      }),
      ['0'],
    );
    expect(empty).toMatchObject({
      error: { code: 'no-device', message: 'P failed.', advice: 'Mend P.' },
    });
  });
});

describe('shortDeviceName', () => {
  test('keeps the model and drops makers, marks and clocks', () => {
    expect(shortDeviceName(gpu0, [gpu0])).toBe('H200');
    expect(shortDeviceName(llvmpipe, devices)).toBe('llvmpipe');
    expect(shortDeviceName(pocl, devices)).toBe('PoCL CPU');
    const arc = buildDevice({ name: 'Intel(R) Arc(TM) A770 Graphics' });
    expect(shortDeviceName(arc, [arc])).toBe('Arc A770');
  });

  test('leaves no separator behind where a maker stood', () => {
    const xeon = buildDevice({ name: 'cpu-haswell-Intel(R) Xeon(R) Platinum', platform: 'Other' });
    expect(shortDeviceName(xeon, [xeon])).toBe('cpu-haswell Xeon Platinum');
    const dashed = buildDevice({ name: 'RTX-A6000 - NVIDIA', platform: 'Other' });
    expect(shortDeviceName(dashed, [dashed])).toBe('RTX-A6000');
  });

  test('adds the ordinal where two are alike', () => {
    expect(devices.map((device) => shortDeviceName(device, devices)).slice(0, 2)).toEqual([
      'H200 · 0',
      'H200 · 1',
    ]);
  });

  test('adds the platform where one device is seen through two', () => {
    const twice = [
      buildDevice({ name: 'Arc', platform: 'rusticl', index: 0 }),
      buildDevice({ name: 'Arc', platform: 'Intel OpenCL', index: 1 }),
    ];
    expect(twice.map((device) => shortDeviceName(device, twice))).toEqual([
      'Arc · rusticl',
      'Arc · Intel',
    ]);
  });

  test('is unique in every listing, and never empty', () => {
    const alike = [0, 1, 2].map((index) => ({
      ...buildDevice({
        name: index === 2 ? 'basic' : 'CPU',
        platform: 'P',
        index,
        key: `k${index}`,
      }),
    }));
    const names = alike.map((device) => shortDeviceName(device, alike));
    expect(new Set(names).size).toBe(3);
    expect(names.every((name) => name !== '')).toBe(true);
  });
});
