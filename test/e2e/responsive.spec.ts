/**
 * A sweep in which one size crashes its worker and another never ends: what the window shows, what the CSV
 * says, and that window and main process answer all the while.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseConfigurationsCsv } from '../../src-shared/domain/csv-import';
import { answerSaveDialog, byId, expect, test, type StartedApp } from './app';
import { hasEnded, readLog, runsIn, timesOf } from './reading-runs';
import { blocksSoFar, inWords, watchBlocks } from './watching-blocks';

/** Without the time in line for a processor, which says how busy the machine is (watching-blocks.ts). */
const longestBlockMs = 50;
const longestTaskMs = 100;

test.describe.configure({ timeout: 300_000 });

const fixtures = join(import.meta.dirname, '../fixtures/kernels');
const sizes = ['32', '64', '128', '256', '512', '1024', 'auto'];

/** Opens a file as a user would, with the dialog answered. */
const openKernel = async (app: StartedApp, file: string): Promise<void> => {
  await app.electron.evaluate(({ dialog }, path) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [path] });
  }, file);
  await byId(app, 'kernel-picker').click();
  await byId(app, 'kernel-open').click();
};

/** Leaves only the devices whose platform fits. */
const chooseOnly = async (app: StartedApp, wanted: RegExp): Promise<void> => {
  const toggles = app.page.locator('[data-testid^="device-toggle-"]');
  await toggles.first().waitFor();
  const listing = await app.page.evaluate(async () => {
    const { workbench } = globalThis as unknown as {
      workbench: {
        call(
          name: string,
          request: unknown,
        ): Promise<{ devices: { platform: { name: string } }[] }>;
      };
    };
    return (await workbench.call('devices.list', { refresh: false })).devices;
  });
  for (const [index, { platform }] of listing.entries()) {
    const toggle = byId(app, `device-toggle-${index}`);
    const pressed = (await toggle.getAttribute('aria-pressed')) === 'true';
    if (pressed !== wanted.test(platform.name)) await toggle.click();
  }
};

test('a size that crashes and one that hangs cost themselves and nothing else', async ({
  app,
}, info) => {
  await openKernel(app, join(fixtures, 'crash-128-hang-512.sweep.json'));
  await chooseOnly(app, /Portable Computing Language/i);
  await byId(app, 'samples-input').fill('6');
  await byId(app, 'samples-input').press('Enter');
  await watchBlocks(app);
  await byId(app, 'run-button').click();
  await expect.poll(() => runsIn(app.runsDir).length).toBe(1);
  const [run = ''] = runsIn(app.runsDir);
  await expect
    .poll(() => hasEnded(app.runsDir, run), { timeout: 200_000, intervals: [500] })
    .toBe(true);
  await expect(byId(app, 'cancel-button')).toHaveCount(0);
  const blocks = await blocksSoFar(app);

  await test.step('the log has one outcome for each size', () => {
    const log = readLog(app.runsDir, run);
    const ends = log.events.filter((event) => event.type === 'configuration-ended');
    expect(ends.map(({ configuration }) => configuration).toSorted()).toEqual(sizes.toSorted());
    const outcomeOf = (size: string) =>
      ends.find(({ configuration }) => configuration === size)?.outcome;
    expect(outcomeOf('128')).toMatchObject({ kind: 'failed', reason: 'crashed' });
    expect(outcomeOf('512')).toMatchObject({ kind: 'failed', reason: 'timed-out' });
    const key = log.header.devices[0]?.key ?? '';
    for (const size of sizes.filter((one) => one !== '128' && one !== '512')) {
      expect(outcomeOf(size)).toEqual({ kind: 'measured' });
      expect(timesOf(log, key, size)).toHaveLength(6);
    }
  });

  await test.step('the chart draws the others, and the table gives the reasons', async () => {
    const points = async (): Promise<readonly { key: string }[]> =>
      JSON.parse((await byId(app, 'chart').getAttribute('data-points')) ?? '[]') as {
        key: string;
      }[];
    await expect
      .poll(async () => (await points()).map(({ key }) => key).toSorted())
      .toEqual(sizes.filter((size) => size !== '128' && size !== '512').toSorted());
    await expect(byId(app, 'result-row-0-128')).toContainText(/crash/i);
    await expect(byId(app, 'result-row-0-512')).toContainText(/timed out|time/i);
    await app.page.screenshot({ path: 'artifacts/screens/crash-and-hang.png' });
  });

  await test.step('the CSV has every row', async () => {
    const file = info.outputPath('crash-and-hang.csv');
    await answerSaveDialog(app, file);
    await byId(app, 'export-csv').click();
    const text = (): string => {
      try {
        return readFileSync(file, 'utf8');
      } catch {
        return '';
      }
    };
    await expect.poll(text).not.toBe('');
    const rows = parseConfigurationsCsv(text());
    if (!rows.ok) throw new Error(rows.error.message);
    const said = rows.value.map((row) => [
      String(row.local_x ?? 'auto'),
      row.reason ?? row.outcome,
    ]);
    expect(said).toHaveLength(sizes.length);
    expect(Object.fromEntries(said)).toEqual({
      ...Object.fromEntries(sizes.map((size) => [size, 'measured'])),
      128: 'crashed',
      512: 'timed-out',
    });
  });

  await test.step('nothing was held up', () => {
    info.annotations.push({ type: 'blocks', description: inWords(blocks) });
    console.log(inWords(blocks));
    expect(blocks.main.ownMs).toBeLessThan(longestBlockMs);
    expect(blocks.page.ownMs).toBeLessThan(longestTaskMs);
  });
});

