/** The analyser against the answers that were written down before it. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Views } from '@shared/domain/advisor/views';
import { analyseBranches, countBarriers } from '@shared/domain/advisor/branches';
import { lowerKernel } from '@shared/domain/advisor/lower';
import { parseProgram } from '@shared/domain/advisor/parse-program';
import { branchCases, globalOf, kernelOf, scalars, wavefront } from './fixtures/patterns';

const lowered = (source: string, name: string) => {
  const kernel = lowerKernel(parseProgram(source), name);
  if (kernel === null) throw new Error('no kernel');
  return kernel;
};

const analyse = (at: number) => {
  const one = branchCases[at];
  if (one === undefined) throw new Error('no such case');
  const kernel = lowered(kernelOf(one.body), 'k1');
  const found = analyseBranches(
    kernel,
    new Views(kernel, {
      launched: globalOf(one.local),
      local: one.local,
      width: wavefront,
      scalars: new Map(Object.entries(scalars)),
    }),
  )[0];
  const isKnown =
    found !== undefined &&
    found.depends !== 'not-analysed' &&
    (found.depends === 'data' || found.divergent !== null);
  return { one, found, isKnown };
};

describe('the branch analysis', () => {
  it.each(branchCases.map((one, at) => [one.body.split(';').slice(2).join(';').trim(), at]))(
    'is right about %s, or says that it does not know',
    (_, at) => {
      const { one, found, isKnown } = analyse(at);
      if (!isKnown) return;
      expect({ depends: found?.depends, divergent: found?.divergent }).toEqual({
        depends: one.depends,
        divergent: one.divergent,
      });
    },
  );

  it('analyses at least four cases in five', () => {
    const missing = branchCases.filter((_, at) => !analyse(at).isKnown);
    console.log(
      `not analysed: ${missing.length} of ${branchCases.length}`,
      missing.map((one) => one.body),
    );
    expect(branchCases.length).toBeGreaterThanOrEqual(40);
    expect(1 - missing.length / branchCases.length).toBeGreaterThanOrEqual(0.8);
  });
});

describe('the count of barriers', () => {
  const example = (name: string): string =>
    readFileSync(resolve(import.meta.dirname, '../../../../kernels', `${name}.cl`), 'utf8');

  it.each([
    [
      'a tree over a group: one, and one per level',
      'reduction',
      'reduction',
      [1048576],
      [256],
      {},
      9,
    ],
    ['a tree over a group of no power of two', 'reduction', 'reduction', [1048576], [100], {}, 8],
    [
      'two per tile of the inner dimension',
      'matmul-tiled',
      'matmul_tiled',
      [512, 512],
      [16, 16],
      { inner: 128 },
      16,
    ],
    ['none without barriers', 'saxpy', 'saxpy', [1048576], [64], {}, 0],
  ] as const)('is that of %s', (_, file, name, launched, local, values, expected) => {
    const launch = {
      launched,
      local,
      width: 32,
      scalars: new Map<string, number>(Object.entries(values)),
    };
    const kernel = lowered(example(file), name);
    expect(countBarriers(kernel, new Views(kernel, launch))).toBe(expected);
  });
});
