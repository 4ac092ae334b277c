/** The analyser against the answers that were written down before it. */
import { describe, expect, it } from 'vitest';
import { analyseAccesses, viewsOf } from '@shared/domain/advisor/access';
import { lowerKernel } from '@shared/domain/advisor/lower';
import { parseProgram } from '@shared/domain/advisor/parse-program';
import { globalOf, indexCases, kernelOf, scalars, wavefront } from './fixtures/patterns';

const analyse = (at: number) => {
  const one = indexCases[at];
  if (one === undefined) throw new Error('no such case');
  const kernel = lowerKernel(parseProgram(kernelOf(one.body, one.before)), 'k1');
  if (kernel === null) throw new Error('no kernel');
  const found = analyseAccesses(
    kernel,
    viewsOf(kernel, {
      launched: globalOf(one.local),
      local: one.local,
      width: wavefront,
      scalars: new Map(Object.entries(scalars)),
    }),
  ).find((access) => access.argument === one.argument);
  return {
    one,
    kind: found?.kind ?? 'not-analysed',
    runBytes: found?.runBytes,
    gapBytes: found?.gapBytes,
  };
};

describe('the access analysis', () => {
  it.each(
    indexCases.map((one, at) => [one.body.split(';').slice(2).join(';').trim() || one.body, at]),
  )('is right about %s, or says that it does not know', (_, at) => {
    const { one, ...found } = analyse(at);
    if (found.kind === 'not-analysed') return;
    expect(found).toMatchObject(one.expected);
  });

  it('analyses at least four cases in five', () => {
    const missing = indexCases.filter((_, at) => analyse(at).kind === 'not-analysed');
    console.log(
      `not analysed: ${missing.length} of ${indexCases.length}`,
      missing.map((one) => one.body),
    );
    expect(indexCases.length).toBeGreaterThanOrEqual(60);
    expect(1 - missing.length / indexCases.length).toBeGreaterThanOrEqual(0.8);
  });
});
