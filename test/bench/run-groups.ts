/**
 * What both benches do with their groups of figures: choose those that were asked for, run one after the other, print
 * a line per figure, and write all as JSON. A group that breaks off is said and costs no other.
 */
import { writeFileSync } from 'node:fs';
import { reportOf, type Figure, type NotRun, type Report } from './figure';

export interface Group<Context> {
  readonly name: string;
  /** Names of all figures that it can give. */
  readonly figures: readonly string[];
  run(context: Context): Promise<Report>;
}

/** For the person who waits. */
export const say = (text: string): void => void process.stderr.write(`${text}\n`);

const show = (entry: Figure): string => {
  const value = entry.value === null ? '–' : Number(entry.value.toPrecision(4)).toString();
  const verdict = entry.holds ? 'holds ' : 'MISSED';
  return `${verdict}  ${entry.name.padEnd(32)} ${value} ${entry.unit} (${entry.bound})${entry.note === '' ? '' : `  ${entry.note}`}`;
};

/** The groups with one of these names, or with a figure of that name; absent: all. */
export const askedOf = <One extends Group<never>>(
  groups: readonly One[],
  only: readonly string[] | undefined,
): readonly One[] =>
  groups.filter(
    ({ name, figures }) =>
      only === undefined || only.some((word) => word === name || figures.includes(word)),
  );

export const listGroups = (groups: readonly Group<never>[]): void => {
  for (const { name, figures } of groups) process.stdout.write(`${name}: ${figures.join(', ')}\n`);
};

/** The exit status: 0 when every figure that was run holds, 1 when one does not or a group broke off. */
export const runGroups = async <Context>(
  groups: readonly Group<Context>[],
  context: Context,
  jsonPath: string | undefined,
): Promise<0 | 1> => {
  const figures: Figure[] = [];
  const left: NotRun[] = [];
  const brokeOff: string[] = [];
  for (const group of groups) {
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
  if (jsonPath !== undefined) {
    writeFileSync(jsonPath, `${JSON.stringify({ figures, notRun: left }, null, 2)}\n`);
  }
  return brokeOff.length === 0 && figures.every(({ holds }) => holds) ? 0 : 1;
};
