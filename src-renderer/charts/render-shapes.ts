/**
 * The little of the chart library's drawing vocabulary that builders use: shapes as plain objects, and
 * the function that turns axis positions into pixels.
 */
export type Shape = Readonly<Record<string, unknown>>;

export interface RenderApi {
  /** From axis positions to pixels. */
  coord(position: readonly [number, number]): readonly [number, number];
}

export interface RenderParams {
  readonly dataIndex: number;
  /** The plot's rectangle in pixels. */
  readonly coordSys: {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
  };
}

export type RenderItem = (params: RenderParams, api: RenderApi) => Shape;

export const group = (children: readonly Shape[]): Shape => ({ type: 'group', children });

export const line = (
  from: readonly [number, number],
  to: readonly [number, number],
  style: Shape,
): Shape => ({
  type: 'line',
  shape: { x1: from[0], y1: from[1], x2: to[0], y2: to[1] },
  style,
  silent: true,
});

export const text = (at: readonly [number, number], content: string, style: Shape): Shape => ({
  type: 'text',
  style: { text: content, x: at[0], y: at[1], ...style },
  silent: true,
});

/** ⊘ for skipped, ✕ for failed, 11 px across. */
export const outcomeMark = (
  [x, y]: readonly [number, number],
  kind: 'skipped' | 'failed',
  colour: string,
): Shape => {
  const stroke = { stroke: colour, lineWidth: 1.5, fill: 'none' };
  const slash = line([x - 3.5, y + 3.5], [x + 3.5, y - 3.5], stroke);
  return kind === 'skipped'
    ? group([{ type: 'circle', shape: { cx: x, cy: y, r: 5 }, style: stroke, silent: true }, slash])
    : group([slash, line([x - 3.5, y - 3.5], [x + 3.5, y + 3.5], stroke)]);
};
