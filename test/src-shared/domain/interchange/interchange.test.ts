import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { configurationsCsv, launchesCsv } from '@shared/domain/csv';
import { csvRun } from '@shared/domain/interchange/csv-run';
import { importedRun } from '@shared/domain/interchange/imported-run';
import { parseKernelTunerCache } from '@shared/domain/interchange/kernel-tuner-cache';
import { t4Text } from '@shared/domain/interchange/t4-export';
import { parseT4 } from '@shared/domain/interchange/t4-import';
import type { Problem } from '@shared/domain/problem';
import type { Result } from '@shared/domain/result';
import type { RunEvent } from '@shared/domain/run-event';
import type { DeviceState, Run } from '@shared/domain/run-types';
import { pooledSamples } from '@shared/domain/pooled';
import { foldEvents } from '@shared/domain/run';
import { readRunFile } from '@main/store/read-run';

const examples = join(import.meta.dirname, '../../../fixtures/h200/examples');
const recorded = ['20261129-231844-saxpy-7731', '20261129-231848-transpose_naive-7e35'];

const at = (text: string, file = 'results.json') => ({
  run: '20261130-000000-imported-0000',
  startedAt: '2026-11-30T00:00:00.000Z',
  appVersion: '1',
  file,
  text,
});

const read = async (name: string): Promise<Run> => {
  const file = await readRunFile(join(examples, `${name}.ndrun`));
  const run = file.ok ? foldEvents(file.value.events) : null;
  if (run === null) throw new Error(`${name} cannot be read`);
  return run;
};

const value = <T>(result: Result<T, Problem>): T => {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
};

const fold = (events: Result<readonly RunEvent[], Problem>): Run => {
  const run = foldEvents(value(events));
  if (run === null) throw new Error('no run');
  return run;
};

const timesOf = (device: DeviceState): Readonly<Record<string, readonly number[]>> =>
  Object.fromEntries(
    device.configurations
      .filter(({ visits }) => visits.length > 0)
      .map((state) => [state.configuration.id, pooledSamples(state)]),
  );

const first = (run: Run): DeviceState => {
  const [device] = run.devices;
  if (device === undefined) throw new Error('no device');
  return device;
};

const cache = (changes: Readonly<Record<string, unknown>> = {}): Record<string, unknown> => ({
  schema_version: '1.1.0',
  device_name: 'A GPU',
  kernel_name: 'saxpy',
  problem_size: [4096, 2048],
  tune_params_keys: ['block_size_x', 'block_size_y', 'tile'],
  tune_params: { block_size_x: [16, 32], block_size_y: [1, 8], tile: [1, 4] },
  objective: 'time',
  cache: {
    '16,8,4': {
      block_size_x: 16,
      block_size_y: 8,
      tile: 4,
      time: 1.5,
      times: [1.4, 1.5, 1.6],
      compile_time: 80,
    },
    '32,8,4': {
      block_size_x: 32,
      block_size_y: 8,
      tile: 4,
      time: 1,
      times: [0.9, 1, 1.100001],
      compile_time: 80,
    },
    '32,1,4': { block_size_x: 32, block_size_y: 1, tile: 4, time: 'RuntimeFailedConfig' },
    '16,1,4': { block_size_x: 16, block_size_y: 1, tile: 4, time: 'InvalidConfig' },
    '32,8,1': { block_size_x: 32, block_size_y: 8, tile: 1, time: 2, times: [2, 2] },
  },
  ...changes,
});

describe('a cache of Kernel Tuner', () => {
  const text = JSON.stringify(cache());

  it('becomes a run of the sizes that have the fastest one’s other parameters', () => {
    const results = value(parseKernelTunerCache(text));
    expect(results.fixed).toEqual(['tile=4']);
    const run = fold(importedRun(results, at(text)));
    expect(run.header.spec).toMatchObject({
      kernel: 'saxpy',
      global: [4096, 2048],
      buildOptions: '-D tile=4',
    });
    expect(first(run).device.name).toBe('A GPU');
    expect(timesOf(first(run))).toEqual({
      '16x8': [1_400_000, 1_500_000, 1_600_000],
      '32x8': [900_000, 1_000_000, 1_100_001],
    });
    const failed = first(run).configurations.find(
      ({ configuration }) => configuration.id === '32x1',
    );
    expect(failed?.outcome).toMatchObject({ kind: 'failed', reason: 'launch-failed' });
    expect(results.notes.map(({ message }) => message).join(' ')).toMatch(
      /1 configurations with other parameters.*constraints forbid/,
    );
  });

  it('of a session that was cut off lacks two brackets and is read all the same', () => {
    const open = `${text.slice(0, -2)},\n`;
    expect(() => JSON.parse(open) as unknown).toThrow();
    expect(value(parseKernelTunerCache(open)).sizes).toHaveLength(3);
  });

  it('keeps its own text in the run, fields unknown to us included', () => {
    const odd = JSON.stringify(cache({ hypothetical: { nested: [1] } }));
    const run = fold(importedRun(value(parseKernelTunerCache(odd)), at(odd)));
    expect(run.header.origin).toEqual({
      format: 'kernel-tuner-cache',
      file: 'results.json',
      text: odd,
    });
  });

  it('with mean times alone says that spread is not known', () => {
    const means = { a: { block_size_x: 64, time: 2 }, b: { block_size_x: 128, time: 3 } };
    const results = value(
      parseKernelTunerCache(
        JSON.stringify(
          cache({ problem_size: 4096, tune_params_keys: ['block_size_x'], cache: means }),
        ),
      ),
    );
    expect(results.sizes.map(({ timesMs }) => timesMs)).toEqual([[2], [3]]);
    expect(results.notes.map(({ message }) => message).join()).toContain('mean times only');
  });

  it('without a parameter that is a local size names those that it has, and takes the user’s word', () => {
    const odd = JSON.stringify(
      cache({
        problem_size: 64,
        tune_params_keys: ['threads'],
        cache: { a: { threads: 8, time: 1, times: [1] } },
      }),
    );
    const refused = parseKernelTunerCache(odd);
    expect(refused.ok ? '' : refused.error.message).toContain('threads');
    expect(value(parseKernelTunerCache(odd, ['threads'])).sizes[0]?.local).toEqual([8]);
  });
});

