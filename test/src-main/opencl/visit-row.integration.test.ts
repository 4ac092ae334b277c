import { afterEach, describe, expect, it } from 'vitest';
import type { LaunchPlan } from '@main/profiling/protocol';
import type { Session } from '@main/opencl/session';
import { createSession } from '@main/opencl/session';
import {
  bothDevices,
  bufferPlan,
  expectOk,
  pocl,
  prepareKernel,
  visit,
  visitOf,
} from './test-session';

const session: Session = createSession(() => undefined);
afterEach(() => session.close());

/** Adds what its size says, so that the buffer tells which launches there were. */
const source = `__kernel void add(__global uint *sums, uint by) { sums[get_global_id(0)] += by; }`;
const items = 1024;
const bytes = 4 * items;
const buffers = (restore: boolean) => [
  bufferPlan('sums', { type: 'uint', bytes, init: { constant: 0 }, restore }),
];
const launch = (local: number, by: number): LaunchPlan => ({
  configuration: String(local),
  local: [local],
  launched: [items],
  args: [
    { kind: 'buffer', name: 'sums', type: 'uint', count: items, bytes },
    { kind: 'scalar', name: 'by', type: 'uint', components: [String(by)] },
  ],
});
const again = (local: number, samples: number) => ({
  configuration: String(local),
  samples,
  maxNs: 1e10,
});
const sums = (): readonly number[] => [
  ...new Set(new Uint32Array(session.readBuffer('sums').buffer)),
];

describe.each(bothDevices)('visits in a row on $title', ({ device }) => {
  it('launch each size with its own arguments, as often as asked', () => {
    prepareKernel(session, device, source, 'add', buffers(false));
    visit(session, visitOf(launch(16, 1), { samples: 0 }));
    visit(session, visitOf(launch(32, 1), { samples: 0 }));
    visit(session, visitOf(launch(64, 100), { samples: 0 }));
    const before = sums()[0] ?? 0;
    const row = [again(16, 2), again(32, 3), again(64, 4), again(16, 1), again(64, 0)];
    const replies = expectOk(session.visitAgain(row));
    expect(replies.map(({ samples }) => samples?.runNs.length)).toEqual([2, 3, 4, 1, 0]);
    expect(replies.every(({ refused }) => refused === null)).toBe(true);
    expect(sums()).toEqual([before + 2 + 3 + 400 + 1]);
  });

  it('leave the result of one launch where buffers are restored', () => {
    prepareKernel(session, device, source, 'add', buffers(true));
    visit(session, visitOf(launch(16, 1), { samples: 1 }));
    visit(session, visitOf(launch(32, 7), { samples: 1 }));
    expectOk(session.visitAgain([again(16, 3), again(32, 2)]));
    expect(sums()).toEqual([7]);
  });
});

it('end before a size that was not launched before, and are refused when that is the first', () => {
  prepareKernel(session, pocl, source, 'add', buffers(true));
  visit(session, visitOf(launch(16, 1)));
  expect(expectOk(session.visitAgain([again(16, 2), again(32, 2), again(16, 2)]))).toHaveLength(1);
  expect(session.visitAgain([again(32, 2)]).ok).toBe(false);
});

it('move buffers between rounds as single visits do', () => {
  const place = `__kernel void place(__global uint *sums, __global ulong *at) {
    if (get_global_id(0) == 0) at[0] = (ulong)sums;
  }`;
  const plans = [
    ...buffers(false),
    bufferPlan('at', { type: 'ulong', bytes: 8, init: { constant: 0 }, restore: false }),
  ];
  prepareKernel(session, pocl, place, 'place', plans);
  const where = (): bigint => new BigUint64Array(session.readBuffer('at').buffer)[0] ?? 0n;
  const [sumsArgument] = launch(16, 1).args;
  if (sumsArgument === undefined) throw new Error('no argument');
  const at = { kind: 'buffer', name: 'at', type: 'ulong', count: 1, bytes: 8 } as const;
  visit(session, visitOf({ ...launch(16, 1), args: [sumsArgument, at] }));
  const places = new Set([where()]);
  // Each visit begins a round, and all are in one row.
  const row = Array.from({ length: 200 }, () => again(16, 20));
  for (let tries = 0; tries < 20 && places.size < 2; tries += 1) {
    expect(expectOk(session.visitAgain(row))).toHaveLength(200);
    places.add(where());
  }
  expect(places.size).toBe(2);
});
