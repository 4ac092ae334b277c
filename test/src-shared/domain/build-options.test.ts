import { describe, expect, test } from 'vitest';
import { buildOptionsFor, fileReadingOptions, hasPerSizeBuild } from '@shared/domain/build-options';
import type { LocalSize } from '@shared/domain/sizes';
import { planSweep } from '@shared/domain/plan';
import type { SweepSpec } from '@shared/domain/sweep';
import { buildDevice, buildSpec } from '../../support/run-builder';

const optionsFor = (spec: SweepSpec): string => {
  const [configuration] = planSweep(spec, buildDevice()).configurations;
  if (!configuration) throw new Error('no configuration');
  const options = buildOptionsFor(spec, configuration);
  return options.ok ? options.value : `${options.error.code}: ${options.error.message}`;
};
const spec = (buildOptions: string, local: LocalSize = [16, 8]): SweepSpec =>
  buildSpec({
    buildOptions,
    global: [100, 64],
    local: [local],
    args: [{ kind: 'scalar', name: 'halo', type: 'int', value: '2' }],
  });

describe('build options for a size', () => {
  test('have every expression replaced by its value', () => {
    expect(optionsFor(spec('-DTX={lx} -DTY={ly + 2*halo} -DN={groups} -DW={gx} -w'))).toBe(
      '-DTX=16 -DTY=12 -DN=56 -DW=100 -w',
    );
  });

  test('without expressions stay as they are', () => {
    expect(optionsFor(spec('-cl-fast-relaxed-math -DA=1'))).toBe('-cl-fast-relaxed-math -DA=1');
  });

  test.each([
    ['-DT={lx', 'brace without its partner'],
    ['-DT=lx}', 'brace without its partner'],
    ['-DT={lx/3}', 'at local size 16×8'],
    ['-DT={}', 'is empty'],
    ['-DT={q}', '"q", which is not known'],
  ])('%s are refused', (options, sentence) => {
    expect(optionsFor(spec(options))).toMatch(/^invalid-option: /);
    expect(optionsFor(spec(options))).toContain(sentence);
  });

  test('cannot know the size that the driver will choose', () => {
    expect(optionsFor(spec('-DT={lx}', null))).toContain('at local size NULL');
    expect(optionsFor(spec('-DT={gx}', null))).toBe('-DT=100');
  });

  test('with an expression make a build of each size', () => {
    expect(hasPerSizeBuild(spec('-DT={lx}'))).toBe(true);
    expect(hasPerSizeBuild(spec('-DT=16'))).toBe(false);
  });
});

describe('options that read files', () => {
  test('are named as they stand', () => {
    expect(
      fileReadingOptions('-I. -I /etc -include secret.h @args -DX=1 -isystem"/a b" -Xclang -load'),
    ).toEqual(['-I.', '-I', '-include', '@args', '-isystem"/a b"', '-Xclang', '-load']);
  });

  test('are found behind quotes', () => {
    expect(fileReadingOptions(`"-I/etc" '-include' \\-I`)).toHaveLength(3);
  });

  test('are not found in harmless ones', () => {
    expect(
      fileReadingOptions('-DI=@x -cl-std=CL1.2 -cl-mad-enable -w -Werror -cl-kernel-arg-info -D A'),
    ).toEqual([]);
    expect(fileReadingOptions('')).toEqual([]);
  });
});
