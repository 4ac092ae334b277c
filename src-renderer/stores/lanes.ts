/**
 * Where each lane is right now: the newest status per run and device. Never stored, never folded into
 * a run; a status of a run that has ended is dropped with `forget`.
 */
import { defineStore } from 'pinia';
import { computed, shallowRef } from 'vue';
import type { LaneStatus } from '@shared/domain/run-event';
import { workbench } from '@renderer/client';

const idOf = (run: string, deviceKey: string): string => `${run}\n${deviceKey}`;

export const useLanesStore = defineStore('lanes', () => {
  const byDevice = shallowRef<ReadonlyMap<string, LaneStatus>>(new Map());

  const all = computed<readonly LaneStatus[]>(() => [...byDevice.value.values()]);
  /** Lanes that still have something to do, in the order in which they were first heard of. */
  const active = computed(() => all.value.filter((status) => status.state !== 'done'));
  const busy = computed(() => active.value.length > 0);
  /** Milliseconds until the last lane is done, an estimate; null when no lane can say. */
  const etaMs = computed<number | null>(() => {
    const known = active.value.flatMap((status) => (status.etaMs === null ? [] : [status.etaMs]));
    return known.length === 0 ? null : Math.max(...known);
  });

  /** The newest status of a device in a run, if any was heard. */
  const laneOf = (run: string, deviceKey: string): LaneStatus | null =>
    byDevice.value.get(idOf(run, deviceKey)) ?? null;

  /** Drops what was heard of a run. */
  const forget = (run: string): void => {
    byDevice.value = new Map([...byDevice.value].filter(([, status]) => status.run !== run));
  };

  workbench.on('lane-status', (statuses) => {
    const next = new Map(byDevice.value);
    for (const status of statuses) next.set(idOf(status.run, status.deviceKey), status);
    byDevice.value = next;
  });

  return { byDevice, all, active, busy, etaMs, laneOf, forget };
});
