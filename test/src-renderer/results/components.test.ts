// @vitest-environment happy-dom
import { mount } from '@vue/test-utils';
import { beforeEach, describe, expect, it } from 'vitest';
import { resultRows } from '@shared/domain/rows';
import { i18n } from '@renderer/i18n';
import HeatmapView from '@renderer/components/results/HeatmapView.vue';
import ResultTable from '@renderer/components/results/ResultTable.vue';
import SideTable from '@renderer/components/results/SideTable.vue';
import { chartSeries } from '@renderer/components/results/series-model';
import { heatmapGrid } from '@renderer/charts/heatmap-model';
import { buildRun } from '../../support/run-builder';
import { english } from './results-fixture';

const global = { plugins: [i18n] };
beforeEach(() => {
  i18n.global.locale.value = 'en';
});

const rows = resultRows(
  buildRun('64: 100 101 100\n16: 400 401 400\n2048: skipped exceeds-device-limit'),
);

describe('ResultTable', () => {
  const order = (html: string): readonly string[] =>
    [...html.matchAll(/data-testid="result-row-2-(\w+)"/g)].map((match) => match[1] ?? '');

  it('marks its rows by device and size, skipped ones in place', () => {
    const table = mount(ResultTable, { props: { rows, place: 2 }, global });
    expect(order(table.html())).toEqual(['16', '64', '2048']);
    const skipped = table.get('[data-testid="result-row-2-2048"]');
    expect(skipped.text()).toContain('Skipped');
    expect(skipped.text()).toContain('over the device limit');
  });

  it('sorts by the head that is pressed, and says so to screen readers', async () => {
    const table = mount(ResultTable, { props: { rows, place: 2 }, global });
    const head = table.get('thead .median');
    await head.get('button').trigger('click');
    expect(order(table.html())).toEqual(['64', '16', '2048']);
    await head.get('button').trigger('click');
    expect(order(table.html())).toEqual(['16', '64', '2048']);
    expect(head.attributes('aria-sort')).toBe('descending');
  });

  it('does without interval and number where it is narrow, unless they were asked for', () => {
    const heads = (width: number, choice = {}): readonly (string | undefined)[] =>
      mount(ResultTable, { props: { rows, place: 2, width, choice }, global })
        .findAll('thead th')
        .map((head) => head.classes()[0]);
    expect(heads(861)).toEqual(expect.arrayContaining(['interval', 'n']));
    expect(heads(860)).toEqual(heads(861).filter((name) => name !== 'interval' && name !== 'n'));
    expect(heads(400, { n: true })).toContain('n');
    expect(heads(400, { n: true })).not.toContain('interval');
  });

  it('follows the language without being made again', async () => {
    const table = mount(ResultTable, { props: { rows, place: 2 }, global });
    i18n.global.locale.value = 'zh-CN';
    await table.vm.$nextTick();
    expect(table.text()).toContain('超过设备上限');
  });

  it('keeps a long table short in the document', () => {
    const many = Array.from({ length: 3000 }, () => rows[0]).flatMap((row, index) =>
      row === undefined
        ? []
        : [
            {
              ...row,
              configuration: { ...row.configuration, id: String(index), local: [index + 1] },
            },
          ],
    );
    const table = mount(ResultTable, { props: { rows: many, place: 0 }, global });
    expect(table.findAll('tbody tr').length).toBeLessThan(200);
  });
});

describe('SideTable', () => {
  it('shows absolute and relative values per device', () => {
    const table = mount(SideTable, { props: { shown: [{ slot: 0, label: 'A', rows }] }, global });
    expect(table.get('[data-testid="result-row-all-16"]').text()).toMatch(/16\s*400\s*4\.0×/);
  });
});

describe('HeatmapView', () => {
  const shapes = resultRows(buildRun('8x8: 100 100\n16x8: 300 300\n16x16: failed crashed'));
  const series = chartSeries({ slot: 1, label: 'A', rows: shapes }, english);
  const grid = heatmapGrid([series]);
  if (grid === null) throw new Error('the run has shapes');
  const view = () =>
    mount(HeatmapView, {
      props: { series, grid, limits: { device: 256, kernel: null } },
      global,
    });

  it('writes time and ratio into the cells and the reason on those without', () => {
    const cell = (key: string) => view().get(`[data-key="${key}"]`);
    expect(cell('8x8').text()).toMatch(/^100\s*1\.00×$/);
    expect(cell('16x8').text()).toContain('3.0×');
    expect(cell('16x16').attributes('data-kind')).toBe('failed');
    expect(cell('16x16').attributes('title')).toContain('crashed');
  });

  it('offers a shape that was not tried', async () => {
    const map = view();
    await map.get('[data-key="8x16"]').trigger('click');
    await map.get('[data-key="8x8"]').trigger('click');
    expect(map.emitted('add')).toEqual([['8x16']]);
  });
});