test('a kernel that floods its worker with text, in many sizes, holds nothing up', async ({
  app,
}, info) => {
  await openKernel(app, join(fixtures, 'printf-flood.cl'));
  await chooseOnly(app, /Portable Computing Language/i);
  await byId(app, 'global-input').fill('16384');
  await byId(app, 'global-input').press('Enter');
  await byId(app, 'size-add-input').fill(
    Array.from({ length: 60 }, (_, at) => String(4 * (at + 1))).join(','),
  );
  await byId(app, 'size-add-input').press('Enter');
  await byId(app, 'samples-input').fill('3');
  await byId(app, 'samples-input').press('Enter');
  await watchBlocks(app);
  await byId(app, 'run-button').click();
  await expect.poll(() => runsIn(app.runsDir).length).toBe(1);
  const [run = ''] = runsIn(app.runsDir);
  await expect(byId(app, 'chart')).toHaveAttribute('data-points', /medianNs/, { timeout: 120_000 });
  // Half a minute of the flood says as much as all of it.
  await expect
    .poll(() => hasEnded(app.runsDir, run), { timeout: 30_000, intervals: [500] })
    .toBe(true)
    .catch(() => byId(app, 'cancel-button').click());
  await expect
    .poll(() => hasEnded(app.runsDir, run), { timeout: 30_000, intervals: [500] })
    .toBe(true);
  const blocks = await blocksSoFar(app);
  const log = readLog(app.runsDir, run);
  const visits = log.events.filter(({ type }) => type === 'visit').length;
  info.annotations.push({ type: 'blocks', description: inWords(blocks) });
  console.log(`${visits} visits, ${inWords(blocks)}`);
  expect(visits).toBeGreaterThan(20);
  expect(blocks.main.ownMs).toBeLessThan(longestBlockMs);
  expect(blocks.page.ownMs).toBeLessThan(longestTaskMs);
});

test('what holds either of them up is seen, on a busy machine too', async ({ app }) => {
  await byId(app, 'run-button').waitFor();
  await watchBlocks(app);
  // Not computing but waiting, as for a file on a slow disk: processor time would not show it.
  await app.electron.evaluate(() => {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000);
  });
  await app.page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        setTimeout(() => {
          const end = performance.now() + 1000;
          while (performance.now() < end);
          resolve();
        });
      }),
  );
  await expect.poll(async () => (await blocksSoFar(app)).page.ownMs).toBeGreaterThan(longestTaskMs);
  expect((await blocksSoFar(app)).main.ownMs).toBeGreaterThan(longestBlockMs);
});
