/**
 * What the window remembers between starts: theme, language, sizes of panels per width class, which commands
 * were used last, whether to notify, whether a sweep was ever started, how the runs are listed.
 * Everything lives in one entry of localStorage; an entry that cannot be read is simply forgotten.
 */
import { defineStore } from 'pinia';
import { computed, ref, watch } from 'vue';
import type { ShellPreferences } from '@shared/ipc/shell';
import { i18n, locales, type Locale } from '@renderer/i18n';
import { newestFirst, runOrderFrom, type RunOrder } from './run-order';

export const themes = ['system', 'light', 'dark'] as const;
export type ThemeChoice = (typeof themes)[number];
export type PanelName = 'kernel' | 'devices' | 'results' | 'arguments';

const storageKey = 'ndrange.settings';

interface Stored {
  theme: ThemeChoice;
  locale: Locale | null;
  /** `<panel>@<width class>` → px. */
  panels: Record<string, number>;
  /** Ids of commands, the one used last first. */
  recent: readonly string[];
  /** Tell when a long sweep ends while nobody looks. */
  notify: boolean;
  /** Nobody needs to be shown where Run is any more. */
  hasRun: boolean;
  /** Look for newer versions at each start. */
  updates: boolean;
  /** The recorded runs of the product are left out of the list of runs. */
  hideRecorded: boolean;
  /** What the list of runs is sorted by. */
  runOrder: RunOrder;
}

const mostRecent = 5;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const read = (): Stored => {
  const stored: Stored = {
    theme: 'system',
    locale: null,
    panels: {},
    recent: [],
    notify: true,
    hasRun: false,
    updates: false,
    hideRecorded: false,
    runOrder: newestFirst,
  };
  let value: unknown;
  try {
    value = JSON.parse(localStorage.getItem(storageKey) ?? 'null');
  } catch {
    return stored;
  }
  if (!isRecord(value)) return stored;
  stored.theme = themes.find((theme) => theme === value['theme']) ?? 'system';
  stored.locale = locales.find((locale) => locale === value['locale']) ?? null;
  if (isRecord(value['panels'])) {
    for (const [name, size] of Object.entries(value['panels'])) {
      if (typeof size === 'number' && Number.isFinite(size)) stored.panels[name] = size;
    }
  }
  if (Array.isArray(value['recent'])) {
    stored.recent = value['recent'].filter((id) => typeof id === 'string').slice(0, mostRecent);
  }
  stored.notify = value['notify'] !== false;
  stored.hasRun = value['hasRun'] === true;
  stored.updates = value['updates'] === true;
  stored.hideRecorded = value['hideRecorded'] === true;
  stored.runOrder = runOrderFrom(value['runOrder']);
  return stored;
};

/** Width class of the window: panel sizes are remembered for each. */
const widthClass = (width: number): string =>
  width < 1100
    ? 'narrow'
    : width < 1280
      ? 'small'
      : width < 1920
        ? 'middle'
        : width < 2560
          ? 'wide'
          : 'huge';

export const useSettings = defineStore('settings', () => {
  const stored = read();
  const theme = ref<ThemeChoice>(stored.theme);
  const locale = ref<Locale>(
    stored.locale ?? (navigator.language.toLowerCase().startsWith('zh') ? 'zh-CN' : 'en'),
  );
  const panels = ref<Record<string, number>>(stored.panels);
  const recent = ref<readonly string[]>(stored.recent);
  const notify = ref(stored.notify);
  const hasRun = ref(stored.hasRun);
  const updates = ref(stored.updates);
  const hideRecorded = ref(stored.hideRecorded);
  const runOrder = ref<RunOrder>(stored.runOrder);

  const systemDark = ref(false);
  if (typeof matchMedia === 'function') {
    const query = matchMedia('(prefers-color-scheme: dark)');
    systemDark.value = query.matches;
    query.addEventListener('change', (change) => (systemDark.value = change.matches));
  }
  /** The theme that is shown. */
  const shownTheme = computed<'light' | 'dark'>(() =>
    theme.value === 'system' ? (systemDark.value ? 'dark' : 'light') : theme.value,
  );

  watch(
    shownTheme,
    (shown) => {
      document.documentElement.dataset['theme'] = shown;
    },
    { immediate: true },
  );
  watch(
    locale,
    (chosen) => {
      i18n.global.locale.value = chosen;
      document.documentElement.lang = chosen;
    },
    { immediate: true },
  );
  watch(
    [theme, locale, panels, recent, notify, hasRun, updates, hideRecorded, runOrder],
    () => {
      const value: Stored = {
        theme: theme.value,
        locale: locale.value,
        panels: panels.value,
        recent: recent.value,
        notify: notify.value,
        hasRun: hasRun.value,
        updates: updates.value,
        hideRecorded: hideRecorded.value,
        runOrder: runOrder.value,
      };
      localStorage.setItem(storageKey, JSON.stringify(value));
    },
    { deep: true },
  );

  /** Size in px that the user gave a panel at this window width; null: none. */
  const rememberedSize = (panel: PanelName, windowWidth: number): number | null =>
    panels.value[`${panel}@${widthClass(windowWidth)}`] ?? null;
  /** The same, else the given default. */
  const panelSize = (panel: PanelName, windowWidth: number, fallback: number): number =>
    rememberedSize(panel, windowWidth) ?? fallback;

  /** null restores the default. */
  const setPanelSize = (panel: PanelName, windowWidth: number, size: number | null): void => {
    const key = `${panel}@${widthClass(windowWidth)}`;
    const next = new Map(Object.entries(panels.value));
    if (size === null) next.delete(key);
    else next.set(key, size);
    panels.value = Object.fromEntries(next);
  };

  /** What the main process shows or does by itself follows these. */
  const preferences = computed<ShellPreferences>(() => ({
    theme: theme.value,
    locale: locale.value,
    notify: notify.value,
    updates: updates.value,
  }));

  const toggleTheme = (): void => {
    theme.value = shownTheme.value === 'dark' ? 'light' : 'dark';
  };
  const toggleLocale = (): void => {
    locale.value = locale.value === 'en' ? 'zh-CN' : 'en';
  };

  /** A command was used: it comes first. */
  const remember = (id: string): void => {
    recent.value = [id, ...recent.value.filter((other) => other !== id)].slice(0, mostRecent);
  };

  return {
    theme,
    shownTheme,
    locale,
    recent,
    notify,
    hasRun,
    updates,
    hideRecorded,
    runOrder,
    preferences,
    rememberedSize,
    panelSize,
    setPanelSize,
    toggleTheme,
    toggleLocale,
    remember,
  };
});
