/**
 * What the devices of this machine do at best, as far as it was measured, and the measuring of what is
 * missing. It computes no shares (domain/peak.ts) and starts nothing by itself: a measurement takes the
 * device for seconds.
 */
import { defineStore } from 'pinia';
import { ref, shallowRef } from 'vue';
import type { DeviceInfo } from '@shared/domain/device';
import { peakOf, withPeak, type DevicePeak } from '@shared/domain/peak';
import type { Problem } from '@shared/domain/problem';
import { workbench } from '@renderer/client';

export const usePeaks = defineStore('peaks', () => {
  const list = shallowRef<readonly DevicePeak[]>([]);
  /** Keys of the devices that are being measured. */
  const measuring = shallowRef<readonly string[]>([]);
  const problem = shallowRef<Problem | null>(null);
  const loaded = ref(false);

  const load = async (): Promise<void> => {
    loaded.value = true;
    list.value = await workbench.call('peaks.list', null);
  };

  /**
   * The peak that results of a device are held against: the one known when the run began, else the newest
   * of the same device and driver; null: not measured.
   */
  const of = (
    device: Pick<DeviceInfo, 'key' | 'driver'>,
    atStart: readonly DevicePeak[] = [],
  ): DevicePeak | null => peakOf(atStart, device) ?? peakOf(list.value, device);

  /** Measures devices, one after the other; false: nothing was kept, `problem` says why if there is one. */
  const measure = async (deviceKeys: readonly string[]): Promise<boolean> => {
    if (measuring.value.length > 0 || deviceKeys.length === 0) return false;
    measuring.value = deviceKeys;
    try {
      const reply = await workbench.call('peaks.measure', { deviceKeys });
      problem.value = reply.ok ? null : reply.error;
      if (!reply.ok) return false;
      list.value = reply.value.reduce(withPeak, list.value);
      return reply.value.length > 0;
    } finally {
      measuring.value = [];
    }
  };

  const cancel = (): Promise<null> => workbench.call('peaks.cancel', null);

  return { list, loaded, measuring, problem, load, of, measure, cancel };
});
