// @vitest-environment happy-dom
import { createPinia, setActivePinia } from 'pinia';
import { nextTick } from 'vue';
import { beforeEach, describe, expect, it } from 'vitest';
import { useSettings } from '@renderer/stores/settings';

const restart = () => {
  setActivePinia(createPinia());
  return useSettings();
};

describe('what the window remembers', () => {
  beforeEach(() => localStorage.clear());

  it('keeps theme, language, panel sizes and the order of the runs over a restart', async () => {
    const first = restart();
    first.theme = 'dark';
    first.locale = 'zh-CN';
    first.setPanelSize('kernel', 1440, 500);
    first.runOrder = { column: 'devices', descending: false };
    await nextTick();
    const second = restart();
    expect([second.theme, second.locale]).toEqual(['dark', 'zh-CN']);
    expect(second.panelSize('kernel', 1440, 396)).toBe(500);
    expect(second.runOrder).toEqual({ column: 'devices', descending: false });
    expect(document.documentElement.dataset['theme']).toBe('dark');
    expect(document.documentElement.lang).toBe('zh-CN');
  });

  it('remembers sizes per class of window width, and forgets them on request', () => {
    const settings = restart();
    settings.setPanelSize('kernel', 1440, 500);
    expect(settings.panelSize('kernel', 1500, 396)).toBe(500);
    expect(settings.panelSize('kernel', 2000, 396)).toBe(396);
    settings.setPanelSize('kernel', 1440, null);
    expect(settings.panelSize('kernel', 1440, 396)).toBe(396);
  });

  it.each(['not json', '[]', '{"theme":"pink","locale":7,"panels":{"kernel@middle":"wide"}}'])(
    'starts from its defaults when the entry is %j',
    (entry) => {
      localStorage.setItem('ndrange.settings', entry);
      const settings = restart();
      expect(settings.theme).toBe('system');
      expect(settings.panelSize('kernel', 1440, 396)).toBe(396);
    },
  );
});
