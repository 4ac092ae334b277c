/**
 * The bench: runs the groups of figures that were asked for, prints a line per figure and writes them as JSON.
 * Needs Node and koffi only, so that the built bench runs on a machine without the project's tools. Ends with
 * status 1 when a figure does not hold or a group broke off.
 *
 *   node out/bench/bench.js [--only NAME]… [--json FILE] [--rounds N] [--list]
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { BenchContext, FigureGroup } from './context';
import { reportOf, type Figure, type NotRun } from './figure';
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

const say = (text: string): void => void process.stderr.write(`${text}\n`);

const show = (entry: Figure): string => {
  const value = entry.value === null ? '–' : Number(entry.value.toPrecision(4)).toString();
  const verdict = entry.holds ? 'holds ' : 'MISSED';
  return `${verdict}  ${entry.name.padEnd(32)} ${value} ${entry.unit} (${entry.bound})${entry.note === '' ? '' : `  ${entry.note}`}`;
};

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    json: { type: 'string' },
    rounds: { type: 'string' },
    list: { type: 'boolean' },
  },
});

const isAsked = (group: FigureGroup): boolean =>
  values.only === undefined ||
  values.only.some((name) => name === group.name || group.figures.includes(name));

const main = async (): Promise<number> => {
  if (values.list === true) {
    for (const { name, figures } of groups)
      process.stdout.write(`${name}: ${figures.join(', ')}\n`);
    return 0;
  }
  const rounds = Number(values.rounds ?? 5);
  const asked = groups.filter(isAsked);
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
  const figures: Figure[] = [];
  const left: NotRun[] = [];
  const brokeOff: string[] = [];
  try {
    for (const group of asked) {
      const begun = performance.now();
      say(`${group.name} …`);
      const report = await group.run(context).catch((error: unknown) => {
        brokeOff.push(group.name);
        const why = error instanceof Error ? error.message : String(error);
        return reportOf({ name: group.name, why });
      });
      for (const entry of report.figures) process.stdout.write(`${show(entry)}\n`);
      for (const { name, why } of report.notRun) process.stdout.write(`not run  ${name}: ${why}\n`);
      say(`  ${((performance.now() - begun) / 1000).toFixed(1)} s`);
      figures.push(...report.figures);
      left.push(...report.notRun);
    }
  } finally {
    await product.close();
  }
  if (values.json !== undefined) {
    writeFileSync(values.json, `${JSON.stringify({ figures, notRun: left }, null, 2)}\n`);
  }
  return brokeOff.length === 0 && figures.every(({ holds }) => holds) ? 0 : 1;
};

process.exit(await main());
