import { describe, expect, it } from 'vitest';
import { defaultMeasureOptions } from '@shared/domain/sweep';
import { parseSweepFlags } from '@main/cli/options';

const parse = (...argv: string[]) => parseSweepFlags(['k.cl', ...argv]);
const measureOf = (...argv: string[]) => {
  const parsed = parse(...argv);
  if (!parsed.ok) throw new Error(parsed.error.message);
  return parsed.value.measure;
};

describe('the flags of sweep', () => {
  it('stand at the defaults of the contract when none is given', () => {
    expect(measureOf()).toEqual(defaultMeasureOptions);
  });

  it('take the options of a compiler as they are written, and miss them where a flag follows', () => {
    expect(parse('--build-options', '-cl-fast-relaxed-math -DX={lx}', '--cold')).toMatchObject({
      ok: true,
      value: { buildOptions: '-cl-fast-relaxed-math -DX={lx}', measure: { cold: true } },
    });
    expect(parse('--build-options', '--cold').ok).toBe(false);
  });

  it('are all understood', () => {
    const parsed = parse(
      ...['--kernel', 'a', '--device', '0', '--device', 'pocl', '--local', '16,32', '--local=8x8'],
      ...[
        '--global',
        '1024',
        '--arg',
        'n=5',
        '--arg',
        'x=gx*2:random(0,1)',
        '--build-options=-DX=1',
      ],
      ...[
        '--samples',
        '7',
        '--timeout',
        '2.5',
        '--csv',
        'a.csv',
        '--samples-csv',
        'b.csv',
        '--json',
      ],
      ...[
        '--runs-dir',
        'r',
        '--no-restore=y',
        '--no-verify',
        '--cold',
        '--seed',
        '9',
        '--target',
        '2',
      ],
      ...['--max-samples', '50', '--max-seconds', '3'],
    );
    expect(parsed).toMatchObject({
      ok: true,
      value: {
        file: 'k.cl',
        kernel: 'a',
        devices: ['0', 'pocl'],
        local: ['16,32', '8x8'],
        global: '1024',
        args: { n: '5', x: 'gx*2:random(0,1)' },
        buildOptions: '-DX=1',
        csv: 'a.csv',
        samplesCsv: 'b.csv',
        json: true,
        runsDir: 'r',
        measure: {
          samples: 7,
          timeoutSeconds: 2.5,
          restore: true,
          noRestore: ['y'],
          verify: false,
          cold: true,
          seed: 9,
          target: 0.02,
          maxSamples: 50,
          maxSeconds: 3,
        },
      },
    });
  });

  it('--no-restore alone is for all buffers', () => {
    expect(measureOf('--no-restore')).toMatchObject({ restore: false, noRestore: [] });
  });

  it('a bound below the least number of samples lowers that number', () => {
    expect(measureOf('--max-samples', '4')).toMatchObject({ minSamples: 4, maxSamples: 4 });
  });

  it.each([
    [['--samples', '0'], '--samples 0'],
    [['--target', '-1'], '--target -1'],
    [['--seed', '-1'], '--seed -1'],
    [['--samples', '50', '--max-samples', '10'], 'contradict each other'],
    [['--samples', 'many'], '--samples many'],
    [['--samples', '1.5'], '--samples 1.5'],
    [['--samples='], '--samples '],
    [['--timeout', '-1'], '--timeout'],
    [['--timeout', 'NaN'], '--timeout NaN'],
    [['--target', '0'], '--target 0'],
    [['--target', '1e999'], '--target 1e999'],
    [['--seed', '-5'], '--seed'],
    [['--arg', 'n'], '--arg n'],
    [['--bogus'], '--bogus'],
    [['other.cl'], 'other.cl'],
    [['--csv'], '--csv'],
  ])('%j is refused by name', (argv, named) => {
    const parsed = parse(...argv);
    expect(parsed).toMatchObject({ ok: false, error: { code: 'invalid-option' } });
    expect(parsed.ok ? '' : parsed.error.message).toContain(named.trim());
  });

  it('a missing kernel is said to be missing', () => {
    const parsed = parseSweepFlags([]);
    expect(parsed.ok ? '' : parsed.error.message).toMatch(/\.cl.*missing/);
  });
});
