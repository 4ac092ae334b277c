/**
 * Which view is shown, which folded panel of the workbench lies open over it, and whether the palette is
 * open. There are four views and no addresses, so a router would decide nothing more.
 */
import { defineStore } from 'pinia';
import { ref } from 'vue';

export const viewNames = ['workbench', 'compare', 'runs', 'devices'] as const;
export type ViewName = (typeof viewNames)[number];
export type FoldedPanel = 'kernel' | 'devices';

export const useNavigation = defineStore('navigation', () => {
  const view = ref<ViewName>('workbench');
  const show = (name: ViewName): void => {
    view.value = name;
  };
  /** The panel that lies over the centre. It counts only while the window is too narrow to hold it. */
  const panel = ref<FoldedPanel | null>(null);
  const openPanel = (name: FoldedPanel): void => {
    panel.value = name;
  };
  const closePanel = (): void => {
    panel.value = null;
  };
  const palette = ref(false);
  return { view, show, panel, openPanel, closePanel, palette };
});
