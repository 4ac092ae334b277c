import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { judge } from '@shared/domain/ranking';
import type { Verdict } from '@shared/domain/verdict';
import { buildRun } from '../../support/run-builder';
import type { RunChanges } from '../../support/run-builder';

const verdictOf = (text: string, changes: RunChanges = {}): Verdict => {
  const run = buildRun(text, changes);
  return judge(run, run.devices[0]?.device.key ?? '');
};

/** Ten rounds about a median, ±1 % in a pattern of its own so that pairs differ. */
const rounds = (median: number, phase = 0, count = 10): string =>
  Array.from({ length: count }, (_, index) =>
    Math.round(median * (1 + 0.01 * (((index * 3 + phase) % 5) / 2 - 1))),
  ).join(' ');

const article = `
  16:   ${rounds(240_007, 1)}
  32:   ${rounds(101_009, 2)}
  64:   ${rounds(100_003, 3)}
  128:  ${rounds(100_511, 4)}
  256:  ${rounds(100_207, 0)}
  512:  ${rounds(102_001, 1)}
  1024: ${rounds(101_503, 2)}
  auto: ${rounds(100_101, 3)}
`;

describe('judge', () => {
  test('recommends the middle of the plateau by the rule', () => {
    const verdict = verdictOf(article);
    expect(verdict).toMatchObject({
      kind: 'use',
      best: '64',
      recommended: '128',
      provisional: false,
    });
    expect([...verdict.plateau].sort()).toEqual(['1024', '128', '256', '32', '512', '64', 'auto']);
    expect(verdict.tieSet).toContain('64');
    expect(verdict.tieSet).not.toContain('16');
  });

  test('prefers what is safe to what lies at the edge of the plateau', () => {
    // 64 … 256: 128 lies in the middle, but its 4 % swing by 5.
    const swing = Array.from({ length: 10 }, (_, at) => 104_009 + (at % 2 === 0 ? 5000 : -5000));
    const verdict = verdictOf(`
      64:  ${rounds(100_003, 1)}
      128: ${swing.join(' ')}
      256: ${rounds(100_511, 2)}
    `);
    expect(verdict.plateau).toContain('128');
    expect(verdict).toMatchObject({ kind: 'use', recommended: '64' });
  });

  test('a size that was given up in a better time is not the best for it', () => {
    const quiet = (median: number): string => rounds(median, 1, 5);
    const verdict = verdictOf(`
      64:  ${quiet(100_003)} ${rounds(150_007, 2, 20)}
      128: ${quiet(120_011)} !far-from-best
      256: ${quiet(104_009)} ${rounds(156_011, 3, 20)}
    `);
    expect(verdict.best).toBe('64');
    expect(verdict.recommended).not.toBe('128');
    expect(verdict.tieSet).not.toContain('128');
    expect(verdict.plateau).not.toContain('128');
    const given = verdict.ranked.find(({ configuration }) => configuration === '128');
    // By the rounds that both have, and not by the medians.
    expect(given?.relative).toBeCloseTo(1.2, 2);
    const order = verdict.ranked.map(({ relative }) => relative);
    expect(order).toEqual([...order].sort((a, b) => a - b));
  });

  test('a size with a few rounds is not recommended beside neighbours with many', () => {
    const verdict = verdictOf(`
      64:  ${rounds(100_003, 3)}
      128: ${rounds(100_207, 0, 3)}
      256: ${rounds(100_511, 4)}
    `);
    expect(verdict.plateau).toContain('128');
    expect(verdict.recommended).not.toBe('128');
  });

  test('16 out of 16 … 1024, where 16 takes 2.4 times as long, never comes out', () => {
    const times = fc.array(fc.integer({ min: 80_000, max: 120_000 }), {
      minLength: 10,
      maxLength: 10,
    });
    fc.assert(
      fc.property(fc.array(times, { minLength: 7, maxLength: 7 }), (list) => {
        const lines = list.map(
          (samples, index) =>
            `${16 * 2 ** index}: ${samples.map((ns) => (index === 0 ? Math.round(ns * 2.4) : ns)).join(' ')}`,
        );
        const verdict = verdictOf(lines.join('\n'));
        expect(verdict.recommended).not.toBe('16');
        expect(verdict.best).not.toBe('16');
      }),
      { numRuns: 60 },
    );
  });

  test('says that the size does not matter only when all are certainly in the plateau', () => {
    const flat = [16, 64, 256]
      .map((size, i) => `${size}: ${rounds(100_003 + 500 * i, i)}`)
      .join('\n');
    expect(verdictOf(flat)).toMatchObject({ kind: 'does-not-matter', recommended: '64' });
    expect(verdictOf(`${flat}\nauto: ${rounds(350_001)}`)).toMatchObject({
      kind: 'use',
      recommended: '64',
    });
  });

  test('one size alone is not a flat curve', () => {
    expect(verdictOf(`64: ${rounds(100_003)}`).kind).toBe('use');
  });

  test('asks for more samples below five rounds, naming a size for the time being', () => {
    expect(verdictOf('64: 100 101 99 100\n128: 240 241 242 239')).toMatchObject({
      kind: 'more-samples-needed',
      reason: 'too-few-rounds',
      recommended: '64',
    });
  });

  test('asks for more samples when noise hides whether the size is in the plateau', () => {
    const noisy = verdictOf(`
      64:  100001 140001 80001 120001 90001 130001 70001 110001
      128: 120003 90003 130003 80003 140003 70003 110003 100003
      32:  95007 125007 85007 135007 75007 115007 105007 145007
    `);
    expect(noisy).toMatchObject({ kind: 'more-samples-needed', reason: 'not-certain' });
    expect(noisy.tieSet).toHaveLength(3);
  });

  test('finds nothing measured where everything was skipped, and for an unknown device', () => {
    const verdict = verdictOf('2048: skipped exceeds-device-limit');
    expect(verdict).toMatchObject({ kind: 'nothing-measured', recommended: null, best: null });
    expect(judge(buildRun(article), 'nobody').kind).toBe('nothing-measured');
  });

  test('never ranks a wrong result or any other failure, however fast', () => {
    const verdict = verdictOf(`
      8:   failed wrong-result ${rounds(1_000)}
      16:  failed timed-out ${rounds(2_000)}
      64:  ${rounds(100_003)}
      128: ${rounds(100_303, 2)}
    `);
    expect(verdict.best).toBe('64');
    expect(verdict.ranked.map((entry) => entry.configuration)).toEqual(['64', '128']);
  });

  test('keeps what a cancel cut short among the ranked', () => {
    const verdict = verdictOf(`64: skipped cancelled ${rounds(100_003)}\n128: ${rounds(150_001)}`);
    expect(verdict.best).toBe('64');
  });

  test('does not rank a clock that stands still', () => {
    expect(verdictOf('64: 0 0 0 0 0 0').kind).toBe('nothing-measured');
  });

  test('does not compare wall clock with event time, and says so', () => {
    const verdict = verdictOf(`
      32:  ${rounds(90_001)} @wall
      64:  ${rounds(100_003)}
      128: ${rounds(100_303, 2)}
    `);
    expect(verdict.best).toBe('64');
    expect(verdict.notCompared).toEqual([{ configuration: '32', source: 'wall' }]);
    expect(verdict).toMatchObject({ timeSource: 'event', mixedSources: false });
  });

  test('ranks batches with events, and says so', () => {
    expect(verdictOf(`32: ${rounds(90_001)} @batch:16\n64: ${rounds(100_003)}`)).toMatchObject({
      timeSource: 'batch',
      mixedSources: true,
      notCompared: [],
      best: '32',
    });
  });

  test('cancels the drift that all rounds share', () => {
    const drift = [1, 1.1, 1.25, 1.3, 0.9, 1.4, 1.2, 1.05];
    const line = (median: number) =>
      drift.map((factor, index) => Math.round(median * factor + (index % 3))).join(' ');
    const verdict = verdictOf(`64: ${line(100_003)}\n128: ${line(108_007)}`);
    expect(verdict.tieSet).toEqual(['64']);
    expect(verdict.ranked[1]?.interval?.low).toBeGreaterThan(1.079);
    expect(verdict.ranked[1]).toMatchObject({ inPlateau: false });
  });

  test('does not tell apart what differs by one step of the timer', () => {
    // 50 and 51 steps of 256 ns, every time.
    const [a, b] = [Array(10).fill(12_800).join(' '), Array(10).fill(13_056).join(' ')];
    const stepping = `128: ${a}\n512: ${b}\n16: ${Array(10).fill(47_104).join(' ')}`;
    expect(verdictOf(stepping).tieSet).toEqual(['128', '512']);
  });

  test('corrects for the number of comparisons', () => {
    // 64 takes 1 to 4 % longer, another share in each round: 3.4 standard errors: clear alone, not among sixteen.
    const best = Array<number>(10).fill(1_000_003);
    const wave = [0, 30_000, 4_000, 28_000, 1_000, 31_000, 2_000, 29_000, 3_000, 22_000];
    const slower = best.map((ns, index) => ns + 10_000 + (wave[index] ?? 0));
    const two = `32: ${best.join(' ')}\n64: ${slower.join(' ')}`;
    const far = Array.from({ length: 14 }, (_, i) => `${i + 100}: ${rounds(3_000_001 + i, i)}`);
    expect(verdictOf(two).tieSet).toEqual(['32']);
    expect(verdictOf([two, ...far].join('\n')).tieSet).toEqual(['32', '64']);
  });

  test('is provisional while a configuration is still to be dealt with', () => {
    expect(verdictOf(`64: ${rounds(100_003)}\n128: running ${rounds(240_001)}`)).toMatchObject({
      kind: 'use',
      provisional: true,
    });
  });

  test('names provisionally what is faster in the rounds of both, not what was measured at a better time', () => {
    // 128 saw only the slow half of the run, and is 7 ± 9 % faster there: too little to be sure of the plateau.
    const swing = (at: number): number => (at % 2 === 0 ? 1 : -1) * 13_000;
    const early = rounds(100_003, 1, 12);
    const late = Array.from({ length: 10 }, (_, at) => 150_007 + swing(at)).join(' ');
    const verdict = verdictOf(`
      64:  ${early} ${late}
      128: ${Array(12).fill('-').join(' ')} ${Array.from({ length: 10 }, (_, at) => 139_507 - swing(at)).join(' ')}
    `);
    expect(verdict.ranked.map(({ configuration }) => configuration)).toEqual(['64', '128']);
    expect(verdict).toMatchObject({ kind: 'more-samples-needed', recommended: '128' });
  });

  test('takes NULL only when no other can be named', () => {
    const alone = verdictOf(`64: ${rounds(200_003)}\nauto: ${rounds(100_003)}`);
    expect(alone).toMatchObject({ kind: 'use', recommended: 'auto' });
    const together = verdictOf(`64: ${rounds(102_003)}\nauto: ${rounds(100_003)}`);
    expect(together).toMatchObject({ best: 'auto', recommended: '64' });
  });

  test('uses the wavefront of the kernel for the rule', () => {
    const lines = `54: ${rounds(100_003)}\n96: ${rounds(100_303, 2)}`;
    expect(verdictOf(`device A multiple=32\n${lines}`).recommended).toBe('96');
    expect(verdictOf(`device A multiple=54\n${lines}`).recommended).toBe('54');
  });

  test('judges each device by itself', () => {
    const run = buildRun(`
      device A
      64: ${rounds(100_003)}
      128: ${rounds(200_003)}
      device B
      64: ${rounds(900_003)}
      128: ${rounds(300_003)}
    `);
    expect(run.devices.map(({ device }) => judge(run, device.key).best)).toEqual(['64', '128']);
  });

  test('gives the same object for the same state', () => {
    const run = buildRun(article);
    const key = run.devices[0]?.device.key ?? '';
    expect(judge(run, key)).toBe(judge(run, key));
  });

  test('honours the plateau of the run', () => {
    const lines = `64: ${rounds(100_003)}\n128: ${rounds(108_003, 2)}`;
    expect(verdictOf(lines).plateau).toEqual(['64']);
    expect(verdictOf(lines, { options: { plateau: 0.2 } }).plateau).toEqual(['64', '128']);
  });
});

