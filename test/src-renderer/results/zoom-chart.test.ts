// @vitest-environment happy-dom
import { mount } from '@vue/test-utils';
import { defineComponent } from 'vue';
import { expect, it } from 'vitest';
import type { AxisRange } from '@renderer/charts/axis-range';
import type { ChartHandle, PlotArea } from '@renderer/charts/chart-types';
import ZoomChart from '@renderer/components/ZoomChart.vue';
import { i18n } from '@renderer/i18n';

const full: AxisRange = { from: 0, to: 8 };

/** A chart whose drawing lags behind: it still shows a quarter of its axis, whatever was asked for since. */
const lagging = defineComponent({
  setup(_, { expose }) {
    const area: PlotArea = {
      left: 0,
      top: 0,
      width: 800,
      height: 100,
      range: { from: 4, to: 6 },
      full,
      stops: [],
    };
    const handle: ChartHandle = { area: () => area, tell: () => null, point: () => undefined };
    expose(handle);
    return () => null;
  },
});

const press = async (keys: readonly string[]): Promise<readonly (AxisRange | null)[]> => {
  const asked: (AxisRange | null)[] = [];
  const chart = mount(ZoomChart, {
    props: {
      build: () => ({ option: {}, tooltip: () => null }),
      points: [],
      label: 'times',
      testId: 'chart',
      range: { from: 4, to: 6 },
      'onUpdate:range': async (range: AxisRange | null) => {
        asked.push(range);
        await chart.setProps({ range });
      },
    },
    global: { plugins: [i18n], stubs: { BaseChart: lagging } },
  });
  for (const key of keys) await chart.get('[data-testid="chart-zoom"]').trigger('keydown', { key });
  return asked;
};

it('zooms from what was asked for last, not from what is still drawn', async () => {
  expect(await press(['0', '+', '-'])).toEqual([null, { from: 2, to: 6 }, null]);
});
