import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareAcross, compareDevices, compareRuns, compareWithin } from '@shared/domain/compare';
import type { ConfigurationState } from '@shared/domain/run-types';
import { wordFor } from '@shared/domain/words';
import { buildRun } from '../../support/run-builder';

/** Ten rounds about a median, ±1 %. */
const rounds = (median: number, phase = 0): string =>
  Array.from({ length: 10 }, (_, index) =>
    Math.round(median * (1 + 0.01 * (((index * 3 + phase) % 5) / 2 - 1))),
  ).join(' ');

const interval = (low: number, high: number) => ({
  ratio: (low + high) / 2,
  low,
  high,
  rounds: 10,
});

describe('wordFor', () => {
  test.each([
    ['same', 0.97, 1.04],
    // Excludes 1 and lies within ±5 %: still the same.
    ['same', 1.02, 1.04],
    ['slower', 1.03, 1.09],
    ['faster', 0.8, 0.99],
    ['unclear', 0.93, 1.07],
    ['unclear', 0.99, 1.2],
  ])('is %s for %d … %d', (word, low, high) => {
    expect(wordFor(interval(low, high))).toBe(word);
  });

  test('needs more than the allowance between runs', () => {
    expect(wordFor(interval(1.03, 1.09), 0.05, 0.04)).toBe('unclear');
    expect(wordFor(interval(1.05, 1.09), 0.05, 0.04)).toBe('slower');
    expect(wordFor(interval(0.8, 0.97), 0.05, 0.04)).toBe('unclear');
    expect(wordFor(interval(0.8, 0.95), 0.05, 0.04)).toBe('faster');
  });

  test('is unclear without an interval', () => {
    expect(wordFor(null)).toBe('unclear');
  });

  test('is exactly one of the four, and never faster and slower across 1', () => {
    const ends = fc.double({ min: 0.1, max: 10, noNaN: true });
    fc.assert(
      fc.property(ends, ends, (one, other) => {
        const [low, high] = [Math.min(one, other), Math.max(one, other)];
        const word = wordFor(interval(low, high));
        if (low <= 1 && high >= 1) expect(['same', 'unclear']).toContain(word);
        else expect(word).not.toBe('unclear');
      }),
      { numRuns: 200 },
    );
  });
});

