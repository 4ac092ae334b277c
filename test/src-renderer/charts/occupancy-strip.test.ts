import { describe, expect, it } from 'vitest';
import { curveChart } from '@renderer/charts/curve-option';
import {
  curveWithOccupancy,
  stripHeight,
  type OccupancyLine,
  type OccupancyTexts,
} from '@renderer/charts/occupancy-strip';
import { frame, input, point, series } from './chart-fixture';

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}
interface SeriesOption {
  readonly id: string;
  readonly xAxisIndex: number;
  readonly step?: string;
  readonly lineStyle?: { readonly width: number; readonly type: unknown };
  readonly data: readonly {
    readonly value: readonly number[];
    readonly name: string;
    readonly itemStyle: { readonly color: string };
  }[];
}

const texts: OccupancyTexts = {
  strip: 'occupancy',
  value: ({ share, isBound }) => `${isBound ? 'at most ' : ''}${share * 100} %`,
  axisValue: (share) => `${share * 100} %`,
};
const line = (slot: number, shares: Readonly<Record<string, number>>, isBound = false) =>
  ({
    slot,
    label: `Device ${slot}`,
    points: Object.entries(shares).map(([key, share]) => ({
      key,
      share,
      isBound,
      note: share < 1 ? 'limited by registers' : '',
    })),
  }) satisfies OccupancyLine;

const curve = [
  series(0, [point([64], 3), point([256], 1), point([1024], 2), point(null, 1)]),
  series(1, [point([64], 9), point([256], 8)]),
];
const build = (lines: readonly OccupancyLine[], changes: Parameters<typeof input>[1] = {}) => {
  const built = curveWithOccupancy(input(curve, changes), lines, texts)(frame);
  const all = built.option['series'] as readonly SeriesOption[];
  return {
    built,
    get: (id: string) => all.find((one) => one.id === id),
    grids: built.option['grid'] as readonly Box[],
  };
};
const gpu = line(0, { '64': 0.5, '256': 1, '1024': 0.75, auto: 1 });

describe('occupancy under the curve', () => {
  it('is a step line per device over the same sizes as the curve', () => {
    const { get, grids } = build([gpu]);
    expect(get('occupancy-0')).toMatchObject({ step: 'middle', xAxisIndex: 4 });
    expect(get('occupancy-0')?.data.map(({ value }) => value)).toEqual([
      [6, 0.5],
      [8, 1],
      [10, 0.75],
    ]);
    expect(grids[4]).toMatchObject({ left: grids[0]?.left, width: grids[0]?.width });
  });

  it('takes its room from the curve and overlaps nothing', () => {
    const { grids, built } = build([gpu]);
    const plain = curveChart(input(curve))(frame).option['grid'] as readonly Box[];
    const [main, strip] = [grids[0], grids[4]];
    if (main === undefined || strip === undefined) throw new Error('no plots');
    expect(main.height).toBe((plain[0]?.height ?? 0) - stripHeight(frame.height) - 12);
    expect(strip.top).toBeGreaterThan(main.top + main.height);
    // Room for labels and title, as the curve has it.
    expect(frame.height - strip.top - strip.height).toBe(42);
    const [x] = built.option['xAxis'] as readonly { axisLabel: { margin: number } }[];
    expect(x?.axisLabel.margin).toBe(8 + 12 + strip.height);
  });

  it('puts the driver’s choice into the column of NULL', () => {
    expect(build([gpu]).get('occupancy-null-0')).toMatchObject({
      xAxisIndex: 5,
      data: [{ value: [0.5, 1] }],
    });
    expect(build([line(0, { '64': 1 })]).get('occupancy-null-0')).toBeUndefined();
  });

  it('draws what is at most so hollow, and dashes what lies on another line', () => {
    const bound = build([line(0, { '64': 0.5 }, true)]).get('occupancy-0');
    expect(bound?.data[0]?.itemStyle.color).toBe(frame.theme.surface);
    const two = build([line(0, { '64': 0.5 }), line(1, { '64': 0.5 })]);
    expect(two.get('occupancy-0')?.lineStyle?.type).toBe('solid');
    expect(two.get('occupancy-1')?.lineStyle?.type).toEqual([5, 5]);
  });

  it('leaves CPU devices out, and the strip where only they are shown', () => {
    const both = build([gpu, line(1, {})]);
    expect(both.get('occupancy-1')).toBeUndefined();
    expect(build([line(0, {}), line(1, {})]).grids).toHaveLength(4);
  });

  it('gives up the strip where there is no room', () => {
    const low = curveWithOccupancy(input(curve), [gpu], texts)({ ...frame, height: 200 });
    expect(low.option['grid']).toEqual(
      curveChart(input(curve))({ ...frame, height: 200 }).option['grid'],
    );
  });

  it('follows the zoom of the curve', () => {
    const { built } = build([gpu], { range: { from: 6, to: 8 } });
    const axes = built.option['xAxis'] as readonly { min: number; max: number }[];
    expect([axes[4]?.min, axes[4]?.max]).toEqual([axes[0]?.min, axes[0]?.max]);
  });

  it('tells occupancy and limiter in the tooltip, after the times', () => {
    const rows = build([gpu]).built.tooltip('1024')?.rows ?? [];
    expect(rows.map(({ value, extra }) => [value, extra])).toEqual([
      ['time 2', 'relative 2'],
      ['75 %', 'limited by registers'],
    ]);
  });
});
