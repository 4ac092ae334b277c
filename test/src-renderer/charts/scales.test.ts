import { describe, expect, it } from 'vitest';
import { heatColours, contrast } from '@shared/charts/heat-colour';
import { coincidingGroups, joinedLabel, joinedLabels } from '@renderer/charts/coincide';
import { availableMetrics, firstMetric, metricValue } from '@renderer/charts/metric';
import { labelledPlaces, sizeAxis } from '@renderer/charts/size-axis';
import { assignSlots, placeAmong, slotStyle } from '@shared/charts/slots';
import { valueScale } from '@shared/charts/value-scale';
import { point, series } from './chart-fixture';

describe('the value scale', () => {
  it('is logarithmic only when the largest value is over twice the smallest', () => {
    expect(valueScale([10, 20], 300)?.kind).toBe('linear');
    expect(valueScale([10, 21], 300)?.kind).toBe('log');
  });

  it('puts its ticks on round numbers inside the axis, few enough for the height', () => {
    const scale = valueScale([12_800, 47_100], 240);
    expect(scale?.ticks.length).toBeLessThanOrEqual(7);
    expect(scale?.ticks).toContain(20_000);
    for (const tick of scale?.ticks ?? []) {
      expect(scale?.toPosition(tick)).toBeGreaterThanOrEqual(scale?.min ?? Infinity);
      expect(scale?.toPosition(tick)).toBeLessThanOrEqual(scale?.max ?? -Infinity);
    }
  });

  it('covers six decades without crowding', () => {
    expect(valueScale([100, 1e8], 200)?.ticks.length).toBeLessThanOrEqual(5);
  });

  it('keeps 1× at the bottom for ratios', () => {
    for (const values of [
      [1, 1.2],
      [1, 3.7],
    ]) {
      const scale = valueScale(values, 300, 1);
      expect(scale?.ticks).toContain(1);
      expect(scale?.toValue(scale.min)).toBeGreaterThan(0.85);
    }
  });

  it('is absent when there is nothing to show, and takes one value or equal ones', () => {
    expect(valueScale([], 300)).toBeNull();
    expect(valueScale([Number.NaN, 0], 300)).toBeNull();
    const flat = valueScale([500, 500], 300);
    expect(flat?.max).toBeGreaterThan(500);
    expect(flat?.min).toBeLessThan(500);
  });
});

describe('the size axis', () => {
  const axis = sizeAxis([
    series(0, [point(null, 9), ...[16, 32, 48, 64, 1024].map((size) => point([size], size))]),
  ]);

  it('places 1-D sizes at log₂ and keeps NULL out of them', () => {
    expect(axis.kind).toBe('log');
    expect(axis.hasNull).toBe(true);
    expect(axis.positionOf('64')).toBe(6);
    expect(axis.positionOf('auto')).toBeUndefined();
  });

  it('drops labels that would come too near to others but never the one to keep', () => {
    const all = labelledPlaces(axis, 800).map((place) => place.label);
    expect(all).toEqual(['16', '32', '48', '64', '1024']);
    const narrow = labelledPlaces(axis, 150, ['48']).map((place) => place.label);
    expect(narrow).toContain('48');
    expect(narrow).not.toContain('64');
  });

  it('lays shapes side by side by work-items per group', () => {
    const shapes = sizeAxis([
      series(
        0,
        [
          [16, 16],
          [8, 8],
          [32, 8],
        ].map((s) => point(s, 1)),
      ),
    ]);
    expect(shapes.kind).toBe('category');
    expect(shapes.places.map((place) => place.label)).toEqual(['8×8', '16×16', '32×8']);
    expect(shapes.places.map((place) => place.position)).toEqual([0, 1, 2]);
  });
});

