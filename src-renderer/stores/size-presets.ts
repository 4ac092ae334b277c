/**
 * Named choices of local sizes. Those of the wavefront follow the devices: one preset for each width that the
 * chosen devices report, none where no device has one. Pure; refuses nothing.
 */
import { propertyValue, type DeviceInfo } from '@shared/domain/device';
import { defaultLocalSizes } from '@shared/domain/default-sizes';
import type { LocalSize } from '@shared/domain/sizes';

export interface Preset {
  /** Unique among those of a mode. */
  readonly id: string;
  /** Which name it has; that of `wavefront` names the width. */
  readonly name: 'standard' | 'fine' | 'wavefront' | 'small' | 'square' | 'wide' | 'tall';
  /** Work-items that run in step, for `wavefront`; else 0. */
  readonly width: number;
  readonly sizes: readonly LocalSize[];
}

const preset = (name: Preset['name'], sizes: readonly LocalSize[]): Preset => ({
  id: name,
  name,
  width: 0,
  sizes,
});

const oneDimension = (...sizes: readonly number[]): readonly LocalSize[] => [
  ...sizes.map((size) => [size]),
  null,
];

/** Every multiple at first, then only the doubled ones: where a curve bends it does so early. */
const multiples = [1, 2, 3, 4, 5, 6, 7, 8, 16, 32, 64, 128];
const usualLimit = 1024;

const ofWavefront = (width: number, largest: number): Preset => ({
  id: `wavefront-${width}`,
  name: 'wavefront',
  width,
  sizes: oneDimension(...multiples.map((by) => by * width).filter((size) => size <= largest)),
});

/** Widths that the devices report, ascending, each once; a width of 1 says that there is none. */
export const wavefrontsOf = (devices: readonly DeviceInfo[]): readonly number[] =>
  [...new Set(devices.map(({ limits }) => propertyValue(limits.preferredMultiple) ?? 1))]
    .filter((width) => width > 1 && width <= usualLimit)
    .toSorted((a, b) => a - b);

export const presetsFor = (
  mode: '1d' | '2d',
  devices: readonly DeviceInfo[],
): readonly Preset[] => {
  if (mode === '2d') {
    return [
      preset('standard', defaultLocalSizes(2)),
      preset('square', [[2, 2], [4, 4], [8, 8], [16, 16], [32, 32], null]),
      preset('wide', [[16, 4], [32, 2], [32, 4], [32, 8], [64, 2], [64, 4], [128, 2], null]),
      preset('tall', [[4, 16], [2, 32], [4, 32], [8, 32], [2, 64], [4, 64], [2, 128], null]),
    ];
  }
  return [
    preset('standard', defaultLocalSizes(1)),
    preset('fine', oneDimension(16, 32, 48, 64, 96, 128, 192, 256, 320, 384, 512, 768, usualLimit)),
    ...wavefrontsOf(devices).map((width) => ofWavefront(width, usualLimit)),
    preset('small', oneDimension(1, 2, 4, 8, 16, 32, 64)),
  ];
};
