/**
 * The bench: runs the groups of figures that were asked for, prints a line per figure and writes them as JSON.
 * Needs Node and koffi only, so that the built bench runs on a machine without the project's tools. Ends with
 * status 1 when a figure does not hold or a group broke off.
 *
 *   node out/bench/bench.js [--only NAME]… [--json FILE] [--rounds N] [--list]
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { BenchContext, FigureGroup } from './context';
import { accuracy, accuracyGpu } from './figures/accuracy';
import { adviceTime, honesty } from './figures/advice';
import { falseAlarm, trueAlarm } from './figures/alarms';
import { cost, growth } from './figures/cost';
import { decisionCost } from './figures/decision';
import { findBest } from './figures/find-best';
import { launchLoopGpu, launchLoopLong, launchLoopShort } from './figures/launch-loop';
import { inPlace, restore } from './figures/restore';
import { sameAnswer } from './figures/same-answer';
import { twoGpus } from './figures/two-gpus';
import { openProduct } from './product';
import { askedOf, listGroups, runGroups, say } from './run-groups';
import { root } from './workload';

const groups: readonly FigureGroup[] = [
  launchLoopShort,
  launchLoopLong,
  launchLoopGpu,
  cost,
  growth,
  restore,
  accuracy,
  accuracyGpu,
  twoGpus,
  sameAnswer,
  inPlace,
  falseAlarm,
  trueAlarm,
  decisionCost,
  findBest,
  adviceTime,
  honesty,
];

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    json: { type: 'string' },
    rounds: { type: 'string' },
    list: { type: 'boolean' },
  },
});

const main = async (): Promise<number> => {
  if (values.list === true) {
    listGroups(groups);
    return 0;
  }
  const rounds = Number(values.rounds ?? 5);
  const asked = askedOf(groups, values.only);
  if (asked.length === 0 || !(Number.isInteger(rounds) && rounds >= 1)) {
    say(
      `There is no such figure, or no such number of rounds. Groups: ${groups.map(({ name }) => name).join(', ')}.`,
    );
    return 2;
  }
  const { buildHost } = (await import(
    /* @vite-ignore */ join(root, 'test', 'native', 'build.mjs')
  )) as { buildHost: (name: string) => BenchContext['cppHost'] };
  const product = await openProduct(join(import.meta.dirname, 'worker.js'));
  const context: BenchContext = {
    product,
    cpu:
      product.devices.find(({ platform }) => platform.name.startsWith('Portable Computing')) ??
      null,
    gpus: product.devices.filter(({ types }) => types.includes('gpu')),
    cppHost: buildHost('bench_host'),
    rounds,
    say,
  };
  try {
    return await runGroups(asked, context, values.json);
  } finally {
    await product.close();
  }
};

process.exit(await main());
