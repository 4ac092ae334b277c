import { describe, expect, it } from 'vitest';
import { seededRandom } from '@shared/domain/random';
import { decideSearch, type SearchCandidate } from '@shared/domain/search/decide-search';
import { reportSearch, type SearchReport } from '@shared/domain/search/search-report';
import { groupItems } from '@shared/domain/sizes';
import { defaultMeasureOptions } from '@shared/domain/sweep';
import { buildDevice } from '../../../support/run-builder';
import { simulateSearch, type SimulatedSearch } from '../../../support/simulated-search';

/** Searches over true times (ns) with the given noise (standard deviation of the log). */
const search = (
  truth: (local: readonly number[]) => number,
  more: Partial<SimulatedSearch> & { readonly noise?: number } = {},
): SearchReport => {
  const { noise = 0.01, seed = 1, ...wish } = more;
  const random = seededRandom(seed * 7919 + 13);
  const normal = (): number =>
    Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const run = simulateSearch({
    device: buildDevice(),
    global: [1048576],
    seed,
    draw: (id, samples) =>
      Array.from({ length: samples }, () =>
        Math.round(
          truth(id === 'auto' ? [100] : id.split('x').map(Number)) * Math.exp(noise * normal()),
        ),
      ),
    ...wish,
  });
  const [device] = run.devices;
  const report = device === undefined ? null : reportSearch(run, device);
  if (report === null) throw new Error('no search');
  return report;
};
/** Twice as long for each octave away from the best. */
const valley =
  (best: number, slope = 1) =>
  (local: readonly number[]): number =>
    1e5 * 2 ** (slope * Math.abs(Math.log2((groupItems(local) ?? 1) / best)));
const standing = (report: SearchReport, id: string): string | undefined =>
  report.candidates.find(({ row }) => row.configuration.id === id)?.standing;
const measured = (report: SearchReport): readonly string[] =>
  report.candidates.filter(({ launches }) => launches > 0).map(({ row }) => row.configuration.id);

describe('a search over a curve', () => {
  it('begins with 64 to 512, looks beyond both ends, refines around the best, and names it', () => {
    const report = search(valley(256));
    expect(report.steps[0]).toEqual({
      stage: 'first',
      around: null,
      configurations: ['64', '128', '256', '512'],
    });
    expect(report.steps[1]).toEqual({
      stage: 'wider',
      around: '256',
      configurations: ['1024', '32'],
    });
    expect(report.steps[2]).toEqual({
      stage: 'refine',
      around: '256',
      configurations: ['192', '320', '384'],
    });
    expect(report.verdict).toMatchObject({ kind: 'use', recommended: '256' });
    expect(standing(report, '256')).toBe('use');
    expect(standing(report, '64')).toBe('beaten');
    expect(standing(report, '448')).toBe('dropped');
  });

  it('holds for the best what is faster in common rounds, not what was measured at a better time', () => {
    const candidate = (id: string, medians: readonly number[], from: number): SearchCandidate => ({
      configuration: id,
      local: [Number(id)],
      rounds: medians.map((medianNs, at) => ({ round: from + at, medianNs })),
      samples: 3 * medians.length,
      spentNs: 1e6,
      live: true,
      waiting: false,
      comparable: true,
      givenUp: false,
    });
    const options = { ...defaultMeasureOptions, search: { add: [], forbid: [] } };
    const { best } = decideSearch({
      options,
      search: options.search,
      wavefront: 32,
      candidates: [
        // The machine became slower after six rounds, when 128 was taken up.
        candidate('64', [100, 101, 100, 99, 100, 101, 140, 141, 140, 139, 141], 0),
        candidate('128', [126, 127, 125, 126, 126], 6),
      ],
    });
    expect(best).toBe('128');
  });

  it('finds a second valley behind slower sizes', () => {
    // PoCL's work-group reduction: 16 is 2.4 times as fast as 128, and 64 is slower than both.
    const times = new Map([
      [32, 1],
      [64, 3],
      [128, 2.4],
      [256, 2.8],
      [512, 3.2],
      [1024, 3.6],
    ]);
    const report = search((local) => 1e5 * (times.get(local[0] ?? 0) ?? 3.4));
    expect(report.verdict).toMatchObject({ kind: 'use', recommended: '32' });
  });

  it('finds an optimum between the powers of two', () => {
    expect(search(valley(192)).verdict.recommended).toBe('192');
    expect(search(valley(320)).verdict.recommended).toBe('320');
    // 128 and 256 take equally long on both sides of it: two alike are no flat curve.
    expect(['160', '192']).toContain(search(valley(181)).verdict.recommended);
    expect(search(valley(224)).verdict.recommended).toBe('224');
  });

  it.each([32, 1024])('goes on beyond what it tried first: %d', (best) => {
    const report = search(valley(best));
    expect(report.steps.map(({ stage }) => stage)).toContain('wider');
    expect(report.verdict).toMatchObject({ kind: 'use', recommended: String(best) });
  });

  it('takes at most two fifths of the launches, and is right, on a hundred curves', () => {
    const trials = Array.from({ length: 100 }, (_, index) => {
      const best = [48, 64, 96, 160, 256, 384, 512, 1024][index % 8] ?? 64;
      const truth = valley(best, 0.3 + (index % 5) * 0.3);
      const report = search(truth, { noise: 0.03, seed: index + 1 });
      const lowest = Math.min(
        ...report.candidates.map(({ row }) => truth(row.configuration.local ?? [])),
      );
      const chosen = report.candidates.find(
        ({ row }) => row.configuration.id === report.verdict.recommended,
      );
      const loss = truth(chosen?.row.configuration.local ?? []) / lowest;
      return { share: report.launches / report.exhaustive, loss };
    });
    const shares = trials.map(({ share }) => share).sort((a, b) => a - b);
    expect(shares[50]).toBeLessThanOrEqual(0.4);
    expect(trials.filter(({ loss }) => loss <= 1.05).length).toBeGreaterThanOrEqual(97);
  });
});

