/**
 * What "Find the best size" costs and whether it is right: launches ÷ those of giving every candidate what the one
 * with the most got (as for decision-cost), and the reference median of the chosen size ÷ the best of all
 * candidates. Live on every device, ten searches for each kernel between two sweeps of all candidates, and a hundred
 * more over the samples of these sweeps; on the H200 over its recorded runs.
 *
 * The reference of the live searches is measured anew: the lowest of so many candidates owes its place to luck as
 * well. The dozen that did best and those that were chosen get 30 launches each in eight runs, in visits as long as a
 * search's, and are compared by their share of the level of each round, so that a machine that became faster
 * meanwhile favours none.
 */
import { join } from 'node:path';
import type { DeviceInfo } from '@shared/domain/device';
import type { Run } from '@shared/domain/run-types';
import { localKey, type LocalSize } from '@shared/domain/sizes';
import { planSearch } from '@shared/domain/search/plan-search';
import { reportSearch, type SearchReport } from '@shared/domain/search/search-report';
import { defaultMeasureOptions, type MeasureOptions, type SweepSpec } from '@shared/domain/sweep';
import { loadKernelFile } from '@main/kernels/examples';
import { recordedRuns } from '../../support/recorded-runs';
import { roundSeries } from '@shared/domain/pooled';
import {
  lossOf,
  recordedFrom,
  searchRecorded,
  type Recorded,
} from '../../support/resampled-search';
import { geometricMean, median } from '../arithmetic';
import { noCpu, noGpu, type BenchContext, type FigureGroup } from '../context';
import { figure, notRun, reportOf, type Figure, type NotRun } from '../figure';
import { root } from '../workload';

/** Examples whose local size matters, with global sizes at which a launch on a CPU is short. */
const kernels: readonly { readonly name: string; readonly short: readonly number[] }[] = [
  { name: 'saxpy', short: [16384] },
  { name: 'reduction', short: [65536] },
  { name: 'transpose-naive', short: [512, 512] },
  { name: 'transpose-tiled', short: [256, 256] },
];
const resampled = 100;
const referenceSamples = 30;
const contenders = 12;
const contests = 8;
/** The slowest candidate ÷ the best from which a kernel has a curve. */
const curve = 1.25;
const search = { add: [], forbid: [] };

interface Try {
  /** Launches ÷ those of measuring all candidates alike. */
  readonly share: number;
  readonly loss: number;
  readonly isFirm: boolean;
}

const tryOf = (report: SearchReport, loss: number): Try => ({
  share: report.launches / report.exhaustive,
  loss,
  isFirm: report.verdict.kind === 'use' || report.verdict.kind === 'does-not-matter',
});

const right = ({ loss }: Try): boolean => loss <= 1.05;

/** `isVoid`: the reference moved meanwhile, so that nothing can be said of right or wrong. */
const figuresOf = (
  name: string,
  tries: readonly Try[],
  note: string,
  isVoid = false,
): readonly Figure[] => {
  const shares = tries.map(({ share }) => share);
  const good = tries.filter(right).length;
  const firm = tries.filter(({ isFirm }) => isFirm);
  return [
    figure(
      `find-best-launches-${name}`,
      median(shares),
      '× exhaustive',
      { atMost: 0.4 },
      `${tries.length} searches, the dearest ${Math.max(...shares).toFixed(2)}; ${note}`,
    ),
    figure(
      `find-best-right-${name}`,
      good / tries.length,
      'of the chosen within 5 %',
      { atLeast: 0.95 },
      `worst ${Math.max(...tries.map(({ loss }) => loss)).toFixed(2)}; ${firm.length} named with certainty, ${firm.filter(right).length} of them right${isVoid ? '; VOID: two halves of the reference differ by more than 5 %' : ''}`,
      !isVoid,
    ),
  ];
};

const reportOfRun = (run: Run): SearchReport => {
  const [device] = run.devices;
  const report = device === undefined ? null : reportSearch(run, device);
  if (report === null) throw new Error('the run is no search');
  return report;
};

interface Example {
  readonly spec: SweepSpec;
  readonly sourceText: string;
}

