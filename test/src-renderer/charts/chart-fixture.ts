/** Series and frames for chart tests, from plain numbers. */
import type { ChartFrame, ChartPoint, ChartSeries } from '@renderer/charts/chart-types';
import type { CurveInput } from '@renderer/charts/curve-input';
import { localKey, type LocalSize } from '@shared/domain/sizes';

export const frame: ChartFrame = {
  width: 700,
  height: 320,
  theme: {
    surface: '#ffffff',
    sunken: '#f8f9fa',
    text: '#171a20',
    text2: '#444b59',
    text3: '#5d6676',
    grid: '#e6e9ed',
    axis: '#8a93a2',
    accent: '#4b3fc4',
    accentText: '#4b3fc4',
    devices: ['#0069b4', '#bf4a00', '#00775f', '#a63a82'],
    font: 'sans-serif',
  },
};

export const point = (
  local: LocalSize,
  medianNs: number,
  changes: Partial<ChartPoint> = {},
): ChartPoint => ({
  key: localKey(local),
  local,
  medianNs,
  q1Ns: medianNs * 0.98,
  q3Ns: medianNs * 1.02,
  n: 20,
  flopsPerSecond: null,
  bytesPerSecond: null,
  relative: null,
  peakShare: null,
  occupancy: null,
  timeSource: 'event',
  provisional: false,
  ...changes,
});

export const series = (
  slot: number,
  points: readonly ChartPoint[],
  changes: Partial<ChartSeries> = {},
): ChartSeries => {
  const best = Math.min(...points.map((one) => one.medianNs));
  return {
    slot,
    label: `Device ${slot}`,
    points: points.map((one) => ({ ...one, relative: one.relative ?? one.medianNs / best })),
    marks: [],
    waiting: [],
    recommended: undefined,
    tied: [],
    ...changes,
  };
};

export const input = (
  all: readonly ChartSeries[],
  changes: Partial<CurveInput> = {},
): CurveInput => ({
  series: all,
  metric: 'time',
  texts: {
    lane: 'skipped',
    xAxis: 'local size',
    recommended: (size) => `recommended ${size}`,
    tied: (devices) => `tied on ${devices.join(', ')}`,
    axisValue: (value) => `${value} ns`,
    tooltipValue: (value, metric) => `${metric} ${value}`,
    waiting: 'waiting',
  },
  focus: null,
  compact: false,
  ...changes,
});
