import { describe, expect, it } from 'vitest';
import {
  elementType,
  fillBuffer,
  fromHalfBits,
  splitMix32,
  toHalfBits,
} from '@shared/domain/buffer-data';

const scalars = ['char', 'uchar', 'short', 'ushort', 'int', 'uint', 'long', 'ulong', 'half'];

describe('elementType', () => {
  it('gives a 3-component vector the storage of 4', () => {
    expect(elementType('float3')).toMatchObject({ components: 3, stored: 4, bytes: 16 });
  });

  it('knows every scalar and vector width', () => {
    for (const scalar of [...scalars, 'float', 'double']) {
      for (const width of [2, 4, 8, 16]) {
        const one = elementType(scalar)?.bytes ?? 0;
        expect(elementType(`${scalar}${width}`)?.bytes).toBe(one * width);
      }
    }
  });

  it('reads the spellings of C', () => {
    expect(elementType('unsigned  int')?.scalar).toBe('uint');
    expect(elementType('size_t')?.bytes).toBe(8);
  });

  it('refuses structs, images, pointers and widths that do not exist', () => {
    for (const type of ['struct particle', 'image2d_t', 'float*', 'float5', '', '__proto__']) {
      expect(elementType(type), type).toBeNull();
    }
  });
});

describe('splitMix32', () => {
  it('is the published mixing function: draws of seed 0 worked out with another implementation', () => {
    // From the same formula in exact integer arithmetic (Python): see the module's head.
    const draw = splitMix32(0);
    expect([draw(), draw(), draw()]).toEqual([1684164658, 3653269916, 2939563536]);
  });
});

describe('fillBuffer', () => {
  it('gives the same bytes for the same seed and others for another', () => {
    const make = (seed: number): Uint8Array => fillBuffer({ random: [-1, 1], seed }, 'float', 1000);
    expect(make(7)).toEqual(make(7));
    expect(make(7)).not.toEqual(make(8));
  });

  it('keeps random floats inside the range, with a mean near its middle', () => {
    const values = new Float32Array(
      fillBuffer({ random: [2, 4], seed: 3 }, 'float', 10_000).buffer,
    );
    expect(Math.min(...values)).toBeGreaterThanOrEqual(2);
    expect(Math.max(...values)).toBeLessThanOrEqual(4);
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    expect(Math.abs(mean - 3)).toBeLessThan(0.05);
  });

  it('reaches both ends of an integer range and nothing beyond', () => {
    const values = new Int32Array(fillBuffer({ random: [-2, 2], seed: 5 }, 'int', 1000).buffer);
    expect([...new Set(values)].sort((a, b) => a - b)).toEqual([-2, -1, 0, 1, 2]);
  });

  it('leaves the fourth component of a 3-component vector 0', () => {
    const values = new Float32Array(fillBuffer({ constant: 5 }, 'float3', 2).buffer);
    expect([...values]).toEqual([5, 5, 5, 0, 5, 5, 5, 0]);
  });

  it('writes 64-bit integers, negative ones too', () => {
    expect([...new BigInt64Array(fillBuffer({ constant: -3 }, 'long', 2).buffer)]).toEqual([
      -3n,
      -3n,
    ]);
    const large = fillBuffer({ constant: 2 ** 40 + 1 }, 'ulong', 1);
    expect(new BigUint64Array(large.buffer)[0]).toBe(2n ** 40n + 1n);
  });

  it('numbers the elements for every type', () => {
    for (const type of [...scalars, 'float', 'double']) {
      const element = elementType(type);
      expect(fillBuffer({ index: true }, type, 5)).toHaveLength(5 * (element?.bytes ?? 0));
    }
    expect([...new Int16Array(fillBuffer({ index: true }, 'short2', 2).buffer)]).toEqual([
      0, 0, 1, 1,
    ]);
  });

  it('writes half precision', () => {
    const bits = new Uint16Array(fillBuffer({ constant: 1.5 }, 'half', 1).buffer);
    expect(bits[0]).toBe(0x3e00);
  });
});

describe('half precision', () => {
  it.each([
    [0, 0x0000],
    [-0, 0x8000],
    [1, 0x3c00],
    [-2, 0xc000],
    [65504, 0x7bff],
    [65520, 0x7c00],
    [65519, 0x7bff],
    [Infinity, 0x7c00],
    [2 ** -14, 0x0400],
    [2 ** -24, 0x0001],
    [2 ** -25, 0x0000],
    [2 ** -25 * 1.0001, 0x0001],
    [1 + 2 ** -11, 0x3c00],
    [1 + 3 * 2 ** -11, 0x3c02],
  ])('rounds %d to nearest, ties to even', (value, bits) => {
    expect(toHalfBits(value)).toBe(bits);
  });

  it('gives back every finite half', () => {
    for (let bits = 0; bits < 0x7c00; bits++) expect(toHalfBits(fromHalfBits(bits))).toBe(bits);
    expect(fromHalfBits(0x7e00)).toBeNaN();
    expect(toHalfBits(Number.NaN)).toBe(0x7e00);
  });
});
