/** Keeps the main process informed of what it shows by itself: title bar, menus and notifications follow the settings. */
import { watch } from 'vue';
import { workbench } from '@renderer/client';
import { useSettings } from '@renderer/stores/settings';

export const useTellSystem = (): void => {
  const settings = useSettings();
  watch(
    () => settings.preferences,
    (preferences) => void workbench.call('app.preferences', preferences),
    { immediate: true },
  );
};
