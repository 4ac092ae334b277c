/**
 * What a decision costs: launches of the adaptive sweep ÷ those of a sweep that measures every size alike to the
 * same certainty, that is, gives every size what the one that needed most got. On a simulated device, and on PoCL
 * with the straight transpose, whose shapes differ several times over.
 */
import { judge } from '@shared/domain/ranking';
import type { Run } from '@shared/domain/run-types';
import { localKey } from '@shared/domain/sizes';
import { simulateSweep } from '../../support/simulated-sweep';
import { median } from '../arithmetic';
import { noCpu, type FigureGroup } from '../context';
import { figure, notRun, reportOf, type Figure } from '../figure';
import { parseSizes, transpose } from '../workload';

const countsOf = (run: Run): readonly number[] =>
  (run.devices[0]?.configurations ?? []).map((state) =>
    state.visits.reduce((sum, { samples }) => sum + samples.runNs.length, 0),
  );
const shareOf = (run: Run): number => {
  const counts = countsOf(run);
  return counts.reduce((sum, one) => sum + one, 0) / (counts.length * Math.max(...counts));
};
const verdictOf = (run: Run): ReturnType<typeof judge> =>
  judge(run, run.devices[0]?.device.key ?? '');
const plateauOf = (run: Run): ReadonlySet<string> => new Set(verdictOf(run).plateau);

const ids = Array.from({ length: 32 }, (_, index) => String(8 * (index + 1)));
/** 12 of 32 sizes are equally good, the others worse by 18 % and more. */
const hill = Object.fromEntries(
  ids.map((id, index) => {
    const distance = Math.max(0, 12 - index, index - 23);
    return [id, distance === 0 ? 1e5 : 1e5 * (1.1 + 0.08 * distance)];
  }),
);
const flat = Object.fromEntries(ids.map((id) => [id, 1e5]));
const trials = 20;

const simulated = (): readonly Figure[] => {
  const seeds = Array.from({ length: trials }, (_, index) => index + 1);
  const hills = seeds.map((seed) => {
    const ours = simulateSweep({ truth: hill, noise: 0.02, seed }).run;
    const options = { samples: Math.max(...countsOf(ours)) };
    const alike = simulateSweep({ truth: hill, noise: 0.02, seed: seed + 1000, options }).run;
    return { share: shareOf(ours), same: textOf(plateauOf(ours)) === textOf(plateauOf(alike)) };
  });
  const flats = seeds.map((seed) => {
    const { run } = simulateSweep({ truth: flat, noise: 0.02, seed });
    return { share: shareOf(run), said: verdictOf(run).kind === 'does-not-matter' };
  });
  const same = hills.filter((one) => one.same).length;
  const said = flats.filter((one) => one.said).length;
  return [
    figure(
      'decision-cost-simulated',
      median(hills.map(({ share }) => share)),
      '× exhaustive',
      { atMost: 0.4 },
      `median of ${trials}, the dearest ${Math.max(...hills.map(({ share }) => share)).toFixed(3)}; same plateau in ${same}`,
      same === trials,
    ),
    figure(
      'decision-cost-flat',
      Math.max(...flats.map(({ share }) => share)),
      '× exhaustive',
      { atMost: 1 },
      `"the size does not matter here" in ${said} of ${trials}`,
      said === trials,
    ),
  ];
};

/** Sweeps that measure every size alike, at least. What they do not agree on, nobody can be right about. */
const exhaustive = 3;

const textOf = (plateau: ReadonlySet<string>): string => [...plateau].sort().join(' ');
/** Sizes that all of them place inside, or all outside. */
const agreedOn = (
  plateaus: readonly ReadonlySet<string>[],
  ids: readonly string[],
): readonly string[] =>
  ids.filter((id) => new Set(plateaus.map((plateau) => plateau.has(id))).size === 1);

/** 32 shapes of 16 to 1024 work-items, from tall to wide. */
const shapes = parseSizes(
  [4, 5, 6, 7, 8, 9, 10]
    .flatMap((bits) =>
      Array.from({ length: bits + 1 }, (_, x) => [2 ** x, 2 ** (bits - x)] as const),
    )
    .filter(([x, y]) => Math.max(x, y) <= 128)
    .filter((_, index) => index % 4 !== 3)
    .slice(0, 32)
    .map(([x, y]) => `${x}x${y}`),
);

export const decisionCost: FigureGroup = {
  name: 'decision-cost',
  figures: ['decision-cost-simulated', 'decision-cost-flat', 'decision-cost-transpose'],
  run: async ({ product, cpu, rounds, say }) => {
    const found: Figure[] = [...simulated()];
    if (cpu === null) return reportOf(...found, notRun('decision-cost-transpose', noCpu));
    const work = transpose(1024);
    const local = shapes;
    const tries: { share: number; plateau: ReadonlySet<string> }[] = [];
    const alike: ReadonlySet<string>[] = [];
    let samples = 0;
    const sweepAlike = async (): Promise<void> => {
      const options = { samples, seed: 100 + alike.length, verify: false };
      const { run } = await product.sweep(cpu, work, local, options);
      alike.push(plateauOf(run));
      say(`  ${local.length * samples} launches; plateau ${textOf(plateauOf(run))}`);
    };
    for (let round = 0; round < Math.min(rounds, 2); round += 1) {
      const { run } = await product.sweep(cpu, work, local, { seed: round + 1, verify: false });
      samples = Math.max(...countsOf(run));
      const plateau = plateauOf(run);
      tries.push({ share: shareOf(run), plateau });
      say(
        `  ${countsOf(run).reduce((sum, one) => sum + one, 0)} launches; plateau ${textOf(plateau)}`,
      );
      await sweepAlike();
    }
    while (alike.length < exhaustive) await sweepAlike();
    const labels = local.map(localKey);
    const agreed = agreedOn(alike, labels);
    const same = tries.filter(
      ({ plateau }) => agreedOn([plateau, ...alike], agreed).length === agreed.length,
    );
    found.push(
      figure(
        'decision-cost-transpose',
        median(tries.map(({ share }) => share)),
        '× exhaustive',
        { atMost: 0.4 },
        `${labels.length} shapes; the plateau of ${exhaustive} exhaustive sweeps in ${same.length} of ${tries.length}, ` +
          `without the ${labels.length - agreed.length} shapes on which those differ`,
        // Without a shape that all place inside there is nothing to compare with.
        same.length === tries.length && agreed.some((id) => alike[0]?.has(id) === true),
      ),
    );
    return reportOf(...found);
  },
};
