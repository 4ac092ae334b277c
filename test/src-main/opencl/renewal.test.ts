import { expect, it } from 'vitest';
import type { Memory, OpenCl } from '@main/opencl/binding';
import type { DeviceBuffer } from '@main/opencl/device-buffers';
import type { PreparedKernel, VisitContext } from '@main/opencl/launch-check';
import { createRenewal, mayRenew, renewBuffers } from '@main/opencl/renewal';

const buffer: DeviceBuffer = {
  plan: {
    name: 'x',
    type: 'float',
    bytes: 64,
    init: { constant: 0 },
    write: true,
    restore: true,
    compare: 'elementwise',
    tolerance: 0,
  },
  handle: 1n,
  whole: 1n,
  lead: 0,
  pristine: 2n,
  allocated: 64,
  guard: 0,
  guardByte: 0,
};

/** A driver with room for `room` buffers more, or whose copies fail; what is alive beside the two of `buffer`. */
const driver = ({ room = 99, copyStatus = 0 }) => {
  const alive = new Set<bigint>([1n, 2n]);
  let next = 10n;
  const parts: Partial<OpenCl> = {
    clCreateBuffer: (_context, _flags, _bytes, _host, status: Memory) => {
      const isFull = next >= 10n + BigInt(room);
      if (status instanceof Int32Array) status[0] = isFull ? -4 : 0;
      if (isFull) return 0n;
      next += 1n;
      alive.add(next);
      return next;
    },
    clEnqueueCopyBuffer: () => copyStatus,
    clFinish: () => 0,
    clReleaseMemObject: (handle) => {
      alive.delete(handle);
      return 0;
    },
  };
  return { cl: parts as OpenCl, alive };
};

const visitTwice = (cl: OpenCl, inHostMemory = true): PreparedKernel => {
  const home = { cl, context: 0n, queue: 0n, inHostMemory };
  const prepared = {
    buffers: new Map([['x', buffer]]),
    shapes: new Map(),
    // Made a second ago: no longer too soon.
    renewal: { ...createRenewal(), madeAt: performance.now() - 1000 },
  } as Partial<PreparedKernel> as PreparedKernel;
  for (let round = 0; round < 2; round += 1) {
    const coming = { configuration: '64', samples: 3 };
    if (!mayRenew(home, prepared, coming)) continue;
    renewBuffers(home as Partial<VisitContext> as VisitContext & typeof home, prepared, coming);
  }
  return prepared;
};

it('gives the old buffers back once the new ones are filled', () => {
  const { cl, alive } = driver({});
  const made = visitTwice(cl).buffers.get('x');
  expect([...alive]).toEqual([made?.pristine, made?.whole]);
});

it.each([
  ['there is no room', { room: 1 }],
  ['nothing can be copied', { copyStatus: -5 }],
])('keeps the buffers and leaves none behind when %s', (_title, fault) => {
  const { cl, alive } = driver(fault);
  expect(visitTwice(cl).buffers.get('x')).toBe(buffer);
  expect([...alive]).toEqual([1n, 2n]);
});

it('leaves a device alone whose memory is its own', () => {
  const { cl } = driver({});
  expect(visitTwice(cl, false).buffers.get('x')).toBe(buffer);
});
