import { afterEach, describe, expect, it } from 'vitest';
import type { LaunchPlan } from '@main/profiling/protocol';
import type { Session } from '@main/opencl/session';
import { createSession } from '@main/opencl/session';
import { bothDevices, bufferPlan, pocl, prepareKernel, visit, visitOf } from './test-session';

const session: Session = createSession(() => undefined);
afterEach(() => session.close());

/** Counts its launches and says where its buffer lies. */
const source = `__kernel void count_up(__global uint *counts, __global ulong *place) {
  counts[get_global_id(0)] += 1;
  if (get_global_id(0) == 0) place[0] = (ulong)counts;
}`;
const items = 1024;
const buffers = (bytes: number, restore: boolean) => [
  bufferPlan('counts', { type: 'uint', bytes, init: { constant: 0 }, restore }),
  bufferPlan('place', { type: 'ulong', bytes: 8, init: { constant: 0 }, restore: false }),
];
const launch = (bytes: number, local = 64): LaunchPlan => ({
  configuration: String(local),
  local: [local],
  launched: [items],
  args: [
    { kind: 'buffer', name: 'counts', type: 'uint', count: bytes / 4, bytes },
    { kind: 'buffer', name: 'place', type: 'ulong', count: 1, bytes: 8 },
  ],
});
const place = (): bigint => new BigUint64Array(session.readBuffer('place').buffer)[0] ?? 0n;
const counts = (): readonly number[] => [
  ...new Set(new Uint32Array(session.readBuffer('counts').buffer).subarray(0, items)),
];

/** Visits one size until its buffer has lain in `wanted` places, or `most` times. Launches, and the places. */
const visitMany = (bytes: number, wanted: number, most: number) => {
  const places = new Set<bigint>();
  let launches = 0;
  for (let round = 0; round < most && places.size < wanted; round += 1) {
    visit(session, visitOf(launch(bytes), { samples: 20 }));
    launches += round === 0 ? 21 : 20;
    places.add(place());
  }
  return { places, launches };
};

describe.each(bothDevices)('buffers of a kernel on $title', ({ device }) => {
  it('move between rounds and keep what is in them', () => {
    prepareKernel(session, device, source, 'count_up', buffers(4 * items, false));
    const { places, launches } = visitMany(4 * items, 2, 2000);
    expect(places.size).toBe(2);
    // Nothing restores them: each launch has counted on.
    expect(counts()).toEqual([launches]);
  });

  it('are restored as before after they moved', () => {
    prepareKernel(session, device, source, 'count_up', buffers(4 * items, true));
    expect(visitMany(4 * items, 2, 2000).places.size).toBe(2);
    expect(counts()).toEqual([1]);
  });
});

it('stay within a round', () => {
  prepareKernel(session, pocl, source, 'count_up', buffers(4 * items, false));
  const places = [16, 32, 64, 128, 256].map((local) => {
    visit(session, visitOf(launch(4 * items, local)));
    return place();
  });
  expect(new Set(places).size).toBe(1);
});

it('stay where they are when they are large', () => {
  const bytes = 65 * 1024 * 1024;
  prepareKernel(session, pocl, source, 'count_up', buffers(bytes, false));
  expect(visitMany(bytes, 2, 30).places.size).toBe(1);
});

it('are as well guarded after they moved', () => {
  const beyond = `__kernel void beyond(__global uint *counts, __global ulong *place, uint by) {
    counts[get_global_id(0) + by] = 1;
    if (get_global_id(0) == 0) place[0] = (ulong)counts;
  }`;
  prepareKernel(session, pocl, beyond, 'beyond', buffers(4 * items, false));
  const inside = launch(4 * items);
  const withOffset = (by: number, local: number): LaunchPlan => ({
    ...launch(4 * items, local),
    args: [...inside.args, { kind: 'scalar', name: 'by', type: 'uint', components: [String(by)] }],
  });
  const places = new Set<bigint>();
  for (let round = 0; round < 2000 && places.size < 2; round += 1) {
    visit(session, visitOf(withOffset(0, 64), { samples: 20 }));
    places.add(place());
  }
  expect(places.size).toBe(2);
  const { verification } = visit(session, visitOf(withOffset(8, 32)));
  expect(verification).toMatchObject({ kind: 'out-of-bounds', argument: 'counts', bytes: 32 });
});
