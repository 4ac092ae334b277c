/**
 * How often the method cries wolf, and how often it misses one: A against A on PoCL and on a simulated device, and
 * planted differences on a simulated device. One launch under many names makes A against A on a real device: the
 * names go through the product's own plan, rounds and stopping.
 */
import { compareAcross, compareWithin, type SizeComparison } from '@shared/domain/compare';
import type { ConfigurationState, Run } from '@shared/domain/run-types';
import { simulateSweep } from '../../support/simulated-sweep';
import { percent, upperBoundOfRate } from '../arithmetic';
import { noCpu, type FigureGroup } from '../context';
import { figure, notRun, reportOf, type Figure } from '../figure';
import { vectorAdd } from '../workload';

const configurationsOf = (run: Run): readonly ConfigurationState[] =>
  run.devices[0]?.configurations ?? [];
const firstOf = (run: Run): ConfigurationState => {
  const [first] = configurationsOf(run);
  if (first === undefined) throw new Error('the run has no configuration');
  return first;
};
const pairsOf = (run: Run): readonly (readonly [ConfigurationState, ConfigurationState])[] => {
  const all = configurationsOf(run);
  return all.flatMap((state, index) => {
    const next = all[index + 1];
    return index % 2 === 0 && next !== undefined ? [[state, next] as const] : [];
  });
};

const alarmFigure = (name: string, words: readonly SizeComparison['word'][]): Figure => {
  const alarms = words.filter((word) => word === 'faster' || word === 'slower').length;
  const unclear = words.filter((word) => word === 'unclear').length;
  return figure(
    name,
    (100 * alarms) / words.length,
    '% of pairs',
    { atMost: 5 },
    `${alarms} of ${words.length}, with 95 % at most ${percent(upperBoundOfRate(alarms, words.length))}; "unclear" ${unclear}; aim 2 %`,
  );
};

const names = (count: number): readonly (readonly number[])[] =>
  Array.from({ length: count }, (_, index) => [index + 1]);

const shiftOf = (seed: number): number => 1 + 0.02 * Math.sin(seed * 12.9898);
const quiet = { noise: 0.02 };
const busy = { noise: 0.06, visitNoise: 0.03, roundNoise: 0.03, hiccups: 0.03 };

export const falseAlarm: FigureGroup = {
  name: 'false-alarm',
  figures: [
    'false-alarm-one-run',
    'false-alarm-two-runs',
    'false-alarm-one-run-simulated',
    'false-alarm-two-runs-simulated',
  ],
  run: async ({ product, cpu }) => {
    const many = Object.fromEntries(names(400).map(([size]) => [String(size), 1e5]));
    const oneRun = simulateSweep({ truth: many, seed: 1, ...quiet }).run;
    const across = Array.from({ length: 50 }, (_, index) => {
      const a = simulateSweep({ truth: { 64: 1e5 }, seed: index + 1, ...busy });
      const truth = { 64: 1e5 * shiftOf(index + 1) };
      const b = simulateSweep({ truth, seed: index + 1001, ...busy });
      return compareAcross(firstOf(a.run), firstOf(b.run), false).word;
    });
    const simulated = [
      alarmFigure(
        'false-alarm-one-run-simulated',
        pairsOf(oneRun).map(([a, b]) => compareWithin(a, b).word),
      ),
      alarmFigure('false-alarm-two-runs-simulated', across),
    ];
    if (cpu === null) {
      return reportOf(
        ...simulated,
        notRun('false-alarm-one-run', noCpu),
        notRun('false-alarm-two-runs', noCpu),
      );
    }
    const work = vectorAdd(262144);
    const tap = { alias: [64] };
    const options = { verify: false };
    const { run } = await product.sweep(cpu, work, names(400), options, tap);
    const within = pairsOf(run).map(([a, b]) => compareWithin(a, b).word);
    const between: SizeComparison['word'][] = [];
    let last: ConfigurationState | null = null;
    // 50 pairs, each of two runs that follow each other.
    for (let index = 0; index < 100; index += 1) {
      const one = firstOf((await product.sweep(cpu, work, [[64]], options)).run);
      if (last === null) last = one;
      else {
        between.push(compareAcross(last, one, true).word);
        last = null;
      }
    }
    return reportOf(
      alarmFigure('false-alarm-one-run', within),
      alarmFigure('false-alarm-two-runs', between),
      ...simulated,
    );
  },
};

export const trueAlarm: FigureGroup = {
  name: 'true-alarm',
  figures: ['true-alarm-8', 'true-alarm-3'],
  run: () => {
    const trials = 200;
    const count = (factor: number, holds: (comparison: SizeComparison) => boolean): number =>
      Array.from({ length: trials }, (_, index) => {
        const truth = { 64: 1e5, 128: factor * 1e5 };
        const { run } = simulateSweep({ truth, seed: index + 1, ...quiet });
        const [pair] = pairsOf(run);
        return pair !== undefined && holds(compareWithin(...pair));
      }).filter(Boolean).length;
    const rate = (name: string, right: number): Figure =>
      figure(name, (100 * right) / trials, '% of trials', { atLeast: 95 }, `${right} of ${trials}`);
    return Promise.resolve(
      reportOf(
        rate(
          'true-alarm-8',
          count(1.08, ({ word }) => word === 'slower'),
        ),
        rate(
          'true-alarm-3',
          count(
            1.03,
            ({ word, interval }) => word === 'same' && interval !== null && interval.low > 1,
          ),
        ),
      ),
    );
  },
};
