/** Single launches of a device's sizes put onto its series, for charts that draw them. */
import { pooledSamples } from '@shared/domain/pooled';
import type { ConfigurationState, DeviceState } from '@shared/domain/run-types';
import type { ChartSeries } from '@renderer/charts/chart-types';

const byId = new WeakMap<DeviceState, ReadonlyMap<string, ConfigurationState>>();

const statesOf = (device: DeviceState): ReadonlyMap<string, ConfigurationState> => {
  const before = byId.get(device);
  if (before !== undefined) return before;
  const made = new Map(device.configurations.map((state) => [state.configuration.id, state]));
  byId.set(device, made);
  return made;
};

/** The same series, its points with every sample that they were summarised from, ns. */
export const withLaunches = (series: ChartSeries, device: DeviceState): ChartSeries => {
  const states = statesOf(device);
  return {
    ...series,
    points: series.points.map((point) => {
      const state = states.get(point.key);
      return state === undefined ? point : { ...point, samples: pooledSamples(state) };
    }),
  };
};

/** The same series with the occupancy of each size; null where it is not known. */
export const withOccupancy = (
  series: ChartSeries,
  occupancies: ReadonlyMap<string, number>,
): ChartSeries => ({
  ...series,
  points: series.points.map((point) => ({
    ...point,
    occupancy: occupancies.get(point.key) ?? null,
  })),
});
