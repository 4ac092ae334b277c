/**
 * From a device's visits to its launches over time. A size that failed keeps its times in the run but has no
 * place among those that are compared.
 */
import { pooledMedian, roundSeries } from '@shared/domain/pooled';
import type { ConfigurationState, DeviceState } from '@shared/domain/run-types';
import { sentinelDrift } from '@shared/domain/sentinel';
import { localLabel } from '@shared/domain/sizes';
import { formatCount, formatDuration, formatRatio } from '@shared/text';
import type { TimelineInput, TimelineSize } from '@renderer/charts/timeline-option';
import { durationAxis, ratioAxis } from './curve-texts';
import type { ResultText } from './result-text';

const sizeOf = (state: ConfigurationState): readonly TimelineSize[] => {
  const medianNs = pooledMedian(state);
  if (state.outcome?.kind === 'failed' || medianNs === null || medianNs <= 0) return [];
  const samples = new Map<number, number[]>();
  for (const visit of state.visits) {
    const earlier = samples.get(visit.round);
    if (earlier === undefined) samples.set(visit.round, [...visit.samples.runNs]);
    else earlier.push(...visit.samples.runNs);
  }
  return [
    {
      key: state.configuration.id,
      label: localLabel(state.configuration.local),
      medianNs,
      rounds: roundSeries(state).map((entry) => ({
        ...entry,
        samples: samples.get(entry.round) ?? [],
      })),
    },
  ];
};

const made = new WeakMap<DeviceState, readonly TimelineSize[]>();

/** Sizes with times, in plan order. */
export const timelineSizes = (device: DeviceState): readonly TimelineSize[] => {
  const before = made.get(device);
  if (before !== undefined) return before;
  const sizes = device.configurations.flatMap(sizeOf);
  made.set(device, sizes);
  return sizes;
};

/** The size that was measured in every round; null below two rounds. */
export const sentinelOf = (device: DeviceState): string | null => {
  const drift = sentinelDrift(device);
  return drift === null || drift.series.length < 2 ? null : drift.configuration;
};

export const timelineTexts = (
  sizes: readonly TimelineSize[],
  text: ResultText,
): TimelineInput['texts'] => ({
  xAxis: text('timeline.xAxis'),
  round: (round) => text('timeline.round', { round }),
  sentinel: (size) => text('timeline.sentinel', { size }),
  ratio: formatRatio,
  axisRatio: ratioAxis,
  duration: formatDuration,
  axisDuration: durationAxis(sizes.map((size) => size.medianNs)),
  others: (n) => text('timeline.others', { n }),
  launches: (n) => text('timeline.launches', { n, count: formatCount(n) }),
});
