import { expect, test } from 'vitest';
import { integerRange, parseType, typeBytes } from '@shared/domain/opencl-types';

test.each([
  ['char', 1],
  ['uchar', 1],
  ['short', 2],
  ['ushort', 2],
  ['half', 2],
  ['int', 4],
  ['uint', 4],
  ['float', 4],
  ['long', 8],
  ['ulong', 8],
  ['double', 8],
  ['size_t', 8],
  ['float2', 8],
  ['float3', 16],
  ['float4', 16],
  ['uchar3', 4],
  ['double16', 128],
  ['half8', 16],
])('an element of %s takes %d bytes', (type, bytes) => {
  expect(typeBytes(type)).toBe(bytes);
});

test.each([
  'bool',
  'float5',
  'float1',
  'float04',
  'size_t2',
  'image2d_t',
  'struct a',
  '',
  'constructor',
  'FLOAT',
])('%j is no number type', (type) => {
  expect(typeBytes(type)).toBeNull();
});

test('integer types have the range of their bits', () => {
  const range = (name: string) => {
    const type = parseType(name);
    return type && integerRange(type);
  };
  expect(range('char')).toEqual([-128n, 127n]);
  expect(range('uint4')).toEqual([0n, 4294967295n]);
  expect(range('ulong')).toEqual([0n, 18446744073709551615n]);
  expect(range('float')).toBeNull();
});
