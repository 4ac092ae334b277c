/**
 * One size for all devices of the lab: the one whose worst loss against each device's own best is least. Sizes
 * that no device can tell from it are as good, and among them the verdict's rule decides, so that lab and verdict
 * do not name different ones of equals. Decides by times within each device, so that devices are never compared
 * with one another; refuses NULL (it is another size on every device) and sizes that some device did not measure.
 */
import { propertyValue } from '../device';
import { pairedRatio } from '../ratio';
import { byPreference } from '../recommend';
import { roundSeries, type RoundMedian } from '../pooled';
import type { DeviceState } from '../run-types';
import type { LocalSize } from '../sizes';
import type { Verdict } from '../verdict';

export interface LabLoss {
  readonly deviceKey: string;
  readonly device: string;
  /** The device's own best size. */
  readonly best: string;
  /** Median at the one size ÷ median at the device's best: 1 is no loss. */
  readonly ratio: number;
}

export interface LabCandidate {
  readonly configuration: string;
  readonly local: LocalSize;
  readonly losses: readonly LabLoss[];
  /** The largest of the ratios. */
  readonly worst: number;
  /** Geometric mean of the ratios: what one size costs in all, against a size for each device. */
  readonly price: number;
}

export type LabSize =
  | {
      readonly chosen: LabCandidate;
      readonly others: readonly LabCandidate[];
      readonly reason: null;
    }
  | {
      readonly chosen: null;
      readonly others: readonly [];
      readonly reason: 'one-device' | 'no-common-size' | 'nothing-measured';
    };

const none = (reason: 'one-device' | 'no-common-size' | 'nothing-measured'): LabSize => ({
  chosen: null,
  others: [],
  reason,
});

export interface LabDevice {
  readonly device: DeviceState;
  readonly verdict: Verdict;
}

type RoundsById = ReadonlyMap<string, readonly RoundMedian[]>;

/** On each device the 95 % interval of the ratio of the two holds 1. */
const isAlike = (a: string, b: string, devices: readonly RoundsById[]): boolean =>
  devices.every((rounds) => {
    const [first, second] = [rounds.get(a), rounds.get(b)];
    if (first === undefined || second === undefined) return false;
    const ratio = pairedRatio(first, second);
    return ratio !== null && ratio.low <= 1 && ratio.high >= 1;
  });

/** Of those that cannot be told from the one with the least worst loss, the one that the verdict's rule prefers. */
const preferred = (
  sorted: readonly LabCandidate[],
  devices: readonly LabDevice[],
): LabCandidate | undefined => {
  const [least] = sorted;
  if (least === undefined) return undefined;
  const rounds = devices.map(
    ({ device: { configurations } }): RoundsById =>
      new Map(configurations.map((state) => [state.configuration.id, roundSeries(state)])),
  );
  const alike = sorted.filter(
    (candidate) =>
      candidate === least || isAlike(candidate.configuration, least.configuration, rounds),
  );
  const widths = devices.flatMap(
    ({ device }) =>
      device.kernel?.preferredMultiple ??
      propertyValue(device.device.limits.preferredMultiple) ??
      [],
  );
  return byPreference(alike, widths.length === 0 ? null : Math.max(...widths))[0] ?? least;
};

/** Of the devices that have times. The others by worst loss, then by price, then as planned. */
export const chooseLabSize = (devices: readonly LabDevice[]): LabSize => {
  const measured = devices.filter(({ verdict }) => verdict.ranked.length > 0);
  if (measured.length === 0) return none('nothing-measured');
  if (measured.length === 1) return none('one-device');
  const [head, ...rest] = measured.map(({ device, verdict }) => ({
    device,
    best: verdict.best ?? '',
    ratios: new Map(verdict.ranked.map((entry) => [entry.configuration, entry])),
  }));
  if (head === undefined) return none('nothing-measured');
  const candidates = head.device.configurations.flatMap(
    ({ configuration }): readonly LabCandidate[] => {
      if (configuration.local === null) return [];
      const losses = [head, ...rest].flatMap(({ device, best, ratios }): readonly LabLoss[] => {
        const entry = ratios.get(configuration.id);
        const { key: deviceKey, name } = device.device;
        return entry === undefined
          ? []
          : [{ deviceKey, device: name, best, ratio: entry.relative }];
      });
      if (losses.length < measured.length) return [];
      const logs = losses.reduce((sum, { ratio }) => sum + Math.log(ratio), 0);
      return [
        {
          configuration: configuration.id,
          local: configuration.local,
          losses,
          worst: Math.max(...losses.map(({ ratio }) => ratio)),
          price: Math.exp(logs / losses.length),
        },
      ];
    },
  );
  const sorted = candidates.sort((a, b) => a.worst - b.worst || a.price - b.price);
  const chosen = preferred(sorted, measured);
  if (chosen === undefined) return none('no-common-size');
  return { chosen, others: sorted.filter((candidate) => candidate !== chosen), reason: null };
};
