/**
 * The window's bench: starts the real window and measures how it behaves under load. Prints a line per figure
 * and writes them as JSON, in the form of the other bench. Ends with status 1 when a figure does not hold or a
 * group broke off.
 *
 *   npm run bench:ui -- [--only NAME]… [--json FILE] [--rounds N] [--seconds N] [--list]
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { reportOf, type Figure, type NotRun } from '../bench/figure';
import { buildSimulatedApp } from '../support/simulated-app/build';
import type { UiContext, UiGroup } from './context';
import { size } from './figures/size';
import { start } from './figures/start';
import { stream } from './figures/stream';
import { volume } from './figures/volume';

const groups: readonly UiGroup[] = [start, stream, volume, size];
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
    seconds: { type: 'string' },
    list: { type: 'boolean' },
  },
});

const isAsked = (group: UiGroup): boolean =>
  values.only === undefined ||
  values.only.some((name) => name === group.name || group.figures.includes(name));

const main = async (): Promise<number> => {
  if (values.list === true) {
    for (const { name, figures } of groups)
      process.stdout.write(`${name}: ${figures.join(', ')}\n`);
    return 0;
  }
  const rounds = Number(values.rounds ?? 3);
  const seconds = Number(values.seconds ?? 60);
  const asked = groups.filter(isAsked);
  if (asked.length === 0 || !Number.isInteger(rounds) || rounds < 1 || !(seconds >= 10)) {
    const names = groups.map(({ name }) => name).join(', ');
    say(`There is no such figure (groups: ${names}), or no such number of rounds or seconds.`);
    return 2;
  }
  const context: UiContext = {
    root: join(import.meta.dirname, '../..'),
    simulated: await buildSimulatedApp(),
    electron: process.env['NDRANGE_BENCH_ELECTRON'] ?? 'electron',
    rounds,
    seconds,
    say,
  };
  const figures: Figure[] = [];
  const left: NotRun[] = [];
  const brokeOff: string[] = [];
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
  if (values.json !== undefined) {
    writeFileSync(values.json, `${JSON.stringify({ figures, notRun: left }, null, 2)}\n`);
  }
  return brokeOff.length === 0 && figures.every(({ holds }) => holds) ? 0 : 1;
};

process.exitCode = await main();
