/**
 * The curve of a run as an SVG picture: a line and a band per device, NULL apart, skipped and failed sizes
 * in a lane above, the recommended size as a dashed hairline. Colours are attributes, so that the picture
 * stands for itself in a document and as a file.
 */
import { slotStyle, type MarkShape } from '../charts/slots';
import {
  bandOf,
  curveLayout,
  frame,
  labelled,
  metricFor,
  plot,
  spread,
  tenth as round,
  textWidth,
  valueOf,
  type CurveLayout,
  type Place,
  type ReportMetric,
} from './curve-layout';
import { markup, type Markup, type Piece } from './markup';
import { deviceColour, printTheme as theme } from './print-theme';
import type { ReportPoint, ReportSeries } from './report-series';

/** Words and numbers in the language of the report. */
export interface CurveWords {
  /** What the picture shows: its text alternative. */
  readonly label: string;
  readonly skipped: string;
  readonly axis: string;
  readonly recommended: (size: string) => string;
  readonly value: (value: number, metric: ReportMetric) => string;
}

export const mark = (
  shape: MarkShape,
  x: number,
  y: number,
  colour: string,
  hollow: boolean,
): Markup => {
  const paint = markup`fill="${hollow ? theme.surface : colour}" stroke="${colour}" stroke-width="1.5"`;
  switch (shape) {
    case 'circle':
      return markup`<circle cx="${x}" cy="${y}" r="3.5" ${paint}/>`;
    case 'rect':
      return markup`<rect x="${x - 3.5}" y="${y - 3.5}" width="7" height="7" ${paint}/>`;
    case 'triangle':
      return markup`<path d="M${x} ${y - 4}L${x + 4} ${y + 3.5}H${x - 4}Z" ${paint}/>`;
    case 'diamond':
      return markup`<path d="M${x} ${y - 4.5}L${x + 4.5} ${y}L${x} ${y + 4.5}L${x - 4.5} ${y}Z" ${paint}/>`;
  }
};

/** ⊘ for skipped, ✕ for failed. */
const outcome = (kind: 'skipped' | 'failed', x: number, y: number, colour: string): Markup =>
  kind === 'skipped'
    ? markup`<path d="M${x - 3.5} ${y + 3.5}L${x + 3.5} ${y - 3.5}M${x - 5} ${y}a5 5 0 1 0 10 0a5 5 0 1 0 -10 0" fill="none" stroke="${colour}" stroke-width="1.5"/>`
    : markup`<path d="M${x - 3.5} ${y + 3.5}L${x + 3.5} ${y - 3.5}M${x - 3.5} ${y - 3.5}L${x + 3.5} ${y + 3.5}" fill="none" stroke="${colour}" stroke-width="1.5"/>`;

const text = (
  x: number,
  y: number,
  words: string,
  anchor: 'start' | 'middle' | 'end',
  colour: string,
  weight = 400,
): Markup =>
  markup`<text x="${x}" y="${y}" text-anchor="${anchor}" fill="${colour}" font-weight="${weight}">${words}</text>`;

const ground = (layout: CurveLayout, words: CurveWords, metric: ReportMetric): readonly Piece[] => {
  const { scale, left, right, hasNull, y } = layout;
  const laneTop = 12;
  return [
    markup`<rect x="${left}" y="${laneTop}" width="${right - left}" height="18" fill="${theme.sunken}"/>`,
    text(plot.left - 8, laneTop + 13, words.skipped, 'end', theme.text3),
    hasNull
      ? markup`<rect x="${plot.left}" y="${laneTop}" width="${plot.nullWidth}" height="18" fill="${theme.sunken}"/><rect x="${plot.left}" y="${plot.top}" width="${plot.nullWidth}" height="${plot.bottom - plot.top}" fill="${theme.sunken}"/>`
      : null,
    (scale?.ticks ?? []).map((tick) => [
      markup`<path d="M${plot.left} ${y(tick)}H${right}" stroke="${theme.grid}"/>`,
      text(plot.left - 8, y(tick) + 4, words.value(tick, metric), 'end', theme.text3),
    ]),
    markup`<path d="M${left} ${plot.bottom}H${right}" stroke="${theme.axis}"/>`,
    hasNull
      ? text(plot.left + plot.nullWidth / 2, plot.bottom + 18, 'NULL', 'middle', theme.text3)
      : null,
    text((left + right) / 2, frame.height - 8, words.axis, 'middle', theme.text3),
  ];
};

const sizeLabels = (layout: CurveLayout, keep: ReadonlySet<string>): readonly Piece[] => [
  layout.places.map(({ x }) => markup`<path d="M${x} ${plot.bottom}v4" stroke="${theme.axis}"/>`),
  labelled(layout.places, keep).map(({ key, label, x }) =>
    keep.has(key)
      ? text(x, plot.bottom + 18, label, 'middle', theme.accent, 600)
      : text(x, plot.bottom + 18, label, 'middle', theme.text2),
  ),
];

interface Placed {
  readonly point: ReportPoint;
  readonly place: Place;
}

