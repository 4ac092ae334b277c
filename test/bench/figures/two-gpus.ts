/**
 * Whether two GPUs disturb each other when they are measured at the same time: per size the median of both at once
 * ÷ that of one at a time, for kernels over 100 µs.
 */
import type { Run } from '@shared/domain/run-types';
import { median } from '../arithmetic';
import { alternate, noGpu, type FigureGroup } from '../context';
import { figure, notRun, reportOf, type Figure } from '../figure';
import { parseSizes, saxpy } from '../workload';

const sizes = ['64', '128', '256', '512', '1024'];

const mediansOf = (run: Run, key: string): readonly number[] =>
  (run.devices.find(({ device }) => device.key === key)?.configurations ?? []).map((state) =>
    median(state.visits.flatMap(({ samples }) => samples.runNs)),
  );

export const twoGpus: FigureGroup = {
  name: 'two-gpus',
  figures: ['two-gpus-*'],
  run: async ({ product, gpus, rounds }) => {
    const [first, second] = gpus;
    if (first === undefined) return reportOf(notRun('two-gpus', noGpu));
    if (second === undefined) return reportOf(notRun('two-gpus', 'There is only one GPU.'));
    const both = [first, second];
    const work = saxpy(10000);
    const options = { restore: false, verify: false, samples: 100 };
    const local = parseSizes(sizes);
    const pairs = await alternate(
      rounds,
      async () => {
        const run = await product.sweepAll(both, work, local, options);
        return both.map(({ key }) => mediansOf(run, key));
      },
      async () => {
        const found: (readonly number[])[] = [];
        for (const gpu of both) {
          found.push(mediansOf(await product.sweepAll([gpu], work, local, options), gpu.key));
        }
        return found;
      },
    );
    const figures = both.flatMap((_, at) =>
      sizes.flatMap((size, index): readonly Figure[] => {
        const alone = median(pairs.map(({ theirs }) => theirs[at]?.[index] ?? NaN));
        if (!(alone > 100_000)) return [];
        const ratio = median(
          pairs.map(
            ({ ours, theirs }) => (ours[at]?.[index] ?? NaN) / (theirs[at]?.[index] ?? NaN),
          ),
        );
        const note = `${(alone / 1000).toFixed(1)} µs alone`;
        return [
          figure(`two-gpus-${at + 1}-${size}`, ratio, '× alone', { from: 0.99, to: 1.01 }, note),
        ];
      }),
    );
    return figures.length > 0
      ? reportOf(...figures)
      : reportOf(notRun('two-gpus', 'No size took longer than 100 µs.'));
  },
};
