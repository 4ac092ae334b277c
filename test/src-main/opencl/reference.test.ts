import { describe, expect, it } from 'vitest';
import type { BufferPlan } from '@main/profiling/protocol';
import { createReferenceStore } from '@main/opencl/reference';
import type { Output } from '@main/opencl/reference';

const plan = (name: string, rest: Partial<BufferPlan> = {}): BufferPlan => ({
  name,
  type: 'float',
  bytes: 8,
  init: { constant: 0 },
  write: true,
  restore: true,
  compare: 'elementwise',
  tolerance: 1e-5,
  ...rest,
});
const output = (of: BufferPlan, ...values: number[]): Output => ({
  plan: of,
  bytes: new Uint8Array(Float32Array.from(values).buffer),
});

const y = plan('y');

describe('createReferenceStore', () => {
  it('says what is odd about the outputs that it keeps', () => {
    const store = createReferenceStore();
    const zeros = [output(y, 0, 0)];
    expect(store.keep(zeros, zeros, [zeros])).toEqual({
      kind: 'reference',
      allZero: true,
      unchanged: true,
      notFinite: false,
      varies: false,
    });
    const sane = store.keep([output(y, 1, 2)], zeros, [[output(y, 1, 2)], [output(y, 1, 3)]]);
    expect(sane).toMatchObject({ allZero: false, unchanged: false, varies: true });
  });

  it('names the argument that is wrong, and the worst error of right ones', () => {
    const store = createReferenceStore();
    const z = plan('z');
    const right = [output(y, 1, 2), output(z, 3, 4)];
    store.keep(right, right, [right]);
    expect(store.compare(right)).toEqual({
      kind: 'right',
      relativeL2: 0,
      maxUlp: 0,
      against: 'configuration',
    });
    expect(store.compare([output(y, 1, 2), output(z, 3, 5)])).toMatchObject({
      kind: 'wrong',
      argument: 'z',
    });
  });

  it('cannot compare what is not to be compared', () => {
    const store = createReferenceStore();
    const free = [output(plan('y', { compare: 'none' }), 1)];
    store.keep(free, free, [free]);
    expect(store.compare(free)).toEqual({ kind: 'not-comparable' });
  });

  it('holds outputs against what the spec names, argument by argument', () => {
    const store = createReferenceStore();
    expect(store.compareExpected([output(y, 1, 2)])).toBeNull();
    store.expect('file', new Map([['y', output(y, 1, 2).bytes]]));
    const z = plan('z');
    expect(store.compareExpected([output(y, 1, 2.5), output(z, 0)])).toMatchObject({
      kind: 'wrong',
      argument: 'y',
      against: 'file',
    });
    expect(store.compareExpected([output(y, 1, 2), output(z, 0)])).toMatchObject({
      kind: 'right',
      against: 'file',
    });
    expect(store.isEmpty).toBe(true);
  });

  it('outlives a rebuild of the same kernel, and no other', () => {
    const store = createReferenceStore();
    store.use('k', [y]);
    const outputs = [output(y, 1, 2)];
    store.keep(outputs, outputs, [outputs]);
    store.use('k', [y]);
    expect(store.isEmpty).toBe(false);
    store.use('other', [y]);
    expect(store.isEmpty).toBe(true);
  });
});
