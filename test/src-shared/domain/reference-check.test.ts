import { describe, expect, test } from 'vitest';
import type { ResolvedArgument } from '@shared/domain/plan-types';
import { referenceFileProblem, referenceKernelProblem } from '@shared/domain/reference-check';
import { parseSignatures } from '@shared/domain/signature';
import { parseSweepSpec } from '@shared/domain/sweep-schema';
import type { SweepSpec } from '@shared/domain/sweep';

const base = {
  format: 'ndrange-sweep',
  version: 1,
  source: 'a.cl',
  kernel: 'fast',
  global: [1024],
  args: [
    { name: 'x', kind: 'buffer', type: 'float', count: 'gx', write: false },
    { name: 'y', kind: 'buffer', type: 'float', count: 'gx' },
  ],
};
const read = (changes: object) => parseSweepSpec({ ...base, ...changes });
const specOf = (changes: object): SweepSpec => {
  const spec = read(changes);
  if (!spec.ok) throw new Error(spec.error.message);
  return spec.value;
};
const refusal = (changes: object): string => {
  const spec = read(changes);
  return spec.ok ? '' : spec.error.message;
};

describe('the reference in a spec', () => {
  test('is a kernel or a file with its argument', () => {
    expect(specOf({ reference: { kernel: 'plain' } }).reference).toEqual({ kernel: 'plain' });
    const file = { file: 'y.bin', argument: 'y' };
    expect(specOf({ reference: file }).reference).toEqual(file);
    expect(specOf({}).reference).toBeUndefined();
    expect(refusal({ reference: { file: 'y.bin' } })).toContain('reference');
  });

  test('is refused where it proves nothing', () => {
    expect(refusal({ reference: { kernel: 'fast' } })).toContain('compared with themselves');
    expect(refusal({ reference: { file: 'y.bin', argument: 'x' } })).toContain('"x"');
    const free = [{ name: 'y', kind: 'buffer', type: 'float', count: 'gx', compare: 'none' }];
    expect(refusal({ args: free, reference: { file: 'f', argument: 'y' } })).toContain('"none"');
  });
});

describe('a reference kernel', () => {
  const spec = specOf({ reference: { kernel: 'plain' } });
  const source = (parameters: string): string =>
    `__kernel void fast(__global const float *x, __global float *y) {}
     __kernel void plain(${parameters}) {}`;
  const problemOf = (text: string) => referenceKernelProblem(spec, parseSignatures(text));

  test('takes the same parameters, whatever they are called', () => {
    expect(problemOf(source('__global const float *in, __global float *out'))).toBeNull();
    const other = problemOf(source('__global const float *in, uint n'));
    expect(other?.message).toContain('(float*, uint)');
  });

  test('must be in the source, unless the source cannot be read', () => {
    const only = problemOf('__kernel void fast(__global const float *x, __global float *y) {}');
    expect(only?.code).toBe('unknown-kernel');
    expect(problemOf('#define KERNELS')).toBeNull();
  });
});

describe('a reference file', () => {
  const reference = { file: 'y.bin', argument: 'y' };
  const y: ResolvedArgument = {
    kind: 'buffer',
    name: 'y',
    type: 'float',
    count: 1040,
    bytes: 4160,
    askedBytes: 4096,
  };

  test('has the size of the asked part, without what padding adds', () => {
    const spec = specOf({ reference });
    expect(referenceFileProblem(spec, reference, 4096, [y])).toBeNull();
    const wrong = referenceFileProblem(spec, reference, 4160, [y]);
    expect(wrong?.message).toBe(
      'The reference file y.bin has 4160 bytes, but y has 4096 (1024 elements of type float).',
    );
  });

  test('may hold any number of whole elements for a sum', () => {
    const args = [{ name: 'y', kind: 'buffer', type: 'float', count: 'groups', compare: 'sum' }];
    const spec = specOf({ args, reference });
    expect(referenceFileProblem(spec, reference, 4, [y])).toBeNull();
    expect(referenceFileProblem(spec, reference, 6, [y])?.message).toContain('4 bytes');
    expect(referenceFileProblem(spec, reference, 0, [y])).not.toBeNull();
  });
});
