// @vitest-environment happy-dom
import type { VueWrapper } from '@vue/test-utils';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { i18n } from '@renderer/i18n';
import { useDevices } from '@renderer/stores/devices';
import { useKernel } from '@renderer/stores/kernel';
import { useSweep } from '@renderer/stores/sweep';
import SweepPanel from '@renderer/views/workbench/SweepPanel.vue';
import { mountOn, startStores } from '../../support/window-stores';

let panel: VueWrapper;
const byId = (id: string) => panel.get(`[data-testid="${id}"]`);
const addSize = async (text: string) => {
  await byId('size-add-input').setValue(text);
  await panel.get('form').trigger('submit');
};

describe('the sweep panel', () => {
  beforeEach(async () => {
    const stores = startStores();
    await useDevices().load();
    await useKernel().loadExamples();
    panel = await mountOn(stores, SweepPanel);
  });
  afterEach(() => {
    panel.unmount();
    i18n.global.locale.value = 'en';
  });

  it('shows the sizes as pressed chips and counts what will be measured', () => {
    expect(byId('size-chip-auto').attributes('aria-pressed')).toBe('true');
    expect(byId('size-chip-256').attributes('aria-pressed')).toBe('true');
    // 3 sizes on 4 devices, 10 to 200 samples each.
    expect(byId('sweep-totals').text()).toContain('12 configurations');
    const title = byId('sweep-totals').attributes('title') ?? '';
    expect(title.replaceAll('\u2009', '')).toContain('120 … 2400 launches');
  });

  it('says before the first run what it takes at most, and with a fixed number how many launches', async () => {
    expect(byId('sweep-totals').text()).toMatch(/^at most \d+\s(s|min)/);
    expect(byId('sweep-totals').attributes('title')).toContain('come on top');
    await byId('samples-input').setValue('7');
    await byId('samples-input').trigger('change');
    expect(byId('sweep-totals').text()).toMatch(/^84 launches/);
    expect(byId('sweep-totals').attributes('title')).not.toContain('at most');
  });

  it('takes a chip out of the sweep and keeps it on offer', async () => {
    await byId('size-chip-64').trigger('click');
    expect(byId('size-chip-64').attributes('aria-pressed')).toBe('false');
    expect(byId('sweep-totals').text()).toContain('8 configurations');
  });

  it('says in one line which devices cannot do an added size', async () => {
    await addSize('2048');
    expect(byId('size-chip-2048').classes()).toContain('partial');
    const line = byId('size-reason').text();
    expect(line).toContain('2048: over the device limit, 1024,');
    expect(line).toContain('llvmpipe');
    expect(line).toMatch(/measured on .*Xeon.* only/);
  });

  it('says the same in Chinese after a switch', async () => {
    await addSize('2048');
    i18n.global.locale.value = 'zh-CN';
    await panel.vm.$nextTick();
    expect(byId('size-reason').text()).toMatch(/2048：超过 .* 的设备上限 1024；仅在 .* 上测量/);
  });

  it('switches to shapes when a shape is typed', async () => {
    await addSize('8x32');
    expect(useSweep().mode).toBe('2d');
    expect(byId('size-chip-8x32').attributes('aria-pressed')).toBe('true');
    expect(byId('shape-8x32').attributes('aria-selected')).toBe('true');
  });

  it('says what is wrong with a size beside the field and keeps the text', async () => {
    await addSize('sixty');
    expect(panel.text()).toContain('sixty');
    expect((byId('size-add-input').element as HTMLInputElement).value).toBe('sixty');
  });

  it('shows what is launched when a size does not divide the global size', async () => {
    await addSize('96');
    expect(byId('padded').text().replaceAll('\u2009', '')).toBe('96 as 1048608');
  });

  it('takes a number of samples and refuses what is none', async () => {
    const field = byId('samples-input');
    await field.setValue('20');
    await field.trigger('change');
    expect(useSweep().samples).toBe(20);
    await field.setValue('-1');
    await field.trigger('change');
    expect(useSweep().samples).toBe(20);
    expect(panel.text()).toContain('-1 is not a number of samples');
  });

  it('chooses shapes in the grid by click, but none that no device can do', async () => {
    await byId('mode-2d').trigger('click');
    await byId('shape-4x4').trigger('click');
    expect(byId('size-chip-4x4').attributes('aria-pressed')).toBe('true');
    await byId('shape-1024x1024').trigger('click');
    expect(panel.find('[data-testid="size-chip-1024x1024"]').exists()).toBe(false);
    expect(byId('shape-1024x1024').attributes('aria-label')).toContain('1024');
  });

  it('moves in the grid by arrow keys and chooses by Space', async () => {
    await byId('mode-2d').trigger('click');
    const grid = panel.get('[role="grid"]');
    await grid.trigger('keydown', { key: 'ArrowRight' });
    await grid.trigger('keydown', { key: 'ArrowDown' });
    await grid.trigger('keydown', { key: ' ' });
    expect(byId('size-chip-16x4').attributes('aria-pressed')).toBe('true');
  });
});
