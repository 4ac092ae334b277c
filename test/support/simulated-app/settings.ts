/** What the simulated app is told of its devices, as text in one environment variable. Plain data. */
export interface SimulatedAppSettings {
  readonly devices: number;
  /** Samples per second of all devices together; null: as fast as the engine asks. */
  readonly samplesPerSecond: number | null;
  /** Share of the sizes that fail, each in a way of its own. */
  readonly faultShare: number;
  readonly seed: number;
}

export const settingsVariable = 'NDRANGE_SIMULATED_APP';

/** Largest local size that a simulated device takes. */
export const largestSize = 16_384;

export const defaultSettings: SimulatedAppSettings = {
  devices: 2,
  samplesPerSecond: null,
  faultShare: 0,
  seed: 1,
};
