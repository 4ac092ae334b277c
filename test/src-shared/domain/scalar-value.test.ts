import { describe, expect, test } from 'vitest';
import { parseType } from '@shared/domain/opencl-types';
import { resolveScalar } from '@shared/domain/scalar-value';

const resolve = (typeName: string, text: string) => {
  const type = parseType(typeName);
  if (!type) throw new Error(typeName);
  return resolveScalar('a', typeName, type, text, { gx: 1000, lx: 16 });
};

describe('the value of a scalar', () => {
  test.each([
    ['int', '-5', ['-5']],
    ['uint', ' 0xFFu ', ['255']],
    ['ulong', '18446744073709551615', ['18446744073709551615']],
    ['long', '-9223372036854775808', ['-9223372036854775808']],
    ['uint', 'ceil(gx/lx)', ['63']],
    ['int', 'lx - gx', ['-984']],
    ['float', '2', ['2']],
    ['float', '-1.5e3f', ['-1500']],
    ['double', '.5', ['0.5']],
    ['float4', '1,2, 3,4.5', ['1', '2', '3', '4.5']],
    ['int2', 'min(gx,lx),7', ['16', '7']],
    ['float3', '2', ['2', '2', '2']],
  ])('of type %s from %j', (type, text, components) => {
    expect(resolve(type, text)).toEqual({ ok: true, value: components });
  });

  test.each([
    ['uint', '-1', 'does not fit into uint'],
    ['uchar', '256', 'does not fit into uchar'],
    ['ulong', '18446744073709551616', 'does not fit into ulong'],
    ['int', '1.5', 'not a whole number'],
    ['int', 'n', '"n", which is not known'],
    ['float', 'gx', 'is not a number of type float'],
    ['float', '1e39', 'does not fit into float'],
    ['half', '70000', 'does not fit into half'],
    ['float', 'NaN', 'is not a number of type float'],
    ['float', '', 'is not a number of type float'],
    ['int', '', 'is empty'],
    ['float4', '1,2', 'has 2 components, but float4 has 4'],
    ['int', '1,2', 'has 2 components, but int has 1'],
  ])('of type %s from %j is refused with the name of the argument', (type, text, sentence) => {
    const result = resolve(type, text);
    expect(result.ok || result.error.code).toBe('invalid-argument-value');
    expect(result.ok || result.error.message).toContain(sentence);
    expect(result.ok || result.error.message).toContain('"a"');
  });
});
