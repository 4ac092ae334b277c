import { describe, expect, it } from 'vitest';
import {
  hasShapes,
  heatmapCells,
  heatmapGrid,
  shapeLikeNull,
} from '@renderer/charts/heatmap-model';
import { point, series } from './chart-fixture';

const transpose = series(
  0,
  [point(null, 260), point([4, 16], 73), point([16, 4], 259), point([8, 8], 74)],
  {
    tied: ['4x16', '8x8'],
    marks: [{ key: '16x16', local: [16, 16], kind: 'skipped', text: 'over the limit' }],
    waiting: [[4, 4]],
  },
);
const limits = { device: 128, kernel: 32 };

const cellsByKey = () => {
  const grid = heatmapGrid([transpose]);
  if (grid === null) throw new Error('the series has shapes');
  const cells = heatmapCells(transpose, grid, limits);
  return { grid, cells, cell: (key: string) => cells.find((one) => one.key === key) };
};

describe('the heat map', () => {
  it('spans the shapes asked for and the powers of two between them, y upward', () => {
    const { grid, cells } = cellsByKey();
    expect(grid).toEqual({ xs: [4, 8, 16], ys: [4, 8, 16] });
    expect(cells.slice(0, 3).map((cell) => cell.key)).toEqual(['4x16', '8x16', '16x16']);
    expect(cells).toHaveLength(9);
  });

  it('tells measured, skipped, waiting, untried and impossible apart', () => {
    const { cell } = cellsByKey();
    expect(cell('8x8')?.kind).toBe('measured');
    expect(cell('16x16')?.kind).toBe('skipped');
    expect(cell('4x4')?.kind).toBe('waiting');
    expect(cell('8x4')?.kind).toBe('untried');
    const small = heatmapCells(transpose, { xs: [16], ys: [32] }, limits);
    expect(small[0]?.kind).toBe('impossible');
  });

  it('outlines the best and the tied', () => {
    const { cell } = cellsByKey();
    expect(cell('4x16')?.best).toBe(true);
    expect(cell('8x8')).toMatchObject({ best: false, tied: true });
  });

  it('draws the reported kernel limit between the shapes on its two sides', () => {
    const { cell } = cellsByKey();
    expect(cell('8x4')).toMatchObject({ limitAbove: true, limitRight: true });
    expect(cell('4x4')).toMatchObject({ limitAbove: false, limitRight: false });
    expect(cell('8x8')).toMatchObject({ limitAbove: false, limitRight: false });
  });

  it('names the shape whose time NULL has, if there is one', () => {
    expect(shapeLikeNull(transpose)?.key).toBe('16x4');
    expect(shapeLikeNull(series(0, [point(null, 100), point([8, 8], 110)]))).toBeNull();
  });

  it('is not offered for 1-D sizes', () => {
    expect(hasShapes([series(0, [point([64], 1)])])).toBe(false);
    expect(heatmapGrid([series(0, [point([64], 1)])])).toBeNull();
  });
});
