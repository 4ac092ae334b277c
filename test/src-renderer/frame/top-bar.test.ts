// @vitest-environment happy-dom
import type { VueWrapper } from '@vue/test-utils';
import type { Component } from 'vue';
import { afterEach, describe, expect, it } from 'vitest';
import { useActivity } from '@renderer/stores/activity';
import { useDevices } from '@renderer/stores/devices';
import { useKernel } from '@renderer/stores/kernel';
import { useNavigation } from '@renderer/stores/navigation';
import StatusBar from '@renderer/views/frame/StatusBar.vue';
import TopBar from '@renderer/views/frame/TopBar.vue';
import { useSettings } from '@renderer/stores/settings';
import { emptyListing, type FakeBridgeOptions } from '../../support/fake-bridge';
import { mountOn, startStores } from '../../support/window-stores';

let mounted: VueWrapper | null = null;
afterEach(() => mounted?.unmount());

const start = async (component: Component, options?: FakeBridgeOptions) => {
  const stores = startStores(options);
  await useDevices().load();
  await useKernel().loadExamples();
  mounted = await mountOn(stores, component);
  const wrapper = mounted;
  return {
    wrapper,
    find: (id: string) => wrapper.find(`[data-testid="${id}"]`),
  };
};

describe('the top bar', () => {
  it('has a toggle for each device, all chosen at first', async () => {
    const { find } = await start(TopBar);
    for (const index of [0, 1, 2, 3]) {
      expect(find(`device-toggle-${index}`).attributes('aria-pressed')).toBe('true');
    }
    await find('device-toggle-1').trigger('click');
    expect(find('device-toggle-1').attributes('aria-pressed')).toBe('false');
    expect(useDevices().chosenKeys).toEqual(['gpu-0', 'cpu', 'pipe']);
  });

  it('shows Cancel only while something runs, and leaves Run enabled', async () => {
    const { find, wrapper } = await start(TopBar, { stepMs: 10_000 });
    expect(find('cancel-button').exists()).toBe(false);
    await useActivity().start();
    await wrapper.vm.$nextTick();
    expect(find('cancel-button').exists()).toBe(true);
    expect(find('run-button').attributes('disabled')).toBeUndefined();
  });

  it('says which view is shown', async () => {
    const { find } = await start(TopBar);
    await find('nav-runs').trigger('click');
    expect(useNavigation().view).toBe('runs');
    expect(find('nav-runs').attributes('aria-current')).toBe('page');
  });

  it('offers no Run where there is nothing to run on', async () => {
    const { find } = await start(TopBar, { listing: emptyListing });
    expect(find('run-button').exists()).toBe(false);
  });
});

describe('the status bar', () => {
  it('switches language and theme at once and remembers them', async () => {
    const { find } = await start(StatusBar);
    const settings = useSettings();
    const before = settings.shownTheme;
    await find('theme-toggle').trigger('click');
    expect(document.documentElement.dataset['theme']).toBe(before === 'dark' ? 'light' : 'dark');
    settings.locale = 'en';
    await find('locale-toggle').trigger('click');
    expect(find('status-bar').text()).toContain('就绪');
    expect(JSON.parse(localStorage.getItem('ndrange.settings') ?? '{}')).toMatchObject({
      locale: 'zh-CN',
    });
    await find('locale-toggle').trigger('click');
    expect(find('status-bar').text()).toContain('Ready');
  });

  it('says that no loader was found', async () => {
    const { find } = await start(StatusBar, { listing: emptyListing });
    expect(find('status-bar').text()).toContain('No OpenCL loader');
  });
});
