/**
 * Where the time of a launch goes, from a device's visits: the median of each part over the launches of a
 * size. A part that no launch tells is null; what the host's clock gave has only one part.
 */
import type { ConfigurationState, DeviceState } from '@shared/domain/run-types';
import { medianOf } from '@shared/domain/statistics';
import { sourcesOf } from '@shared/domain/summary';
import { formatDuration, formatPercent } from '@shared/text';
import type { ChartSeries } from '@renderer/charts/chart-types';
import type { Split, SplitInput } from '@renderer/charts/split-option';
import { durationAxis, laneWord } from './curve-texts';
import type { ResultText } from './result-text';

const told = (values: readonly (number | null)[]): number | null =>
  medianOf(values.filter((value) => value !== null));

const splitOf = ({ visits }: ConfigurationState): Split => ({
  queued: told(visits.flatMap(({ samples }) => samples.queueNs)),
  submitted: told(visits.flatMap(({ samples }) => samples.submitNs)),
  running: told(visits.flatMap(({ samples }) => samples.runNs)),
});

const made = new WeakMap<DeviceState, ReadonlyMap<string, Split>>();

/** By configuration; sizes without samples and failed ones have none. */
export const splitsOf = (device: DeviceState): ReadonlyMap<string, Split> => {
  const before = made.get(device);
  if (before !== undefined) return before;
  const splits = new Map(
    device.configurations
      .filter((state) => state.outcome?.kind !== 'failed')
      .map((state) => [state.configuration.id, splitOf(state)] as const)
      .filter(([, split]) => split.running !== null),
  );
  made.set(device, splits);
  return splits;
};

/** Why queued and submitted are missing for some sizes of a device; null: they are all there. */
export const splitGap = (device: DeviceState): 'wall' | 'not-told' | null => {
  const splits = splitsOf(device);
  const gaps = device.configurations.filter(({ configuration }) => {
    const split = splits.get(configuration.id);
    return split !== undefined && (split.queued === null || split.submitted === null);
  });
  if (gaps.length === 0) return null;
  return gaps.every((state) => sourcesOf(state).includes('wall')) ? 'wall' : 'not-told';
};

export const splitTexts = (
  series: ChartSeries,
  splits: ReadonlyMap<string, Split>,
  text: ResultText,
): SplitInput['texts'] => {
  const wholes = [...splits.values()].map(
    ({ queued, submitted, running }) => (queued ?? 0) + (submitted ?? 0) + (running ?? 0),
  );
  const isFlat = series.points.every((point) => point.local === null || point.local.length === 1);
  return {
    lane: laneWord([series], text),
    xAxis: text(isFlat ? 'xAxisEven' : 'xAxisShapes'),
    axisValue: durationAxis(wholes),
    part: (part) => text(`split.${part}`),
    duration: formatDuration,
    share: (share) => formatPercent(share),
    notTold: text('split.notTold'),
    whole: text('split.whole'),
  };
};
