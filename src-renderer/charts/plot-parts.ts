/** Grids, axes and axis texts as every chart of the window has them. */
import type { ChartFrame, ChartTheme } from './chart-types';
import type { Box } from './curve-layout';
import type { Shape } from './render-shapes';

/** A plot; `fill` null: no ground of its own. */
export const grid = (box: Box, fill: string | null): Shape => ({
  left: box.left,
  top: box.top,
  width: box.width,
  height: box.height,
  show: fill !== null && box.width > 0,
  backgroundColor: fill ?? 'transparent',
  borderWidth: 0,
  // The layout is ours to the pixel: labels must not shrink the plot.
  outerBoundsMode: 'none',
});

export const hiddenAxis = (plot: number, min: number, max: number): Shape => ({
  gridIndex: plot,
  type: 'value',
  min,
  max,
  show: false,
});

export const axisText = (theme: ChartTheme): Shape => ({
  color: theme.text3,
  fontSize: 11,
  fontFamily: theme.font,
});

/** The word to the left of the lane of skipped and failed sizes. */
export const laneWord = ({ width, theme }: ChartFrame, lane: Box, word: string): Shape => ({
  id: 'lane-word',
  type: 'text',
  right: width - lane.left + 6,
  top: lane.top + 3,
  style: { text: word, fill: theme.text3, font: `11px ${theme.font}` },
  silent: true,
});
