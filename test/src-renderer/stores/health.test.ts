// @vitest-environment happy-dom
import { createPinia, setActivePinia } from 'pinia';
import { describe, expect, it } from 'vitest';
import { useDevices } from '@renderer/stores/devices';
import { useHealth } from '@renderer/stores/health';
import { failureText, healthFacts } from '@renderer/views/devices/health-facts';
import { i18n, type MessageKey, type TextParams } from '@renderer/i18n';
import { buildEvents } from '../../support/run-builder';
import { startStores } from '../../support/window-stores';

const { t } = i18n.global as unknown as { t: (key: string, params: TextParams) => string };
const text = (key: MessageKey, params: TextParams = {}): string => t(key, params);

const failing = `device NVIDIA H200 key=gpu-0
64: 100 101
1024: failed timed-out`;

const start = async () => {
  const stores = startStores();
  await useDevices().load();
  const health = useHealth();
  const [device] = useDevices().all;
  if (device === undefined) throw new Error('The bridge has no device.');
  return { ...stores, health, device };
};

describe('the health of a device', () => {
  it('is good until a failure is seen, and remembers it over a restart', async () => {
    const { health, device, emit } = await start();
    expect(health.failureOf(device)).toBeNull();
    emit('run-events', { run: 'r1', events: buildEvents(failing) });
    const seen = { reason: 'timed-out', size: '1024' };
    const driver = health.known.get('gpu-0')?.failure?.driver ?? '';
    expect(health.failureOf({ ...device, driver })).toMatchObject(seen);
    setActivePinia(createPinia());
    expect(useHealth().failureOf({ ...device, driver })).toMatchObject(seen);
    // Another driver has not failed yet.
    expect(useHealth().failureOf({ ...device, driver: `${driver}.1` })).toBeNull();
  });

  it('forgets what cannot be read', () => {
    startStores();
    localStorage.setItem('ndrange.health', '{"gpu-0":{"failure":{"reason":"fire"}}}');
    expect(useHealth().known.size).toBe(0);
  });

  it('is told in words, the size as it is written elsewhere', () => {
    const failure = {
      at: '2026-11-29T21:30:00.000Z',
      kernel: 'tile',
      driver: '1',
      reason: 'crashed' as const,
      size: '16x16',
    };
    expect(failureText(failure, text, 'en')).toMatch(/^crashed at 16×16 · tile · .*2026/);
    expect(failureText({ ...failure, reason: null, size: null, at: 'x' }, text, 'en')).toBe(
      'stopped · tile',
    );
    const facts = healthFacts({ timer: 'Wall clock', tone: 'warn', help: '' }, null, text, 'en');
    expect(facts.map(({ value }) => value)).toEqual(['Wall clock', 'none seen']);
  });
});
