/**
 * What a device does at best, measured by kernels of our own: bytes per second of a plain copy and
 * floating-point operations per second of multiply-adds in registers. Decides what share of that a kernel
 * reaches, and which figures are above what the device can do; refuses peaks of another driver, since a
 * driver's compiler is part of what was measured.
 */
import type { DeviceInfo } from './device';
import type { TimeSource } from './sample';
import type { LocalSize } from './sizes';

/** The best of several trials. */
export interface PeakFigure {
  /** B/s or FLOP/s, at the median of the launches. */
  readonly rate: number;
  /** Components of the float vectors that reached it. */
  readonly width: number;
  readonly local: LocalSize;
  /** Bytes moved, or floating-point operations done, in one launch. */
  readonly work: number;
  readonly medianNs: number;
  readonly timeSource: TimeSource;
}

export interface DevicePeak {
  readonly deviceKey: string;
  readonly device: string;
  readonly driver: string;
  /** ISO 8601, UTC. */
  readonly measuredAt: string;
  readonly appVersion: string;
  /** null: no trial gave a time. */
  readonly bandwidth: PeakFigure | null;
  readonly compute: PeakFigure | null;
}

/** Above the peak by more than this a figure is called out: noise and boost clocks stay below it. */
export const impossibleFrom = 1.1;

/** The peak of this device with this driver; null: not measured. */
export const peakOf = (
  peaks: readonly DevicePeak[],
  device: Pick<DeviceInfo, 'key' | 'driver'>,
): DevicePeak | null =>
  peaks.find((peak) => peak.deviceKey === device.key && peak.driver === device.driver) ?? null;

/** The list with `peak` in place of what was known of the same device and driver. */
export const withPeak = (peaks: readonly DevicePeak[], peak: DevicePeak): readonly DevicePeak[] => [
  ...peaks.filter(
    ({ deviceKey, driver }) => deviceKey !== peak.deviceKey || driver !== peak.driver,
  ),
  peak,
];

/** Rate ÷ peak; null where either is not known. */
export const shareOfPeak = (rate: number | null, peak: PeakFigure | null): number | null =>
  rate === null || peak === null || peak.rate <= 0 ? null : rate / peak.rate;

export interface PeakShares {
  readonly bandwidth: number | null;
  readonly compute: number | null;
}

export const noShares: PeakShares = { bandwidth: null, compute: null };

/**
 * Which of the two the rates come nearer to, over all sizes: that one is what the kernel is held against.
 * null: no share is known. Work per item does not depend on the size, so one answer holds for all.
 */
export const nearerPeak = (sizes: readonly PeakShares[]): keyof PeakShares | null => {
  const most = (what: keyof PeakShares): number =>
    sizes.reduce((best, shares) => Math.max(best, shares[what] ?? 0), 0);
  const [bandwidth, compute] = [most('bandwidth'), most('compute')];
  if (bandwidth === 0 && compute === 0) return null;
  return bandwidth >= compute ? 'bandwidth' : 'compute';
};

export interface AbovePeak {
  readonly what: 'bandwidth' | 'compute';
  readonly configuration: string;
  /** Rate ÷ peak. */
  readonly share: number;
}

/** Of several sizes the figure furthest above each peak; nothing while all stay below 1.1 of it. */
export const figuresAbovePeak = (
  sizes: readonly { readonly configuration: string; readonly shares: PeakShares }[],
): readonly AbovePeak[] =>
  (['bandwidth', 'compute'] as const).flatMap((what) => {
    let worst: AbovePeak | null = null;
    for (const { configuration, shares } of sizes) {
      const share = shares[what];
      if (share === null || share < impossibleFrom) continue;
      if (worst === null || share > worst.share) worst = { what, configuration, share };
    }
    return worst === null ? [] : [worst];
  });
