/**
 * The launches of one device in the order in which they were taken: rounds on the x axis, and the
 * sentinel, which is measured in every round, as a line, so that a drift of the machine is seen. All
 * sizes at once stand as ratios to their own median; a single one stands in its own unit.
 */
import { valueScale } from '@shared/charts/value-scale';
import type { AxisRange } from './axis-range';
import type { BuiltChart, ChartFrame, TooltipContent, TooltipRow } from './chart-types';
import { axisText, grid } from './plot-parts';
import type { Shape } from './render-shapes';
import { thinned } from './sample-points';
import { textWidth } from './size-axis';
import { slotStyle } from '@shared/charts/slots';

export interface TimelineRound {
  /** Counts from 0. */
  readonly round: number;
  /** ns, in the order in which they were taken. */
  readonly samples: readonly number[];
  readonly medianNs: number;
}

export interface TimelineSize {
  readonly key: string;
  readonly label: string;
  /** Of all its launches, ns. */
  readonly medianNs: number;
  readonly rounds: readonly TimelineRound[];
}

export interface TimelineInput {
  readonly slot: number;
  readonly label: string;
  readonly sizes: readonly TimelineSize[];
  /** The size that was measured in every round; null: none. */
  readonly sentinel: string | null;
  /** The one size that is shown; null: all of them, as ratios. */
  readonly chosen: string | null;
  readonly range: AxisRange | null;
  readonly texts: {
    readonly xAxis: string;
    readonly round: (round: number) => string;
    readonly sentinel: (size: string) => string;
    readonly ratio: (value: number) => string;
    readonly axisRatio: (value: number) => string;
    readonly duration: (ns: number) => string;
    readonly axisDuration: (ns: number) => string;
    readonly others: (sizes: number) => string;
    readonly launches: (count: number) => string;
  };
}

const mostPoints = 12_000;

/** Sizes that are drawn: the chosen one, or all. */
const drawnOf = ({ sizes, chosen }: TimelineInput): readonly TimelineSize[] =>
  chosen === null ? sizes : sizes.filter((size) => size.key === chosen);

/** ns to what the y axis shows. */
const valueIn =
  ({ chosen }: TimelineInput, { medianNs }: TimelineSize) =>
  (ns: number): number =>
    chosen === null ? ns / medianNs : ns;

const tooltipOf =
  (input: TimelineInput) =>
  (key: string): TooltipContent | null => {
    const round = Number(key);
    const { texts, slot } = input;
    const here = drawnOf(input).flatMap((size) => {
      const entry = size.rounds.find((candidate) => candidate.round === round);
      return entry === undefined ? [] : [{ size, entry, value: valueIn(input, size) }];
    });
    if (here.length === 0) return null;
    const words = input.chosen === null ? texts.ratio : texts.duration;
    const rows: TooltipRow[] = here
      .filter(({ size }) => size.key === input.sentinel || input.chosen !== null)
      .map(({ size, entry, value }) => ({
        slot,
        label: size.key === input.sentinel ? texts.sentinel(size.label) : size.label,
        value: words(value(entry.medianNs)),
        extra: texts.launches(entry.samples.length),
      }));
    const others = here.filter(({ size }) => size.key !== input.sentinel);
    if (input.chosen === null && others.length > 0) {
      const values = others.map(({ entry, value }) => value(entry.medianNs));
      const [low, high] = [Math.min(...values), Math.max(...values)];
      const value = `${words(low)} … ${words(high)}`;
      rows.push({ slot, label: texts.others(others.length), value, extra: '' });
    }
    return { title: texts.round(round + 1), rows };
  };

