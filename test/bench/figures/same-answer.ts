/**
 * Whether the answer is the same tomorrow: ten identical adaptive sweeps, each recommendation checked against a
 * reference that is not ours (C++ host, 200 samples per size in rounds, before and after).
 */
import { judge, type Verdict } from '@shared/domain/ranking';
import { localKey } from '@shared/domain/sizes';
import { median } from '../arithmetic';
import { noCpu, partOf, type FigureGroup } from '../context';
import { figure, notRun, reportOf } from '../figure';
import { parseSizes, vectorAdd } from '../workload';
import { startCppHost } from '../yardstick';

const sizes = parseSizes(['16', '32', '64', '128', '256', '512', '1024', 'auto']);
const sweeps = 10;

export const sameAnswer: FigureGroup = {
  name: 'same-answer',
  figures: ['same-answer-recommended', 'same-answer-tie-sets'],
  run: async ({ product, cpu, cppHost, say }) => {
    if (cpu === null) return reportOf(notRun('same-answer', noCpu));
    if (!cppHost.ok) return reportOf(notRun('same-answer', cppHost.why));
    const work = vectorAdd();
    const cpp = startCppHost(cppHost.path, { device: partOf(cpu), work });
    const reference = async (): Promise<readonly number[]> => {
      const swept = await cpp.sweep(sizes, { warmUps: 3, samples: 5, rounds: 40 });
      return swept.sizes.map(({ runNs }) => median(runNs));
    };
    try {
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
      const moved =
        Math.max(bestOf(before), bestOf(after)) / Math.min(bestOf(before), bestOf(after));
      // Size by size the mean of the two, so that a drift in between weighs on all alike.
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
      const isVoid = moved > 1.05;
      const referenceNote = `reference moved by ${(100 * (moved - 1)).toFixed(1)} %${isVoid ? ' (VOID: must be at most 5 %)' : ''}`;
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
    } finally {
      cpp.close();
    }
  },
};
