/** What the verdict makes of real GPU runs: the answer must be the same tomorrow, and the known one. */
import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { readRunFile } from '@main/store/read-run';
import { advise } from '@shared/domain/advisor/advise';
import { argumentMisfit } from '@shared/domain/argument-fit';
import { compareRuns } from '@shared/domain/compare';
import { judge } from '@shared/domain/ranking';
import type { Verdict } from '@shared/domain/verdict';
import { foldEvents } from '@shared/domain/run';
import type { Run } from '@shared/domain/run-types';

const folder = resolve(import.meta.dirname, '../../fixtures/h200');

const readRuns = async (part: string): Promise<readonly Run[]> => {
  const files = readdirSync(resolve(folder, part)).filter((name) => name.endsWith('.ndrun'));
  const runs = await Promise.all(files.map((name) => readRunFile(resolve(folder, part, name))));
  return runs.map((read, index) => {
    const run = read.ok ? foldEvents(read.value.events) : null;
    if (run === null) throw new Error(`${files[index] ?? ''} cannot be read`);
    return run;
  });
};

const verdictsOf = (run: Run): readonly Verdict[] =>
  run.devices.map(({ device }) => judge(run, device.key));
const relativeOf = (verdict: Verdict | undefined, configuration: string): number =>
  verdict?.ranked.find((entry) => entry.configuration === configuration)?.relative ?? NaN;

describe('ten identical sweeps on an H200', () => {
  const byKernel = new Map<string, readonly Run[]>();
  beforeAll(async () => {
    for (const run of await readRuns('ten')) {
      const { kernel } = run.header.spec;
      byKernel.set(kernel, [...(byKernel.get(kernel) ?? []), run]);
    }
  });

  it.each([
    ['saxpy', '256'],
    ['vector_add', '512'],
    ['transpose_naive', '8x32'],
  ])('recommend the same size for %s each time: %s', (kernel, size) => {
    const runs = byKernel.get(kernel) ?? [];
    expect(runs).toHaveLength(10);
    const verdicts = runs.flatMap(verdictsOf);
    expect(new Set(verdicts.map(({ recommended }) => recommended))).toEqual(new Set([size]));
    expect(new Set(verdicts.map(({ kind }) => kind))).toEqual(new Set(['use']));
    const shared = verdicts.reduce(
      (common, { tieSet }) => common.filter((id) => tieSet.includes(id)),
      verdicts[0]?.tieSet ?? [],
    );
    expect(shared).not.toEqual([]);
    for (const verdict of verdicts) expect(relativeOf(verdict, size)).toBeLessThan(1.05);
  });

  it('find SAXPY flat from 128 to 1024 and 16 far behind', () => {
    for (const verdict of (byKernel.get('saxpy') ?? []).flatMap(verdictsOf)) {
      for (const size of ['128', '256', '512', '1024', 'auto']) {
        expect(relativeOf(verdict, size)).toBeLessThan(1.1);
      }
      expect(relativeOf(verdict, '16')).toBeGreaterThan(3);
      expect(verdict.tieSet).not.toContain('16');
    }
  });

  it("find the transpose's NULL about 3.5 times and 16x16 about 1.8 times behind 4x64", () => {
    for (const verdict of (byKernel.get('transpose_naive') ?? []).flatMap(verdictsOf)) {
      const tall = relativeOf(verdict, '4x64');
      expect(relativeOf(verdict, 'auto') / tall).toBeGreaterThan(3.2);
      expect(relativeOf(verdict, 'auto') / tall).toBeLessThan(3.8);
      expect(relativeOf(verdict, '16x16') / tall).toBeGreaterThan(1.6);
      expect(relativeOf(verdict, '16x16') / tall).toBeLessThan(2);
    }
  });

  it('are called faster or slower than one another in at most 5 % of their sizes', () => {
    const words = [...byKernel.values()].flatMap((runs) =>
      runs.flatMap((run, index) => {
        const other = runs[(index + 1) % runs.length];
        return other === undefined ? [] : compareRuns(run, other).pairs;
      }),
    );
    const all = words.flatMap(({ sizes }) => sizes.map(({ word }) => word));
    const alarms = all.filter((word) => word === 'faster' || word === 'slower');
    expect(all.length).toBeGreaterThan(300);
    expect(alarms.length / all.length).toBeLessThanOrEqual(0.05);
  });
});

describe('every example on two H200s', () => {
  it('has arguments that fit what the NVIDIA driver says of its parameters', async () => {
    for (const { header, devices } of await readRuns('examples')) {
      const { args, kernel } = header.spec;
      for (const { kernel: built } of devices) {
        expect(built?.parameters).toHaveLength(args.length);
        expect(argumentMisfit(args, built?.parameters ?? [], kernel)).toBeNull();
      }
    }
  });

  it('gives the lab the size that the verdict names where both come to the same', async () => {
    const runs = await readRuns('examples');
    const transposed = runs.find(({ header }) => header.spec.kernel === 'transpose_naive');
    if (transposed === undefined) throw new Error('there is no transpose among the examples');
    const { lab } = advise(transposed);
    expect(lab.chosen?.configuration).toBe('8x32');
    expect(lab.others[0]?.configuration).toBe('4x64');
    for (const run of runs) {
      const named = verdictsOf(run).filter(({ kind }) => kind === 'use');
      const [first] = named;
      const isSame =
        named.length === run.devices.length &&
        named.every(({ recommended }) => recommended === first?.recommended);
      if (isSame) expect(advise(run).lab.chosen?.configuration).toBe(first?.recommended);
    }
  });

  it('names a size that was given up as far from the best neither tied nor in the plateau', async () => {
    const runs = [...(await readRuns('examples')), ...(await readRuns('short'))];
    let givenUp = 0;
    for (const run of runs) {
      for (const [index, verdict] of verdictsOf(run).entries()) {
        for (const { configuration, stopReason } of run.devices[index]?.configurations ?? []) {
          if (stopReason !== 'far-from-best' || configuration.id === verdict.best) continue;
          givenUp += 1;
          expect(verdict.tieSet).not.toContain(configuration.id);
          expect(verdict.plateau).not.toContain(configuration.id);
        }
      }
    }
    expect(givenUp).toBeGreaterThan(20);
  });
});
