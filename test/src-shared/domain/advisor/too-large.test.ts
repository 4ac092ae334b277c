/** Sources that no person writes: each is read, or given up, soon and without an exception. */
import { describe, expect, it } from 'vitest';
import { analyseAccesses } from '@shared/domain/advisor/access';
import { analyseBranches, countBarriers } from '@shared/domain/advisor/branches';
import { lowerKernel } from '@shared/domain/advisor/lower';
import { parseProgram } from '@shared/domain/advisor/parse-program';
import { Views } from '@shared/domain/advisor/views';

const kernel = (body: string, before = ''): string =>
  `${before}\n__kernel void k(__global float *y, int n) { size_t i = get_global_id(0); ${body} }`;
const many = (count: number, line: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => line(at)).join('\n');

const sources: Readonly<Record<string, string>> = {
  'brackets within brackets': kernel(`y[${'('.repeat(50_000)}i${')'.repeat(50_000)}] = 1;`),
  'blocks within blocks': kernel(`${'{'.repeat(50_000)} y[i] = 1; ${'}'.repeat(50_000)}`),
  'conditions within conditions': kernel(`${'if (y[i] > 0) '.repeat(20_000)} y[i] = 1;`),
  'a choice of twenty thousand': kernel(
    `${'if (n == 3) y[i] = 1; else '.repeat(20_000)} y[i] = 2;`,
  ),
  'twenty thousand ways out': kernel(`${'if (y[i] > n) return; '.repeat(20_000)} y[i] = 1;`),
  'a sum of a hundred thousand': kernel(`y[${'n + '.repeat(100_000)} i] = 1;`),
  'a value made over and over': kernel(`int a = n; ${'a = a * 3 + 1; '.repeat(30_000)} y[a] = 1;`),
  'thirty thousand accesses': kernel(many(30_000, (at) => `y[i + ${at} * n] = ${at};`)),
  'macros that grow': kernel(
    'R(R(R(R(R(R(R(R(y[i] = 1;))))))))',
    '#define R(x) x x x x x x x x x x',
  ),
  'constants that double': kernel(
    'y[i] = A26;',
    `#define A0 1.0f\n${many(26, (at) => `#define A${at + 1} A${at} + A${at}`)}`,
  ),
  'functions that call twice': kernel(
    'y[f29(i)] = 1;',
    many(30, (at) =>
      at === 0
        ? 'int f0(int a) { return a; }'
        : `int f${at}(int a) { return f${at - 1}(a) + f${at - 1}(a + 1); }`,
    ),
  ),
  'functions that call each other': kernel(
    'y[f(i)] = 1;',
    'int f(int a) { return g(a); } int g(int a) { return f(a); }',
  ),
  'forty loops within each other': kernel(
    `${many(40, (at) => `for (int a${at} = 0; a${at} < 100000; a${at}++)`)} y[a39 + i] = 1;`,
  ),
};

/** Of processor time that a person does not notice; the bound holds on a machine that is busy too. */
const mostMs = 5000;

describe('a source that nobody would write', () => {
  it.each(Object.entries(sources))('%s: is dealt with', (_, source) => {
    const begin = performance.now();
    const lowered = lowerKernel(parseProgram(source), 'k');
    if (lowered === null) throw new Error('the kernel was not found');
    const scalars = new Map([['n', 5]]);
    const views = new Views(lowered, { launched: [65_536], local: [64], width: 32, scalars });
    const accesses = analyseAccesses(lowered, views);
    analyseBranches(lowered, views);
    countBarriers(lowered, views);
    expect(performance.now() - begin).toBeLessThan(mostMs);
    // Either it was read to its end or it says that it was not.
    if (accesses.length === 0) expect(lowered.unread).not.toEqual([]);
    expect(accesses.length).toBeLessThanOrEqual(1000);
  });

  it('says of a kernel that was given up that all of it was', () => {
    const lowered = lowerKernel(parseProgram(sources['thirty thousand accesses'] ?? ''), 'k');
    expect(lowered).toMatchObject({ accesses: [], barriers: [], unread: ['k { … }'] });
  });
});

describe('a statement that cannot be read', () => {
  it('costs itself, however often it comes', () => {
    const lowered = lowerKernel(
      parseProgram(
        kernel(`int q = 0; ${'q = (((n + sizeof(int)))); '.repeat(300)} y[(((i)))] = 1;`),
      ),
      'k',
    );
    expect(lowered?.accesses).toHaveLength(1);
    expect(lowered?.unread).toHaveLength(1);
  });
});
