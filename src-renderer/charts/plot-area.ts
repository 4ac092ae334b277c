/** Where the sizes of a chart stand in pixels, for zooming and for the keyboard. */
import type { PlotArea } from './chart-types';
import type { Box } from './curve-layout';
import type { SizeAxis } from './size-axis';

export const plotArea = (axis: SizeAxis, main: Box, column: Box): PlotArea => {
  const range = { from: axis.min, to: axis.max };
  const perUnit = main.width / Math.max(axis.max - axis.min, 1e-9);
  const stops = axis.shown.map((place) => ({
    key: place.key,
    x: main.left + (place.position - axis.min) * perUnit,
  }));
  const auto = axis.hasNull ? [{ key: 'auto', x: column.left + column.width / 2 }] : [];
  return { ...main, range, full: axis.full, stops: [...auto, ...stops] };
};
