// @vitest-environment happy-dom
import type { VueWrapper } from '@vue/test-utils';
import { flushPromises } from '@vue/test-utils';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SweepRequest } from '@shared/domain/sweep';
import { i18n } from '@renderer/i18n';
import { useDevices } from '@renderer/stores/devices';
import { useKernel } from '@renderer/stores/kernel';
import { useSearch } from '@renderer/stores/search';
import { useSweep } from '@renderer/stores/sweep';
import SweepPanel from '@renderer/views/workbench/SweepPanel.vue';
import { mountOn, startStores, type StartedStores } from '../../support/window-stores';

let stores: StartedStores;
let panel: VueWrapper;
const byId = (id: string) => panel.get(`[data-testid="${id}"]`);

describe('find the best size', () => {
  beforeEach(async () => {
    stores = startStores({ stepMs: 0 });
    await useDevices().load();
    await useKernel().loadExamples();
    panel = await mountOn(stores, SweepPanel);
  });
  afterEach(() => {
    panel.unmount();
    i18n.global.locale.value = 'en';
  });

  const sent = (): SweepRequest => {
    const call = stores.calls.find(({ name }) => name === 'sweep.start');
    if (call === undefined) throw new Error('nothing was started');
    return call.request as SweepRequest;
  };

  it('starts with one click, adaptively, whatever the sweep form says', async () => {
    useSweep().samples = 5;
    await byId('find-best').trigger('click');
    await flushPromises();
    expect(sent().options.search).toEqual({ add: [], forbid: [] });
    expect([sent().options.samples, sent().spec.samples]).toEqual([null, null]);
  });

  it('shows the candidates with their reasons when asked', async () => {
    expect(panel.find('[data-testid="search-candidates"]').exists()).toBe(false);
    await byId('search-candidates-toggle').trigger('click');
    expect(byId('candidate-256').attributes('title')).toContain('among those tried first');
    expect(byId('candidate-32').attributes('title')).toContain('a power of two');
    expect(byId('candidate-160').attributes('title')).toContain('multiple of the wavefront');
    i18n.global.locale.value = 'zh-CN';
    await flushPromises();
    expect(byId('candidate-256').attributes('title')).toContain('首先尝试');
  });

  it('takes what is added and leaves out what is forbidden', async () => {
    await byId('search-candidates-toggle').trigger('click');
    await byId('candidate-512').trigger('click');
    expect(byId('candidate-512').attributes('aria-pressed')).toBe('false');
    await byId('candidate-add-input').setValue('100, auto');
    await byId('search-candidates').get('form').trigger('submit');
    expect(byId('candidate-100').attributes('title')).toContain('added by you');
    await byId('find-best').trigger('click');
    await flushPromises();
    expect(sent().options.search).toEqual({ add: [[100], null], forbid: [[512]] });
    // A second click takes both back.
    await byId('candidate-512').trigger('click');
    await byId('candidate-100').trigger('click');
    expect(useSearch().options).toEqual({ add: [null], forbid: [] });
  });

  it('says which device cannot do a candidate, and what is wrong with an addition', async () => {
    await byId('search-candidates-toggle').trigger('click');
    await byId('candidate-add-input').setValue('2048');
    await byId('search-candidates').get('form').trigger('submit');
    expect(byId('candidate-2048').classes()).toContain('partial');
    expect(byId('candidate-2048').attributes('title')).toContain('1024');
    await byId('candidate-add-input').setValue('many');
    await byId('search-candidates').get('form').trigger('submit');
    expect(byId('search-candidates').text()).toContain('many');
  });
});
