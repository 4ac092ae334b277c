/**
 * The four plots of a curve chart in pixels: sizes and NULL side by side, above them the lane of
 * skipped and failed sizes. All four always exist, so that live data never moves the layout.
 */
import type { ChartFrame } from './chart-types';
import { joinedLabels } from './coincide';
import { textWidth } from './size-axis';
import type { ChartSeries } from './chart-types';

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface CurveLayout {
  /** Room for the names at the line ends, px; they are broken to fit. */
  readonly labelWidth: number;
  readonly main: Box;
  readonly nullColumn: Box;
  readonly mainLane: Box;
  readonly nullLane: Box;
}

const laneHeight = 18;

/** Plots for a frame; `labels` are the groups of devices that are named at the line ends. */
export const curveLayout = (
  frame: ChartFrame,
  hasNull: boolean,
  labels: readonly (readonly ChartSeries[])[],
  compact: boolean,
): CurveLayout => {
  const left = compact ? 50 : 54;
  const lines = labels.flatMap((members) => joinedLabels(members.map((one) => one.label)));
  const widest = lines.reduce((most, label) => Math.max(most, textWidth(label, 6.9)), 0);
  const right = compact ? 14 : Math.min(widest + 20, frame.width * 0.28);
  const laneTop = 6;
  const top = laneTop + laneHeight + 8;
  const bottom = compact ? 24 : 42;
  const height = Math.max(40, frame.height - top - bottom);
  const columnWidth = hasNull ? (compact ? 34 : 48) : 0;
  const mainLeft = left + columnWidth + (hasNull ? 8 : 0);
  const width = Math.max(40, frame.width - mainLeft - right);
  return {
    labelWidth: Math.max(0, right - 14),
    main: { left: mainLeft, top, width, height },
    nullColumn: { left, top, width: columnWidth, height },
    mainLane: { left: mainLeft, top: laneTop, width, height: laneHeight },
    nullLane: { left, top: laneTop, width: columnWidth, height: laneHeight },
  };
};
