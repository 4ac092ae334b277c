/**
 * What the launch loop costs around the kernels, against a plain C++ host doing the same launches: 24 samples
 * after one first launch per size, no warm-ups, restore and verification off. For short kernels "outside" is what a
 * launch itself takes beyond its device time, from enqueue to finish (median); what messages and log add is in the
 * configurations per second. For long kernels it is the whole loop, first launches (compilation) left out.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DeviceInfo } from '@shared/domain/device';
import { median, ratios } from '../arithmetic';
import { alternate, noCpu, noGpu, partOf, type BenchContext, type FigureGroup } from '../context';
import { figure, notRun, reportOf } from '../figure';
import { aroundOf, outsideOf, type ProductSweep } from '../product';
import { parseSizes, saxpy, type Workload } from '../workload';
import {
  aroundLaunch,
  outsidePerLaunch,
  startCppHost,
  sweepFresh,
  type YardstickSweep,
} from '../yardstick';

const bare = { restore: false, verify: false } as const;
const sizes = parseSizes(['16', '32', '64', '128', '256', '512', '1024']);
const samples = 24;

interface Pair {
  readonly ours: ProductSweep;
  readonly theirs: YardstickSweep;
}

const loops = async (
  context: BenchContext,
  program: string,
  device: DeviceInfo,
  work: Workload,
  count: number,
  local = sizes,
): Promise<readonly Pair[]> => {
  const ours = (): Promise<ProductSweep> =>
    context.product.sweep(device, work, local, { ...bare, samples: count }, { noWarmUps: true });
  const theirs = (): Promise<YardstickSweep> =>
    sweepFresh(() => startCppHost(program, { device: partOf(device), work }), local, {
      warmUps: 0,
      samples: count,
      rounds: 1,
    });
  // Both once unmeasured: the compiler's cache is warm then.
  await theirs();
  await ours();
  return alternate(context.rounds, ours, theirs);
};

const us = (ns: number): string => `${(ns / 1000).toFixed(0)} µs`;
const medianBy = (pairs: readonly Pair[], value: (pair: Pair) => number): number =>
  median(pairs.map(value));

/** Configurations per second with an empty compiler cache on either side: ours ÷ theirs. */
const coldRatio = async (
  context: BenchContext,
  program: string,
  device: DeviceInfo,
  work: Workload,
): Promise<readonly Pair[]> => {
  const inEmptyCache = async <T>(run: (cache: string) => Promise<T>): Promise<T> => {
    const cache = mkdtempSync(join(tmpdir(), 'ndrange-cache-'));
    try {
      return await run(cache);
    } finally {
      rmSync(cache, { recursive: true, force: true });
    }
  };
  const before = process.env['POCL_CACHE_DIR'];
  const ours = (): Promise<ProductSweep> =>
    inEmptyCache(async (cache) => {
      // A worker inherits this process's environment.
      process.env['POCL_CACHE_DIR'] = cache;
      try {
        return await context.product.sweep(
          device,
          work,
          sizes,
          { ...bare, samples },
          { noWarmUps: true },
        );
      } finally {
        if (before === undefined) delete process.env['POCL_CACHE_DIR'];
        else process.env['POCL_CACHE_DIR'] = before;
      }
    });
  const theirs = (): Promise<YardstickSweep> =>
    inEmptyCache((cache) => {
      const env = { POCL_CACHE_DIR: cache };
      return sweepFresh(() => startCppHost(program, { device: partOf(device), work, env }), sizes, {
        warmUps: 0,
        samples,
        rounds: 1,
      });
    });
  return alternate(context.rounds, ours, theirs);
};

const aroundRatio = (pairs: readonly Pair[]): number =>
  median(
    ratios(
      pairs.map(({ ours }) => aroundOf(ours)),
      pairs.map(({ theirs }) => aroundLaunch(theirs)),
    ),
  );
const outsideNote = (pairs: readonly Pair[]): string =>
  `enqueue to finish: ours ${us(medianBy(pairs, ({ ours }) => aroundOf(ours)))}, C++ ${us(medianBy(pairs, ({ theirs }) => aroundLaunch(theirs)))}; ` +
  `whole loop, messages and log included: ${us(medianBy(pairs, ({ ours }) => outsideOf(ours)))}, ${us(medianBy(pairs, ({ theirs }) => outsidePerLaunch(theirs)))}`;
const rateRatio = (pairs: readonly Pair[]): number =>
  median(pairs.map(({ ours, theirs }) => theirs.loopNs / ours.loopNs));
const rateNote = (pairs: readonly Pair[]): string => {
  const perSecond = (loopNs: number): string => (sizes.length / (loopNs / 1e9)).toFixed(1);
  return `configurations/s: ours ${perSecond(medianBy(pairs, ({ ours }) => ours.loopNs))}, C++ ${perSecond(medianBy(pairs, ({ theirs }) => theirs.loopNs))}`;
};

export const launchLoopShort: FigureGroup = {
  name: 'launch-loop-short',
  figures: ['launch-loop-short-outside', 'launch-loop-short-warm', 'launch-loop-short-cold'],
  run: async (context) => {
    const { cpu, cppHost } = context;
    if (cpu === null) return reportOf(notRun('launch-loop-short', noCpu));
    if (!cppHost.ok) return reportOf(notRun('launch-loop-short', cppHost.why));
    const work = saxpy(1);
    const warm = await loops(context, cppHost.path, cpu, work, samples);
    const cold = await coldRatio(context, cppHost.path, cpu, work);
    return reportOf(
      figure(
        'launch-loop-short-outside',
        aroundRatio(warm),
        '× C++',
        { atMost: 1.5 },
        outsideNote(warm),
      ),
      figure('launch-loop-short-warm', rateRatio(warm), '× C++', { atLeast: 0.95 }, rateNote(warm)),
      figure('launch-loop-short-cold', rateRatio(cold), '× C++', { atLeast: 0.95 }, rateNote(cold)),
    );
  },
};

export const launchLoopLong: FigureGroup = {
  name: 'launch-loop-long',
  figures: ['launch-loop-long'],
  run: async (context) => {
    const { cpu, cppHost } = context;
    if (cpu === null) return reportOf(notRun('launch-loop-long', noCpu));
    if (!cppHost.ok) return reportOf(notRun('launch-loop-long', cppHost.why));
    const local = parseSizes(['16', '64', '256', '1024']);
    const pairs = await loops(context, cppHost.path, cpu, saxpy(100), samples, local);
    const extra = median(
      pairs.map(({ ours, theirs }) => outsideOf(ours) - outsidePerLaunch(theirs)),
    );
    return reportOf(
      figure('launch-loop-long', extra / 1000, 'µs over C++', { atMost: 150 }, outsideNote(pairs)),
    );
  },
};

export const launchLoopGpu: FigureGroup = {
  name: 'launch-loop-gpu',
  figures: ['launch-loop-gpu'],
  run: async (context) => {
    const gpu = context.gpus[0];
    if (gpu === undefined) return reportOf(notRun('launch-loop-gpu', noGpu));
    if (!context.cppHost.ok) return reportOf(notRun('launch-loop-gpu', context.cppHost.why));
    const pairs = await loops(context, context.cppHost.path, gpu, saxpy(100), 200);
    return reportOf(
      figure('launch-loop-gpu', aroundRatio(pairs), '× C++', { atMost: 1.2 }, outsideNote(pairs)),
    );
  },
};
