/**
 * The window's bench: starts the real window and measures how it behaves under load. Prints a line per figure
 * and writes them as JSON, in the form of the other bench. Ends with status 1 when a figure does not hold or a
 * group broke off.
 *
 *   npm run bench:ui -- [--only NAME]… [--json FILE] [--rounds N] [--seconds N] [--list]
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { askedOf, listGroups, runGroups, say } from '../bench/run-groups';
import { buildSimulatedApp } from '../support/simulated-app/build';
import type { UiContext, UiGroup } from './context';
import { size } from './figures/size';
import { start } from './figures/start';
import { stream } from './figures/stream';
import { volume } from './figures/volume';

const groups: readonly UiGroup[] = [start, stream, volume, size];
const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    json: { type: 'string' },
    rounds: { type: 'string' },
    seconds: { type: 'string' },
    list: { type: 'boolean' },
  },
});

const main = async (): Promise<number> => {
  if (values.list === true) {
    listGroups(groups);
    return 0;
  }
  const rounds = Number(values.rounds ?? 3);
  const seconds = Number(values.seconds ?? 60);
  const asked = askedOf(groups, values.only);
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
  return runGroups(asked, context, values.json);
};

process.exitCode = await main();
