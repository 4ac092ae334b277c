/**
 * Newer versions: what is known of them. Nobody is asked unless the user has turned it on; then once at each start
 * and whenever the user wants. Asking is the main process's business, which refuses it while it is off.
 */
import { defineStore } from 'pinia';
import { ref, shallowRef } from 'vue';
import type { Problem } from '@shared/domain/problem';
import type { UpdateState } from '@shared/ipc/contract';
import { workbench } from '@renderer/client';
import { useSettings } from './settings';

export const useUpdates = defineStore('updates', () => {
  const settings = useSettings();
  /** Host that would be asked; null: this build names none, or that is not known yet. */
  const from = ref<string | null>(null);
  const state = shallowRef<UpdateState>({ kind: 'not-asked' });
  const problem = shallowRef<Problem | null>(null);
  /** Of the version that was found last. */
  const version = ref('');
  const loading = ref(false);

  const check = async (): Promise<void> => {
    if (!settings.updates) return;
    const reply = await workbench.call('updates.check', null);
    problem.value = reply.ok ? null : reply.error;
    state.value = reply.ok ? reply.value : { kind: 'not-asked' };
    if (state.value.kind === 'newer') version.value = state.value.version;
  };

  /** At the start: learns who would be asked, and asks when the user wants that. */
  const begin = async (): Promise<void> => {
    from.value = (await workbench.call('app.info', null)).updatesFrom;
    if (from.value !== null) await check();
  };

  /** Turned on, it asks at once; turned off, what is known is forgotten. */
  const turn = async (on: boolean): Promise<void> => {
    settings.updates = on;
    state.value = { kind: 'not-asked' };
    problem.value = null;
    if (!on) return;
    // The main process has to hear of the setting first: it refuses everything before.
    await workbench.call('app.preferences', settings.preferences);
    await check();
  };

  /** Downloads the version that was found, or opens the product's page. */
  const get = async (): Promise<void> => {
    if (state.value.kind !== 'newer' || loading.value) return;
    const found = state.value;
    loading.value = found.how === 'install';
    const reply = await workbench.call('updates.get', null);
    loading.value = false;
    problem.value = reply.ok ? null : reply.error;
    if (reply.ok && reply.value.kind === 'ready') state.value = reply.value;
  };

  return { from, state, problem, version, loading, begin, check, turn, get };
});
