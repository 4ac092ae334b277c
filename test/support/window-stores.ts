/**
 * Stores and components of the window on the scripted bridge, each test with fresh ones. Needs a test
 * environment with a DOM.
 */
import { flushPromises, mount } from '@vue/test-utils';
import { createPinia, setActivePinia, type Pinia } from 'pinia';
import type { Component } from 'vue';
import type { SweepSpec } from '@shared/domain/sweep';
import type { Example } from '@shared/ipc/contract';
import { i18n } from '@renderer/i18n';
import { createFakeBridge, type FakeBridge, type FakeBridgeOptions } from './fake-bridge';
import { buildSpec } from './run-builder';

export const copySource = `__kernel void copy(__global const float *in, __global float *out, uint n)
{
    size_t i = get_global_id(0);
    if (i < n) out[i] = in[i];
}
`;

const args: SweepSpec['args'] = [
  {
    kind: 'buffer',
    name: 'in',
    type: 'float',
    count: 'gx',
    init: { random: [-1, 1], seed: 5 },
    write: false,
  },
  { kind: 'buffer', name: 'out', type: 'float', count: 'gx', init: { constant: 0 }, write: true },
  { kind: 'scalar', name: 'n', type: 'uint', value: 'gx' },
];

export const copyExample: Example = {
  id: 'copy',
  sourceText: copySource,
  spec: buildSpec({
    title: { en: 'Copy', 'zh-CN': '复制' },
    source: 'copy.cl',
    kernel: 'copy',
    local: [[64], [256], null],
    args,
  }),
};

export interface StartedStores extends FakeBridge {
  readonly pinia: Pinia;
}

/** Puts a bridge where the client looks for it, and a new set of stores in front of it. */
export const startStores = (options: FakeBridgeOptions = {}): StartedStores => {
  localStorage.clear();
  const fake = createFakeBridge({ examples: [copyExample], ...options });
  Object.defineProperty(window, 'workbench', { value: fake.bridge, configurable: true });
  const pinia = createPinia();
  setActivePinia(pinia);
  return { ...fake, pinia };
};

/** Mounts a component of the window on these stores and lets first answers arrive. */
export const mountOn = async (stores: StartedStores, component: Component) => {
  const wrapper = mount(component, {
    global: { plugins: [stores.pinia, i18n] },
    attachTo: document.body,
  });
  await flushPromises();
  return wrapper;
};