describe('the best at the edge', () => {
  test('is reported with sizes to add, within the limit of the device', () => {
    const rising = `16: ${rounds(100_003)}\n32: ${rounds(140_003)}\n64: ${rounds(200_003)}`;
    expect(verdictOf(rising).edge).toEqual({
      side: 'smallest',
      configuration: '16',
      add: [[4], [8]],
    });
    const falling = `128: ${rounds(200_003)}\n256: ${rounds(140_003)}\n512: ${rounds(100_003)}`;
    expect(verdictOf(falling).edge).toEqual({
      side: 'largest',
      configuration: '512',
      add: [[1024]],
    });
  });

  test('proposes shapes for shapes, within the limits of the device', () => {
    const small = `8x8: ${rounds(100_003)}\n16x16: ${rounds(200_003)}`;
    expect(verdictOf(small).edge).toMatchObject({
      side: 'smallest',
      add: [
        [4, 8],
        [8, 4],
        [4, 4],
      ],
    });
    const large = `8x8: ${rounds(200_003)}\n16x32: ${rounds(100_003)}`;
    expect(verdictOf(large).edge).toMatchObject({
      side: 'largest',
      add: [
        [32, 32],
        [16, 64],
      ],
    });
  });

  test('is not reported when a larger size was tried and skipped, or nothing can be added', () => {
    const lines = `256: ${rounds(140_003)}\n1024: ${rounds(100_003)}`;
    expect(verdictOf(lines).edge).toBeNull();
    expect(verdictOf(`${lines}\n2048: skipped exceeds-device-limit`).edge).toBeNull();
  });

  test('is not reported when a size inside ties with it, or only one was tried', () => {
    const tied = `16: ${rounds(100_003)}\n32: ${rounds(100_009, 3)}\n64: ${rounds(200_003)}`;
    expect(verdictOf(tied).edge).toBeNull();
    expect(verdictOf(`16: ${rounds(100_003)}`).edge).toBeNull();
  });
});
