/** What real drivers tell of hardware and kernels: CPU devices have no vendor queries, and say so. */
import { describe, expect, it } from 'vitest';
import { loadOpenCl } from '@main/opencl/binding';
import { findDevice } from '@main/opencl/devices';
import { readBinary, readSubGroupSize } from '@main/opencl/kernel-hardware';
import { buildProgram, created, releaseProgram } from '@main/opencl/program';
import { listDevices } from '@main/opencl/session';
import { deviceFacts } from '@shared/domain/advisor/facts';
import { saxpySource } from './test-session';

const { devices } = listDevices();

describe('hardware queries', () => {
  it('are asked of the devices that name them only', () => {
    expect(devices.length).toBeGreaterThan(0);
    for (const device of devices) {
      const names = Object.keys(device.hardware ?? {});
      const [major, minor] = device.versionNumber;
      expect(names.includes('subGroups')).toBe(major * 10 + minor >= 21);
      expect(names.includes('nvidia')).toBe(
        device.extensions.includes('cl_nv_device_attribute_query'),
      );
    }
  });

  it('make a CPU device one of cores, vectors and cache lines', () => {
    const cpu = devices.find((device) => device.types.includes('cpu'));
    if (cpu === undefined) throw new Error('This test needs an OpenCL device on the CPU');
    const facts = deviceFacts(cpu);
    expect(facts.kind).toBe('cpu');
    expect(facts.cpu?.vectorWidth.value).toBeGreaterThan(0);
    expect(facts.cpu?.cores.source.kind).toBe('queried');
    expect(facts.wavefrontWidth.source.kind).toBe('unknown');
  });
});

describe('a built program', () => {
  it('hands out its binary, and no sub-group size where the driver has none', () => {
    const library = loadOpenCl();
    const key = devices.find((device) => device.platform.name.includes('Portable'))?.key;
    if (!library.ok || key === undefined) throw new Error('This test needs PoCL');
    const found = findDevice(library.value, key);
    if (found === null) throw new Error('PoCL is gone');
    const { cl } = library.value;
    const { device } = found;
    const status = new Int32Array(1);
    const context = created(
      'clCreateContext',
      cl.clCreateContext(null, 1, new BigUint64Array([device]), null, null, status),
      status,
    );
    const { program } = buildProgram({ cl, context, device }, saxpySource, '', () => undefined);
    const kernel = program?.kernels.get('saxpy');
    if (program === null || kernel === undefined) throw new Error('SAXPY did not build');
    const binary = readBinary(cl, program.handle);
    expect(Buffer.from(binary?.subarray(0, 8) ?? []).toString('latin1')).toBe('poclbin\0');
    expect(readSubGroupSize(cl, device, kernel, 64)).toBeNull();
    expect(program.infos.get('saxpy')).not.toHaveProperty('hardware');
    releaseProgram(cl, program);
    cl.clReleaseContext(context);
  });
});
