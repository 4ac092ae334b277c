/**
 * What a configuration costs: against a bare koffi loop of the same launches, and at a thousand configurations
 * against ten. Restore and verification off, no warm-ups beyond the first launch.
 */
import { median } from '../arithmetic';
import { alternate, noCpu, partOf, type FigureGroup } from '../context';
import { figure, notRun, reportOf } from '../figure';
import { parseSizes, vectorAdd } from '../workload';
import { startKoffiLoop, sweepFresh, type Yardstick } from '../yardstick';

const bare = { restore: false, verify: false, samples: 7 } as const;

export const cost: FigureGroup = {
  name: 'cost',
  figures: ['cost'],
  run: async ({ product, cpu, rounds }) => {
    if (cpu === null) return reportOf(notRun('cost', noCpu));
    const work = vectorAdd();
    const local = parseSizes(['16', '32', '64', '128', '256', '512', '1024']);
    const theirs = async (): Promise<number> => {
      const counts = { warmUps: 0, samples: 7, rounds: 1 };
      const start = (): Yardstick => startKoffiLoop({ device: partOf(cpu), work });
      const { loopNs } = await sweepFresh(start, local, counts);
      return loopNs / local.length / 1e6;
    };
    const ours = async (): Promise<number> => {
      const { loopNs } = await product.sweep(cpu, work, local, bare, { noWarmUps: true });
      return loopNs / local.length / 1e6;
    };
    await theirs();
    await ours();
    // More rounds than elsewhere: a loop this short sees one moment of the machine.
    const pairs = await alternate(4 * rounds, ours, theirs);
    const ratio = median(pairs.map((pair) => pair.ours / pair.theirs));
    const note = `ms per configuration: ours ${median(pairs.map((pair) => pair.ours)).toFixed(2)}, koffi ${median(pairs.map((pair) => pair.theirs)).toFixed(2)}`;
    return reportOf(figure('cost', ratio, '× koffi loop', { atMost: 1.25 }, note));
  },
};

export const growth: FigureGroup = {
  name: 'growth',
  figures: ['growth'],
  run: async ({ product, cpu, rounds }) => {
    if (cpu === null) return reportOf(notRun('growth', noCpu));
    const work = vectorAdd(262144);
    // Under every name the same launch: what grows is then ours, not the driver's cache of compiled sizes.
    const alias = [64];
    const names = (count: number): readonly (readonly number[])[] =>
      Array.from({ length: count }, (_, index) => [index + 1]);
    const perConfiguration = async (count: number, times: number): Promise<number> => {
      let total = 0;
      for (let time = 0; time < times; time += 1) {
        const tap = { noWarmUps: true, alias };
        total += (await product.sweep(cpu, work, names(count), bare, tap)).loopNs;
      }
      return total / (count * times) / 1e6;
    };
    await perConfiguration(10, 1);
    const pairs = await alternate(
      rounds,
      () => perConfiguration(1000, 1),
      () => perConfiguration(10, 4),
    );
    const ratio = median(pairs.map(({ ours, theirs }) => ours / theirs));
    const note = `ms per configuration: ${median(pairs.map(({ ours }) => ours)).toFixed(2)} at 1000, ${median(pairs.map(({ theirs }) => theirs)).toFixed(2)} at 10`;
    return reportOf(figure('growth', ratio, '× at 10', { atMost: 1.1 }, note));
  },
};
