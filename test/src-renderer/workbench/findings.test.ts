// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils';
import { afterEach, describe, expect, it } from 'vitest';
import type { RunEvent } from '@shared/domain/run-event';
import { i18n } from '@renderer/i18n';
import { useDevices } from '@renderer/stores/devices';
import { useLanesStore } from '@renderer/stores/lanes';
import { useRunsStore } from '@renderer/stores/runs';
import DevicesPanel from '@renderer/views/workbench/DevicesPanel.vue';
import { buildEvents } from '../../support/run-builder';
import { mountOn, startStores } from '../../support/window-stores';
import { wholeRun } from '../../support/run-part';

/** A finished run of the GPU, with what its clock was seen to do and one remark. */
const events = (): readonly RunEvent[] => {
  const all = buildEvents('device NVIDIA H200 key=gpu-0\n64: 100 101 102 100 101\n8: 200 201');
  const end = all.length - 1;
  const built = all.map((event) =>
    event.type === 'device-built'
      ? { ...event, timer: { tickNs: 32, source: 'event', reason: 'trusted' } as const }
      : event,
  );
  const warning: RunEvent = {
    type: 'warning',
    code: 'near-timer-resolution',
    deviceKey: 'gpu-0',
    configuration: '64',
    message: 'Local size 64 takes only 100 ns.',
    detail: { medianNs: 100 },
    seq: end,
    at: 1,
  };
  return [...built.slice(0, end), warning, ...built.slice(end)].map((event, seq) => ({
    ...event,
    seq,
  }));
};

const mounted = async () => {
  const stores = startStores({
    handlers: { 'runs.open': () => Promise.resolve(wholeRun(events())) },
  });
  await useDevices().load();
  const panel = await mountOn(stores, DevicesPanel);
  const card = () => panel.get('[data-testid="device-card-0"]').text();
  const open = async () => {
    await useRunsStore().openRun('r');
    await flushPromises();
  };
  return { stores, panel, card, open };
};

describe('the right panel', () => {
  afterEach(() => {
    i18n.global.locale.value = 'en';
    document.body.innerHTML = '';
  });

  it('shows the claimed step of a clock until a run has seen the real one', async () => {
    const { card, open } = await mounted();
    expect(card()).not.toContain('32\u2009ns');
    await open();
    expect(card()).toContain('Event time · 32\u2009ns');
  });

  it('lists what was odd with device, size and sentence, in both languages', async () => {
    const { panel, open } = await mounted();
    expect(panel.find('[data-testid="findings"]').exists()).toBe(false);
    await open();
    const findings = panel.get('[data-testid="findings"]');
    expect(findings.get('[role="img"]').attributes('aria-label')).toBe('H200');
    expect(findings.text()).toContain('64');
    expect(findings.text()).toContain('Local size 64 takes only 100 ns.');
    i18n.global.locale.value = 'zh-CN';
    await flushPromises();
    expect(findings.text()).toContain('100\u2009ns，不到计时器步长的 20 倍');
    expect(findings.text()).not.toContain('takes only');
  });

  it('tells a driver that still compiles from a launch', async () => {
    const { stores, panel } = await mounted();
    const status = {
      run: 'r',
      deviceKey: 'gpu-0',
      configuration: '8x16',
      round: 1,
      rounds: 10,
      launchesDone: 3,
      launchesExpected: 40,
      etaMs: null,
    };
    stores.emit('lane-status', [{ ...status, state: 'compiling' }]);
    await flushPromises();
    expect(useLanesStore().active).toHaveLength(1);
    expect(panel.get('[data-testid="lane-0"]').text()).toContain(
      'First launch of 8×16: the driver may still compile',
    );
    stores.emit('lane-status', [{ ...status, state: 'running' }]);
    await flushPromises();
    expect(panel.get('[data-testid="lane-0"]').text()).toContain('Round 2 of 10 · launching 8×16');
  });
});
