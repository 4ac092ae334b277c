/**
 * The 2-D shapes of one device as an SVG picture: a cell per shape, strongest at the device's best, with its
 * time and its ratio to the best; a thick outline on the best. What was skipped or failed says so.
 */
import { heatColours } from '../charts/heat-colour';
import { markup, type Markup, type Piece } from './markup';
import { deviceColour, printTheme as theme } from './print-theme';
import type { ReportPoint, ReportSeries } from './report-series';

export interface HeatmapWords {
  readonly label: string;
  readonly x: string;
  readonly y: string;
  readonly time: (ns: number) => string;
  readonly ratio: (ratio: number) => string;
  readonly outcome: (kind: 'skipped' | 'failed') => string;
  /** NULL and its time, under the grid. */
  readonly driversChoice: (time: string) => string;
}

const cell = { width: 76, height: 40 } as const;
const left = 64;
const top = 12;
/** More than fit on a page are left to the table. */
const mostSides = 24;

const sides = (series: ReportSeries, at: 0 | 1): readonly number[] => {
  const all = [...series.points, ...series.marks].flatMap(({ local }) =>
    local?.length === 2 ? [local[at] ?? 1] : [],
  );
  return [...new Set(all)].toSorted((a, b) => a - b);
};

/** Whether a device's sizes make a grid that fits. */
export const hasGrid = (series: ReportSeries): boolean => {
  const explicit = [...series.points, ...series.marks].filter(({ local }) => local !== null);
  const [xs, ys] = [sides(series, 0), sides(series, 1)];
  return (
    explicit.length > 0 &&
    explicit.every(({ local }) => local?.length === 2) &&
    xs.length <= mostSides &&
    ys.length <= mostSides
  );
};

/** Size of a device's picture, px. */
export const heatmapFrame = (
  series: ReportSeries,
): { readonly width: number; readonly height: number } => ({
  width: Math.max(left + sides(series, 0).length * cell.width + 12, 320),
  height:
    top +
    sides(series, 1).length * cell.height +
    44 +
    (series.points.some(({ local }) => local === null) ? 20 : 0),
});

const word = (x: number, y: number, words: string, colour: string, more: Piece = null): Markup =>
  markup`<text x="${x}" y="${y}" text-anchor="middle" fill="${colour}"${more}>${words}</text>`;

export const heatmapSvg = (series: ReportSeries, words: HeatmapWords): Markup => {
  const xs = sides(series, 0);
  const ys = sides(series, 1).toReversed();
  const points = new Map(series.points.map((point) => [point.key, point]));
  const marks = new Map(series.marks.map((entry) => [entry.key, entry]));
  const shapes = series.points.filter(({ local }) => local !== null);
  const best = Math.min(...shapes.map(({ medianNs }) => medianNs));
  const hue = deviceColour(series.slot);
  const right = left + xs.length * cell.width;
  const bottom = top + ys.length * cell.height;
  const measured = (point: ReportPoint, x: number, y: number): Markup => {
    const ratio = point.medianNs / best;
    const { fill, text } = heatColours(ratio, hue, theme.surface, theme.text, '#ffffff');
    const isBest = point.medianNs === best;
    const outline = isBest ? markup` stroke="${theme.text}" stroke-width="3"` : null;
    return markup`<rect x="${x + 2}" y="${y + 2}" width="${cell.width - 4}" height="${cell.height - 4}" rx="2" fill="${fill}"${outline}/>${word(x + cell.width / 2, y + 18, words.time(point.medianNs), text, markup` font-weight="600"`)}${word(x + cell.width / 2, y + 32, words.ratio(ratio), text, markup` font-size="10"`)}`;
  };
  const cells = ys.map((sideY, row) =>
    xs.map((sideX, column): Piece => {
      const key = `${sideX}x${sideY}`;
      const [x, y] = [left + column * cell.width, top + row * cell.height];
      const point = points.get(key);
      if (point !== undefined) return measured(point, x, y);
      const kind = marks.get(key)?.kind;
      const ground = markup`<rect x="${x + 2}" y="${y + 2}" width="${cell.width - 4}" height="${cell.height - 4}" rx="2" fill="${kind === undefined ? theme.surface : theme.sunken}" stroke="${theme.border}"/>`;
      return kind === undefined
        ? [ground, word(x + cell.width / 2, y + 24, '·', theme.text3)]
        : [ground, word(x + cell.width / 2, y + 24, words.outcome(kind), theme.text3)];
    }),
  );
  const auto = points.get('auto');
  const { width, height } = heatmapFrame(series);
  return markup`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${words.label}" font-family="${theme.font}" font-size="11"><title>${words.label}</title><rect width="${width}" height="${height}" fill="${theme.surface}"/>${cells}${xs.map((side, at) => word(left + (at + 0.5) * cell.width, bottom + 16, String(side), theme.text2))}${ys.map((side, at) => markup`<text x="${left - 8}" y="${top + (at + 0.5) * cell.height + 4}" text-anchor="end" fill="${theme.text2}">${side}</text>`)}${word((left + right) / 2, bottom + 34, words.x, theme.text3)}<text transform="translate(16 ${(top + bottom) / 2}) rotate(-90)" text-anchor="middle" fill="${theme.text3}">${words.y}</text>${auto === undefined ? null : markup`<text x="${left}" y="${bottom + 54}" fill="${theme.text2}">${words.driversChoice(words.time(auto.medianNs))}</text>`}</svg>`;
};
