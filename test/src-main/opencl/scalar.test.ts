import { describe, expect, it } from 'vitest';
import { encodeScalar } from '@main/opencl/scalar';

describe('encodeScalar', () => {
  it('writes floats, integers and vectors in the layout of the device', () => {
    expect(encodeScalar('float', ['2'])).toEqual(new Uint8Array(Float32Array.of(2).buffer));
    expect(encodeScalar('int', ['-1'])).toEqual(Uint8Array.of(255, 255, 255, 255));
    expect(encodeScalar('short', ['-2'])).toEqual(Uint8Array.of(254, 255));
    expect(encodeScalar('uchar2', ['1', '255'])).toEqual(Uint8Array.of(1, 255));
    expect(encodeScalar('float3', ['1', '2', '3'])).toHaveLength(16);
  });

  it('keeps all bits of 64-bit integers', () => {
    const bytes = encodeScalar('ulong', ['18446744073709551615']);
    expect(bytes).toEqual(new Uint8Array(8).fill(255));
  });

  it('takes whole numbers that are written as decimals', () => {
    expect(encodeScalar('uint', ['1e3'])).toEqual(new Uint8Array(Uint32Array.of(1000).buffer));
  });

  it('takes nan and infinity for floating-point types only', () => {
    expect(encodeScalar('float', ['nan'])).not.toBeNull();
    expect(encodeScalar('float', ['Infinity'])).not.toBeNull();
    expect(encodeScalar('int', ['nan'])).toBeNull();
  });

  it('refuses text that is no number, an empty one, too few components and other types', () => {
    expect(encodeScalar('float', ['two'])).toBeNull();
    expect(encodeScalar('int', [''])).toBeNull();
    expect(encodeScalar('float2', ['1'])).toBeNull();
    expect(encodeScalar('struct s', ['1'])).toBeNull();
  });
});
