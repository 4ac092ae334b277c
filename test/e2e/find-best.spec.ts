/** "Find the best size" in the real window: one click, candidates that drop out with their reasons, a verdict. */
import { byId, expect, test } from './app';
import { hasEnded, readLog, runsIn } from './reading-runs';

test('one click searches, and every candidate tells what became of it', async ({ app }) => {
  await byId(app, 'device-toggle-0').waitFor();
  await byId(app, 'kernel-picker').click();
  await byId(app, 'example-saxpy').click();
  // One device and little work: what is looked at is the search, not the machine.
  await byId(app, 'device-toggle-1').click();
  await byId(app, 'global-input').fill('16384');
  await byId(app, 'global-input').press('Enter');
  await byId(app, 'sweep-more').locator('summary').click();
  await byId(app, 'option-maxSamples').fill('12');
  await byId(app, 'option-maxSamples').press('Enter');
  await byId(app, 'search-candidates-toggle').click();
  // Forbidden: never measured. Added: measured from the beginning.
  await byId(app, 'candidate-512').click();
  await byId(app, 'candidate-add-input').fill('48');
  await byId(app, 'candidate-add-input').press('Enter');
  await expect(byId(app, 'candidate-48')).toHaveAttribute('aria-pressed', 'true');
  await byId(app, 'find-best').click();
  await expect.poll(() => runsIn(app.runsDir).length, { timeout: 60_000 }).toBe(1);
  const run = runsIn(app.runsDir)[0] ?? '';
  await byId(app, 'mode-advice').click();
  await expect(byId(app, 'search-table')).toBeVisible({ timeout: 60_000 });
  await expect.poll(() => hasEnded(app.runsDir, run), { timeout: 150_000 }).toBe(true);

  await expect(byId(app, 'search-cost')).toContainText('launches on');
  await expect(byId(app, 'search-row-512')).toHaveAttribute('data-standing', 'dropped');
  await expect(byId(app, 'search-row-512')).toContainText('forbidden');
  const log = readLog(app.runsDir, run);
  expect(log.header.options.search).toEqual({ add: [[48]], forbid: [[512]] });
  const measured = new Set(
    log.events.flatMap((event) => (event.type === 'visit' ? [event.configuration] : [])),
  );
  expect(measured.has('48')).toBe(true);
  expect(measured.has('512')).toBe(false);
  // What the window says was launched is what the log holds, for the device that is shown.
  const device = log.header.devices[0]?.key;
  const launches = log.events.reduce(
    (sum, event) =>
      event.type === 'visit' && event.deviceKey === device
        ? sum + event.samples.runNs.length * event.samples.batchK
        : sum,
    0,
  );
  const said = (await byId(app, 'search-cost').textContent()) ?? '';
  expect(Number(said.replaceAll('\u2009', '').split(' ')[0])).toBe(launches);
  expect(app.complaints).toEqual([]);
});
