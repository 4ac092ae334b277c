// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { defineComponent, h, type Component } from 'vue';
import { i18n } from '@renderer/i18n';
import { useAdvice } from '@renderer/stores/advice';
import { useDevices } from '@renderer/stores/devices';
import { useRunsStore } from '@renderer/stores/runs';
import AdvicePanel from '@renderer/views/advisor/AdvicePanel.vue';
import { useShownViews } from '@renderer/views/results/shown-view';
import AdviceSection from '@renderer/views/workbench/AdviceSection.vue';
import { around } from '../../support/advisor-runs';
import { buildEvents } from '../../support/run-builder';
import { mountOn, startStores } from '../../support/window-stores';
import { wholeRun } from '../../support/run-part';

const text = `device NVIDIA H200 key=gpu-0 multiple=32
16: ${around(47)}
64: ${around(17)}
256: ${around(12)}
device PoCL CPU key=cpu type=cpu
16: ${around(20)}
64: ${around(30)}
256: ${around(31)}`;

const Panel = defineComponent(() => {
  const views = useShownViews();
  return () => h(AdvicePanel, { views: views.value });
});

const mounted = async (component: Component) => {
  const stores = startStores({
    handlers: { 'runs.open': () => Promise.resolve(wholeRun(buildEvents(text))) },
  });
  await useDevices().load();
  const panel = await mountOn(stores, component);
  await useRunsStore().openRun('r');
  await vi.waitFor(() => {
    const runs = useRunsStore();
    expect(runs.shown.every((entry) => useAdvice().adviceOf(entry) !== null)).toBe(true);
  });
  await flushPromises();
  return panel;
};

describe('the advice on a run', () => {
  beforeEach(() => {
    i18n.global.locale.value = 'en';
  });
  afterEach(() => {
    i18n.global.locale.value = 'en';
    document.body.innerHTML = '';
  });

  it('is worked out for every shown device after the page has had its turn', async () => {
    const panel = await mounted(Panel);
    expect(panel.get('[data-testid="advice-findings"]').text()).toContain('16');
  });

  it('shows parts and devices by choice', async () => {
    const panel = await mounted(Panel);
    await panel.get('[data-testid="advice-rules-tab"]').trigger('click');
    expect(panel.get('[data-testid="rule-golden-shapes"]').text()).toContain('not tested');
    await panel.get('[data-testid="advice-lab-tab"]').trigger('click');
    // 16 loses 3.9 times on the GPU, 256 half on the CPU.
    expect(panel.get('[data-testid="lab-size-chosen"]').text()).toBe('64');
    await panel.get('[data-testid="advice-facts-tab"]').trigger('click');
    await panel.get('[data-testid="advice-device-1"]').trigger('click');
    expect(panel.get('[data-testid="fact-cores"]').text()).toContain('CL_DEVICE_MAX_COMPUTE_UNITS');
    await panel.get('[data-testid="advice-sides-tab"]').trigger('click');
    expect(panel.findAll('[data-testid^="side-row-"]')).toHaveLength(3);
    i18n.global.locale.value = 'zh-CN';
    await flushPromises();
    expect(panel.get('[data-testid="advice-sides"]').text()).toContain('占用率');
  });

  it('stands in short beside the queue, and asks for the whole', async () => {
    const section = await mounted(AdviceSection);
    expect(section.findAll('li').length).toBeGreaterThan(0);
    const advice = useAdvice();
    const before = advice.asked;
    await section.get('[data-testid="advice-all"]').trigger('click');
    expect(advice.asked).toBe(before + 1);
  });
});
