/** Launches over time and their parts: from a run to what the charts are drawn from, and the charts. */
import { describe, expect, it } from 'vitest';
import { resultRows } from '@shared/domain/rows';
import { laneWord } from '@renderer/components/results/curve-texts';
import { chartSeries } from '@renderer/components/results/series-model';
import { splitGap, splitsOf, splitTexts } from '@renderer/components/results/split-model';
import {
  sentinelOf,
  timelineSizes,
  timelineTexts,
} from '@renderer/components/results/timeline-model';
import { splitChart } from '@renderer/charts/split-option';
import { timelineChart } from '@renderer/charts/timeline-option';
import { buildRun } from '../../support/run-builder';
import { frame } from '../charts/chart-fixture';
import { chinese, english } from './results-fixture';

const run = buildRun(`64: 100 102 | 110 112 | 120 122
16: 400 404 | 400 404
32: failed wrong-result 5 6
128: 90 @wall
2048: skipped exceeds-device-limit`);
const [device] = run.devices;
if (device === undefined) throw new Error('the run has a device');

interface Drawn {
  readonly id: string;
  readonly data: readonly (readonly [number, number])[];
}
const drawn = (option: Readonly<Record<string, unknown>>, id: string): Drawn | undefined =>
  (option['series'] as readonly Drawn[]).find((one) => one.id === id);

describe('the lane above the plot', () => {
  it('is named after what lies in it', () => {
    const skipped = { key: '2048', kind: 'skipped' } as const;
    const failed = { key: '32', kind: 'failed' } as const;
    const word = (...marks: readonly (typeof skipped | typeof failed)[]) =>
      laneWord([{ marks: [] }, { marks }], english.text);
    expect(word()).toBe('skipped');
    expect(word(skipped)).toBe('skipped');
    expect(word(failed)).toBe('failed');
    expect(word(skipped, failed)).toBe('omitted');
    expect(laneWord([{ marks: [failed] }], chinese.text)).toBe('失败');
  });
});

describe('launches over time', () => {
  const sizes = timelineSizes(device);
  const build = (chosen: string | null) =>
    timelineChart({
      slot: 0,
      label: 'A',
      sizes,
      sentinel: sentinelOf(device),
      chosen,
      range: null,
      texts: timelineTexts(sizes, english.text),
    })(frame);

  it('have every launch of the sizes that are compared, by round', () => {
    expect(sizes.map((size) => size.key)).toEqual(['64', '16', '128']);
    expect(sizes[0]?.rounds.map((round) => round.samples)).toEqual([
      [100, 102],
      [110, 112],
      [120, 122],
    ]);
  });

  it('stand as ratios to their own median, each at its round', () => {
    const points = drawn(build(null).option, 'launches')?.data ?? [];
    expect(points).toHaveLength(6 + 4 + 1);
    const last = points.filter(([x]) => Math.round(x) === 2);
    expect(last).toHaveLength(2);
    expect(last[0]?.[1]).toBeCloseTo(120 / 111);
  });

  it('have the sentinel as a line through its rounds, and say what it does', () => {
    expect(sentinelOf(device)).toBe('64');
    expect(drawn(build(null).option, 'rounds')?.data).toHaveLength(3);
    const told = build(null).tooltip('0');
    expect(told?.title).toBe('Round 1');
    expect(told?.rows.map((row) => row.label)).toEqual(['sentinel 64', '2 other sizes']);
  });

  it('of one size stand in its own unit', () => {
    const { option } = build('16');
    const values = (drawn(option, 'launches')?.data ?? []).map(([, value]) => value);
    expect(values.toSorted((a, b) => a - b)).toEqual([400, 400, 404, 404]);
  });
});

describe('the parts of a launch', () => {
  const rows = resultRows(run);
  const series = chartSeries({ slot: 0, label: 'A', rows }, english);
  const splits = splitsOf(device);
  const build = () =>
    splitChart({ series, splits, range: null, texts: splitTexts(series, splits, english.text) })(
      frame,
    );

  it('are medians per part, and null where the clock does not tell', () => {
    expect(splits.get('16')).toEqual({ queued: 1500, submitted: 2500, running: 402 });
    expect(splits.get('128')).toEqual({ queued: null, submitted: null, running: 90 });
    expect(splits.has('32')).toBe(false);
    expect(splitGap(device)).toBe('wall');
  });

  it('are stacked on an axis that begins at zero and holds the longest sum', () => {
    const [y] = build().option['yAxis'] as readonly {
      readonly min: number;
      readonly max: number;
    }[];
    expect(y?.min).toBe(0);
    expect(y?.max).toBeGreaterThan(1500 + 2500 + 402);
  });

  it('say what is not available instead of showing zero', () => {
    expect(build().tooltip('128')?.rows.slice(0, 2)).toMatchObject([
      { label: 'queued', value: '–', extra: 'not available' },
      { label: 'submitted', value: '–', extra: 'not available' },
    ]);
    expect(build().tooltip('2048')?.rows[0]?.extra).toContain('over the device limit');
  });
});
