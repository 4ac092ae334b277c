import { describe, expect, it } from 'vitest';
import { plottedPoints } from '@renderer/charts/chart-types';
import { curveChart } from '@renderer/charts/curve-option';
import { frame, input, point, series } from './chart-fixture';

interface SeriesOption {
  readonly id: string;
  readonly type: string;
  readonly xAxisIndex: number;
  readonly z?: number;
  readonly showSymbol?: boolean;
  readonly symbolSize?: number;
  readonly lineStyle?: { readonly width: number; readonly type: unknown };
  readonly endLabel?: { readonly show: boolean; readonly formatter: () => string };
  readonly data: readonly {
    readonly value: readonly (number | null)[];
    readonly name?: string;
    readonly itemStyle?: { readonly color: string };
  }[];
}

const build = (...args: Parameters<typeof input>) => {
  const built = curveChart(input(...args))(frame);
  const all = built.option['series'] as readonly SeriesOption[];
  const get = (id: string) => all.find((one) => one.id === id);
  return { built, all, get };
};

const saxpy = [16, 64, 256, 1024].map((size, index) =>
  point([size], [400, 150, 100, 110][index] ?? 1),
);

describe('the curve chart', () => {
  it('draws a 2 px line with 7 px marks at log₂ of the size and of the time', () => {
    const { get } = build([series(0, saxpy)]);
    const line = get('line-0');
    expect(line?.lineStyle?.width).toBe(2);
    expect(line?.symbolSize).toBe(7);
    expect(line?.data.map((entry) => entry.value)).toEqual([
      [4, Math.log2(400)],
      [6, Math.log2(150)],
      [8, Math.log2(100)],
      [10, Math.log2(110)],
    ]);
  });

  it('has no marks where they would be a band of ink, from the first result of a long sweep on', () => {
    const waiting = Array.from({ length: 400 }, (_, at) => [at + 1]);
    expect(build([series(0, saxpy)]).get('line-0')?.showSymbol).toBe(true);
    expect(build([series(0, saxpy, { waiting })]).get('line-0')?.showSymbol).toBe(false);
    // Shapes have no line: without marks there would be nothing.
    const shapes = waiting.slice(0, 300).map(([size = 1]) => [size, 2]);
    expect(
      build([series(0, [], { waiting: shapes }), series(1, [point([8, 8], 5)])]).get('line-1')
        ?.showSymbol,
    ).toBe(true);
  });

  it('keeps NULL off the line, in a column of its own', () => {
    const { get } = build([series(0, [point(null, 105), ...saxpy])]);
    expect(get('line-0')?.data.some((entry) => entry.name === 'auto')).toBe(false);
    expect(get('null-0')?.xAxisIndex).toBe(1);
    expect(get('null-0')?.data).toHaveLength(1);
  });

  it('breaks the line at a size that was skipped or failed and puts it into the lane', () => {
    const { get } = build([
      series(0, saxpy, {
        marks: [
          { key: '128', local: [128], kind: 'failed', text: 'crashed' },
          { key: '2048', local: [2048], kind: 'skipped', text: 'over the limit' },
        ],
      }),
    ]);
    expect(get('line-0')?.data.map((entry) => entry.value[0])).toEqual([4, 6, null, 8, 10, null]);
    expect(get('lane-0')?.xAxisIndex).toBe(2);
    expect(get('lane-0')?.data.map((entry) => entry.name)).toEqual(['128', '2048']);
  });

  it('joins neighbours across sizes that are only waiting', () => {
    const { get } = build([series(0, saxpy, { waiting: [[128]] })]);
    expect(get('line-0')?.data.map((entry) => entry.value[0])).toEqual([4, 6, 8, 10]);
  });

  it('draws provisional marks hollow', () => {
    const { get } = build([series(0, [point([16], 300, { provisional: true }), point([32], 100)])]);
    const [open, settled] = get('line-0')?.data ?? [];
    expect(open?.itemStyle?.color).toBe(frame.theme.surface);
    expect(settled?.itemStyle?.color).toBe(frame.theme.devices[0]);
  });

  it('names coinciding devices once, and dashes the second', () => {
    const { get } = build([
      series(0, saxpy, { label: 'H200 #0' }),
      series(2, saxpy, { label: 'H200 #1' }),
    ]);
    expect(get('line-0')?.endLabel?.show).toBe(false);
    expect(get('line-2')?.endLabel?.formatter()).toBe('H200 #0, #1');
    expect(get('line-2')?.lineStyle?.type).toEqual([6, 4]);
  });

  it('draws shapes as marks only: they have no order to join', () => {
    const { get } = build([series(0, [point([8, 8], 3), point([16, 16], 1)])]);
    expect(get('line-0')?.lineStyle?.width).toBe(0);
  });

  it('marks the recommendation and the tie set of the device in focus', () => {
    const all = [
      series(0, saxpy, { recommended: [256], tied: ['256', '1024'] }),
      series(
        1,
        saxpy.map((one) => ({ ...one, medianNs: one.medianNs * 9 })),
        {
          recommended: [64],
          tied: [],
        },
      ),
    ];
    expect(build(all).get('recommended')).toBeDefined();
    // Marks of slow sizes lie at the height of the word.
    const depths = [0, 1].map((slot) => build(all).get(`line-${slot}`)?.z ?? 2);
    expect(build(all).get('recommended-word')?.z).toBeGreaterThan(Math.max(...depths));
    expect(build(all).get('tied')).toBeDefined();
    expect(build(all, { focus: 1 }).get('tied')).toBeUndefined();
    expect(build([series(0, saxpy)]).get('recommended')).toBeUndefined();
  });

  it('has no animation and its plots keep their place before and after the first sample', () => {
    const planned = series(0, [], { waiting: saxpy.map((one) => one.local) });
    const before = build([planned]).built.option;
    const after = build([series(0, saxpy)]).built.option;
    expect(before['animation']).toBe(false);
    expect(before['grid']).toEqual(after['grid']);
  });

  it('tells of every device in the tooltip, and why one has no value', () => {
    const { built } = build([
      series(0, saxpy),
      series(1, saxpy.slice(1), {
        marks: [{ key: '16', local: [16], kind: 'skipped', text: 'over the limit' }],
      }),
      series(2, [], { waiting: [[16]] }),
    ]);
    expect(built.tooltip('16')).toEqual({
      title: '16',
      rows: [
        { slot: 0, label: 'Device 0', value: 'time 400', extra: 'relative 4' },
        { slot: 1, label: 'Device 1', value: '–', extra: 'over the limit' },
        { slot: 2, label: 'Device 2', value: '–', extra: 'waiting' },
      ],
    });
    expect(built.tooltip('17')).toBeNull();
  });

  it('offers all measured values as plain data', () => {
    expect(plottedPoints([series(3, [point([16], 400, { n: 7, provisional: true })])])).toEqual([
      { device: 3, key: '16', medianNs: 400, n: 7, provisional: true },
    ]);
  });

  describe('zoomed', () => {
    const range = { from: 5, to: 9 };
    const zoomed = () => build([series(0, [point(null, 900), ...saxpy])], { range });

    it('shows the sizes in the range and lets the line run on to both ends', () => {
      const data = zoomed().get('line-0')?.data ?? [];
      expect(data.map((entry) => entry.name)).toEqual([undefined, '64', '256', undefined]);
      expect(data.map((entry) => entry.value[0])).toEqual([5, 6, 8, 9]);
    });

    it('fits the y scale to what is in sight, with NULL at its edge', () => {
      const [y] = zoomed().built.option['yAxis'] as readonly { readonly max: number }[];
      expect(y?.max).toBeLessThan(400);
      expect(zoomed().get('null-0')?.data[0]?.value[1]).toBeLessThan(y?.max ?? 0);
    });

    it('says where its sizes stand, for the keyboard', () => {
      const { area } = zoomed().built;
      expect(area?.range).toEqual(range);
      expect(area?.full.from).toBeLessThan(4);
      expect(area?.stops.map((stop) => stop.key)).toEqual(['auto', '64', '256']);
    });
  });

  it('puts sizes at equal distances and keeps their line when told to', () => {
    const { get } = build([series(0, saxpy)], { axes: { x: 'even', y: 'auto' } });
    expect(get('line-0')?.data.map((entry) => entry.value[0])).toEqual([0, 1, 2, 3]);
    expect(get('line-0')?.lineStyle?.width).toBe(2);
  });

  it('takes the y axis as linear or logarithmic when told to', () => {
    const at = (y: 'log' | 'linear') =>
      build([series(0, saxpy)], { axes: { x: 'log', y } }).get('line-0')?.data[0]?.value[1];
    expect(at('log')).toBe(Math.log2(400));
    expect(at('linear')).toBe(400);
  });

  it('draws single launches beside their size, all within the y scale', () => {
    const sampled = saxpy.map((one) => ({ ...one, samples: [one.medianNs, one.medianNs * 30] }));
    const { get, built } = build([series(0, sampled)]);
    const points = get('samples-0')?.data as unknown as readonly (readonly [number, number])[];
    const [y] = built.option['yAxis'] as readonly { readonly max: number }[];
    expect(points).toHaveLength(8);
    expect(points.filter(([x]) => Math.abs(x - 6) < 0.5)).toHaveLength(2);
    expect(Math.max(...points.map(([, value]) => value))).toBeLessThan(y?.max ?? 0);
    expect(build([series(0, saxpy)]).get('samples-0')).toBeUndefined();
  });

  it('shows shares of the peak as rates and occupancy without a band', () => {
    const shares = [point([64], 100, { peakShare: 0.8, occupancy: 0.5 }), point([128], 100)];
    const value = (metric: 'peak' | 'occupancy') =>
      build([series(0, shares)], { metric })
        .get('line-0')
        ?.data.map((entry) => entry.value[1]);
    expect(value('peak')).toEqual([0.8]);
    expect(value('occupancy')).toEqual([0.5]);
  });
});
