/**
 * Whether our medians are those of a plain C++ host: on PoCL over 8 sizes and 10 rounds as one geometric mean,
 * on a GPU size by size.
 */
import type { DeviceInfo } from '@shared/domain/device';
import { timerStep } from '@shared/domain/ratio';
import type { LocalSize } from '@shared/domain/sizes';
import { geometricMean, median, ratios } from '../arithmetic';
import { alternate, noCpu, noGpu, partOf, type BenchContext, type FigureGroup } from '../context';
import { figure, notRun, reportOf, type Figure } from '../figure';
import { runTimes } from '../product';
import { parseSizes, saxpy, transpose, vectorAdd, type Workload } from '../workload';
import { startCppHost, sweepFresh, type Yardstick } from '../yardstick';

const sizes = parseSizes(['16', '32', '64', '128', '256', '512', '1024', 'auto']);
const bare = { restore: false, verify: false } as const;

interface Medians {
  readonly ours: readonly number[];
  readonly theirs: readonly number[];
}

/** Both in rounds of `perRound` samples; medians per size, ns, and the step of the device's timer. */
const measureBoth = async (
  { product }: BenchContext,
  program: string,
  device: DeviceInfo,
  work: Workload,
  local: readonly LocalSize[],
  rounds: number,
  perRound: number,
): Promise<{ readonly pairs: readonly Medians[]; readonly step: number }> => {
  // A fresh process each time, as ours is: where the system puts its buffers is luck that lasts as long as it does.
  const startOne = (): Yardstick => startCppHost(program, { device: partOf(device), work });
  const seen: number[] = [];
  const mediansOf = (times: readonly (readonly number[])[]): readonly number[] => {
    for (const runNs of times) seen.push(...runNs);
    return times.map((runNs) => median(runNs));
  };
  const pairs = await alternate(
    rounds,
    async () =>
      mediansOf(
        runTimes(await product.sweep(device, work, local, { ...bare, samples: 10 * perRound })),
      ),
    async () => {
      const counts = { warmUps: 2, samples: perRound, rounds: 10 };
      const swept = await sweepFresh(startOne, local, counts);
      return mediansOf(swept.sizes.map(({ runNs }) => runNs));
    },
  );
  return { pairs, step: timerStep(seen) };
};

export const accuracy: FigureGroup = {
  name: 'accuracy',
  figures: ['accuracy'],
  run: async (context) => {
    const { cpu, cppHost } = context;
    if (cpu === null) return reportOf(notRun('accuracy', noCpu));
    if (!cppHost.ok) return reportOf(notRun('accuracy', cppHost.why));
    const rounds = 2 * context.rounds;
    const { pairs } = await measureBoth(context, cppHost.path, cpu, saxpy(20), sizes, rounds, 2);
    const { mean, low, high } = geometricMean(
      pairs.map(({ ours, theirs }) => ratios(ours, theirs)),
    );
    const note = `95 % interval ${low.toFixed(3)} … ${high.toFixed(3)}, ${sizes.length} sizes × ${rounds} rounds`;
    return reportOf(figure('accuracy', mean, '× C++', { from: 0.97, to: 1.03 }, note));
  },
};

const micro = 1000;

/** One figure per size, with the bound that its time asks for, widened by one step of the timer. */
const perSize = (
  name: string,
  local: readonly string[],
  pairs: readonly Medians[],
  step: number,
): readonly Figure[] =>
  local.flatMap((size, index) => {
    const theirs = median(pairs.map((pair) => pair.theirs[index] ?? NaN));
    // Below 20 µs nothing is promised.
    if (!(theirs >= 20 * micro)) return [];
    const value = median(
      pairs.map((pair) => (pair.ours[index] ?? NaN) / (pair.theirs[index] ?? NaN)),
    );
    const reach = (theirs > 100 * micro ? 0.01 : 0.03) + step / theirs;
    const bound = { from: Number((1 - reach).toFixed(4)), to: Number((1 + reach).toFixed(4)) };
    return [
      figure(
        `accuracy-gpu-${name}-${size}`,
        value,
        '× C++',
        bound,
        `${(theirs / micro).toFixed(1)} µs, timer step ${step} ns`,
      ),
    ];
  });

export const accuracyGpu: FigureGroup = {
  name: 'accuracy-gpu',
  figures: ['accuracy-gpu-*'],
  run: async (context) => {
    const gpu = context.gpus[0];
    const { cppHost } = context;
    if (gpu === undefined) return reportOf(notRun('accuracy-gpu', noGpu));
    if (!cppHost.ok) return reportOf(notRun('accuracy-gpu', cppHost.why));
    const flat = ['16', '32', '64', '128', '256', '512', '1024', 'auto'];
    const shapes = ['8x8', '16x16', '32x8', '8x32', '64x4', '4x64', 'auto'];
    const figures: Figure[] = [];
    for (const [name, work, local] of [
      ['saxpy', saxpy(100), flat],
      ['saxpy-long', saxpy(1000), flat],
      ['vector-add', vectorAdd(16 * 1048576), flat],
      ['transpose', transpose(4096), shapes],
    ] as const) {
      const measured = await measureBoth(
        context,
        cppHost.path,
        gpu,
        work,
        parseSizes(local),
        context.rounds,
        10,
      );
      figures.push(...perSize(name, local, measured.pairs, measured.step));
    }
    return reportOf(...figures);
  },
};