const exampleOf = async (name: string, global: readonly number[] | null): Promise<Example> => {
  const file = await loadKernelFile(join(root, 'kernels', `${name}.sweep.json`));
  if (!file.ok || file.value.spec === null) throw new Error(`${name} cannot be read`);
  const { spec, sourceText } = file.value;
  return { spec: { ...spec, global: global ?? spec.global }, sourceText };
};

/** The same number of launches for each size. */
const sweepEach = (
  { product }: BenchContext,
  device: DeviceInfo,
  { spec, sourceText }: Example,
  local: readonly LocalSize[],
  samples: number,
): Promise<Run> => {
  const options = { ...defaultMeasureOptions, samples, verify: false };
  return product.measure({
    spec: { ...spec, local },
    sourceText,
    deviceKeys: [device.key],
    options,
  });
};

const idsByTime = (medians: ReadonlyMap<string, number>): readonly string[] =>
  [...medians].sort((a, b) => a[1] - b[1]).map(([id]) => id);

/** Each size's share of the level of its round, over all runs; and how far two halves disagree about the best. */
interface Contest {
  readonly shares: ReadonlyMap<string, number>;
  readonly disagreement: number;
}

/** Median over the rounds of one run. Throws when a size was not measured. */
const sharesOf = (run: Run): ReadonlyMap<string, number> => {
  const sizes = (run.devices[0]?.configurations ?? []).map((state) => ({
    id: state.configuration.id,
    rounds: new Map(roundSeries(state).map(({ round, medianNs }) => [round, medianNs])),
  }));
  const [first] = sizes;
  const common = [...(first?.rounds.keys() ?? [])].filter((round) =>
    sizes.every(({ rounds }) => rounds.has(round)),
  );
  const levels = new Map(
    common.map((round) => [
      round,
      geometricMean([sizes.map(({ rounds }) => rounds.get(round) ?? NaN)]).mean,
    ]),
  );
  return new Map(
    sizes.map(({ id, rounds }) => [
      id,
      median(common.map((round) => (rounds.get(round) ?? NaN) / (levels.get(round) ?? NaN))),
    ]),
  );
};

/** Of several runs. */
const joined = (runs: readonly ReadonlyMap<string, number>[]): ReadonlyMap<string, number> =>
  new Map(
    [...(runs[0]?.keys() ?? [])].map((id) => [
      id,
      geometricMean([runs.map((shares) => shares.get(id) ?? NaN)]).mean,
    ]),
  );

const contest = async (
  context: BenchContext,
  device: DeviceInfo,
  example: Example,
  local: readonly LocalSize[],
): Promise<Contest> => {
  const runs: ReadonlyMap<string, number>[] = [];
  for (let at = 0; at < contests; at += 1) {
    // Ten rounds of three launches, as in a search: longer visits see the caches in another state.
    runs.push(sharesOf(await sweepEach(context, device, example, local, referenceSamples)));
  }
  const [one, other] = [runs.slice(0, contests / 2), runs.slice(contests / 2)].map(joined);
  const [best] = idsByTime(one ?? new Map());
  return {
    shares: joined(runs),
    disagreement: (other?.get(best ?? '') ?? NaN) / Math.min(...(other?.values() ?? [NaN])),
  };
};

interface Found {
  readonly live: readonly Try[];
  readonly isVoid: boolean;
  readonly again: readonly Try[];
}

