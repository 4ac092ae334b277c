import { describe, expect, it } from 'vitest';
import { compareOutputs, describeOutput } from '@main/opencl/verify';

const floats = (...values: number[]): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Float32Array.from(values).buffer);
const ints = (...values: number[]): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Int32Array.from(values).buffer);

describe('compareOutputs by element', () => {
  it('works out the relative L2 error by hand: |(0, 1)| / |(3, 4)| = 0.2', () => {
    const { right, relativeL2 } = compareOutputs(
      floats(3, 5),
      floats(3, 4),
      'float',
      'elementwise',
      1e-5,
    );
    expect(right).toBe(false);
    expect(relativeL2).toBeCloseTo(0.2, 12);
  });

  it('forgives a difference within the tolerance, and counts units in the last place of a wrong one', () => {
    const next = 1 + 2 ** -23;
    const forgiven = compareOutputs(floats(next), floats(1), 'float', 'elementwise', 1e-5);
    expect(forgiven).toMatchObject({ right: true, maxUlp: 1 });
    const strict = compareOutputs(floats(next, -0), floats(1, 0), 'float', 'elementwise', 0);
    expect(strict).toMatchObject({ right: false, maxUlp: 1 });
  });

  it('takes NaN beside NaN and infinity beside itself as equal, and nothing else', () => {
    const reference = floats(Number.NaN, Infinity, 1);
    const compare = (actual: Uint8Array<ArrayBuffer>): boolean =>
      compareOutputs(actual, reference, 'float', 'elementwise', 1).right;
    expect(compare(floats(Number.NaN, Infinity, 1))).toBe(true);
    expect(compare(floats(0, Infinity, 1))).toBe(false);
    expect(compare(floats(Number.NaN, -Infinity, 1))).toBe(false);
    expect(compare(floats(Number.NaN, Infinity, Number.NaN))).toBe(false);
  });

  it('gives a finite error that survives JSON when the true one is infinite', () => {
    const { relativeL2 } = compareOutputs(floats(1), floats(0), 'float', 'elementwise', 1e-5);
    expect(JSON.parse(JSON.stringify(relativeL2))).toBe(Number.MAX_VALUE);
  });

  it('compares integers exactly, whatever the tolerance', () => {
    expect(compareOutputs(ints(1_000_001), ints(1_000_000), 'int', 'elementwise', 1).right).toBe(
      false,
    );
    const left = new Uint8Array(BigInt64Array.of(2n ** 60n + 1n).buffer);
    const right = new Uint8Array(BigInt64Array.of(2n ** 60n).buffer);
    const compared = compareOutputs(left, right, 'long', 'elementwise', 1);
    expect(compared.right).toBe(false);
    expect(compared.relativeL2).toBeGreaterThan(0);
  });

  it('compares what both have when one output was padded further', () => {
    expect(compareOutputs(ints(1, 2, 9), ints(1, 2), 'int', 'elementwise', 0).right).toBe(true);
  });

  it('ignores the padding of 3-component vectors', () => {
    const compared = compareOutputs(ints(1, 2, 3, 9), ints(1, 2, 3, 0), 'int3', 'elementwise', 0);
    expect(compared.right).toBe(true);
    expect(compareOutputs(ints(1, 2, 4, 0), ints(1, 2, 3, 0), 'int3', 'elementwise', 0).right).toBe(
      false,
    );
  });
});

describe('compareOutputs by sum', () => {
  it('accepts partial sums that are cut another way', () => {
    expect(compareOutputs(floats(3, 7), floats(1, 2, 3, 4), 'float', 'sum', 1e-5).right).toBe(true);
    expect(compareOutputs(floats(3, 8), floats(1, 2, 3, 4), 'float', 'sum', 1e-5).right).toBe(
      false,
    );
  });

  it('wants integer sums exactly', () => {
    expect(compareOutputs(ints(5), ints(2, 3), 'int', 'sum', 1).right).toBe(true);
    expect(compareOutputs(ints(6), ints(2, 3), 'int', 'sum', 1).right).toBe(false);
  });
});

describe('describeOutput', () => {
  it('tells all zero and not finite', () => {
    expect(describeOutput(floats(0, -0), 'float')).toEqual({
      allZero: true,
      notFinite: false,
      hasSubnormal: false,
    });
    expect(describeOutput(floats(0, Infinity), 'float')).toMatchObject({
      allZero: false,
      notFinite: true,
    });
  });

  it('tells values below the normal range of their type, and only those', () => {
    expect(describeOutput(floats(1, -1e-39), 'float').hasSubnormal).toBe(true);
    expect(describeOutput(floats(1, 2 ** -126), 'float').hasSubnormal).toBe(false);
    expect(describeOutput(ints(1, 0), 'int').hasSubnormal).toBe(false);
    const bits = new Uint8Array(Uint16Array.of(0x0001).buffer);
    expect(describeOutput(bits, 'half').hasSubnormal).toBe(true);
  });

  it('decodes half precision', () => {
    const bits = new Uint8Array(Uint16Array.of(0x7c00).buffer);
    expect(describeOutput(bits, 'half').notFinite).toBe(true);
  });
});
