/**
 * Whether the answer is the same tomorrow: ten identical adaptive sweeps, each recommendation checked against a
 * reference that is not ours: the C++ host, 200 samples per size in rounds, before and after. A size is held
 * against the level of each round, and four processes share the samples, so that neither the machine's speed of the
 * moment nor the places of one process's buffers make the truth.
 */
import { judge } from '@shared/domain/ranking';
import type { Verdict } from '@shared/domain/verdict';
import { localKey } from '@shared/domain/sizes';
import { geometricMean, median } from '../arithmetic';
import { noCpu, partOf, type FigureGroup } from '../context';
import { figure, notRun, reportOf } from '../figure';
import { parseSizes, vectorAdd } from '../workload';
import { startCppHost, sweepFresh, type Yardstick, type YardstickSweep } from '../yardstick';

const sizes = parseSizes(['16', '32', '64', '128', '256', '512', '1024', 'auto']);
const sweeps = 10;
const referenceProcesses = 4;
const perProcess = { warmUps: 3, samples: 5, rounds: 10 };

/** Per size: its median of a round ÷ the level of all sizes in it, the median of all rounds. */
const sharesOf = ({ sizes: swept }: YardstickSweep): readonly number[] => {
  const { samples, rounds } = perProcess;
  const inRound = Array.from({ length: rounds }, (_, round) =>
    swept.map(({ runNs }) => median(runNs.slice(round * samples, (round + 1) * samples))),
  );
  const levels = inRound.map((medians) => geometricMean([medians]).mean);
  return swept.map((_, place) =>
    median(inRound.map((medians, round) => (medians[place] ?? NaN) / (levels[round] ?? NaN))),
  );
};

export const sameAnswer: FigureGroup = {
  name: 'same-answer',
  figures: ['same-answer-recommended', 'same-answer-tie-sets'],
  run: async ({ product, cpu, cppHost, say }) => {
    if (cpu === null) return reportOf(notRun('same-answer', noCpu));
    if (!cppHost.ok) return reportOf(notRun('same-answer', cppHost.why));
    const work = vectorAdd();
    const startOne = (): Yardstick => startCppHost(cppHost.path, { device: partOf(cpu), work });
    const reference = async (): Promise<readonly number[]> => {
      const processes: (readonly number[])[] = [];
      for (let at = 0; at < referenceProcesses; at += 1) {
        processes.push(sharesOf(await sweepFresh(startOne, sizes, perProcess)));
      }
      return sizes.map(
        (_, place) => geometricMean([processes.map((one) => one[place] ?? NaN)]).mean,
      );
    };
    const before = await reference();
    const verdicts: Verdict[] = [];
    for (let sweep = 0; sweep < sweeps; sweep += 1) {
      const { run } = await product.sweep(cpu, work, sizes);
      const verdict = judge(run, cpu.key);
      say(
        `  sweep ${sweep + 1}: ${verdict.kind} ${verdict.recommended ?? '–'}; tie set ${verdict.tieSet.join(' ')}; ` +
          `${verdict.rounds} rounds, ${((run.wallNs ?? 0) / 1e9).toFixed(1)} s`,
      );
      verdicts.push(verdict);
    }
    const after = await reference();
    const bestOf = (medians: readonly number[]): number => Math.min(...medians);
    const lossIn = (shares: readonly number[], of: readonly number[]): number =>
      (shares[of.indexOf(bestOf(of))] ?? NaN) / bestOf(shares);
    const moved = Math.max(lossIn(before, after), lossIn(after, before));
    const truth = new Map(
      sizes.map((local, index) => [
        localKey(local),
        Math.sqrt((before[index] ?? NaN) * (after[index] ?? NaN)),
      ]),
    );
    const best = bestOf([...truth.values()]);
    const right = verdicts.filter(
      ({ recommended }) => (truth.get(recommended ?? '') ?? Infinity) <= 1.05 * best,
    ).length;
    const shared = [...truth.keys()].filter((id) =>
      verdicts.every(({ tieSet }) => tieSet.includes(id)),
    );
    const isVoid = !(moved <= 1.05);
    const referenceNote = `the best of one reference is ${(100 * (moved - 1)).toFixed(1)} % off in the other${isVoid ? ' (VOID: must be at most 5 %)' : ''}`;
    const times = [...truth].map(([id, ns]) => `${id} ${(ns / best).toFixed(3)}`).join(' ');
    return reportOf(
      figure(
        'same-answer-recommended',
        right,
        `of ${sweeps} within 5 % of the best`,
        { atLeast: sweeps },
        `${referenceNote}; ${times}; recommended ${verdicts.map(({ recommended }) => recommended ?? '–').join(' ')}`,
        !isVoid,
      ),
      figure(
        'same-answer-tie-sets',
        shared.length,
        'sizes in all ten tie sets',
        { atLeast: 1 },
        shared.join(' '),
      ),
    );
  },
};