describe('a search where the size does not matter', () => {
  it('does not look between sizes that are equally good', () => {
    const report = search(() => 1e5);
    for (const between of ['96', '192', '384']) expect(measured(report)).not.toContain(between);
    expect(report.verdict.kind).toBe('does-not-matter');
    expect(measured(report).length).toBeLessThan(8);
  });
});

describe('a search over shapes', () => {
  const global = [4096, 4096];
  it('finds a shape whose form matters more than its product', () => {
    // Short rows of four, tall groups: as a straight transpose likes it.
    const truth = ([x = 1, y = 1]: readonly number[]): number =>
      1e5 * 2 ** (Math.abs(Math.log2(x) - 2) + 0.5 * Math.abs(Math.log2(y) - 6));
    const report = search(truth, { global });
    expect(report.verdict).toMatchObject({ kind: 'use', recommended: '4x64' });
    expect(report.launches / report.exhaustive).toBeLessThan(0.4);
  });

  it('climbs to a best that is none of the first', () => {
    const truth = ([x = 1, y = 1]: readonly number[]): number =>
      1e5 * 2 ** (0.4 * Math.abs(Math.log2(x) - 5) + 0.4 * Math.abs(Math.log2(y) - 5));
    const report = search(truth, { global });
    expect(report.verdict).toMatchObject({ kind: 'use', recommended: '32x32' });
  });

  it('works in three dimensions', () => {
    const truth = ([x = 1, y = 1, z = 1]: readonly number[]): number =>
      1e5 *
      2 **
        (0.5 * (Math.abs(Math.log2(x) - 5) + Math.abs(Math.log2(y) - 2) + Math.abs(Math.log2(z))));
    const report = search(truth, { global: [128, 128, 128] });
    expect(report.verdict.recommended).toBe('32x4x1');
    expect(report.launches / report.exhaustive).toBeLessThan(0.4);
  });
});

describe('what the user says', () => {
  it('is measured from the beginning, NULL too, and what is forbidden never', () => {
    const report = search(valley(256), { search: { add: [[48], null], forbid: [[256]] } });
    expect(report.steps[0]?.configurations).toEqual(['64', '128', '512', '48', 'auto']);
    expect(standing(report, '256')).toBe('dropped');
    expect(measured(report)).not.toContain('256');
    expect(report.verdict.recommended).not.toBe('256');
  });
});

it('tries other sizes when none of the first is there', () => {
  const gone = new Set(['64', '128', '256', '512']);
  const report = search(valley(96), { without: (id) => gone.has(id) });
  expect(report.steps[0]?.configurations).toHaveLength(4);
  expect(report.verdict.recommended).toBe('96');
});

it('ends at its bounds where the noise lets nothing be named', () => {
  const report = search(valley(256, 0.1), {
    noise: 0.8,
    options: { maxSamples: 12, minSamples: 10 },
  });
  expect(
    report.candidates.every(({ standing: word }) => word !== 'measuring' && word !== 'waiting'),
  ).toBe(true);
  expect(report.verdict.kind).toBe('more-samples-needed');
});
