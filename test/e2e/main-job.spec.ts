/**
 * The main job from end to end, on real devices: choose devices, open an example, sweep, watch the curve
 * grow, compare, export, and find the same numbers in the chart, the CSV and the run log.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseConfigurationsCsv, parseLaunchesCsv } from '../../src-shared/domain/csv-import';
import { localKey } from '../../src-shared/domain/sizes';
import { answerSaveDialog, byId, expect, test, type StartedApp } from './app';
import {
  chartStates,
  hasEnded,
  medianOf,
  readLog,
  runsIn,
  timesOf,
  watchChart,
  type ChartPoint,
  type RunLog,
} from './reading-runs';

test.describe.configure({ timeout: 420_000 });

const openExample = async (app: StartedApp, id: string): Promise<void> => {
  await byId(app, 'kernel-picker').click();
  await byId(app, `example-${id}`).click();
};

const setField = async (app: StartedApp, id: string, text: string): Promise<void> => {
  await byId(app, id).fill(text);
  await byId(app, id).press('Enter');
};

/** Exactly these size chips pressed; one that is not offered is added by typing it. */
const chooseSizes = async (app: StartedApp, wanted: readonly string[]): Promise<void> => {
  for (const key of wanted) {
    if ((await byId(app, `size-chip-${key}`).count()) === 0) {
      await setField(app, 'size-add-input', key);
    }
  }
  const chips = app.page.locator('[data-testid^="size-chip-"]');
  for (const chip of await chips.all()) {
    const key = (await chip.getAttribute('data-testid'))?.slice('size-chip-'.length) ?? '';
    const pressed = (await chip.getAttribute('aria-pressed')) === 'true';
    if (pressed !== wanted.includes(key)) await chip.click();
  }
};

/** Presses Run and waits until the new run's log has its end. */
const runToEnd = async (app: StartedApp): Promise<RunLog> => {
  const before = new Set(runsIn(app.runsDir));
  await byId(app, 'run-button').click();
  await expect.poll(() => runsIn(app.runsDir).filter((run) => !before.has(run))).toHaveLength(1);
  const run = runsIn(app.runsDir).find((id) => !before.has(id)) ?? '';
  await expect
    .poll(() => hasEnded(app.runsDir, run), {
      timeout: 300_000,
      intervals: [500],
    })
    .toBe(true);
  await expect(byId(app, 'cancel-button')).toHaveCount(0);
  return readLog(app.runsDir, run);
};

/** Each point of a chart state must be the median of that many first times in the log. */
const expectPointsOfLog = (points: readonly ChartPoint[], log: RunLog): void => {
  for (const point of points) {
    const deviceKey = log.header.devices[point.device]?.key ?? '';
    const times = timesOf(log, deviceKey, point.key).slice(0, point.n);
    expect(times, `${deviceKey} ${point.key}`).toHaveLength(point.n);
    expect(point.medianNs).toBeCloseTo(medianOf(times), 3);
  }
};

