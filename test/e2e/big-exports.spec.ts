/**
 * A run of many samples written in every form while the window is used: main process and page answer all the
 * while, and the file is what the domain makes of the run, byte by byte.
 */
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { writeBigRun } from '../bench-ui/big-runs';
import { configurationsCsv, launchesCsv } from '../../src-shared/domain/csv';
import { foldEvents } from '../../src-shared/domain/run';
import { noNotes } from '../../src-shared/domain/run-notes';
import { runJson } from '../../src-shared/domain/run-json';
import type { Run } from '../../src-shared/domain/run-types';
import { createRunStore } from '../../src-main/store/run-store';
import { answerSaveDialog, byId, expect, test } from './app';
import { blocksSoFar, inWords, watchBlocks } from './watching-blocks';

/** Without the time in line for a processor, which says how busy the machine is (watching-blocks.ts). */
const longestBlockMs = 50;
const longestTaskMs = 100;
const run = '20260101-000000-big-0001';
/** 100 000 samples; NDRANGE_BIG_ROUNDS=100 for a million. */
const big = {
  devices: 2,
  sizes: 500,
  rounds: Number(process.env['NDRANGE_BIG_ROUNDS'] ?? 10),
  samplesPerVisit: 10,
};

const folded = async (dir: string): Promise<Run> => {
  const events = await createRunStore(dir, () => false).read(run);
  const found = events.ok ? foldEvents(events.value) : null;
  if (found === null) throw new Error('the run cannot be read');
  return found;
};

/** What the domain makes of the run; reports name the minute in which they are made, so they are not compared. */
const texts: Readonly<Record<string, (of: Run) => string>> = {
  'run-export-csv': (of) => configurationsCsv([of]),
  'run-export-launches': (of) => launchesCsv([of]),
  'run-export-json': (of) => runJson([of], new Map([[run, noNotes]])),
};

test.describe.configure({ timeout: 300_000 });

test('the window answers while big files are written', async ({ app }, info) => {
  mkdirSync(app.runsDir, { recursive: true });
  writeBigRun(app.runsDir, run, big);
  const wanted = await folded(app.runsDir);
  await byId(app, 'device-toggle-0').waitFor();
  await byId(app, 'nav-runs').click();
  await expect(byId(app, `run-item-${run}`)).toBeVisible();
  const write = async (item: string, name: string): Promise<void> => {
    const file = info.outputPath(name);
    await answerSaveDialog(app, file);
    await byId(app, `run-menu-${run}`).click();
    await byId(app, item).waitFor();
    // What a menu costs is another matter.
    await watchBlocks(app);
    await byId(app, item).click();
    await expect(byId(app, 'runs-written')).toContainText(name, { timeout: 120_000 });
    const blocks = await blocksSoFar(app);
    info.annotations.push({ type: name, description: inWords(blocks) });
    expect.soft(blocks.main.ownMs, `main process, ${name}`).toBeLessThan(longestBlockMs);
    expect.soft(blocks.page.ownMs, `page, ${name}`).toBeLessThan(longestTaskMs);
    const text = texts[item];
    // Told as a place, not as a difference of megabytes.
    if (text !== undefined) expect(readFileSync(file, 'utf8') === text(wanted), name).toBe(true);
    expect(readdirSync(dirname(file)).filter((one) => one.endsWith('.tmp'))).toEqual([]);
  };
  await write('run-export-csv', 'x.csv');
  await write('run-export-launches', 'x-launches.csv');
  await write('run-export-json', 'x.json');
  await write('run-export-html', 'x.html');
  await write('run-export-pdf', 'x.pdf');
  await write('run-export-png', 'x.png');
  expect(app.complaints).toEqual([]);
});
