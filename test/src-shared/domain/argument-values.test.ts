import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyArgumentValues, describeArgument } from '@shared/domain/argument-values';
import type { Argument, BufferInit, SweepSpec } from '@shared/domain/sweep';
import { buildSpec } from '../../support/run-builder';

const spec = buildSpec({
  kernel: 'blur',
  global: [1024],
  local: [[64], null],
  args: [
    {
      kind: 'buffer',
      name: 'x',
      type: 'float',
      count: 'gx',
      init: { random: [-1, 1], seed: 4 },
      write: true,
    },
    { kind: 'scalar', name: 'n', type: 'uint', value: 'gx' },
    { kind: 'scalar', name: 'a', type: 'float', value: '2' },
    { kind: 'scalar', name: 'v', type: 'float4', value: '1' },
    { kind: 'local', name: 'tile', type: 'float', count: 'lx' },
  ],
});

const set = (name: string, value: string): SweepSpec => {
  const result = applyArgumentValues(spec, { [name]: value });
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
};
const argument = (from: SweepSpec, name: string): Argument => {
  const found = from.args.find((arg) => arg.name === name);
  if (!found) throw new Error(name);
  return found;
};
const complaint = (name: string, value: string): string => {
  const result = applyArgumentValues(spec, { [name]: value });
  if (result.ok) throw new Error('accepted');
  expect(result.error.code).toBe('invalid-argument-value');
  return `${result.error.message} ${result.error.advice ?? ''}`;
};

describe('a value for an argument', () => {
  test.each<[name: string, value: string, expected: object]>([
    ['n', '1000', { value: '1000' }],
    ['n', 'gx - 1', { value: 'gx - 1' }],
    ['a', '-2.5e3', { value: '-2.5e3' }],
    ['v', '1,2,3,4', { value: '1,2,3,4' }],
    ['tile', 'lx*2 + 1', { count: 'lx*2 + 1' }],
    ['x', 'gx*2', { count: 'gx*2', init: { random: [-1, 1], seed: 4 } }],
    ['x', 'random(0, 10)', { count: 'gx', init: { random: [0, 10], seed: 4 } }],
    ['x', 'random(-1e-3,+.5,9)', { count: 'gx', init: { random: [-0.001, 0.5], seed: 9 } }],
    ['x', ' gx*n : constant( -0.5 ) ', { count: 'gx*n', init: { constant: -0.5 } }],
    ['x', 'index', { count: 'gx', init: { index: true } }],
    ['x', 'max(gx,4):index', { count: 'max(gx,4)', init: { index: true } }],
  ])('%s=%s is taken', (name, value, expected) => {
    expect(argument(set(name, value), name)).toMatchObject(expected);
  });

  test('changes nothing else', () => {
    const changed = set('x', 'gx*2:index');
    expect(changed.args.slice(1)).toEqual(spec.args.slice(1));
    expect(argument(changed, 'x')).toMatchObject({ write: true, type: 'float' });
    expect(spec.args[0]).toMatchObject({ count: 'gx' });
  });

  test.each([
    ['n', '-1', 'does not fit into uint'],
    ['n', '4294967296', 'does not fit into uint'],
    ['n', '1.5', 'not a whole number'],
    ['n', 'NaN', '"NaN"'],
    ['n', 'n', '"n"'],
    ['n', '', 'is empty'],
    ['a', 'two', 'not a number of type float'],
    ['a', 'gx', 'not a number of type float'],
    ['v', '1,2', '2 components'],
    ['tile', '0', 'at least 1'],
    ['tile', 'ly*', 'ends where a number'],
    ['x', 'gx*q', '"q", which is not known'],
    ['x', '0', 'at least 1'],
    ['x', '-4', 'below 0'],
    ['x', 'random(2,1)', 'wrong way round'],
    ['x', 'random(1)', 'which is not known'],
    ['x', 'random(a,b)', 'which is not known'],
    ['x', 'constant(1e999)', 'too large'],
    ['x', 'gx:zeros', '"zeros", which is not known'],
    ['x', 'gx:', 'which is not known'],
    ['x', ':index', 'is empty'],
  ])('%s=%s is refused with the name and the reason', (name, value, sentence) => {
    expect(complaint(name, value)).toContain(`"${name}"`);
    expect(complaint(name, value)).toContain(sentence);
  });

  test('of an unknown name is refused with the names that there are', () => {
    expect(complaint('y', '1')).toContain('The kernel "blur" has no argument "y"');
    expect(complaint('y', '1')).toContain('x, n, a, v, tile');
    expect(complaint('__proto__x', '1')).toContain('x, n, a, v, tile');
  });

  test('that breaks the value of another is refused', () => {
    const dependent = {
      ...spec,
      args: [...spec.args, { kind: 'scalar', name: 'm', type: 'uchar', value: 'n' }],
    } as SweepSpec;
    expect(applyArgumentValues(dependent, { n: '200' }).ok).toBe(true);
    const result = applyArgumentValues(dependent, { n: '300' });
    expect(result.ok || result.error.message).toContain('"m" does not fit into uchar');
  });
});

test('what is shown of an argument is what sets it', () => {
  const number = fc
    .double({ noNaN: true, noDefaultInfinity: true })
    .map((value) => (value === 0 ? 0 : value));
  const init: fc.Arbitrary<BufferInit> = fc.oneof(
    fc.tuple(number, number, fc.nat({ max: Number.MAX_SAFE_INTEGER })).map(([a, b, seed]) => ({
      random: [Math.min(a, b), Math.max(a, b)] as const,
      seed,
    })),
    number.map((constant) => ({ constant })),
    fc.constant({ index: true } as const),
  );
  const count = fc.constantFrom('gx', '7', 'gx*2 + 1', 'ceil(gx/lx)', 'min(gx, n)');
  fc.assert(
    fc.property(count, init, (counted, filled) => {
      const [first, ...rest] = spec.args;
      const wanted = { ...first, count: counted, init: filled } as Argument;
      const result = applyArgumentValues(
        { ...spec, args: [first as Argument, ...rest] },
        { x: describeArgument(wanted) },
      );
      expect(result.ok && result.value.args[0]).toEqual(wanted);
    }),
    { numRuns: 200 },
  );
  for (const arg of spec.args) {
    expect(argument(set(arg.name, describeArgument(arg)), arg.name)).toEqual(arg);
  }
});