const onKernel = async (
  context: BenchContext,
  device: DeviceInfo,
  kernel: (typeof kernels)[number],
): Promise<Found> => {
  const { product, rounds, say } = context;
  const isCpu = device.types.includes('cpu');
  const example = await exampleOf(kernel.name, isCpu ? kernel.short : null);
  const local = planSearch(example.spec, example.sourceText, device, search).configurations.flatMap(
    ({ rejected, local: size }) => (rejected === null ? [size] : []),
  );
  const sweepAll = () => sweepEach(context, device, example, local, referenceSamples);
  // Two on either side: of so many sizes some are lucky in all ten rounds of one.
  const recorded = [await sweepAll(), await sweepAll()];
  const reports: SearchReport[] = [];
  const repeats = rounds >= 5 ? 10 : rounds;
  for (let seed = 1; seed <= repeats; seed += 1) {
    const options: MeasureOptions = { ...defaultMeasureOptions, seed, search, verify: false };
    const run = await product.measure({ ...example, deviceKeys: [device.key], options });
    reports.push(reportOfRun(run));
  }
  recorded.push(await sweepAll(), await sweepAll());
  const reference = recordedFrom(recorded);
  const times = [...reference.medians.values()];
  const spread = Math.max(...times) / Math.min(...times);
  const chosen = reports.map(({ verdict }) => verdict.recommended ?? '');
  const finalists = new Set([...idsByTime(reference.medians).slice(0, contenders), ...chosen]);
  const { shares, disagreement } = await contest(
    context,
    device,
    example,
    local.filter((size) => finalists.has(localKey(size))),
  );
  const bestShare = Math.min(...shares.values());
  const live = reports.map((report) =>
    tryOf(report, (shares.get(report.verdict.recommended ?? '') ?? Infinity) / bestShare),
  );
  const [best] = idsByTime(shares);
  const again = spread < curve ? [] : searchAgain(reference);
  say(
    `  ${kernel.name} on ${device.name}: ${reference.medians.size} candidates, slowest ${spread.toFixed(1)} times the best, which is ${best ?? '–'} (two halves of the reference differ by ${(100 * (disagreement - 1)).toFixed(1)} %); ` +
      `chosen ${chosen.join(' ')}; share ${median(live.map(({ share }) => share)).toFixed(2)}, ${live.filter(right).length} of ${live.length} right, resampled ${again.filter(right).length} of ${again.length}`,
  );
  if (spread < curve) return { live: [], again: [], isVoid: false };
  return { live, again, isVoid: !(disagreement <= 1.05) };
};

const searchAgain = (reference: Recorded): readonly Try[] =>
  Array.from({ length: resampled }, (_, index) => {
    const report = searchRecorded(reference, index + 1);
    return tryOf(report, lossOf(report, reference));
  });

const onDevice = async (
  context: BenchContext,
  device: DeviceInfo,
  name: string,
): Promise<readonly (Figure | NotRun)[]> => {
  const live: Try[] = [];
  const again: Try[] = [];
  const used: string[] = [];
  let isVoid = false;
  for (const kernel of kernels) {
    const found = await onKernel(context, device, kernel);
    live.push(...found.live);
    again.push(...found.again);
    isVoid ||= found.isVoid;
    if (found.live.length > 0) used.push(kernel.name);
  }
  if (live.length === 0) return [notRun(`find-best-${name}`, 'no example has a curve there')];
  const note = `kernels ${used.join(', ')}`;
  return [...figuresOf(name, live, note, isVoid), ...figuresOf(`${name}-resampled`, again, note)];
};

/** The shapes of the straight transpose are the one candidate list that was recorded whole enough to search in. */
const onRecorded = async (): Promise<readonly Figure[]> => {
  const runs = await recordedRuns('h200/ten', join(root, 'test', 'fixtures'));
  const reference = recordedFrom(
    runs.filter(({ header }) => header.spec.kernel === 'transpose_naive'),
  );
  const tries = searchAgain(reference);
  const note = `transpose of 4096², ${reference.medians.size} recorded shapes`;
  return figuresOf('h200-recorded', tries, note);
};

export const findBest: FigureGroup = {
  name: 'find-best',
  figures: [
    'pocl',
    'pocl-resampled',
    'rusticl',
    'rusticl-resampled',
    'gpu',
    'gpu-resampled',
    'h200-recorded',
  ].flatMap((name) => [`find-best-launches-${name}`, `find-best-right-${name}`]),
  run: async (context) => {
    const { cpu, product, gpus } = context;
    const found: (Figure | NotRun)[] = [...(await onRecorded())];
    found.push(
      ...(cpu === null ? [notRun('find-best-pocl', noCpu)] : await onDevice(context, cpu, 'pocl')),
    );
    const rusticl = product.devices.find(({ platform }) => platform.name === 'rusticl');
    found.push(
      ...(rusticl === undefined
        ? [
            notRun(
              'find-best-rusticl',
              'rusticl is not there, or RUSTICL_ENABLE=llvmpipe is not set.',
            ),
          ]
        : await onDevice(context, rusticl, 'rusticl')),
    );
    const gpu = gpus.find((device) => device !== rusticl);
    found.push(
      ...(gpu === undefined
        ? [notRun('find-best-gpu', noGpu)]
        : await onDevice(context, gpu, 'gpu')),
    );
    return reportOf(...found);
  },
};
