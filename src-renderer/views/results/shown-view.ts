/**
 * What the results views draw: for every shown device its rows, series, verdict and limits. Rows and
 * verdicts are remembered by the domain per state, so that this runs again at little cost with each batch
 * of events.
 */
import { computed } from 'vue';
import { propertyValue } from '@shared/domain/device';
import { shortDeviceName } from '@shared/domain/device-select';
import { judge } from '@shared/domain/ranking';
import type { DevicePeak } from '@shared/domain/peak';
import { asLeft, deviceRows, withSharesOf } from '@shared/domain/rows';
import type { DeviceState, Run } from '@shared/domain/run-types';
import type { ChartSeries } from '@renderer/charts/chart-types';
import type { HeatmapLimits } from '@renderer/charts/heatmap-model';
import { moreSamplesFor } from '@renderer/components/results/more-samples';
import { useResultText } from '@renderer/components/results/result-text';
import { chartSeries, type ShownRows } from '@renderer/components/results/series-model';
import type { VerdictOf } from '@renderer/components/results/verdict-model';
import { usePeaks } from '@renderer/stores/peaks';
import { useRunsStore, type ShownDevice } from '@renderer/stores/runs';

export interface ShownView extends ShownRows {
  readonly entry: ShownDevice;
  readonly run: Run;
  readonly state: DeviceState;
  readonly series: ChartSeries;
  readonly verdict: VerdictOf;
  readonly limits: HeatmapLimits;
  /** What its rates are held against; null: not measured. */
  readonly peak: DevicePeak | null;
  /** Device, driver and run in full. */
  readonly title: string;
}

/** `21:44` of an ISO time, local to the user. */
const clock = (iso: string): string => {
  const date = new Date(iso);
  const two = (value: number): string => String(value).padStart(2, '0');
  return Number.isNaN(date.getTime()) ? '' : `${two(date.getHours())}:${two(date.getMinutes())}`;
};

/** Names for devices of several runs: the short name, with the run's time where one occurs twice. */
export const shownLabels = (
  entries: readonly Pick<ShownDevice, 'device' | 'run'>[],
  startedAt: (run: string) => string,
): readonly string[] => {
  const devices = [...new Map(entries.map(({ device }) => [device.key, device])).values()];
  const names = entries.map(({ device }) => shortDeviceName(device, devices));
  const timed = names.map((name, index) =>
    names.filter((other) => other === name).length > 1
      ? `${name} · ${clock(startedAt(entries[index]?.run ?? ''))}`
      : name,
  );
  return timed.map((name, index) => {
    const earlier = timed.slice(0, index).filter((other) => other === name).length;
    return earlier === 0 ? name : `${name} (${earlier + 1})`;
  });
};

const limitsOf = (state: DeviceState): HeatmapLimits => {
  const device = propertyValue(state.device.limits.maxWorkGroupSize) ?? null;
  const kernel = state.kernel?.workGroupSize ?? null;
  return {
    device,
    kernel: kernel !== null && (device === null || kernel < device) ? kernel : null,
  };
};

/** Everything shown, in the order of the store. */
export const useShownViews = () => {
  const runs = useRunsStore();
  const peaks = usePeaks();
  const { words } = useResultText();
  return computed<readonly ShownView[]>(() => {
    const labels = shownLabels(runs.shown, (run) => runs.open.get(run)?.header.startedAt ?? '');
    return runs.shown.flatMap((entry, index): readonly ShownView[] => {
      const run = runs.open.get(entry.run);
      const state = run?.devices.find((candidate) => candidate.device.key === entry.deviceKey);
      if (run === undefined || state === undefined) return [];
      const peak = peaks.of(state.device, run.header.peaks);
      const all = withSharesOf(deviceRows(run, state), peak);
      const rows = runs.phaseOf(run) === 'running' ? all : asLeft(all);
      const verdict = judge(run, entry.deviceKey);
      const label = labels[index] ?? state.device.name;
      const shown = { slot: entry.slot, label, rows };
      return [
        {
          ...shown,
          entry,
          run,
          state,
          series: chartSeries(shown, words.value),
          verdict: {
            slot: entry.slot,
            label,
            verdict,
            live: runs.phaseOf(run) === 'running' && !state.ended,
            more: moreSamplesFor(run, state, verdict, runs.phaseOf(run)) ?? undefined,
          },
          limits: limitsOf(state),
          peak,
          title: `${state.device.name}\n${state.device.platform.name} · ${state.device.driver}\n${run.header.run}`,
        },
      ];
    });
  });
};
