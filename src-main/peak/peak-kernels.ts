/**
 * The two kernels that find a device's peaks, and how they are tried. Pure. The vector type is a macro, so
 * each width is a build of its own.
 *
 * Copy: each work-item moves one vector; read and write count. Multiply-add: four independent chains per
 * work-item, so that none waits for the one before, and values that stay near 1 (x ← x·0.999 + 0.001 has the
 * fixed point 1), since denormals and infinities are slower on some hardware.
 */
import { propertyValue, type DeviceInfo } from '@shared/domain/device';
import type { LocalSize } from '@shared/domain/sizes';

export const copyKernel = 'ndrange_peak_copy';
export const maddKernel = 'ndrange_peak_madd';

export const peakSource = `
__kernel void ${copyKernel}(__global const VECTOR *from, __global VECTOR *to) {
  const size_t i = get_global_id(0);
  to[i] = from[i];
}

#define STEP a = mad(a, f, s); b = mad(b, f, s); c = mad(c, f, s); d = mad(d, f, s);
__kernel void ${maddKernel}(__global VECTOR *out, const float factor, const int rounds) {
  const VECTOR f = (VECTOR)(factor);
  const VECTOR s = (VECTOR)(1.0f - factor);
  VECTOR a = (VECTOR)((float)get_local_id(0) * 0.001f + 1.0f);
  VECTOR b = a + 0.1f;
  VECTOR c = a + 0.2f;
  VECTOR d = a + 0.3f;
  for (int round = 0; round < rounds; ++round) {
    STEP STEP STEP STEP
  }
  out[get_global_id(0)] = a + b + c + d;
}
`;

/** Four chains of four steps with a multiplication and an addition each. */
export const flopsPerRound = 4 * 4 * 2;

export const widths = [1, 4, 8, 16] as const;
/** Sizes that fill any device and fit its limits; NULL is the driver's own idea. */
export const localSizes: readonly LocalSize[] = [[64], [256], null];

export const buildOptionsOf = (width: number): string =>
  `-DVECTOR=float${width === 1 ? '' : width}`;

const mebi = 2 ** 20;

/**
 * Bytes of one copy buffer: several times the last-level cache, at least 64 and at most 256 MiB, and never
 * more than an eighth of the device's memory or than it allows in one buffer. A power of two.
 */
export const copyBytes = ({ limits }: DeviceInfo): number => {
  const wanted = Math.max(64 * mebi, 4 * (propertyValue(limits.globalCache) ?? 0));
  const most = Math.min(
    256 * mebi,
    propertyValue(limits.maxAllocation) ?? Infinity,
    (propertyValue(limits.globalMemory) ?? Infinity) / 8,
  );
  return 2 ** Math.floor(Math.log2(Math.max(4096, Math.min(wanted, most))));
};

/** Work-items of a multiply-add launch: enough for every compute unit many times over. A power of two. */
export const maddItems = ({ limits }: DeviceInfo): number => {
  const wanted = 4096 * (propertyValue(limits.maxComputeUnits) ?? 1);
  return 2 ** Math.ceil(Math.log2(Math.max(65_536, Math.min(wanted, 2 ** 21))));
};