/** Neighbouring measured sizes; a skipped or failed one in between breaks the line. */
const stretches = (one: ReportSeries, layout: CurveLayout): readonly (readonly Placed[])[] => {
  const points = new Map(one.points.map((point) => [point.key, point]));
  const broken = new Set(one.marks.map(({ key }) => key));
  const result: Placed[][] = [[]];
  for (const place of layout.places) {
    const point = points.get(place.key);
    if (point !== undefined) result.at(-1)?.push({ point, place });
    else if (broken.has(place.key)) result.push([]);
  }
  return result.filter((stretch) => stretch.length > 0);
};

const path = (points: readonly (readonly [number, number])[]): string =>
  points.map(([x, y], at) => `${at === 0 ? 'M' : 'L'}${round(x)} ${round(y)}`).join('');

const device = (
  one: ReportSeries,
  rank: number,
  count: number,
  layout: CurveLayout,
  metric: ReportMetric,
): readonly Piece[] => {
  const style = slotStyle(one.slot);
  const colour = deviceColour(one.slot);
  const dash = style.dash === 'dashed' ? '6 4' : style.dash === 'dotted' ? '2 3' : 'none';
  const at = (value: number): number => round(layout.y(value));
  const parts = stretches(one, layout);
  const auto = one.points.find(({ key }) => key === 'auto');
  const autoX = round(plot.left + (plot.nullWidth * (rank + 1)) / (count + 1));
  const shift = (rank - (count - 1) / 2) * 14;
  return [
    layout.isLog
      ? parts.map((part) => {
          const low = part.map(
            ({ place, point }) => [place.x, at(bandOf(point, metric)[0])] as const,
          );
          const high = part.map(
            ({ place, point }) => [place.x, at(bandOf(point, metric)[1])] as const,
          );
          return markup`<path d="${path([...low, ...high.toReversed()])}Z" fill="${colour}" opacity="0.16"/><path d="${path(part.map(({ place, point }) => [place.x, at(valueOf(point, metric))]))}" fill="none" stroke="${colour}" stroke-width="2" stroke-dasharray="${dash}"/>`;
        })
      : null,
    parts
      .flat()
      .map(({ place, point }) => [
        layout.isLog
          ? null
          : markup`<path d="M${place.x} ${at(bandOf(point, metric)[0])}V${at(bandOf(point, metric)[1])}" stroke="${colour}" stroke-width="5" opacity="0.3"/>`,
        mark(style.shape, round(place.x), at(valueOf(point, metric)), colour, style.hollow),
      ]),
    auto === undefined
      ? null
      : mark(style.shape, autoX, at(valueOf(auto, metric)), colour, style.hollow),
    one.marks.map(({ key, kind }) => {
      const x =
        key === 'auto'
          ? plot.left + plot.nullWidth / 2
          : layout.places.find((place) => place.key === key)?.x;
      return x === undefined ? null : outcome(kind, round(x + shift), 21, colour);
    }),
  ];
};

const names = (
  series: readonly ReportSeries[],
  layout: CurveLayout,
  metric: ReportMetric,
): readonly Piece[] => {
  const named = series.flatMap((one) => {
    const last = stretches(one, layout).at(-1)?.at(-1);
    const auto = one.points.find(({ key }) => key === 'auto');
    const point = last?.point ?? auto;
    return point === undefined ? [] : [{ one, height: layout.y(valueOf(point, metric)) }];
  });
  const heights = spread(
    named.map(({ height }) => height),
    14,
  );
  return named.map(({ one }, index) =>
    text(
      layout.right + 10,
      (heights[index] ?? 0) + 4,
      one.label,
      'start',
      deviceColour(one.slot),
      600,
    ),
  );
};

const hairline = (
  series: readonly ReportSeries[],
  layout: CurveLayout,
  words: CurveWords,
): Piece => {
  const use = series.find(({ recommended }) => recommended !== null)?.recommended ?? null;
  const place = layout.places.find(({ key }) => key === use?.key);
  if (use === null || place === undefined) return null;
  const word = words.recommended(use.label);
  const toLeft = place.x + 8 + textWidth(word) > layout.right;
  return [
    markup`<path d="M${round(place.x)} ${plot.top}V${plot.bottom}" stroke="${theme.accent}" stroke-dasharray="3 3"/>`,
    text(
      place.x + (toLeft ? -6 : 6),
      plot.top + 11,
      word,
      toLeft ? 'end' : 'start',
      theme.accent,
      600,
    ),
  ];
};

/** A whole SVG document; its root names the picture's size in px. */
export const curveSvg = (
  series: readonly ReportSeries[],
  words: CurveWords,
  metric: ReportMetric = metricFor(series),
): Markup => {
  const layout = curveLayout(series, metric);
  const keep = new Set(series.flatMap(({ recommended }) => recommended?.key ?? []));
  return markup`<svg xmlns="http://www.w3.org/2000/svg" width="${frame.width}" height="${frame.height}" viewBox="0 0 ${frame.width} ${frame.height}" role="img" aria-label="${words.label}" font-family="${theme.font}" font-size="11"><title>${words.label}</title><rect width="${frame.width}" height="${frame.height}" fill="${theme.surface}"/>${ground(layout, words, metric)}${sizeLabels(layout, keep)}${series.map((one, rank) => device(one, rank, series.length, layout, metric))}${hairline(series, layout, words)}${names(series, layout, metric)}</svg>`;
};