describe('T4', () => {
  it.each(recorded)('gives back the times of %s to the nanosecond', async (name) => {
    const run = await read(name);
    const device = first(run);
    const text = t4Text(run, device);
    const results = value(parseT4(text));
    expect(results.notes).toEqual([]);
    const again = fold(importedRun(results, at(text)));
    expect(again.header.spec.global).toEqual(run.header.spec.global);
    expect(timesOf(first(again))).toEqual(timesOf(device));
  });

  it('is what the schema 1.0.0 asks for', async () => {
    const run = await read(recorded[0] ?? '');
    const written = JSON.parse(t4Text(run, first(run))) as {
      schema_version: string;
      results: readonly Record<string, unknown>[];
    };
    expect(written.schema_version).toBe('1.0.0');
    for (const result of written.results) {
      expect(result).toMatchObject({ configuration: {}, times: {}, correctness: 1 });
      expect(['timeout', 'compile', 'runtime', 'correctness', 'constraints', 'correct']).toContain(
        result['invalidity'],
      );
    }
  });

  it('that was imported is exported as it was, with fields that we do not know', () => {
    const text = JSON.stringify({
      schema_version: '1.0.0',
      results: [
        {
          configuration: { LOCAL_SIZE_X: 64, flavour: 'a' },
          times: { runtimes: [1, 2], somethingNew: 3 },
          invalidity: 'correct',
          correctness: 1,
          energy: { joules: 7 },
        },
      ],
      campaign: 'x',
    });
    const run = fold(importedRun(value(parseT4(text)), at(text), [4096]));
    expect(t4Text(run, first(run))).toBe(text);
    expect(timesOf(first(run))).toEqual({ '64': [1_000_000, 2_000_000] });
  });

  it('that does not say the global size asks for it', () => {
    const text = JSON.stringify({
      results: [
        {
          configuration: { block_size_x: 64 },
          times: { runtimes: [1] },
          invalidity: 'correct',
          correctness: 1,
        },
      ],
    });
    const refused = importedRun(value(parseT4(text)), at(text));
    expect(refused).toMatchObject({ ok: false, error: { advice: 'Give it with --global SIZE.' } });
  });

  it('of a later version is refused with its number', () => {
    const refused = parseT4('{"schema_version":"2.0.0","results":[]}');
    expect(refused.ok ? '' : refused.error.message).toContain('2.0.0');
  });
});

describe('our CSV', () => {
  it.each(recorded)('of %s becomes the same tables again', async (name) => {
    const run = await read(name);
    const sizes = configurationsCsv([run]);
    const launches = launchesCsv([run]);
    const again = fold(csvRun(sizes, launches, { ...at(sizes, 'a.csv'), run: run.header.run }));
    expect(launchesCsv([again])).toBe(launches);
    expect(timesOf(first(again))).toEqual(timesOf(first(run)));
    const columns = (text: string): readonly string[] =>
      text.split('\r\n').map((line) => line.split(',').slice(0, 29).join(','));
    expect(columns(configurationsCsv([again]))).toEqual(columns(sizes));
  });

  it('without the launches of a size is refused', async () => {
    const run = await read(recorded[0] ?? '');
    const sizes = configurationsCsv([run]);
    const launches = launchesCsv([run]).split('\r\n')[0] ?? '';
    const refused = csvRun(sizes, `${launches}\r\n`, at(sizes));
    expect(refused.ok ? '' : refused.error.message).toContain('missing');
  });
});

describe('hostile files', () => {
  /** Whatever comes: a run that folds, or a sentence. Never an exception. */
  const survives = (text: string): void => {
    for (const parse of [parseKernelTunerCache, parseT4]) {
      const results = parse(text);
      if (!results.ok) {
        expect(results.error.message).not.toBe('');
        continue;
      }
      const events = importedRun(results.value, at(text), [64]);
      if (events.ok) expect(foldEvents(events.value)).not.toBeNull();
    }
  };

  it('give a sentence, not an exception, for any JSON in the place of a field', () => {
    fc.assert(
      fc.property(
        fc.json(),
        fc.constantFrom('cache', 'tune_params_keys', 'problem_size', 'kernel_name'),
        (json, field) => {
          survives(JSON.stringify(cache({ [field]: JSON.parse(json) as unknown })));
        },
      ),
      { numRuns: 300 },
    );
  });

  it('and for a text cut anywhere', () => {
    const text = JSON.stringify(cache());
    for (let length = 0; length < text.length; length += 7) survives(text.slice(0, length));
  });

  it.each([
    ['nested without end', '['.repeat(100_000)],
    [
      'with times that are none',
      JSON.stringify(
        cache({
          cache: {
            a: {
              block_size_x: 1e9,
              block_size_y: -1,
              tile: 4,
              time: 1,
              times: [-1, null, 'x', 1e300],
            },
          },
        }),
      ),
    ],
    [
      'with a prototype for a key',
      '{"results":[{"configuration":{"__proto__":1,"block_size_x":2},"times":{"runtimes":[1]},"invalidity":"correct","correctness":1}]}',
    ],
    [
      'with a kernel named like markup',
      JSON.stringify(cache({ kernel_name: '<img src=x onerror=alert(1)>' })),
    ],
  ])('%s', (_, text) => survives(text));
});
