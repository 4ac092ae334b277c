/** Does with a run whatever the product does with one: nothing that was read may break any of it. */
import { configurationsCsv, launchesCsv } from '@shared/domain/csv';
import { parseConfigurationsCsv, parseLaunchesCsv } from '@shared/domain/csv-import';
import { judge } from '@shared/domain/ranking';
import { deviceRows, resultRows } from '@shared/domain/rows';
import { foldEvents, foldRun, summarizeRun } from '@shared/domain/run';
import type { RunEvent } from '@shared/domain/run-event';
import type { Run } from '@shared/domain/run-types';
import { verdictText } from '@shared/text';
import { plottedPoints } from '@renderer/charts/chart-types';
import { curveChart } from '@renderer/charts/curve-option';
import { heatmapCells, heatmapGrid } from '@renderer/charts/heatmap-model';
import { availableMetrics } from '@renderer/charts/metric';
import { chartSentence, curveTexts } from '@renderer/components/results/curve-texts';
import { chartSeries } from '@renderer/components/results/series-model';
import { frame } from '../../src-renderer/charts/chart-fixture';
import { english } from '../../src-renderer/results/results-fixture';

/** Builds every chart of a run's devices, as the window does. */
const drawAll = (run: Run): void => {
  const all = run.devices.map((device, slot) =>
    chartSeries({ slot, label: device.device.name, rows: deviceRows(run, device) }, english),
  );
  for (const metric of availableMetrics(all)) {
    const texts = curveTexts(all, metric, english.text);
    const built = curveChart({ series: all, metric, texts, focus: null, compact: false })(frame);
    for (const point of plottedPoints(all).slice(0, 50)) built.tooltip(point.key);
  }
  chartSentence(all, english.text);
  const grid = heatmapGrid(all);
  const limits = { device: null, kernel: null };
  if (grid !== null) for (const one of all) heatmapCells(one, grid, limits);
};

/** Where a number is none, which no figure that is shown or written may be. */
const numbersThatAreNone = (value: unknown, path = ''): readonly string[] => {
  if (typeof value === 'number') return Number.isNaN(value) ? [path] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, entry]) =>
    numbersThatAreNone(entry, `${path}.${key}`),
  );
};

/** Throws when anything of it fails; gives the run back. */
export const useRun = (events: readonly RunEvent[]): Run => {
  const run = foldEvents(events);
  if (run === null) throw new Error('no run');
  let stepwise: Run | null = null;
  for (const event of events) stepwise = foldRun(stepwise, event);
  if (JSON.stringify(stepwise) !== JSON.stringify(run))
    throw new Error('two folds of one log differ');
  summarizeRun(run);
  const verdicts = run.devices.map(({ device }) => judge(run, device.key));
  for (const verdict of verdicts) verdictText(verdict);
  drawAll(run);
  const figures = resultRows(run).map(({ summary, relative }) => ({ summary, relative }));
  const none = [figures, verdicts].flatMap((shown) => numbersThatAreNone(shown));
  if (none.length > 0) throw new Error(`not a number: ${none[0] ?? ''}`);
  const rows = parseConfigurationsCsv(configurationsCsv([run]));
  if (!rows.ok) throw new Error(rows.error.message);
  const launches = parseLaunchesCsv(launchesCsv([run]));
  if (!launches.ok) throw new Error(launches.error.message);
  return run;
};
