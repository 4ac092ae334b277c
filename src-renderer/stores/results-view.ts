/**
 * How the results are looked at: which view, which metric, which axes, whose table. What the user chose is
 * kept until another run is opened, which is another question and begins with what suits it.
 */
import { defineStore } from 'pinia';
import { ref, shallowRef, watch } from 'vue';
import type { AxisRange } from '@renderer/charts/axis-range';
import type { Metric } from '@renderer/charts/chart-types';
import { usualAxes, type CurveAxes } from '@renderer/charts/curve-input';
import { useRunsStore } from './runs';

export const resultModes = ['curve', 'heatmap', 'time', 'split', 'table', 'advice'] as const;
export type ResultMode = (typeof resultModes)[number];

export const useResultsView = defineStore('results-view', () => {
  const runs = useRunsStore();

  /** null: what suits the data. */
  const mode = ref<ResultMode | null>(null);
  const metric = ref<Metric | null>(null);
  const axes = shallowRef<CurveAxes>(usualAxes);
  /** Single launches are drawn over the band. */
  const launches = ref(false);
  /** Shown parts of the x axes of the three charts; null: all. */
  const curveRange = shallowRef<AxisRange | null>(null);
  const timeRange = shallowRef<AxisRange | null>(null);
  const splitRange = shallowRef<AxisRange | null>(null);
  /** `all`, or the slot of the device that is looked at; empty: the first. */
  const focus = ref('');
  /** The one size of the chart over time; null: all. */
  const timeSize = ref<string | null>(null);

  const wholeAxes = (): void => {
    curveRange.value = null;
    timeRange.value = null;
    splitRange.value = null;
  };
  const setAxes = (change: Partial<CurveAxes>): void => {
    axes.value = { ...axes.value, ...change };
    // A range is in the positions of its axis.
    if (change.x !== undefined) curveRange.value = null;
  };

  watch(
    () => runs.current,
    () => {
      mode.value = null;
      metric.value = null;
      timeSize.value = null;
      wholeAxes();
    },
  );

  return {
    mode,
    metric,
    axes,
    launches,
    curveRange,
    timeRange,
    splitRange,
    focus,
    timeSize,
    setAxes,
  };
});