test('devices → SAXPY → live curve → 2-D transpose → compare → CSV', async ({ app }, info) => {
  const shot = async (name: string): Promise<void> => {
    await app.page.screenshot({ path: join('artifacts/screens', `main-job-${name}.png`) });
  };

  await test.step('both devices are there and chosen', async () => {
    for (const index of [0, 1]) {
      await expect(byId(app, `device-toggle-${index}`)).toHaveAttribute('aria-pressed', 'true');
    }
  });

  const saxpy =
    await test.step('SAXPY over 16 … 1024 and NULL, drawn as it is measured', async () => {
      const sizes = ['16', '32', '64', '128', '256', '512', '1024', 'auto'];
      await openExample(app, 'saxpy');
      await chooseSizes(app, sizes);
      await setField(app, 'samples-input', '3');
      await watchChart(app.page);
      const log = await runToEnd(app);

      expect(log.header.devices).toHaveLength(2);
      for (const device of log.header.devices) {
        for (const size of sizes) {
          expect(timesOf(log, device.key, size), `${device.name} ${size}`).toHaveLength(3);
        }
      }

      const full = ({ length }: readonly ChartPoint[]): boolean => length === 16;
      // Drawn a moment after the log has its end.
      const isWhole = (points: readonly ChartPoint[]): boolean =>
        full(points) && points.every(({ n }) => n === 3);
      await expect.poll(async () => isWhole((await chartStates(app.page)).at(-1) ?? [])).toBe(true);
      const states = await chartStates(app.page);
      expect(states.length).toBeGreaterThanOrEqual(5);
      // Growing, not redrawn at the end: the run was under way while most states were shown.
      expect(states.filter((points) => !full(points)).length).toBeGreaterThanOrEqual(5);
      for (const points of states) expectPointsOfLog(points, log);
      await expect(byId(app, 'verdict')).toBeVisible();
      await shot('saxpy');
      return log;
    });

  const transpose = await test.step('the transpose with three shapes', async () => {
    await openExample(app, 'transpose-naive');
    await chooseSizes(app, ['8x8', '16x16', '32x8']);
    await setField(app, 'global-input', '1024x1024');
    const log = await runToEnd(app);
    expect(log.header.run).not.toBe(saxpy.header.run);
    await expect(byId(app, 'heatmap').first()).toBeVisible();
    await shot('transpose');
    return log;
  });

  await test.step('the two devices side by side', async () => {
    await byId(app, 'table-device-all').click();
    for (const key of ['8x8', '16x16', '32x8']) {
      const row = byId(app, `result-row-all-${key}`);
      for (const device of [0, 1]) {
        await expect(row.locator(`[data-device="${device}"]`).first()).toHaveText(/\d/);
      }
    }
    await shot('side-by-side');
  });

  await test.step('the CSV says what the log says', async () => {
    const file = info.outputPath('transpose.csv');
    await answerSaveDialog(app, file);
    await byId(app, 'export-csv').click();
    await expect.poll(() => readIfThere(file)).not.toBe('');
    const rows = parseConfigurationsCsv(readIfThere(file));
    if (!rows.ok) throw new Error(rows.error.message);

    expect(rows.value).toHaveLength(6);
    for (const row of rows.value) {
      const key = localKey([row.local_x ?? 0, row.local_y ?? 0]);
      const times = timesOf(transpose, row.device_key ?? '', key);
      expect(row).toMatchObject({
        run: transpose.header.run,
        outcome: 'measured',
        global_x: 1024,
        global_y: 1024,
        n: times.length,
        min_ns: Math.min(...times),
      });
      expect(row.median_ns).toBeCloseTo(medianOf(times), 3);
    }
  });

  await test.step('so does the CSV of launches', async () => {
    const file = info.outputPath('launches.csv');
    await answerSaveDialog(app, file);
    await byId(app, 'export-csv-menu').click();
    await byId(app, 'export-csv-launches').click();
    await expect.poll(() => readIfThere(file)).not.toBe('');
    const rows = parseLaunchesCsv(readIfThere(file));
    if (!rows.ok) throw new Error(rows.error.message);
    for (const device of transpose.header.devices) {
      for (const shape of [
        [8, 8],
        [16, 16],
        [32, 8],
      ] as const) {
        const written = rows.value.filter(
          (row) =>
            row.device_key === device.key && row.local_x === shape[0] && row.local_y === shape[1],
        );
        expect(written.map((row) => row.run_ns)).toEqual(
          timesOf(transpose, device.key, localKey(shape)),
        );
      }
    }
  });

  await test.step('both runs are listed', async () => {
    await byId(app, 'nav-runs').click();
    for (const { header } of [saxpy, transpose]) {
      await expect(byId(app, `run-item-${header.run}`)).toBeVisible();
    }
    await shot('runs');
  });

  expect(app.complaints).toEqual([]);
});

const readIfThere = (file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
};
