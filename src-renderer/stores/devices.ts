/**
 * The devices of this machine and which of them are chosen. All are chosen until the user leaves one
 * out; what was left out is remembered by device key only as long as the window lives.
 */
import { defineStore } from 'pinia';
import { computed, ref, shallowRef } from 'vue';
import type { DeviceInfo, DeviceListing } from '@shared/domain/device';
import { shortDeviceName } from '@shared/domain/device-select';
import { workbench } from '@renderer/client';

export const useDevices = defineStore('devices', () => {
  const listing = shallowRef<DeviceListing | null>(null);
  const loading = ref(false);
  const leftOut = shallowRef<ReadonlySet<string>>(new Set());

  const all = computed<readonly DeviceInfo[]>(() => listing.value?.devices ?? []);
  const chosen = computed(() => all.value.filter((device) => !leftOut.value.has(device.key)));
  const chosenKeys = computed(() => chosen.value.map((device) => device.key));
  const problems = computed(() => listing.value?.problems ?? []);
  /** The drivers were asked and there is nothing to measure on. */
  const none = computed(() => listing.value !== null && all.value.length === 0);

  const isChosen = (device: DeviceInfo): boolean => !leftOut.value.has(device.key);

  const toggle = (device: DeviceInfo): void => {
    const next = new Set(leftOut.value);
    if (!next.delete(device.key)) next.add(device.key);
    leftOut.value = next;
  };

  /** Chooses exactly these, as far as they are here; nothing changes when none of them is. */
  const choose = (keys: readonly string[]): void => {
    const wanted = new Set(keys);
    if (!all.value.some((device) => wanted.has(device.key))) return;
    leftOut.value = new Set(all.value.map(({ key }) => key).filter((key) => !wanted.has(key)));
  };

  /** A short name that is unique in the listing; the full one belongs in a tooltip. */
  const shortName = (device: DeviceInfo): string => shortDeviceName(device, all.value);

  const byKey = (key: string): DeviceInfo | null =>
    all.value.find((device) => device.key === key) ?? null;

  let pending: Promise<void> | null = null;
  const ask = async (refresh: boolean): Promise<void> => {
    loading.value = true;
    try {
      listing.value = await workbench.call('devices.list', { refresh });
    } finally {
      loading.value = false;
      pending = null;
    }
  };
  /** refresh: the drivers are asked again, so a driver installed meanwhile is found. */
  const load = (refresh = false): Promise<void> => (pending = ask(refresh));
  /** Resolves once the drivers have been asked, whatever they said: who is quicker than they are waits for them. */
  const asked = async (): Promise<void> => {
    if (listing.value === null) await (pending ?? load()).catch(() => undefined);
  };

  workbench.on('devices', (changed) => {
    listing.value = changed;
  });

  return {
    listing,
    loading,
    all,
    chosen,
    chosenKeys,
    problems,
    none,
    isChosen,
    toggle,
    choose,
    shortName,
    byKey,
    load,
    asked,
  };
});
