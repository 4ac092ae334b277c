/** The analyser against the answers that were written down before it. */
import { describe, expect, it } from 'vitest';
import { analyseAccesses } from '@shared/domain/advisor/access';
import { Views } from '@shared/domain/advisor/views';
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
    new Views(kernel, {
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

describe('what the analyser does not know', () => {
  const kindsOf = (body: string, before = '', values: Record<string, number> = { ...scalars }) => {
    const kernel = lowerKernel(
      parseProgram(kernelOf(`size_t i = get_global_id(0); ${body}`, before)),
      'k1',
    );
    if (kernel === null) throw new Error('no kernel');
    const launch = {
      launched: [65536],
      local: [64],
      width: wavefront,
      scalars: new Map(Object.entries(values)),
    };
    return analyseAccesses(kernel, new Views(kernel, launch))
      .filter((access) => access.argument === 'a')
      .map((access) => access.kind);
  };

  it.each([
    ['a stride that is a scalar without a value', 'b[i] = a[i * s];', '', {}],
    ['a stride that memory holds', 'b[i] = a[i * idx[0]];', '', undefined],
    ['a remainder by what memory holds', 'b[i] = a[i % idx[0]];', '', undefined],
    [
      'a pattern that changes from one iteration to the next',
      'for (int j = 0; j < k; j++) b[i] += a[i * j];',
      '',
      undefined,
    ],
    [
      'a tree over global memory, whose distances double',
      'for (uint d = 1; d < 64; d *= 2) if (i % (2 * d) == 0) b[i] += a[i + d];',
      '',
      undefined,
    ],
    ['an index that a private array holds', 'int p[4]; p[0] = i; b[i] = a[p[0]];', '', undefined],
    [
      'a variable that goto changes',
      'int j = i; again: j *= 2; if (j < 5) goto again; b[i] = a[j];',
      '',
      undefined,
    ],
    [
      'a macro that is defined twice',
      'b[i] = a[F(i)];',
      '#define F(x) (x)\n#undef F\n#define F(x) (2 * (x))',
      undefined,
    ],
    ['a function without a body here', 'b[i] = a[elsewhere(i)];', '', undefined],
    [
      'a function that returns from a loop',
      'b[i] = a[g(i)];',
      'int g(int x) { for (int j = 0; j < x; j++) if (j * j > x) return j; return 0; }',
      undefined,
    ],
    [
      'a number of a loop that lanes leave apart',
      'int j = 0; while (j < i % 7) j++; b[i] = a[j];',
      '',
      undefined,
    ],
    ['an overflow of signed numbers', 'int j = (int)i * 2147483647; b[i] = a[j];', '', undefined],
  ] as const)('is not passed off as known: %s', (_, body, before, values) => {
    expect(kindsOf(body, before, values)).toEqual(['not-analysed']);
  });

  it('does not spoil what stands beside it', () => {
    expect(kindsOf('int j = i; x: j++; goto x; b[i] = a[j] + a[i];')).toEqual([
      'not-analysed',
      'contiguous',
    ]);
  });
});