describe('metrics', () => {
  it('turn quartiles of times into the ends of a rate, low before high', () => {
    const value = metricValue(
      point([64], 100, { q1Ns: 80, q3Ns: 200, flopsPerSecond: 1e9 }),
      'gflops',
    );
    expect(value).toEqual({ value: 1e9, low: 0.5e9, high: 1.25e9 });
  });

  it('give null where the value is not defined, never zero', () => {
    expect(metricValue(point([64], 100), 'gbps')).toBeNull();
    expect(metricValue(point([64], 0), 'time')).toBeNull();
  });

  it('offer rates only where the work is known, and ratios first for devices far apart', () => {
    const slow = series(1, [point([64], 2500)]);
    const fast = series(0, [point([64], 100, { bytesPerSecond: 5 })]);
    expect(availableMetrics([fast])).toEqual(['time', 'gbps', 'relative']);
    expect(firstMetric([fast, slow])).toBe('relative');
    expect(firstMetric([fast])).toBe('time');
  });
});

describe('devices on the chart', () => {
  it('keep their place as slot; a second one with the same place takes the next free slot', () => {
    expect(assignSlots([0, 1, 0, 2])).toEqual([0, 1, 2, 3]);
    expect(assignSlots([2, 0])).toEqual([2, 0]);
  });

  it('leave the places of this machine to its own devices', () => {
    const here = [
      { key: 'cpu', index: 0 },
      { key: 'gpu', index: 1 },
    ];
    expect(placeAmong({ key: 'gpu', index: 0 }, here)).toBe(1);
    expect(placeAmong({ key: 'of another machine', index: 0 }, here)).toBe(2);
    // A second run of the first device is not drawn as the second device.
    expect(assignSlots([0, 0], here.length)).toEqual([0, 2]);
    expect(assignSlots([0, 1, 0, 1], here.length)).toEqual([0, 1, 2, 3]);
  });

  it('differ in more than colour, eight of them', () => {
    const styles = Array.from({ length: 8 }, (_, slot) => JSON.stringify(slotStyle(slot)));
    expect(new Set(styles).size).toBe(8);
  });

  it('share a label when their curves lie on each other', () => {
    const curve = (slot: number, factor: number) =>
      series(
        slot,
        [16, 32, 64].map((size) => point([size], size * factor)),
      );
    const [a, b, c] = [curve(0, 1), curve(1, 1.01), curve(2, 3)];
    expect(coincidingGroups([a, b, c], 'time')).toEqual([[a, b], [c]]);
    expect(joinedLabel(['H200 #0', 'H200 #1'])).toBe('H200 #0, #1');
    expect(joinedLabel(['H200', 'llvmpipe'])).toBe('H200, llvmpipe');
    expect(joinedLabels(['H200 #0', 'llvmpipe', 'H200 #1'])).toEqual(['H200 #0, #1', 'llvmpipe']);
  });
});

describe('heat map colours', () => {
  const colours = (relative: number) =>
    heatColours(relative, '#0069b4', '#ffffff', '#171a20', '#ffffff');

  it('are the hue itself at the best and fade towards the ground', () => {
    expect(colours(1).fill).toBe('#0069b4');
    const steps = [1, 1.5, 2.5, 4].map((ratio) => contrast(colours(ratio).fill, '#ffffff'));
    expect(steps).toEqual(steps.toSorted((a, b) => b - a));
  });

  it('say when the ratio lies beyond the ramp', () => {
    expect(colours(4).clipped).toBe(false);
    expect(colours(9)).toEqual({ ...colours(4), clipped: true });
  });

  it('keep every text of the light and the dark theme readable', () => {
    for (const hue of ['#0069b4', '#bf4a00', '#00775f', '#a63a82'])
      for (let ratio = 1; ratio <= 5; ratio += 0.1) {
        const { fill, text } = heatColours(ratio, hue, '#ffffff', '#171a20', '#ffffff');
        expect(contrast(fill, text)).toBeGreaterThanOrEqual(4.5);
      }
    for (const hue of ['#58aef0', '#f5914a', '#3cc7a4', '#e58cc4'])
      for (let ratio = 1; ratio <= 5; ratio += 0.1) {
        const { fill, text } = heatColours(ratio, hue, '#15181d', '#e9ebef', '#14121f');
        expect(contrast(fill, text)).toBeGreaterThanOrEqual(4.5);
      }
  });

  it('read the short form that minified style sheets have', () => {
    expect(heatColours(1, '#06b', '#fff', '#000', '#fff').fill).toBe('#0066bb');
  });
});
