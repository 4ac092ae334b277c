/**
 * Charts that nobody sees: of every kind of part that ours have, with a few points each. The library's first drawings
 * take six times as long as later ones, since all of their code runs for the first time and every face is measured for
 * the first time; with these it has done both before a result comes. Pure; one option per step, each a little more.
 */
import type { ChartTheme } from './chart-types';
import { axisText } from './plot-parts';

const places = [0.5, 1.5, 2.5];

const axes = (theme: ChartTheme) => {
  const axis = {
    gridIndex: 0,
    type: 'value',
    min: 0,
    max: 3,
    axisLine: { show: true, onZero: false, lineStyle: { color: theme.axis, width: 1 } },
    axisTick: { show: true, length: 4, customValues: places },
    axisLabel: { ...axisText(theme), customValues: places, formatter: (at: number) => `${at} µs` },
    splitLine: { show: true, lineStyle: { color: theme.grid, width: 1 } },
  };
  return {
    animation: false,
    textStyle: { fontFamily: theme.font, fontSize: 11 },
    grid: [{ left: 54, top: 12, width: 320, height: 160 }],
    xAxis: [{ ...axis, name: 'work-items', nameLocation: 'middle', nameGap: 24 }],
    yAxis: [axis],
  };
};

const points = places.map((x) => [x, 3 - x] as const);

/** In the order in which they are drawn onto one chart. */
export const practiceOptions = (theme: ChartTheme): readonly Record<string, unknown>[] => [
  axes(theme),
  {
    ...axes(theme),
    series: [
      { id: 'dots', type: 'scatter', data: points, symbol: 'circle', symbolSize: 5 },
      {
        id: 'line',
        type: 'line',
        data: points.map((value) => ({ value, name: 'x' })),
        symbol: 'circle',
        symbolSize: 6,
        label: { show: true, formatter: () => '64', fontSize: 11 },
        // Breaking a line has every character of the face measured.
        endLabel: {
          show: true,
          formatter: () => 'a device with a long name',
          fontSize: 11,
          fontWeight: 600,
          width: 60,
          overflow: 'break',
        },
        labelLayout: { moveOverlap: 'shiftY' },
      },
    ],
  },
  {
    ...axes(theme),
    graphic: {
      elements: [{ type: 'text', left: 10, top: 10, style: { text: 'best', fontSize: 11 } }],
    },
    tooltip: { trigger: 'axis' },
    series: [
      {
        id: 'shapes',
        type: 'custom',
        data: points,
        renderItem: (_params: unknown, api: { coord: (at: readonly number[]) => number[] }) => {
          const [x = 0, y = 0] = api.coord([1, 1]);
          return {
            type: 'group',
            children: [
              { type: 'rect', shape: { x, y, width: 8, height: 8 }, style: { fill: theme.accent } },
              {
                type: 'line',
                shape: { x1: x, y1: y, x2: x + 9, y2: y },
                style: { stroke: theme.axis },
              },
              {
                type: 'polygon',
                shape: {
                  points: [
                    [x, y],
                    [x + 4, y],
                    [x, y + 4],
                  ],
                },
                style: {},
              },
              { type: 'text', style: { text: '64', x, y, fontSize: 11, fill: theme.text } },
            ],
          };
        },
      },
    ],
  },
];
