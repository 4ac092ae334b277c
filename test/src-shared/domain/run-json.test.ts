import { describe, expect, it } from 'vitest';
import { configurationColumns } from '@shared/domain/csv-format';
import { runJson } from '@shared/domain/run-json';
import { buildRun } from '../../support/run-builder';

const run = buildRun(`
device A
16: 200 201 199 202 200 201
64: 100 101 99 102 100 101
128: failed crashed
auto: skipped indivisible
`);

describe('results as JSON', () => {
  const text = runJson([run], new Map([[run.header.run, { title: 't', note: '', tags: ['x'] }]]));
  const parsed = JSON.parse(text) as {
    format: string;
    version: number;
    results: {
      run: string;
      notes: unknown;
      devices: { verdict: { best: string } }[];
      configurations: Record<string, unknown>[];
    }[];
  };
  const [result] = parsed.results;

  it('hold what the CSV holds, as numbers', () => {
    expect(parsed).toMatchObject({ format: 'ndrange-results', version: 1 });
    expect(Object.keys(result?.configurations[0] ?? {}).toSorted()).toEqual(
      [...configurationColumns].toSorted(),
    );
    expect(result?.configurations.find((row) => row['local_x'] === 64)).toMatchObject({
      median_ns: 100.5,
      n: 6,
      local_is_null: false,
      outcome: 'measured',
    });
  });

  it('say null for what is not defined, and never a number that is none', () => {
    const failed = result?.configurations.find((row) => row['local_x'] === 128);
    expect(failed).toMatchObject({ median_ns: null, reason: 'crashed' });
    expect(result?.configurations.find((row) => row['local_is_null'] === true)).toMatchObject({
      local_x: null,
      reason: 'indivisible',
    });
  });

  it('carry verdict and notes', () => {
    expect(result?.run).toBe(run.header.run);
    expect(result?.devices[0]?.verdict.best).toBe('64');
    expect(result?.notes).toEqual({ title: 't', note: '', tags: ['x'] });
  });
});