describe('compareRuns', () => {
  const before = buildRun(`
    device A
    16: ${rounds(240_001)}
    64: ${rounds(100_003)}
    128: ${rounds(100_003)}
    256: failed wrong-result ${rounds(50_001)}
    512: ${rounds(100_003)}
  `);
  const after = buildRun(
    `
    device A driver=2.0
    64: ${rounds(100_507, 2)}
    128: ${rounds(120_011, 2)}
    256: ${rounds(100_003)}
    1024: ${rounds(100_003)}
    16: ${rounds(200_003, 1)}
  `,
    { header: { run: 'later' }, spec: { buildOptions: '-cl-fast-relaxed-math' } },
  );
  const { pairs, onlyA, onlyB } = compareRuns(before, after);
  const pair = pairs[0];

  test('gives each common size a ratio b ÷ a and a word, in the order of a', () => {
    expect(pair?.sizes.map((size) => [size.configuration, size.word])).toEqual([
      ['16', 'faster'],
      ['64', 'same'],
      ['128', 'slower'],
    ]);
    expect(pair?.sizes[2]?.interval?.ratio).toBeCloseTo(1.2, 1);
  });

  test('lists the sizes of one side alone, failed ones not among the measured', () => {
    expect(pair?.onlyA).toEqual(['512']);
    expect(pair?.onlyB).toEqual(['256', '1024']);
  });

  test('says what differs', () => {
    expect(pair?.differences).toEqual([
      { what: 'driver', a: '1.0', b: '2.0' },
      { what: 'build-options', a: '', b: '-cl-fast-relaxed-math' },
    ]);
  });

  test("compares each side's best", () => {
    expect(pair?.bests?.medianA).toBeCloseTo(100_003, -3);
    expect(pair?.bests?.word).toBe('same');
    expect([onlyA, onlyB]).toEqual([[], []]);
  });

  test('gives no word below three rounds and says why', () => {
    const few = buildRun('device A\n64: 100 101');
    expect(compareRuns(before, few).pairs[0]?.sizes[0]).toMatchObject({
      word: 'unclear',
      interval: null,
      reason: 'too-few-rounds',
    });
  });

  test('gives no word across clocks, and lists the difference', () => {
    const wall = buildRun(`device A\n64: ${rounds(300_001)} @wall`);
    const compared = compareRuns(before, wall).pairs[0];
    expect(compared?.sizes[0]).toMatchObject({
      word: 'unclear',
      reason: 'clocks-differ',
      sourceA: 'event',
      sourceB: 'wall',
    });
    expect(compared?.differences).toContainEqual({ what: 'time-source', a: 'event', b: 'wall' });
  });

  test('does not call a shift between two runs that is no larger than their rounds wander', () => {
    // Rounds wander by 8 %; the runs lie 9 % apart and their interval excludes 1.
    const line = (median: number): string =>
      Array.from({ length: 40 }, (_, i) =>
        Math.round(median * (1 + 0.08 * (((i * 3) % 5) / 2 - 1))),
      ).join(' ');
    const compared = compareRuns(
      buildRun(`device A\n64: ${line(100_003)}`),
      buildRun(`device A\n64: ${line(109_003)}`),
    ).pairs[0]?.sizes[0];
    expect(compared?.interval?.low).toBeGreaterThan(1);
    expect(compared?.word).toBe('unclear');
    const quiet = compareRuns(
      buildRun(`device A\n64: ${rounds(100_003)}`),
      buildRun(`device A\n64: ${rounds(109_003)}`),
    ).pairs[0]?.sizes[0];
    expect(quiet?.word).toBe('slower');
  });

  test('does not call a run on a CPU slower of which one round was as fast as the other run', () => {
    const state = (line: string): ConfigurationState => {
      const found = buildRun(`device A\n64: ${line}`).devices[0]?.configurations[0];
      if (found === undefined) throw new Error('no size was built');
      return found;
    };
    const fast = state(rounds(190_003));
    const slow = state(rounds(310_001));
    const mostlySlow = state(`192003 ${rounds(310_001)}`);
    expect(compareAcross(fast, slow, true).word).toBe('slower');
    expect(compareAcross(slow, fast, true).word).toBe('faster');
    expect(compareAcross(fast, mostlySlow, true).word).toBe('unclear');
    expect(compareAcross(mostlySlow, fast, true).word).toBe('unclear');
    // A GPU has its cores for itself.
    expect(compareAcross(fast, mostlySlow, false).word).toBe('slower');
    // The other way round it says nothing: a slow round among fast ones is what any neighbour does.
    const mostlyFast = state(`310003 ${rounds(190_003)}`);
    expect(compareAcross(mostlyFast, slow, true).word).toBe('slower');
    // More rounds than a call takes as its arguments.
    const endless = state(Array(20_000).fill(rounds(310_001)).join(' '));
    expect(compareAcross(fast, endless, true).word).toBe('slower');
  });

  test('a run against itself is the same everywhere and differs in nothing', () => {
    const compared = compareRuns(before, before).pairs[0];
    expect(compared?.sizes.every((size) => size.word === 'same')).toBe(true);
    expect(compared?.differences).toEqual([]);
    expect(compared?.onlyA).toEqual([]);
  });

  test('pairs devices by key, then by name, and lists those without a partner', () => {
    const two = buildRun(`device A\n64: ${rounds(1)}\ndevice B\n64: ${rounds(1)}`);
    const other = buildRun(`device C\n64: ${rounds(1)}\ndevice B key=elsewhere\n64: ${rounds(1)}`);
    const compared = compareRuns(two, other);
    expect(compared.pairs.map(({ a, b }) => [a.device, b.device])).toEqual([['B', 'B']]);
    expect(compared.onlyA).toEqual(['Platform P|A|0']);
    expect(compared.onlyB).toEqual(['Platform P|C|0']);
  });

  test('two single devices are a pair whatever they are called', () => {
    const other = buildRun(`device Z\n64: ${rounds(50_001)}`);
    expect(compareRuns(before, other).pairs).toHaveLength(1);
  });

  test('has no bests to compare when one side measured nothing', () => {
    const nothing = buildRun('device A\n64: skipped exceeds-device-limit');
    expect(compareRuns(before, nothing).pairs[0]).toMatchObject({ bests: null, sizes: [] });
  });
});

test('compareDevices compares two devices of one run', () => {
  const run = buildRun(`
    device A
    64: ${rounds(100_003)}
    device B
    64: ${rounds(300_001, 2)}
  `);
  const [a, b] = run.devices;
  if (a === undefined || b === undefined) throw new Error('two devices expected');
  const { sizes, differences } = compareDevices(run, a, run, b);
  expect(sizes[0]).toMatchObject({ word: 'slower' });
  expect(differences).toEqual([{ what: 'device', a: 'A', b: 'B' }]);
});

test('compareWithin uses the pairs that a run has', () => {
  const drift = [1, 1.5, 0.7, 1.2, 2, 0.9];
  const line = (median: number) => drift.map((by, i) => Math.round(median * by) + i).join(' ');
  const [a, b] =
    buildRun(`64: ${line(100_003)}\n128: ${line(107_003)}`).devices[0]?.configurations ?? [];
  if (a === undefined || b === undefined) throw new Error('two configurations expected');
  expect(compareWithin(a, b).word).toBe('slower');
  expect(compareWithin(b, a).word).toBe('faster');
});
