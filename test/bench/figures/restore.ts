/**
 * What restoring costs, and that it is right: the host time that it adds per launch beyond the device's own copy,
 * and the times of a kernel that decays its own input against a C++ host that restores before each launch.
 */
import { geometricMean, median } from '../arithmetic';
import { alternate, noCpu, partOf, type FigureGroup } from '../context';
import { figure, notRun, reportOf } from '../figure';
import { outsideOf, runTimes, type ProductSweep } from '../product';
import { decay, parseSizes, saxpy } from '../workload';
import { outsidePerLaunch, startCppHost, sweepFresh, type YardstickSweep } from '../yardstick';

const sizes = parseSizes(['16', '32', '64', '128', '256', '512', '1024', 'auto']);

/** Per launch. */
interface Added {
  readonly copyNs: number;
  /** What restoring adds besides. */
  readonly beyondNs: number;
}

export const restore: FigureGroup = {
  name: 'restore',
  figures: ['restore'],
  run: async ({ product, cpu, cppHost, rounds }) => {
    if (cpu === null) return reportOf(notRun('restore', noCpu));
    if (!cppHost.ok) return reportOf(notRun('restore', cppHost.why));
    const work = saxpy(1);
    const local = parseSizes(['32', '128', '512']);
    const samples = 40;
    const theirs = (withRestore: boolean): Promise<YardstickSweep> =>
      sweepFresh(
        () => startCppHost(cppHost.path, { device: partOf(cpu), work, restore: withRestore }),
        local,
        { warmUps: 0, samples, rounds: 1 },
      );
    const ours = (on: boolean): Promise<ProductSweep> => {
      const options = { restore: on, verify: false, samples };
      return product.sweep(cpu, work, local, options, { noWarmUps: true });
    };
    // A copy takes as long as the places of its process's buffers make it: each is held against its own.
    const added = (on: ProductSweep, off: ProductSweep): Added => {
      const copyNs = on.copyNs / runTimes(on).flat().length;
      return { copyNs, beyondNs: outsideOf(on) - outsideOf(off) - copyNs };
    };
    await ours(true);
    const rows = await alternate(
      rounds,
      async () => added(await ours(true), await ours(false)),
      async () => {
        const on = await theirs(true);
        return outsidePerLaunch(on) - outsidePerLaunch(await theirs(false)) - on.copyNs;
      },
    );
    const us = (ns: readonly number[]): string => `${(median(ns) / 1000).toFixed(0)} µs`;
    const beyond = rows.map(({ ours: { beyondNs } }) => beyondNs);
    const note = `besides the copy of ${us(rows.map(({ ours: { copyNs } }) => copyNs))}; C++ adds ${us(rows.map((row) => row.theirs))} besides its own`;
    return reportOf(
      figure('restore', median(beyond) / 1000, 'µs per launch', { atMost: 60 }, note),
    );
  },
};

export const inPlace: FigureGroup = {
  name: 'in-place',
  figures: ['in-place'],
  run: async ({ product, cpu, cppHost, rounds }) => {
    if (cpu === null) return reportOf(notRun('in-place', noCpu));
    if (!cppHost.ok) return reportOf(notRun('in-place', cppHost.why));
    const work = decay(65536);
    const counts = { samples: 10 };
    const cpp = startCppHost(cppHost.path, { device: partOf(cpu), work, restore: true });
    const mediansOf = (times: readonly (readonly number[])[]): readonly number[] =>
      times.map((runNs) => median(runNs));
    const ours = async (on: boolean): Promise<readonly number[]> =>
      mediansOf(
        runTimes(await product.sweep(cpu, work, sizes, { ...counts, restore: on, verify: false })),
      );
    try {
      const pairs = await alternate(
        rounds,
        () => ours(true),
        async () => {
          const swept = await cpp.sweep(sizes, { warmUps: 3, samples: 1, rounds: 10 });
          return mediansOf(swept.sizes.map(({ runNs }) => runNs));
        },
      );
      const off = await ours(false);
      const perSize = sizes.map((_, index) =>
        median(pairs.map((pair) => (pair.ours[index] ?? NaN) / (pair.theirs[index] ?? NaN))),
      );
      const offFactors = off.map((ns, index) => {
        const right = median(pairs.map((pair) => pair.theirs[index] ?? NaN));
        return Math.max(ns / right, right / ns);
      });
      const { mean } = geometricMean([perSize]);
      const worst = [Math.min(...perSize), Math.max(...perSize)] as const;
      // The size that is furthest off has to hold too.
      const furthest = perSize.reduce((far, one) =>
        Math.abs(Math.log(one)) > Math.abs(Math.log(far)) ? one : far,
      );
      const leastOff = Math.min(...offFactors);
      const note =
        `the size furthest off; sizes ${worst[0].toFixed(3)} … ${worst[1].toFixed(3)}, mean ${mean.toFixed(3)}; ` +
        `without restoring wrong by a factor of ${leastOff.toFixed(0)} or more${leastOff > 10 ? '' : ' (VOID: must be over 10)'}`;
      const bound = { from: 0.9, to: 1.1 };
      return reportOf(figure('in-place', furthest, '× C++', bound, note, leastOff > 10));
    } finally {
      cpp.close();
    }
  },
};