/** Builds the chart for a frame. */
export const timelineChart =
  (input: TimelineInput) =>
  (frame: ChartFrame): BuiltChart => {
    const { theme } = frame;
    const { texts, range } = input;
    const drawn = drawnOf(input);
    const rounds = [
      ...new Set(drawn.flatMap((size) => size.rounds.map(({ round }) => round))),
    ].toSorted((a, b) => a - b);
    const full = { from: (rounds[0] ?? 0) - 0.5, to: (rounds.at(-1) ?? 0) + 0.5 };
    const shown = range ?? full;
    const sentinel = drawn.find((size) => size.key === input.sentinel);
    const line = sentinel ?? (input.chosen === null ? undefined : drawn[0]);
    const word =
      line === undefined ? '' : line === sentinel ? texts.sentinel(line.label) : line.label;
    const box = {
      left: 54,
      top: 12,
      width: Math.max(40, frame.width - 54 - Math.min(textWidth(word) + 24, frame.width * 0.3)),
      height: Math.max(40, frame.height - 12 - 42),
    };
    const isShown = (round: number): boolean => round + 0.5 > shown.from && round - 0.5 < shown.to;
    const inSight = drawn.map((size) => ({
      size,
      rounds: size.rounds.filter(({ round }) => isShown(round)),
    }));
    const count = inSight.reduce((sum, one) => sum + one.rounds.length, 0);
    const perRound = Math.max(1, Math.floor(mostPoints / Math.max(1, count)));
    const points = inSight.flatMap((one) =>
      one.rounds.flatMap(({ round, samples }) => {
        const kept = thinned(samples, perRound);
        const value = valueIn(input, one.size);
        return kept.map((ns, at) => [round - 0.4 + (0.8 * (at + 0.5)) / kept.length, value(ns)]);
      }),
    ) as readonly (readonly [number, number])[];
    const scale = valueScale(
      points.map(([, value]) => value),
      box.height,
    );
    const at = (value: number): number => scale?.toPosition(value) ?? 0;
    const step = Math.max(1, Math.ceil((shown.to - shown.from) / Math.max(1, box.width / 44)));
    const ticks = rounds.filter((round) => isShown(round) && round % step === 0);
    const ids = scale?.ticks.map(at) ?? [];
    const colour = theme.devices[slotStyle(input.slot).colour];
    const lineOf = (size: TimelineSize): Shape => ({
      id: 'rounds',
      type: 'line',
      data: size.rounds.map(({ round, medianNs }) => ({
        value: [round, at(valueIn(input, size)(medianNs))],
        name: String(round),
      })),
      symbol: 'circle',
      symbolSize: 6,
      showAllSymbol: true,
      showSymbol: size.rounds.length <= 200,
      itemStyle: { color: theme.surface, borderColor: theme.text, borderWidth: 1.5 },
      lineStyle: { color: theme.text, width: 1.5 },
      endLabel: {
        show: true,
        formatter: () => word,
        color: theme.text,
        fontWeight: 600,
        fontSize: 11,
        distance: 8,
      },
      emphasis: { disabled: true },
      z: 4,
    });
    return {
      option: {
        animation: false,
        textStyle: { fontFamily: theme.font, fontSize: 11 },
        grid: [grid(box, null)],
        xAxis: [
          {
            gridIndex: 0,
            type: 'value',
            min: shown.from,
            max: shown.to,
            axisLine: { show: true, onZero: false, lineStyle: { color: theme.axis, width: 1 } },
            axisTick: { show: true, length: 4, customValues: ticks },
            axisLabel: {
              ...axisText(theme),
              customValues: ticks,
              hideOverlap: true,
              formatter: (round: number) => String(round + 1),
            },
            splitLine: { show: false },
            name: texts.xAxis,
            nameLocation: 'middle',
            nameGap: 24,
            nameTextStyle: axisText(theme),
          },
        ],
        yAxis: [
          {
            gridIndex: 0,
            type: 'value',
            min: scale?.min ?? 0,
            max: scale?.max ?? 1,
            axisLine: { show: false },
            axisTick: { show: false, customValues: ids },
            axisLabel: {
              ...axisText(theme),
              customValues: ids,
              showMinLabel: true,
              showMaxLabel: true,
              formatter: (position: number) => {
                const value = scale?.toValue(position) ?? position;
                return input.chosen === null ? texts.axisRatio(value) : texts.axisDuration(value);
              },
            },
            splitLine: { show: true, lineStyle: { color: theme.grid, width: 1 } },
          },
        ],
        graphic: { elements: [] },
        axisPointer: {
          lineStyle: { color: theme.axis, type: 'solid', width: 1 },
          label: { show: false },
        },
        series: [
          {
            id: 'launches',
            type: 'scatter',
            data: points.map(([x, value]) => [x, at(value)]),
            symbol: 'circle',
            symbolSize: 3,
            itemStyle: { color: colour, opacity: points.length > 3000 ? 0.3 : 0.5 },
            large: true,
            largeThreshold: 2000,
            silent: true,
            clip: true,
            tooltip: { show: false },
            z: 2,
          },
          // A place for each round, so that one can hover over rounds that the line does not have.
          {
            id: 'places',
            type: 'line',
            data: rounds.filter(isShown).map((round) => ({
              value: [round, scale?.min ?? 0],
              name: String(round),
            })),
            symbol: 'none',
            lineStyle: { width: 0 },
            silent: true,
            z: 1,
          },
          ...(line === undefined ? [] : [lineOf(line)]),
        ],
      },
      tooltip: tooltipOf(input),
      area: {
        ...box,
        range: shown,
        full,
        stops: rounds.filter(isShown).map((round) => ({
          key: String(round),
          x: box.left + ((round - shown.from) / (shown.to - shown.from)) * box.width,
        })),
      },
    };
  };
