import { describe, expect, it } from 'vitest';
import { argumentMisfit } from '@shared/domain/argument-fit';
import type { KernelParameter } from '@shared/domain/kernel';
import type { Argument } from '@shared/domain/sweep';

const pointer = (
  name: string,
  addressSpace: KernelParameter['addressSpace'] = 'global',
): KernelParameter => ({ name, type: 'float', addressSpace, isPointer: true, isConst: false });
const value = (name: string, type: string): KernelParameter => ({
  name,
  type,
  addressSpace: 'private',
  isPointer: false,
  isConst: false,
});
const buffer = (name: string): Argument => ({
  kind: 'buffer',
  name,
  type: 'float',
  count: 'gx',
  init: { constant: 0 },
  write: true,
});
const scalar = (name: string, type: string): Argument => ({
  kind: 'scalar',
  name,
  type,
  value: '1',
});
const local = (name: string): Argument => ({ kind: 'local', name, type: 'float', count: 'lx' });

const parameters = [
  pointer('x'),
  pointer('y', 'constant'),
  pointer('tile', 'local'),
  value('a', 'float'),
  value('n', 'uint'),
];
const fitting = [buffer('x'), buffer('y'), local('tile'), scalar('a', 'float'), scalar('n', 'int')];
const replaced = (index: number, argument: Argument): Argument[] => fitting.with(index, argument);

describe('argumentMisfit', () => {
  it('takes arguments that fit, an int for a uint, and names of the user’s own', () => {
    expect(argumentMisfit(fitting, parameters, 'k')).toBeNull();
    expect(argumentMisfit(replaced(0, buffer('input')), parameters, 'k')).toBeNull();
    expect(argumentMisfit([], [], 'k')).toBeNull();
  });

  it('names what is missing or too many', () => {
    expect(argumentMisfit(fitting.slice(0, 4), parameters, 'k')).toBe(
      'k takes 5 arguments (x, y, tile, a, n), but the spec gives 4 (x, y, tile, a).',
    );
    expect(argumentMisfit([buffer('x')], [], 'k')).toContain('takes 0 arguments (none)');
  });

  it('finds swapped arguments, which drivers launch without a word', () => {
    const swapped = [buffer('y'), buffer('x'), ...fitting.slice(2)];
    expect(argumentMisfit(swapped, parameters, 'k')).toBe(
      "Argument 1 of k is x, but the spec gives y there, which is argument 2. Put the spec's arguments in the kernel's order.",
    );
  });

  it('finds an argument of another kind', () => {
    expect(argumentMisfit(replaced(2, buffer('tile')), parameters, 'k')).toBe(
      'Argument 3 of k is tile and wants local memory, but the spec gives it a buffer.',
    );
    expect(argumentMisfit(replaced(0, scalar('x', 'float')), parameters, 'k')).toContain(
      'wants a buffer, but the spec gives it a scalar',
    );
  });

  it('finds a scalar whose bytes mean something else, and leaves unknown types alone', () => {
    expect(argumentMisfit(replaced(3, scalar('a', 'int')), parameters, 'k')).toBe(
      'Argument 4 of k is a, a float, but the spec gives it as int.',
    );
    expect(argumentMisfit(replaced(4, scalar('n', 'ulong')), parameters, 'k')).not.toBeNull();
    const typedefs = parameters.with(3, value('a', 'real'));
    expect(argumentMisfit(fitting, typedefs, 'k')).toBeNull();
  });
});
