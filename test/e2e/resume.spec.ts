/** A run that was cut short goes on in the same file, and an old run brings its whole form back. */
import { byId, expect, test, type StartedApp } from './app';
import { hasEnded, readLog, runsIn } from './reading-runs';

const startSweep = async (app: StartedApp, samples: string): Promise<string> => {
  await byId(app, 'device-toggle-0').waitFor();
  await byId(app, 'samples-input').fill(samples);
  await byId(app, 'samples-input').press('Enter');
  await byId(app, 'run-button').click();
  await expect.poll(() => runsIn(app.runsDir).length, { timeout: 60_000 }).toBe(1);
  return runsIn(app.runsDir)[0] ?? '';
};

test('cancelled, resumed, and opened again with its kernel, sizes and samples', async ({ app }) => {
  const run = await startSweep(app, '4');
  await expect(byId(app, 'chart')).toHaveAttribute('data-points', /medianNs/, { timeout: 60_000 });
  await byId(app, 'cancel-button').click();
  await expect(byId(app, 'resume-button')).toBeVisible({ timeout: 60_000 });
  await expect(byId(app, 'stopped-line')).toContainText(/cancelled after \d+ of 16/);
  const before = readLog(app.runsDir, run).events.filter(({ type }) => type === 'visit').length;

  await byId(app, 'resume-button').click();
  await expect(byId(app, 'cancel-button')).toBeVisible({ timeout: 30_000 });
  await expect(byId(app, 'cancel-button')).toHaveCount(0, { timeout: 150_000 });
  await expect.poll(() => hasEnded(app.runsDir, run), { timeout: 150_000 }).toBe(true);
  expect(runsIn(app.runsDir)).toEqual([run]);
  const { header, events } = readLog(app.runsDir, run);
  expect(events.at(-1)).toMatchObject({ type: 'run-ended', phase: 'finished' });
  const visits = events.flatMap((event) => (event.type === 'visit' ? [event] : []));
  expect(visits.length).toBeGreaterThan(before);
  // Nothing lost and nothing taken twice: every size has the samples that were asked for.
  for (const { key } of header.devices) {
    for (const local of header.spec.local) {
      const id = local === null ? 'auto' : local.join('x');
      const taken = visits
        .filter(({ deviceKey, configuration }) => deviceKey === key && configuration === id)
        .reduce((sum, { samples }) => sum + samples.runNs.length, 0);
      expect(taken, `${key} ${id}`).toBe(4);
    }
  }
  await expect(byId(app, 'resume-button')).toHaveCount(0);
  await expect(byId(app, 'stopped-line')).toHaveCount(0);

  await byId(app, 'kernel-picker').click();
  await byId(app, 'example-transpose-naive').click();
  await expect(byId(app, 'kernel-picker')).toContainText('transpose_naive');
  await byId(app, 'samples-input').fill('9');
  await byId(app, 'samples-input').press('Enter');

  await byId(app, 'nav-runs').click();
  await byId(app, `run-item-${run}`).getByRole('button').first().click();
  await expect(byId(app, 'load-choice')).toBeVisible();
  await expect(byId(app, 'kernel-picker')).toContainText('transpose_naive');
  await byId(app, 'load-accept').click();
  await expect(byId(app, 'kernel-picker')).toContainText('saxpy');
  await expect(byId(app, 'samples-input')).toHaveValue('4');
  await expect(byId(app, 'size-chip-1024')).toHaveAttribute('aria-pressed', 'true');
  expect(hasEnded(app.runsDir, run)).toBe(true);
});
