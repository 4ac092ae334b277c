/**
 * One size for all devices of the lab: the one whose worst loss against each device's own best is least.
 * Decides by measured medians within each device, so that devices are never compared with one another;
 * refuses NULL (it is another size on every device) and sizes that some device did not measure.
 */
import type { DeviceState } from '../run-types';
import type { LocalSize } from '../sizes';
import type { Verdict } from '../ranking';

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

/** Of the devices that have times. Candidates by worst loss, then by price, then as planned. */
export const chooseLabSize = (
  devices: readonly { readonly device: DeviceState; readonly verdict: Verdict }[],
): LabSize => {
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
  const [chosen, ...others] = candidates.sort((a, b) => a.worst - b.worst || a.price - b.price);
  return chosen === undefined ? none('no-common-size') : { chosen, others, reason: null };
};
