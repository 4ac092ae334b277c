/**
 * The advisor's figures: how long advice on 500 configurations takes, and how many of its predictions over the
 * example kernels agree with what was measured, on an H200 (recorded) and on the CPU devices of this machine.
 */
import { join } from 'node:path';
import { advise } from '@shared/domain/advisor/advise';
import type { Run } from '@shared/domain/run-types';
import { defaultMeasureOptions, type SweepSpec } from '@shared/domain/sweep';
import { loadKernelFile } from '@main/kernels/examples';
import { manyShapesRun } from '../../support/advisor-runs';
import { recordedRuns } from '../../support/recorded-runs';
import { median } from '../arithmetic';
import type { BenchContext, FigureGroup } from '../context';
import { figure, reportOf } from '../figure';
import { root } from '../workload';

const turns = 25;

export const adviceTime: FigureGroup = {
  name: 'advice-time',
  figures: ['advice-time'],
  run: () => {
    const times = Array.from({ length: turns }, (_, start) => {
      const run = manyShapesRun(start);
      const begin = performance.now();
      advise(run);
      return performance.now() - begin;
    });
    // The first turns are those of a program that has just started: they are counted too.
    const note = `median of ${turns}, the first ${(times[0] ?? NaN).toFixed(0)}, the least ${Math.min(...times).toFixed(0)}`;
    const value = median(times);
    return Promise.resolve(reportOf(figure('advice-time', value, 'ms', { atMost: 50 }, note)));
  },
};

interface Counted {
  readonly device: string;
  readonly made: number;
  readonly agreed: number;
  readonly missed: readonly string[];
}

const countIn = (device: string, runs: readonly Run[]): Counted => {
  const findings = runs.flatMap((run) =>
    advise(run)
      .devices.flatMap((advice) => advice.findings)
      .filter(({ agrees }) => agrees !== null)
      .map((finding) => ({ kernel: run.header.spec.kernel, finding })),
  );
  const missed = findings.filter(({ finding }) => finding.agrees === false);
  return {
    device,
    made: findings.length,
    agreed: findings.length - missed.length,
    missed: missed.map(
      ({ kernel, finding: { configurations, against, prediction, measurement } }) =>
        `${kernel} ${configurations.join('/')} against ${against ?? '–'}: ${prediction?.ratio.toFixed(2) ?? '–'} predicted by ${prediction?.cause ?? '–'}, ${measurement?.ratio.toFixed(2) ?? '–'} measured`,
    ),
  };
};

/** Every example with its own sizes, at a global size at which a launch on a CPU is short. */
const shortSizes: Readonly<Record<string, readonly number[]>> = {
  'vector-add': [65536],
  saxpy: [16384],
  reduction: [65536],
  divergence: [16384],
  'transpose-naive': [512, 512],
  'transpose-tiled': [256, 256],
  'box-blur': [256, 256],
  'matmul-tiled': [128, 128],
};

const runExamples = async (
  { product }: BenchContext,
  deviceKey: string,
): Promise<readonly Run[]> => {
  const runs: Run[] = [];
  for (const [name, global] of Object.entries(shortSizes)) {
    const file = await loadKernelFile(join(root, 'kernels', `${name}.sweep.json`));
    if (!file.ok || file.value.spec === null) throw new Error(`${name} cannot be read`);
    const { spec, sourceText } = file.value;
    const measure = (local: SweepSpec['local'], samples: number): Promise<Run> =>
      product.measure({
        spec: { ...spec, global, local },
        sourceText,
        deviceKeys: [deviceKey],
        options: { ...defaultMeasureOptions, samples, verify: false },
      });
    // The driver's choice is measured as a size of its own too: what NULL is predicted by on a CPU device.
    const asked = await measure([null], 1);
    const chosen = asked.devices[0]?.configurations[0]?.chosen ?? null;
    const own = chosen === null ? [] : [chosen.slice(0, global.length)];
    runs.push(await measure([...spec.local, ...own], 10));
  }
  return runs;
};

export const honesty: FigureGroup = {
  name: 'honesty',
  figures: ['honesty'],
  run: async (context) => {
    const { cpu, product, say } = context;
    const recorded = await recordedRuns('h200/examples', join(root, 'test', 'fixtures'));
    const counted = [countIn('H200', recorded)];
    const rusticl = product.devices.find(({ platform }) => platform.name === 'rusticl');
    for (const [name, device] of [
      ['PoCL', cpu],
      ['rusticl', rusticl ?? null],
    ] as const) {
      if (device !== null) counted.push(countIn(name, await runExamples(context, device.key)));
    }
    for (const line of counted.flatMap(({ device, missed }) =>
      missed.map((text) => `  ${device}: ${text}`),
    )) {
      say(line);
    }
    const made = counted.reduce((sum, one) => sum + one.made, 0);
    const agreed = counted.reduce((sum, one) => sum + one.agreed, 0);
    const note = counted.map((one) => `${one.device} ${one.agreed} of ${one.made}`).join(', ');
    return reportOf(
      figure('honesty', agreed / made, 'of the predictions agree', { atLeast: 0.7 }, note),
    );
  },
};
