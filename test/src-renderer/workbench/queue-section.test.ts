// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { useDevices } from '@renderer/stores/devices';
import { useLanesStore } from '@renderer/stores/lanes';
import { useRunsStore } from '@renderer/stores/runs';
import QueueSection from '@renderer/views/workbench/QueueSection.vue';
import { mountOn, startStores } from '../../support/window-stores';

const ended = {
  run: 'r',
  deviceKey: 'cpu',
  state: 'done',
  configuration: null,
  round: 0,
  rounds: null,
  launchesDone: 1,
  launchesExpected: 8,
  etaMs: null,
} as const;

const queueOf = async (phase: 'finished' | 'cancelled') => {
  const rows = JSON.stringify([{ run: 'r', phase, problem: null }]);
  const stores = startStores({ handlers: { 'runs.list': () => Promise.resolve({ rows }) } });
  await useDevices().load();
  useLanesStore();
  await useRunsStore().refreshList();
  stores.emit('lane-status', [ended]);
  return mountOn(stores, QueueSection);
};

it('does not call a lane done whose run was cancelled, nor its bar full', async () => {
  const cancelled = await queueOf('cancelled');
  expect(cancelled.text()).toContain('Cancelled');
  expect(cancelled.text()).not.toContain('Done');
  expect(cancelled.get('[role="progressbar"]').attributes('aria-valuenow')).toBe('13');
  cancelled.unmount();

  const finished = await queueOf('finished');
  expect(finished.text()).toContain('Done');
  expect(finished.text()).toContain('1 launch');
  expect(finished.text()).not.toContain('1 launches');
  expect(finished.get('[role="progressbar"]').attributes('aria-valuenow')).toBe('100');
  finished.unmount();
});
